"""What asking a model in a conversation is: a request in, the events of one answer out.

::

    answering = exchange.stream(body, betas=["…"], on_retry=told)
    async with aclosing(answering):
        async for event in answering:
            ...
    answering.request_id
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from steno.errors import ModelError
from steno.format.members import integer_in, object_in, text_in
from steno.model.attempts import Attempts, PassingError
from steno.model.failures import broken_after, broken_off, said_in_stream, unusable
from steno.model.service import CONNECT_SECONDS

if TYPE_CHECKING:
    from steno.model.access import Access

Body = Mapping[str, Any]
"""What is asked, as the Messages API takes it; ``stream`` is added."""
ApiEvent = Mapping[str, Any]
"""One event of an answer, as it came."""
OnRetry = Callable[[int, float, str], None]
"""Is told which attempt failed, the seconds until the next one, and why."""

SILENT_SECONDS: Final = 300.0
"""Without any sign of life; the service sends one more often, but may read for long before."""
_BEFORE_CONTENT: Final = frozenset({"message_start", "ping"})
_COUNTED: Final = frozenset(
    {
        "cache_control",
        "context_management",
        "mcp_servers",
        "messages",
        "model",
        "output_config",
        "speed",
        "system",
        "thinking",
        "tool_choice",
        "tools",
    }
)
"""What of a request takes tokens; counting refuses the rest."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one waits for an answer, and how often it is asked for."""

    attempts: Attempts = field(default_factory=lambda: Attempts(most=11, first_pause=0.5))
    connect: float = CONNECT_SECONDS
    silent: float = SILENT_SECONDS
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep


class Exchange(Protocol):
    """Whoever answers; errors are those of ``errors.models``."""

    @property
    def name(self) -> str:
        """By which way it asks: ``httpx``, ``anthropic``, ``bedrock``, ``vertex``, ``scripted``."""
        ...

    @property
    def address(self) -> str:
        """Where it asks; nothing is sent anywhere else."""
        ...

    def stream(
        self, body: Body, *, betas: Sequence[str] = (), on_retry: OnRetry | None = None
    ) -> Answering:
        """Ask; nothing is sent before the first event is waited for."""
        ...

    async def count_tokens(self, body: Body, *, betas: Sequence[str] = ()) -> int:
        """Say how many tokens a request would take."""
        ...

    async def aclose(self) -> None:
        """Give back what it holds, such as connections."""
        ...


@dataclass(frozen=True, slots=True)
class Opened:
    """An answer that begins to come, of one attempt."""

    request_id: str | None
    events: AsyncGenerator[ApiEvent, None]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked: errors name them."""

    access: Access
    model: str


Attempt = Callable[[], AbstractAsyncContextManager[Opened]]
"""Asks once; errors are those of ``failures.py``."""


class Answering:
    """One answer while it comes: an iterator of its events, to be gone through once.

    Only the events of one attempt are given: what precedes its content is held back until that
    comes, because until then the service is asked again where that may help.
    """

    def __init__(
        self,
        attempt: Attempt,
        asked: Asked,
        patience: Patience,
        on_retry: OnRetry | None = None,
    ) -> None:
        """Take how to ask once, whom, how patiently, and whom to tell of a further attempt."""
        self.request_id: str | None = None
        """By which the service knows this answer; None before it begins, or where it has none."""
        self.attempts = 0
        """How often it was asked for."""
        self._attempt = attempt
        self._access = asked.access
        self._model = asked.model
        self._patience = patience
        self._on_retry = on_retry
        self._has_content = False
        self._events = self._run()

    def __aiter__(self) -> AsyncIterator[ApiEvent]:
        """Give the events."""
        return self._events

    async def __anext__(self) -> ApiEvent:
        """Give the next event."""
        return await anext(self._events)

    async def aclose(self) -> None:
        """Break it off, and let go of the connection."""
        await self._events.aclose()

    async def _run(self) -> AsyncGenerator[ApiEvent, None]:
        while True:
            self.attempts += 1
            try:
                async with aclosing(self._once()) as events:
                    async for event in events:
                        yield event
            except (PassingError, ModelError) as error:
                final = error.final(self.attempts) if isinstance(error, PassingError) else error
                self.request_id = final.request_id or self.request_id
                if self._has_content:
                    raise broken_after(self._access, self.attempts, error) from error
                if not isinstance(error, PassingError):
                    raise
                await wait_after(error, self.attempts, self._patience, self._on_retry)
            else:
                return

    async def _once(self) -> AsyncGenerator[ApiEvent, None]:
        held: list[ApiEvent] = []
        async with self._attempt() as opened, aclosing(opened.events) as events:
            self.request_id = opened.request_id
            async for event in events:
                self._check(event)
                if not self._has_content and event.get("type") in _BEFORE_CONTENT:
                    held.append(event)
                    continue
                self._has_content = True
                for earlier in held:
                    yield earlier
                held.clear()
                yield event
                if event.get("type") == "message_stop":
                    return
        raise broken_off(self._access, "the stream ended too soon")

    def _check(self, event: ApiEvent) -> None:
        if event.get("type") == "error":
            error = object_in(event, "error") or {}
            kind, said = text_in(error, "type") or "", text_in(error, "message") or ""
            raise said_in_stream(self._access, self._model, kind, said)


async def wait_after(
    error: PassingError, number: int, patience: Patience, on_retry: OnRetry | None
) -> None:
    """Wait before the next attempt; the error itself where that was the last."""
    pause = patience.attempts.pause(number, error.wait)
    if pause is None:
        raise error.final(number) from error.__cause__
    if on_retry is not None:
        on_retry(number, pause, error.reason)
    await patience.sleep(pause)


async def ask_again(act: Callable[[], Awaitable[Any]], patience: Patience) -> Any:
    """Act until it works; a PassingError is tried again, up to a bound."""
    number = 0
    while True:
        number += 1
        try:
            return await act()
        except PassingError as error:
            await wait_after(error, number, patience, None)


def countable(body: Body) -> dict[str, Any]:
    """Give a request without what counting its tokens does not take."""
    return {key: value for key, value in body.items() if key in _COUNTED}


def counted_tokens(answer: object, access: Access) -> int:
    """Read how many tokens a service counted."""
    tokens = integer_in(answer, "input_tokens") if isinstance(answer, dict) else None
    if tokens is None:
        raise unusable(access, "it does not say how many tokens it counted")
    return tokens


def reason_of(error: BaseException, patience: Patience) -> str:
    """Say why the network failed; a silence has no words of its own, whoever waited."""
    if type(error).__name__ == "ReadTimeout":
        return f"no sign of life for {patience.silent:g} seconds"
    return str(error) or type(error).__name__
