"""A model that says what it was told to, event by event: for tests and for a demonstration."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ModelAnswerError
from steno.format.codec import decode_json, encode_value
from steno.model.access import Access
from steno.model.exchange import Answering, Asked, Opened, Patience, countable
from steno.model.script import Request, Script, as_answer, new_id
from steno.model.script_events import estimated, events_of, message_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence

    from steno.model.exchange import ApiEvent, Body, OnRetry
    from steno.model.script import Answer, Reply

_NOWHERE: Final = Access("nowhere", "")


class ScriptedExchange:
    """Answers by a script; a reply may also be an error, which counts as one attempt.

    ::

        exchange = ScriptedExchange([[say("I look."), call("Bash", command="ls")], "Done."])
    """

    name = "scripted"
    address = _NOWHERE.address

    def __init__(
        self,
        replies: Iterable[Reply] = (),
        *,
        rules: Callable[[Request], Reply] | None = None,
        patience: Patience | None = None,
        pace: float = 0.0,
    ) -> None:
        """Take what to answer, how patient to be, and the seconds between two events."""
        self.requests: list[Request] = []
        """What was asked, each as it was then."""
        self.is_closed = False
        self._script = Script(replies, rules)
        self._patience = patience or Patience()
        self._pace = pace

    def stream(
        self, body: Body, *, betas: Sequence[str] = (), on_retry: OnRetry | None = None
    ) -> Answering:
        """Answer; nothing is looked at before the first event is waited for."""
        request = _request({**body, "stream": True}, betas)
        asked = Asked(_NOWHERE, request.model)
        return Answering(lambda: self._attempt(request), asked, self._patience, on_retry)

    async def count_tokens(self, body: Body, *, betas: Sequence[str] = ()) -> int:
        """Guess how many tokens a request would take."""
        return estimated(_request(countable(body), betas).body)

    async def aclose(self) -> None:
        """Remember that it was closed."""
        self.is_closed = True

    @asynccontextmanager
    async def _attempt(self, request: Request) -> AsyncIterator[Opened]:
        self.requests.append(request)
        reply = self._script.next_reply(request)
        if reply is None:
            raise ModelAnswerError(self.address, "nothing more is scripted", "Script an answer.")
        if isinstance(reply, Exception):
            raise reply
        yield Opened(new_id("req_01"), self._events(as_answer(reply), request))

    async def _events(self, given: Answer, request: Request) -> AsyncGenerator[ApiEvent, None]:
        await asyncio.sleep(given.delay)
        for event in events_of(message_of(given, request)):
            yield event
            await asyncio.sleep(given.pace or self._pace)


def _request(body: dict[str, Any], betas: Sequence[str]) -> Request:
    copied = decode_json(encode_value(body)).value
    headers = {"anthropic-beta": ",".join(betas)} if betas else {}
    return Request(body=copied, headers=headers, time=time.time())
