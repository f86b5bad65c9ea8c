"""The calls of one message: what only reads runs side by side, the rest in order.

Each result is recorded when it is there, behind the line of its own call. Whatever happens, every
call gets a result: a conversation with an open call cannot go on. What else the model is to hear
comes behind the last result: only what leads to the last line is found again by a resume.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from steno.client import lines
from steno.client.endings import agent_marks, as_drafts
from steno.client.events import CallBegan
from steno.client.interrupt import BrokenOffByPerson
from steno.client.judging import Wondered, judged
from steno.client.large_results import kept_aside
from steno.client.tool import ToolAnswer, failed
from steno.client.tools import find_tool
from steno.client.tools.built_in import refused, unknown_tool

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steno.client.agent import Agent
    from steno.client.hooks import Verdict
    from steno.client.judging import Judged
    from steno.client.lines import Draft
    from steno.client.tool import Tool, ToolContext
    from steno.model.message import CompleteBlock

REJECTED: Final = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was "
    "a file edit, the new_string was NOT written to the file). STOP what you are doing and wait "
    "for the user to tell you how to proceed."
)
REJECTION: Final = ToolAnswer(REJECTED, "User rejected tool use", is_error=True)
MOST_AT_ONCE: Final = 10


@dataclass(slots=True)
class CallsOutcome:
    """What the calls of a message come to."""

    is_broken_off: bool = False
    ends_turn: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """One call and the line that it stands on."""

    id: str
    name: str
    given: Mapping[str, Any]
    line: str
    unread: str | None
    """The input as it came, where that is no JSON object."""


class Calls:
    """Runs the calls of one message."""

    def __init__(self, agent: Agent) -> None:
        """Take the agent whose calls they are."""
        self._agent = agent
        self._outcome = CallsOutcome()
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._results: set[str] = set()
        """The calls whose results are recorded."""
        self._behind: list[Draft] = []
        """What follows the last result."""

    async def run(self, blocks: Sequence[tuple[CompleteBlock, str]]) -> CallsOutcome:
        """Run all, and give what they come to."""
        calls = [_call(block, line) for block, line in blocks]
        try:
            for group in self._groups(calls):
                await self._together(group)
        finally:
            self._agent.record(*self._behind)
        return self._outcome

    async def _together(self, group: Sequence[Call]) -> None:
        """Run calls at the same time; all have ended when one of them has failed."""
        answers = (self._answered(call) for call in group)
        ended = await asyncio.gather(*answers, return_exceptions=True)
        for problem in filter(None, ended):
            raise problem

    def _groups(self, calls: Sequence[Call]) -> Iterator[list[Call]]:
        """Yield what may run at the same time: neighbours that change nothing."""
        group: list[Call] = []
        for call in calls:
            if not self._is_harmless(call):
                if group:
                    yield group
                yield [call]
                group = []
            else:
                group.append(call)
        if group:
            yield group

    def _is_harmless(self, call: Call) -> bool:
        tool = find_tool(self._agent.tools, call.name)
        if tool is None or call.unread is not None:
            return True
        try:
            return tool.is_read_only(call.given)
        except Exception:  # noqa: BLE001 - an input that was not checked yet may be anything
            return False

    async def _answered(self, call: Call) -> None:
        """Run one call and record what came of it; a broken off one is answered as rejected."""
        async with self._room:
            try:
                if not self._outcome.is_broken_off:
                    await self._run(call)
                    return
            except BrokenOffByPerson:
                self._outcome.is_broken_off = True
            except asyncio.CancelledError:
                self._reject(call)
                raise
            self._reject(call)

    def _reject(self, call: Call) -> None:
        """Answer a call that was broken off, unless its result is there already."""
        if call.id not in self._results:
            self._record(call, REJECTION)

    async def _run(self, call: Call) -> None:
        """Check a call, ask about it, run it, and let hooks have their say before and after."""
        agent, tool = self._agent, find_tool(self._agent.tools, call.name)
        context = replace(agent.context, call_id=call.id)
        if tool is None:
            self._record(call, unknown_tool(call.name))
            return
        wrong = await _wrong_with(tool, call, context)
        if wrong is not None:
            self._record(call, wrong)
            return
        verdict = await self._hooked("PreToolUse", call, call.given)
        self._note(verdict.attachments, call.line)
        about = Wondered(tool, call.id, verdict.updated_input or call.given, verdict)
        word = await agent.interrupt.race(judged(agent, about, context))
        if word.refusal is not None:
            self._deny(call, about, word)
            return
        began = time.monotonic()
        answer = await self._done(tool, call, word.given, context)
        self._record(call, answer)
        if tool.name == "Skill" and not answer.is_error:
            agent.skill = str(word.given.get("skill", "")).removeprefix("/")
        await self._after(call, word.given, answer, began)
        self._stop(verdict)

    def _deny(self, call: Call, about: Wondered, word: Judged) -> None:
        """Tell the model that a call may not run; nothing of it was done."""
        denied = {"tool_name": call.name, "tool_use_id": call.id, "tool_input": dict(about.given)}
        self._agent.turn.denials.append(denied)
        if word.interrupts:
            raise BrokenOffByPerson
        self._record(call, word.refusal or REJECTION)

    async def _done(
        self, tool: Tool, call: Call, given: Mapping[str, Any], context: ToolContext
    ) -> ToolAnswer:
        """Run a call that may run; it may leave another working folder behind."""
        agent, folder = self._agent, context.cwd
        agent.tell(
            CallBegan(call_id=call.id, tool=call.name, given=given, parent_call=agent.parent_call)
        )
        try:
            answer = await agent.interrupt.race(_tried(tool, given, context))
        finally:
            if context.cwd != folder:
                agent.context.cwd = context.cwd
                agent.recorder.move_to(context.cwd)
        return kept_aside(answer, call.name, context.session_path)

    async def _after(
        self, call: Call, given: Mapping[str, Any], answer: ToolAnswer, began: float
    ) -> None:
        """Let hooks look at what came of a call."""
        event = "PostToolUseFailure" if answer.is_error else "PostToolUse"
        spent = round((time.monotonic() - began) * 1000)
        shown = {"error": answer.content} if answer.is_error else {"tool_response": answer.kept}
        verdict = await self._hooked(event, call, given, {**shown, "duration_ms": spent})
        self._behind += as_drafts(verdict.attachments)
        self._stop(verdict)

    async def _hooked(
        self,
        event: str,
        call: Call,
        given: Mapping[str, Any],
        more: Mapping[str, Any] | None = None,
    ) -> Verdict:
        hooks = self._agent.shared.hooks
        told = {
            "tool_name": call.name,
            "tool_input": dict(given),
            **(more or {}),
            "tool_use_id": call.id,
        }
        return await self._agent.interrupt.race(
            hooks.run(event, told, call_id=call.id, more=agent_marks(self._agent))
        )

    def _note(self, held: Sequence[Mapping[str, Any]], on: str) -> None:
        """Write down what hooks did before a call, at its line; what they tell the model waits."""
        told = [one for one in held if one["type"] == "hook_additional_context"]
        drafts = as_drafts(one for one in held if one not in told)
        self._behind += as_drafts(told)
        if drafts:
            self._agent.record(replace(drafts[0], hangs_on=on), *drafts[1:])

    def _stop(self, verdict: Verdict) -> None:
        """End the turn where a hook wishes it, after all calls of the message have results."""
        if verdict.stopped_by is not None:
            self._outcome.ends_turn = True
            self._behind += as_drafts([verdict.stopped_by])

    def _record(self, call: Call, answer: ToolAnswer) -> None:
        """Write down what came of a call."""
        result = lines.tool_result(call.id, answer, source=call.line, tool=call.name)
        before = [replace(draft, hangs_on=call.line) for draft in as_drafts(_held(answer))]
        self._behind += [_following(line) for line in answer.new_lines if "attachment" not in line]
        self._agent.record(*before, result)
        self._results.add(call.id)
        self._outcome.ends_turn |= answer.ends_turn


def _call(block: CompleteBlock, line: str) -> Call:
    body = block.body
    return Call(str(body.get("id")), str(body.get("name")), body["input"], line, block.unread_input)


def _held(answer: ToolAnswer) -> list[Mapping[str, Any]]:
    """Give the attachments among what follows a result; they stand before it."""
    return [line["attachment"] for line in answer.new_lines if "attachment" in line]


def _following(message: Mapping[str, Any]) -> Draft:
    """Make a line of a message that follows a result, such as the body of a skill."""
    return lines.meta(message["message"]["content"], call_id=message.get("sourceToolUseID"))


async def _wrong_with(tool: Tool, call: Call, context: ToolContext) -> ToolAnswer | None:
    """Say what is wrong with an input before anybody is asked about it."""
    if call.unread is not None:
        return refused("InputValidationError: the input of the call is no JSON object")
    check = getattr(tool, "check", None)
    if check is None:
        return None
    wrong: ToolAnswer | None = await check(call.given, context)
    return wrong


async def _tried(tool: Tool, given: Mapping[str, Any], context: ToolContext) -> ToolAnswer:
    """Run a tool; what it throws is an answer, too, for it must not end a conversation."""
    try:
        return await tool.run(given, context)
    except BrokenOffByPerson:
        raise
    except Exception as error:  # noqa: BLE001 - a tool may be anybody's
        return failed(f"{type(error).__name__}: {error}")
