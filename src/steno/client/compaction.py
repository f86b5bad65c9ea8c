"""Summing up: when a conversation has become too long, or the person asks for it."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from steno.client import attachments
from steno.client.api_failures import is_too_long
from steno.client.conversation import as_line
from steno.client.endings import agent_marks, as_drafts
from steno.client.events import Compacted, Recorded
from steno.client.model_names import LONG_SUFFIX, plain_name
from steno.client.request import most_output
from steno.client.spending import all_tokens, guessed_tokens
from steno.errors import BrokenAnswerError, ModelError
from steno.format import codec
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.agent import Agent
    from steno.client.lines import Draft
    from steno.client.request import Request
    from steno.client.summing import Summed as SummedUp
    from steno.model.message import Gathering
    from steno.session.line import Line

    Trigger = Literal["auto", "manual"]

WINDOW: Final = 200_000
LONG_WINDOW: Final = 1_000_000
RESERVE: Final = 20_000
"""Tokens that are kept free for an answer."""
MARGIN: Final = 13_000
"""Tokens before the end at which a conversation is summed up by itself."""
MOST_RESTORED: Final = 5
"""Files that the model has read and is shown again."""
LONGEST_RESTORED: Final = 20_000
"""Characters of such a file."""
_SUMMARY: Final = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL)
NOTHING: Final = "Not enough messages to compact."

ASK: Final = """\
This conversation has become too long to go on as it is. Write down all that is needed to go on
without it: whoever goes on sees your summary and nothing else of what was said. Use no tools.

