"""What both ways of asking a model have to do, whichever it is; each has a module that says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from steno.errors import (
    BusyModelError,
    ModelAnswerError,
    ModelError,
    RefusedKeyError,
    UnknownModelError,
    UnreachableModelError,
)
from steno.model.access import Access
from steno.model.attempts import Attempts
from steno.model.protocol import Spent
from tests.model.fake_service import EVENTS, Reply, answer, refusal, serving, stream, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.model.protocol import Completion, Model

KEY = "sk-test-0123456789"
MESSAGES = [{"role": "user", "content": "Guten Tag \u2028 你好"}]


class Asking:
    """The tests of a way to ask; ``opened`` is what opens a model."""

    opened: ClassVar[Callable[..., Model]]

    def ask(self, address: str, **own: Any) -> Completion:
        """Ask once, without pauses."""
        access = Access(address, KEY, is_token=own.pop("is_token", False))
        pauses: list[float] = own.pop("pauses", [])
        attempts = Attempts(most=3, sleep=pauses.append, chance=lambda: 1.0)
        model = type(self).opened("claude-test", access, attempts)
        return model.complete(
            system="Be short.", messages=MESSAGES, max_tokens=99, progress=own.get("progress")
        )

    def test_answer_comes_with_its_usage(self) -> None:
        """Thinking is left out, and text comes as it was sent."""
        with serving(answer("Good ", "day \u2028 你好\n", "\x85!")) as service:
            completion = self.ask(service.address)
        assert completion.text == "Good day \u2028 你好\n\x85!"
        assert completion.stop_reason == "end_turn"
        assert completion.usage == Spent(12, 7, 0, 3)

    def test_request_says_what_was_asked(self) -> None:
        """To the one path of the address, with the key in its header and nowhere else."""
        with serving(answer("x")) as service:
            self.ask(f"{service.address}/prefix")
        (got,) = service.got
        assert got.path == "/prefix/v1/messages"
        # Which header it is, and of which version, the official client decides for itself.
        shown = {key for key, value in got.headers.items() if KEY in value}
        assert shown in ({"x-api-key"}, {"authorization"})
        assert got.headers["anthropic-version"]
        assert got.body == {
            "model": "claude-test",
            "max_tokens": 99,
            "system": "Be short.",
            "messages": MESSAGES,
            "stream": True,
        }

    def test_token_is_borne(self) -> None:
        """One of ANTHROPIC_AUTH_TOKEN is no API key."""
        with serving(answer("x")) as service:
            self.ask(service.address, is_token=True)
        assert service.got[0].headers["authorization"] == f"Bearer {KEY}"
        assert "x-api-key" not in service.got[0].headers

    def test_other_keys_of_the_environment_are_not_sent(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor does an address there lead elsewhere."""
        monkeypatch.setenv("ANTHROPIC_API_KEY", "other-key")
        monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "other-token")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
        with serving(answer("x")) as service:
            self.ask(service.address)
        sent = " ".join(service.got[0].headers.values())
        assert "other-" not in sent

    def test_progress_is_told(self) -> None:
        """From nought on, as the answer grows."""
        seen: list[int] = []
        with serving(answer("abc", "de")) as service:
            self.ask(service.address, progress=seen.append)
        assert seen == [0, 3, 5]

    @pytest.mark.parametrize(
        ("status", "kind", "error", "said"),
        [
            (401, "authentication_error", RefusedKeyError, "Check ANTHROPIC_API_KEY"),
            (403, "permission_error", RefusedKeyError, "may be used for"),
            (404, "not_found_error", UnknownModelError, "no model 'claude-test'"),
            (400, "invalid_request_error", ModelAnswerError, "400: because"),
            (413, "request_too_large", ModelAnswerError, "413: because"),
        ],
    )
    def test_refusal_is_final(
        self, status: int, kind: str, error: type[ModelError], said: str
    ) -> None:
        """It says what to do, never the key, and the service is asked once."""
        with serving(refusal(status, kind, f"because {KEY} is\nso")) as service:
            with pytest.raises(error, match=re.escape(said)) as caught:
                self.ask(service.address)
            assert len(service.got) == 1
        assert KEY not in str(caught.value)
        assert "[the key]" in str(caught.value)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("status", [429, 500, 502, 503, 529])
    def test_what_may_pass_is_tried_again(self, status: int) -> None:
        """With growing pauses."""
        pauses: list[float] = []
        busy = refusal(status, "overloaded_error", "Overloaded")
        with serving(busy, busy, answer("there")) as service:
            assert self.ask(service.address, pauses=pauses).text == "there"
            assert len(service.got) == 3
        assert pauses == [1.0, 2.0]

    def test_service_that_stays_busy_is_given_up(self) -> None:
        """After a bounded number of attempts."""
        with serving(refusal(529, "overloaded_error", "Overloaded")) as service:
            with pytest.raises(BusyModelError, match=r"529: Overloaded.*asked 3 times"):
                self.ask(service.address)
            assert len(service.got) == 3

    def test_service_says_how_long_to_wait(self) -> None:
        """In the header that is for it."""
        pauses: list[float] = []
        busy = refusal(429, "rate_limit_error", "Slowly", retry_after="7")
        with serving(busy, answer("there")) as service:
            self.ask(service.address, pauses=pauses)
        assert pauses == [7.0]

    def test_too_long_a_wait_is_not_waited(self) -> None:
        """The user is told instead."""
        busy = refusal(429, "rate_limit_error", "Tomorrow", retry_after="3600")
        with serving(busy) as service, pytest.raises(BusyModelError, match="asked once"):
            self.ask(service.address)

    def test_error_within_an_answer_is_tried_again(self) -> None:
        """What came before it is forgotten, and progress begins anew."""
        said = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
        half = Reply(headers=EVENTS, body=stream(*told("ha")[:7], said))
        seen: list[int] = []
        with serving(half, answer("whole")) as service:
            assert self.ask(service.address, progress=seen.append).text == "whole"
        assert seen == [0, 2, 0, 5]

    def test_final_error_within_an_answer_is_final(self) -> None:
        """As it would be before it."""
        said = {"type": "error", "error": {"type": "authentication_error", "message": "No"}}
        with serving(Reply(headers=EVENTS, body=stream(said))) as service:
            with pytest.raises(RefusedKeyError):
                self.ask(service.address)
            assert len(service.got) == 1

    @pytest.mark.parametrize("is_cut", [True, False])
    def test_answer_that_breaks_off_is_tried_again(self, is_cut: bool) -> None:
        """Whether the connection broke, or the service ended too soon."""
        half = Reply(headers=EVENTS, body=stream(*told("ha")[:7]), is_cut=is_cut)
        with serving(half, answer("whole")) as service:
            assert self.ask(service.address).text == "whole"
        with serving(half) as service, pytest.raises(UnreachableModelError, match="3 times"):
            self.ask(service.address)

    def test_nobody_there_is_told(self) -> None:
        """With what to check."""
        with serving(answer("x")) as service:
            address = service.address
        with pytest.raises(UnreachableModelError, match="Check the network"):
            self.ask(address)

    def test_key_is_not_taken_elsewhere(self) -> None:
        """A service that sends us on is not followed."""
        with serving(answer("x")) as other:
            moved = Reply(307, {"location": f"{other.address}/v1/messages"})
            with serving(moved) as service, pytest.raises(ModelAnswerError, match="elsewhere"):
                self.ask(service.address)
            assert other.got == []

    def test_what_is_no_stream_is_told(self) -> None:
        """As from a page that asks for a login."""
        page = Reply(headers={"content-type": "text/html"}, body=b"<html>\ndata: {no\n\n</html>")
        with serving(page) as service, pytest.raises(ModelError) as caught:
            self.ask(service.address)
        assert service.address in str(caught.value)

    def test_key_is_not_in_the_model_as_printed(self) -> None:
        """As a traceback or a log may print it."""
        model = type(self).opened("claude-test", Access("https://example.com", KEY))
        assert KEY not in repr(model)
        assert (model.name, model.address) == ("claude-test", "https://example.com")
