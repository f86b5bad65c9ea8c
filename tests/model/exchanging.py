"""What both ways of asking event by event have to do; each has a module that says so."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from steno.errors import (
    BrokenAnswerError,
    BusyModelError,
    ModelAnswerError,
    ModelError,
    RefusedKeyError,
    UnknownModelError,
    UnreachableModelError,
)
from steno.model.access import Access
from steno.model.attempts import Attempts
from steno.model.exchange import Patience
from steno.model.message import Gathering
from steno.model.script import answer, call, say, think
from steno.testing.messages_api import MessagesApi
from steno.testing.messages_faults import busy, cut, drops, ends, fails_within, refuses, stalls
from tests.model.fake_service import EVENTS, Reply, serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.model.exchange import Answering, Exchange

BODY: dict[str, Any] = {
    "model": "claude-test-1",
    "max_tokens": 99,
    "messages": [{"role": "user", "content": "Guten Tag \u2028 你好"}],
}
ODD = "a\u2028b\u2029c\x85d\re\r\nf\x0bg 你好 \U0001f30a"
Told = list[tuple[int, float, str]]


async def _drain(answering: Answering) -> None:
    async with aclosing(answering):
        async for _ in answering:
            pass


class Exchanging:
    """The tests of a way to ask; ``opened`` is what opens an exchange."""

    opened: ClassVar[Callable[..., Exchange]]

    def exchange(self, url: str, pauses: list[float] | None = None, **own: Any) -> Exchange:
        """Open an exchange that never really waits between attempts."""
        noted = [] if pauses is None else pauses

        async def sleep(seconds: float) -> None:
            noted.append(seconds)
            await asyncio.sleep(0)

        silent = own.pop("silent", 20.0)
        patience = Patience(
            Attempts(most=3, first_pause=1.0, chance=lambda: 1.0), silent=silent, sleep=sleep
        )
        key = own.pop("key", "sk-ant-api03-made-up-and-of-use-on-this-machine-only")
        return type(self).opened(Access(url, key, **own), patience)

    def ask(self, url: str, told: Told | None = None, **own: Any) -> Gathering:
        """Ask once, and gather the answer."""
        body, betas = own.pop("body", BODY), own.pop("betas", ())
        retries: Told = [] if told is None else told

        async def run() -> Gathering:
            gathering = Gathering()
            exchange = self.exchange(url, **own)
            answering = exchange.stream(
                body, betas=betas, on_retry=lambda *said: retries.append(said)
            )
            async with aclosing(exchange), aclosing(answering):
                async for event in answering:
                    gathering.see(event)
            return gathering

        return asyncio.run(run())

    def test_answer_comes_whole(self) -> None:
        """Thoughts, text and calls, whatever ends a line elsewhere."""
        given = [think(f"hm {ODD}"), say(ODD), call("Bash", command=ODD), call("Ls")]
        with MessagesApi([given]) as api:
            gathering = self.ask(api.url)
        assert api.problems == []
        assert gathering.is_complete
        message = gathering.message()
        assert message["content"] == given
        assert message["stop_reason"] == "tool_use"
        assert message["usage"]["output_tokens"] > 1

    def test_request_is_what_was_asked(self) -> None:
        """The body as it is, the key in its header, and what is wanted besides."""
        body = BODY | {"context_management": {"edits": []}, "thinking": {"type": "adaptive"}}
        betas = ("context-management-1", "b")
        with MessagesApi(["x"]) as api:
            self.ask(api.url, body=body, betas=betas, custom_headers=(("x-mine", "1"),))
        (request,) = api.requests
        assert request.body == {**body, "stream": True}
        assert request.headers["x-api-key"] == api.key
        assert request.headers["anthropic-version"] == "2023-06-01"
        assert request.headers["anthropic-beta"] == "context-management-1,b"
        assert request.headers["content-type"] == "application/json"
        assert request.headers["user-agent"].startswith("steno/")
        assert request.headers["x-mine"] == "1"
        assert api.problems == []

    def test_token_is_borne(self) -> None:
        """One of ANTHROPIC_AUTH_TOKEN is no API key."""
        with MessagesApi(["x"]) as api:
            self.ask(api.url, is_token=True)
        assert api.requests[0].headers["authorization"] == f"Bearer {api.key}"
        assert "x-api-key" not in api.requests[0].headers

    def test_environment_leads_nowhere_else(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Neither its keys nor its addresses nor its proxies are used by themselves."""
        monkeypatch.setenv("ANTHROPIC_API_KEY", "other-key")
        monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "other-token")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
        with MessagesApi(["x"]) as api:
            self.ask(api.url)
        assert "other-" not in " ".join(api.requests[0].headers.values())

    def test_answer_has_the_id_of_its_request(self) -> None:
        """As the header says it; a refused one has it too."""
        with MessagesApi(["x", refuses(400, "no")]) as api:

            async def run() -> list[str | None]:
                exchange, ids = self.exchange(api.url), []
                async with aclosing(exchange):
                    answering = exchange.stream(BODY)
                    ids.append(answering.request_id)
                    ids.extend([answering.request_id async for _ in answering][-1:])
                    refused = exchange.stream(BODY)
                    with pytest.raises(ModelAnswerError) as caught:
                        _ = [event async for event in refused]
                    ids += [refused.request_id, caught.value.request_id]
                return ids

            before, after, refused, told = asyncio.run(run())
        assert before is None
        assert (after or "").startswith("req_01")
        assert refused == told
        assert (refused or "").startswith("req_01")

    @pytest.mark.parametrize(
        ("status", "error", "said"),
        [
            (400, ModelAnswerError, "400: because"),
            (401, RefusedKeyError, "Check ANTHROPIC_API_KEY"),
            (403, RefusedKeyError, "may be used for"),
            (404, UnknownModelError, "no model 'claude-test-1'"),
            (413, ModelAnswerError, "413: because"),
        ],
    )
    def test_refusal_is_final(self, status: int, error: type[ModelError], said: str) -> None:
        """It says what to do, never the key, and the service is asked once."""
        with MessagesApi() as own:
            key = own.key
        with MessagesApi([refuses(status, f"because {key} is\nso")]) as api:
            with pytest.raises(error, match=re.escape(said)) as caught:
                self.ask(api.url)
            assert len(api.requests) == 1
        assert key not in str(caught.value)
        assert (caught.value.status, caught.value.said) == (status, "because [the key] is\nso")

    @pytest.mark.parametrize(
        "fault",
        [
            busy(429),
            busy(500),
            busy(503),
            busy(529),
            drops(),
            cut("x", after=1),
            ends("x", after=1),
            ends("x", after=0),
            fails_within("x", after=1),
            fails_within("x", after=1, kind="api_error"),
        ],
    )
    def test_what_may_pass_before_content_is_tried_again(self, fault: Any) -> None:
        """With growing pauses; only the events of the answer that came are given."""
        told: Told = []
        pauses: list[float] = []
        with MessagesApi([fault, fault, [say("there")]]) as api:
            gathering = self.ask(api.url, told, pauses=pauses)
            assert len(api.requests) == 3
        assert [block.body["text"] for block in gathering.blocks] == ["there"]
        assert pauses == [1.0, 2.0]
        assert [(number, pause) for number, pause, _ in told] == [(1, 1.0), (2, 2.0)]
        assert all(reason for *_, reason in told)

    def test_service_says_how_long_to_wait(self) -> None:
        """In the header that is for it; too long a wait is not waited."""
        pauses: list[float] = []
        with MessagesApi([busy(429, retry_after=7), "x"]) as api:
            self.ask(api.url, pauses=pauses)
        assert pauses == [7.0]
        busy_today = MessagesApi([busy(429, retry_after=3600)])
        with busy_today as api, pytest.raises(BusyModelError, match="asked once") as caught:
            self.ask(api.url)
        assert (caught.value.status, caught.value.kind) == (429, "rate_limit_error")

    def test_service_that_stays_busy_is_given_up(self) -> None:
        """After a bounded number of attempts."""
        with MessagesApi(iter(lambda: busy(529, message="Overloaded"), None)) as api:
            with pytest.raises(BusyModelError, match=r"529: Overloaded.*asked 3 times"):
                self.ask(api.url)
            assert len(api.requests) == 3

    @pytest.mark.parametrize(
        "fault", [cut("abc", after=4), ends("abc", after=4), fails_within("abc", after=4)]
    )
    def test_answer_that_breaks_off_after_content_is_not_asked_for_again(self, fault: Any) -> None:
        """What had come was given, and the error says that it had."""
        with MessagesApi([fault, "never"]) as api:
            with pytest.raises(BrokenAnswerError, match="after some of it had come") as caught:
                self.ask(api.url)
            assert len(api.requests) == 1
        assert caught.value.had_content
        assert caught.value.status == (529 if fault.error else None)

    def test_answer_that_always_breaks_off_says_that_nothing_had_come(self) -> None:
        """Which is another matter than a network that leads nowhere."""
        with MessagesApi(iter(lambda: cut("abc", after=1), None)) as api:
            with pytest.raises(BrokenAnswerError, match=r"before anything.*3 times") as caught:
                self.ask(api.url)
            assert len(api.requests) == 3
        assert not caught.value.had_content

    def test_silence_ends_the_wait(self) -> None:
        """Before content it is one more attempt, behind it an answer that broke off."""
        told: Told = []
        silent = stalls("abc", after=1, seconds=9)
        with MessagesApi([silent, answer("late", delay=9), "there"]) as api:
            assert self.ask(api.url, told, silent=1.5).is_complete
            assert len(api.requests) == 3
        assert ["no sign of life for 1.5 seconds" in reason for *_, reason in told] == [True] * 2
        stalling = MessagesApi([stalls("abc", after=4, seconds=9)])
        with stalling as api, pytest.raises(BrokenAnswerError, match="no sign of life") as caught:
            self.ask(api.url, silent=1.5)
        assert caught.value.had_content

    def test_nobody_there_is_told(self) -> None:
        """With what to check."""
        with MessagesApi() as api:
            url = api.url
        with pytest.raises(UnreachableModelError, match="Check the network"):
            self.ask(url)

    def test_key_is_not_taken_elsewhere(self) -> None:
        """A service that sends us on is not followed."""
        with MessagesApi(["x"]) as other:
            moved = Reply(307, {"location": f"{other.url}/v1/messages"})
            with serving(moved) as service, pytest.raises(ModelAnswerError, match="elsewhere"):
                self.ask(service.address)
            assert other.requests == []

    @pytest.mark.parametrize(
        "page",
        [
            Reply(headers={"content-type": "text/html"}, body=b"<html>\ndata: {no\n\n</html>"),
            Reply(headers=EVENTS, body=b"event: message_start\ndata: {no\n\n"),
            Reply(headers=EVENTS, body=b"event: message_start\ndata: [1]\n\n"),
        ],
    )
    def test_what_is_no_stream_is_told(self, page: Reply) -> None:
        """As from a page that asks for a login."""
        with serving(page) as service, pytest.raises(ModelError) as caught:
            self.ask(service.address)
        assert service.address in str(caught.value)

    def test_unknown_events_are_given_as_they_came(self) -> None:
        """What a later service says is for others to judge."""
        strange = b'event: strange\ndata: {"type": "strange", "n": 1.50, "x": null}\n\n'
        end = b'event: message_stop\ndata: {"type": "message_stop"}\n\n'
        with serving(Reply(headers=EVENTS, body=strange + end)) as service:

            async def run() -> list[Any]:
                exchange = self.exchange(service.address)
                async with aclosing(exchange):
                    return [dict(event) async for event in exchange.stream(BODY)]

            events = asyncio.run(run())
        assert events == [{"type": "strange", "n": 1.5, "x": None}, {"type": "message_stop"}]

    def test_answer_can_be_broken_off_by_us(self) -> None:
        """At once, and the exchange goes on to be of use."""
        slow = answer("abc" * 99, pace=5.0)
        with MessagesApi([slow, "next"]) as api:

            async def run() -> Gathering:
                exchange, gathering = self.exchange(api.url), Gathering()
                async with aclosing(exchange):
                    with pytest.raises(TimeoutError):
                        await asyncio.wait_for(_drain(exchange.stream(BODY)), 0.5)
                    async for event in exchange.stream(BODY):
                        gathering.see(event)
                return gathering

            assert asyncio.run(run()).blocks[0].body["text"] == "next"

    def test_tokens_are_counted(self) -> None:
        """Of what a request says that takes some; the rest is not sent."""
        body = BODY | {"system": "Be short.", "temperature": 1, "metadata": {"user_id": "u"}}
        with MessagesApi() as api:

            async def run() -> int:
                exchange = self.exchange(api.url)
                async with aclosing(exchange):
                    return await exchange.count_tokens(body, betas=["b"])

            assert asyncio.run(run()) > 10
        assert api.problems == []
        (request,) = api.counts
        assert set(request.body) == {"model", "messages", "system"}
        assert request.headers["anthropic-beta"] == "b"

    def test_count_that_is_none_is_told(self) -> None:
        """A refusal as any other, an answer without a count as one of no use."""

        async def run(url: str) -> int:
            exchange = self.exchange(url)
            async with aclosing(exchange):
                return await exchange.count_tokens(BODY)

        odd = Reply(headers={"content-type": "application/json"}, body=b'{"tokens": 1}')
        with serving(odd) as service, pytest.raises(ModelAnswerError, match="how many tokens"):
            asyncio.run(run(service.address))
        with MessagesApi(models=["other"]) as api, pytest.raises(UnknownModelError):
            asyncio.run(run(api.url))

    def test_key_is_not_in_the_exchange_as_printed(self) -> None:
        """As a traceback or a log may print it."""
        exchange = self.exchange("https://example.com", key="sk-secret")
        assert "sk-secret" not in repr(exchange)
        assert exchange.address == "https://example.com"
        assert exchange.name in ("httpx", "anthropic")
