"""One answer while it comes, whoever gives it."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from steno.errors import BrokenAnswerError, ModelAnswerError, UnreachableModelError
from steno.model.access import Access
from steno.model.attempts import Attempts
from steno.model.exchange import (
    Answering,
    Asked,
    Opened,
    Patience,
    ask_again,
    countable,
    reason_of,
)
from steno.model.failures import unreachable, unusable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

ASKED = Asked(Access("https://api.example", "k"), "claude-test-1")
START = {"type": "message_start", "message": {}}
PING = {"type": "ping"}
BLOCK = {"type": "content_block_start", "index": 0}
STOP = {"type": "message_stop"}
BUSY = {"type": "error", "error": {"type": "overloaded_error", "message": "so"}}
BAD = {"type": "error", "error": {"type": "invalid_request_error", "message": "so"}}


async def _nap(_: float) -> None:
    await asyncio.sleep(0)


PATIENCE = Patience(Attempts(most=2), sleep=_nap)


class Service:
    """Gives one list of events after the other; an error among them is raised."""

    def __init__(self, *attempts: list[Any]) -> None:
        """Take what comes of each attempt."""
        self.attempts = list(attempts)
        self.open = 0

    @asynccontextmanager
    async def attempt(self) -> AsyncIterator[Opened]:
        """Ask once."""
        self.open += 1
        try:
            yield Opened(f"req_{len(self.attempts)}", self._events(self.attempts.pop(0)))
        finally:
            self.open -= 1

    async def _events(self, events: list[Any]) -> AsyncGenerator[Any, None]:
        self.open += 1
        try:
            for event in events:
                if isinstance(event, Exception):
                    raise event
                yield event
        finally:
            self.open -= 1

    def ask(self, **own: Any) -> tuple[list[Any], Answering]:
        """Go through an answer."""

        async def run() -> tuple[list[Any], Answering]:
            answering = Answering(self.attempt, ASKED, PATIENCE, **own)
            return [event async for event in answering], answering

        return asyncio.run(run())


def test_events_come_as_they_are() -> None:
    """What precedes content is held back, and nothing is lost; nothing follows the end."""
    service = Service([START, PING, BLOCK, PING, STOP, BUSY])
    events, answering = service.ask()
    assert events == [START, PING, BLOCK, PING, STOP]
    assert (answering.request_id, answering.attempts) == ("req_1", 1)
    assert service.open == 0


@pytest.mark.parametrize("failed", [[START, BUSY], [START], [unreachable(ASKED.access, "so")]])
def test_failed_attempt_leaves_nothing(failed: list[Any]) -> None:
    """Only the events of the last one are given, and somebody is told of the first."""
    told: list[Any] = []
    service = Service(failed, [START, BLOCK, STOP])
    events, answering = service.ask(on_retry=lambda *said: told.append(said))
    assert events == [START, BLOCK, STOP]
    assert (answering.request_id, answering.attempts) == ("req_1", 2)
    assert len(told) == 1


def test_last_attempt_tells_why_it_failed() -> None:
    """Each in its own words."""
    with pytest.raises(UnreachableModelError, match="2 times"):
        Service(*[[unreachable(ASKED.access, "so")]] * 2).ask()
    with pytest.raises(BrokenAnswerError, match="before anything of it had come"):
        Service([START], [START]).ask()


@pytest.mark.parametrize("end", [BUSY, BAD, unusable(ASKED.access, "odd")])
def test_nothing_is_asked_again_after_content(end: Any) -> None:
    """Whatever it was that broke it off."""
    service = Service([START, BLOCK, end], [START, BLOCK, STOP])
    with pytest.raises(BrokenAnswerError) as caught:
        service.ask()
    assert caught.value.had_content
    assert len(service.attempts) == 1
    assert service.open == 0


def test_final_error_is_raised_as_it_is() -> None:
    """Asking again would not help."""
    service = Service([START, BAD], [START, BLOCK, STOP])
    with pytest.raises(ModelAnswerError, match="400: so"):
        service.ask()
    assert len(service.attempts) == 1


def test_answer_that_is_broken_off_is_closed() -> None:
    """At once, and with what carries it."""
    service = Service([START, BLOCK, BLOCK, STOP])

    async def run() -> list[Any]:
        async with aclosing(Answering(service.attempt, ASKED, PATIENCE)) as answering:
            first = await anext(answering)
            assert service.open == 2
        assert service.open == 0
        return [first, *[event async for event in answering]]

    assert asyncio.run(run()) == [START]


def test_act_is_tried_again() -> None:
    """Up to the bound."""
    errors = [unreachable(ASKED.access, "so")]

    async def act() -> int:
        await asyncio.sleep(0)
        if errors:
            raise errors.pop()
        return 3

    assert asyncio.run(ask_again(act, PATIENCE)) == 3
    errors.extend([unreachable(ASKED.access, "so")] * 2)
    with pytest.raises(UnreachableModelError):
        asyncio.run(ask_again(act, PATIENCE))


def test_only_what_takes_tokens_is_counted() -> None:
    """Counting refuses the rest."""
    assert countable({"model": "m", "max_tokens": 3, "stream": True, "tools": []}) == {
        "model": "m",
        "tools": [],
    }


def test_network_that_fails_says_why() -> None:
    """A silence has no words of its own."""
    silence = type("ReadTimeout", (Exception,), {})()
    assert reason_of(silence, Patience(silent=2.5)) == "no sign of life for 2.5 seconds"
    assert reason_of(OSError("so"), PATIENCE) == "so"
    assert reason_of(OSError(), PATIENCE) == "OSError"