Put it between <summary> and </summary>, under these headings:
1. What the user wants, in their own words where they matter, with every change of mind.
2. What was found out: facts, decisions and the reasons for them.
3. Files: each with its absolute path, why it matters, and the code that must not be forgotten.
4. Errors and how they were mended; what the user did not like.
5. What the user said: every message of theirs, shortened if long.
6. What is done, what is under way right now, and what comes next, exactly."""


def window(model: str, chosen: int | None) -> int:
    """Give how many tokens a conversation with a model may have."""
    return chosen or (LONG_WINDOW if model.endswith(LONG_SUFFIX) else WINDOW)


def threshold(model: str, chosen: int | None) -> int:
    """Give the length at which a conversation is summed up by itself."""
    whole = window(model, chosen)
    reserve = min(RESERVE, most_output(model), whole // 4)
    return whole - reserve - min(MARGIN, whole // 10)


def tokens_now(agent: Agent) -> int:
    """Tell how long a conversation is: as the last answer said, and a guess at what followed."""
    counted, since = counted_tokens(agent)
    return counted + guessed_tokens(since)


def counted_tokens(agent: Agent) -> tuple[int, int]:
    """Give what the last answer counted, 0 where none did, and how many characters followed it.

    An answer that a compaction kept counted all that was there before it, too, and tells nothing.
    """
    lines, since = agent.conversation.lines, 0
    summaries = (line for line in lines if line.body.get("isCompactSummary"))
    summed_up = max(map(_moment, summaries), default="")
    for line in reversed(lines):
        usage = object_in(line.message, "usage") if line.is_reply else None
        if usage is not None and _moment(line) > summed_up and (counted := all_tokens(usage)):
            return counted, since
        since += _length(line)
    return 0, since


def _moment(line: Line) -> str:
    """Give when a line was written; without that it is taken for a new one."""
    return text_in(line.body, "timestamp") or "~"


def _length(line: Line) -> int:
    held = line.message or line.body.get("attachment") or {}
    return len(codec.encode_value(held))


async def compact_if_needed(agent: Agent) -> None:
    """Sum a conversation up where the next request would come near the end."""
    options = agent.shared.options
    if not options.auto_compact or agent.conversation.last_reply() is None:
        return
    if tokens_now(agent) >= threshold(agent.model, options.context_window):
        await compact(agent, "auto")


async def compact_after_refusal(agent: Agent) -> bool:
    """Sum a conversation up that was refused as too long; False where that is of no use."""
    if agent.turn.summed_up or agent.conversation.last_reply() is None:
        return False
    agent.turn.summed_up += 1
    return await compact(agent, "auto")


async def compact_by_hand(agent: Agent, instructions: str) -> None:
    """Do what ``/compact`` asks for; the turn tells what came of it."""
    if agent.conversation.last_reply() is None:
        agent.turn.text = NOTHING
        return
    if await compact(agent, "manual", instructions):
        agent.turn.text = ""


async def compact(agent: Agent, trigger: Trigger, instructions: str = "") -> bool:
    """Sum a conversation up; False where a hook objects."""
    hooks, begun, before = agent.shared.hooks, time.monotonic(), tokens_now(agent)
    told: dict[str, Any] = {"trigger": trigger, "custom_instructions": instructions or None}
    verdict = await agent.interrupt.race(hooks.run("PreCompact", told, more=agent_marks(agent)))
    if verdict.blocked is not None or verdict.stops:
        agent.turn.text = f"Compaction blocked by hook: {verdict.blocked or verdict.stop_reason}"
        return False
    asked = "\n".join([instructions, *verdict.contexts]).strip()
    summary, after = await agent.interrupt.race(_summary(agent, asked))
    from steno.client.summing import Summed  # noqa: PLC0415 - few sessions come to it

    summed = Summed(
        trigger=trigger,
        summary=summary,
        tokens_before=before,
        tokens_after=after,
        duration_ms=round((time.monotonic() - begun) * 1000),
        dropped_before=agent.dropped_tokens,
        instructions=instructions,
        restored=_restored(agent),
    )
    _write(agent, summed)
    agent.tell(Compacted(trigger=trigger, tokens_before=before, parent_call=agent.parent_call))
    await _afterwards(agent, trigger, summary)
    return True


def _write(agent: Agent, summed: SummedUp) -> None:
    """Write the lines; from then on the conversation is what a resume would take it for."""
    from steno.client.summing import write_compaction  # noqa: PLC0415 - it reads sessions

    agent.settle()
    written: list[dict[str, Any]] = []
    heard = agent.recorder.on_lines

    def also(path: Any, bodies: list[dict[str, Any]]) -> None:
        written.extend(bodies)
        if heard is not None:
            heard(path, bodies)

    tail = agent.recorder.position.tail
    agent.recorder.on_lines = also
    try:
        past = write_compaction(agent.recorder, summed)
    finally:
        agent.recorder.on_lines = heard
    # The file of a sub-agent cannot be resumed, so that nothing is read back from it.
    is_main = agent.parent_call is None
    agent.conversation.replace(past.lines if is_main else _left(agent, tail, written))
    agent.dropped_tokens += max(0, summed.tokens_before - summed.tokens_after)
    agent.context.seen.reads.clear()
    agent.context.seen.written.clear()
    for line in written:
        agent.tell(Recorded(line=line, parent_call=agent.parent_call))


def _left(agent: Agent, tail: Sequence[str], written: Sequence[dict[str, Any]]) -> list[Line]:
    """Give what a compaction leaves: the summary, what was kept, and what is shown again."""
    kept = [line for line in agent.conversation.lines if line.body.get("uuid") in tail]
    new = [as_line(body) for body in written if body.get("type") in ("user", "attachment")]
    return [*new[:1], *kept, *new[1:]]


async def _asked(agent: Agent, request: Request) -> Gathering:
    """Ask for a summary until one comes whole, as often as for any other answer."""
    while True:
        try:
            gathering = await agent.ask(request, is_told=False)
        except BrokenAnswerError as error:
            if not await agent.pause_after(error):
                raise
        else:
            agent.turn.broken = 0
            return gathering


async def _summary(agent: Agent, asked: str) -> tuple[str, int]:
    """Ask the model for the summary; give it, and how many tokens it has."""
    request = agent.request()
    words = f"{ASK}\n\nBesides, the user asks: {asked}" if asked else ASK
    messages = request.messages
    for _ in range(3):
        try:
            gathering = await _asked(agent, _asking(request, messages, words))
        except ModelError as error:
            shorter = _without_beginning(messages)
            if not is_too_long(error) or len(shorter) == len(messages):
                raise
            messages = shorter
            continue
        break
    else:
        gathering = await _asked(agent, _asking(request, messages, words))
    message = gathering.message()
    agent.shared.spending.add(message)
    text = "\n".join(block["text"] for block in message["content"] if block.get("type") == "text")
    found = _SUMMARY.search(text)
    summary = (found[1] if found else text).strip()
    return summary, int(message["usage"]["output_tokens"])


def _asking(request: Request, messages: Sequence[dict[str, Any]], words: str) -> Request:
    """Give the request for the summary: the same one, so that the cache still serves."""
    asking = list(messages)
    block = {"type": "text", "text": words}
    if asking and asking[-1]["role"] == "user":
        last = asking[-1]["content"]
        content = [{"type": "text", "text": last}] if isinstance(last, str) else list(last)
        asking[-1] = {"role": "user", "content": [*content, block]}
    else:
        asking.append({"role": "user", "content": [block]})
    return replace(request, messages=asking, uses_tools=False)


def _without_beginning(messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave the oldest third out, up to a message of the user's that answers no call."""
    for place in range(max(1, len(messages) // 3), len(messages)):
        message = messages[place]
        content = message["content"]
        blocks = content if isinstance(content, list) else []
        answers = any(block.get("type") == "tool_result" for block in blocks)
        if message["role"] == "user" and not answers:
            return list(messages[place:])
    return list(messages)


def _restored(agent: Agent) -> list[Draft]:
    """Give the files that the model read last, as it knows them."""
    found: dict[str, dict[str, Any]] = {}
    for line in reversed(agent.conversation.lines):
        kept = line.body.get("toolUseResult")
        file = object_in(kept, "file") if isinstance(kept, dict) else None
        path = file.get("filePath") if file is not None else None
        if not isinstance(kept, dict) or not isinstance(path, str) or kept.get("type") != "text":
            continue
        if path not in found and len(str((file or {}).get("content"))) <= LONGEST_RESTORED:
            found[path] = kept
        if len(found) == MOST_RESTORED:
            break
    root = str(agent.context.root)
    return [
        attachments.file(path, kept, path.removeprefix(f"{root}/")) for path, kept in found.items()
    ]


async def _afterwards(agent: Agent, trigger: Trigger, summary: str) -> None:
    """Tell the hooks that it is done; what they add is heard like at the start of a session."""
    hooks, marks = agent.shared.hooks, agent_marks(agent)
    told = {"trigger": trigger, "compact_summary": summary}
    await agent.interrupt.race(hooks.run("PostCompact", told, more=marks))
    if agent.parent_call is None:
        source = {"source": "compact", "model": plain_name(agent.model)}
        verdict = await agent.interrupt.race(hooks.run("SessionStart", source, more=marks))
        agent.record(*as_drafts(verdict.attachments))
