"""The program around us: what we ask it for, its hooks, and its word on calls."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.client import frames
from steno.client.hook_runs import PATIENCE, Hook
from steno.client.person import Word
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from steno.client.frames import Body
    from steno.client.person import Wish

TOO_LONG: Final = "it is too long to be asked about"
_GRACE: Final = 5.0


class OutsideError(Exception):
    """The program around us did not answer, or said that something failed."""


class Outside:
    """Asks the program around us, and waits for its answers."""

    def __init__(self, send: Callable[[bytes], None]) -> None:
        """Take where frames go."""
        self._send = send
        self._waiting: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._is_gone = False

    async def ask(self, request: Body, *, may_cut: bool = True) -> Mapping[str, Any]:
        """Ask for something; OutsideError where that comes to nothing."""
        if self._is_gone:
            raise OutsideError("there is nobody to answer any more")
        request_id = str(uuid4())
        line = frames.encoded(frames.control_request(request_id, request), may_cut=may_cut)
        answer: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = answer
        self._send(line)
        try:
            return await answer
        except asyncio.CancelledError:
            self._send(frames.encoded(frames.control_cancel(request_id)))
            raise
        finally:
            self._waiting.pop(request_id, None)

    def hear(self, response: Mapping[str, Any]) -> None:
        """Take an answer; one that nobody waits for is left alone."""
        answer = self._waiting.get(text_in(response, "request_id") or "")
        if answer is None or answer.done():
            return
        if response.get("subtype") == "error":
            answer.set_exception(OutsideError(text_in(response, "error") or "it failed"))
        else:
            answer.set_result(object_in(response, "response") or {})

    def leave(self) -> None:
        """Take note that nothing comes any more: whoever waits is told."""
        self._is_gone = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(OutsideError("the input ended before there was an answer"))


class OutsidePerson:
    """Somebody behind the program around us: asked by ``can_use_tool``."""

    def __init__(self, outside: Outside) -> None:
        """Take the program."""
        self._outside = outside

    async def may_use(self, wish: Wish) -> Word:
        """Ask whether a call may run; where no answer comes it may not."""
        request = {
            "subtype": "can_use_tool",
            "tool_name": wish.tool,
            "display_name": wish.tool,
            "input": dict(wish.given),
            "description": text_in(wish.given, "description") or wish.reason,
            "permission_suggestions": [dict(one) for one in wish.suggestions],
            "decision_reason": wish.reason,
            "tool_use_id": wish.call_id,
        }
        if wish.agent_id is not None:
            request["agent_id"] = wish.agent_id
        try:
            # Not cut: the program may give back the input that it was shown.
            return word_of(await self._outside.ask(request, may_cut=False))
        except frames.TooLongError:
            return Word(behavior="deny", message=f"{wish.tool} was not run: {TOO_LONG}")
        except OutsideError as error:
            return Word(behavior="deny", message=f"Tool permission request failed: {error}")

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Answer nothing: who answers questions does it with the permission to ask them."""
        del questions
        return None


class Nobody:
    """Nobody is there to be asked."""

    async def may_use(self, wish: Wish) -> Word:
        """Refuse."""
        told = f"{wish.tool} was not run: it needs a permission ({wish.reason}), and nobody is here"
        return Word(behavior="deny", message=f"{told} to give it.")

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Answer nothing."""
        del questions
        return None


def word_of(answer: Mapping[str, Any]) -> Word:
    """Read a decision as the SDKs give it; whatever is no clear yes is a no."""
    if answer.get("behavior") == "allow":
        updates = answer.get("updatedPermissions")
        return Word(
            behavior="allow",
            given=object_in(answer, "updatedInput"),
            updates=tuple(one for one in updates or () if isinstance(one, dict)),
        )
    return Word(
        behavior="deny",
        message=text_in(answer, "message") or "Permission denied",
        interrupt=answer.get("interrupt") is True,
    )


def hooks_given(hooks: object, outside: Outside) -> Iterator[tuple[str, Hook]]:
    """Yield the hooks that ``initialize`` names, with their events."""
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            if isinstance(group, dict):
                ids = group.get("hookCallbackIds")
                for callback in ids if isinstance(ids, list) else ():
                    yield event, _hook(str(callback), group, outside)


def _hook(callback: str, group: Mapping[str, Any], outside: Outside) -> Hook:
    timeout = group.get("timeout")
    seconds = float(timeout) if isinstance(timeout, (int, float)) and timeout > 0 else PATIENCE
    has_to_work = group.get("onFailure") not in (None, "continue")

    async def call(told: Mapping[str, Any], call_id: str | None) -> Mapping[str, Any]:
        request = {
            "subtype": "hook_callback",
            "callback_id": callback,
            "input": dict(told),
            "tool_use_id": call_id or str(uuid4()),
        }
        # What stands before a call is not cut: it may be judged by what was left out.
        may_cut = told.get("hook_event_name") != "PreToolUse"
        try:
            return await asyncio.wait_for(outside.ask(request, may_cut=may_cut), seconds)
        except frames.TooLongError:
            return {"decision": "block", "reason": f"The call was not run: {TOO_LONG}"}
        except (OutsideError, TimeoutError) as error:
            if not has_to_work:
                raise
            why = str(error) or f"no answer within {seconds:g} s"
            return {"decision": "block", "reason": f"A hook that has to work failed: {why}"}

    return Hook(
        matcher=text_in(group, "matcher") or "",
        call=call,
        timeout=seconds + _GRACE if has_to_work else seconds,
    )
