"""What a resume would send to the model: the exact message list, step by step.

Each step is one of the rules by which the real client 2.1.197 goes; the numbers are those of
``docs/resume.md``, which tells how they were found. The lines are found by
:mod:`steno.session.chain` (rules 1 to 13) and dropped by :mod:`steno.session.spoken` (14 to
17, 30); here they are turned into messages (18 to 21), which :mod:`steno.session.merge`
merges (22 to 28).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.session.attached import images_of, is_sent
from steno.session.line import NO_CONTENT, Block, Line, blocks_of, is_blank, is_void
from steno.session.merge import Draft, merge
from steno.session.models import takes_system_messages
from steno.session.spoken import is_blank_reply, is_white_space, spoken_lines

if TYPE_CHECKING:
    from collections.abc import Sequence


def build_messages(
    lines: Sequence[Line], model: str, *, thinking: bool = True, end: int | None = None
) -> list[dict[str, Any]]:
    """Give the messages that a resume would send to ``model`` for the lines of a chain.

    ``end`` is the place behind which it is cut, which the client does after it has dropped
    lines: a call whose result stands further down is not dropped, but its result is missing.
    """
    keeps_thinking = frozenset({model, SYNTHETIC_MODEL}) if thinking else frozenset()
    joined = any(is_blank_reply(line) for line in lines)
    kept = spoken_lines(lines, keeps_thinking)
    if end is not None:
        kept = [line for line in kept if line.place <= end]
    placed = place_attachments(kept, model, joined=joined)
    # The client begins with words of its own, which it joins to the first message.
    drafts = [Draft.reminder([])]
    drafts += [draft for line in placed for draft in to_drafts(line)]
    return merge(drafts)


FILLER: Final = Line("filler", "", {})
"""Stands for what the client itself writes behind a prompt that was never answered."""


def part_unanswered(lines: Sequence[Line], leaf: int) -> list[Line]:
    """Part an unanswered prompt from the local commands behind it (rule 31); a result is none."""
    behind = lines[leaf + 1 :]
    is_prompt = lines[leaf].kind == "user" and not lines[leaf].holds("tool_result")
    if not is_prompt or not any(line.is_local_command for line in behind):
        return list(lines)
    return [*lines[: leaf + 1], FILLER, *behind]


def place_attachments(lines: Sequence[Line], model: str, *, joined: bool) -> list[Line]:
    """Move attachments up to the reply or result that they follow (rule 21).

    Some models get them apart, as messages of role ``system``: then only images are in the
    way. ``joined`` says that the client has joined the user's lines beforehand, which it
    does where a reply is blank: then text that follows a result is one with it.
    """
    placed: list[Line] = []
    apart = takes_system_messages(model)
    for line in lines:
        if line.kind != "attachment":
            placed.append(line)
        elif is_sent(line.subtype, line.body) and not (apart and not images_of(line.body)):
            placed.insert(_place_behind(placed, joined=joined), line)
    return placed


def _place_behind(placed: Sequence[Line], *, joined: bool) -> int:
    """Find the place behind the last reply or result."""
    place = len(placed)
    while place and not _stops(placed[place - 1]):
        place -= 1
    if joined and place and placed[place - 1].kind == "user":
        while place < len(placed) and placed[place].kind == "user":
            place += 1
    return place


def _stops(line: Line) -> bool:
    """Say whether an attachment stays behind a line: a reply, a result, or one of its kind."""
    return line.kind in ("assistant", "attachment") or line.holds("tool_result")


def to_drafts(line: Line) -> list[Draft]:
    """Turn a line into the message that it becomes; none for what is not sent."""
    if line.is_reply:
        blocks = [normal(block) for block in line.blocks if not is_void(block)]
        return [Draft.reply(blocks, line.message_id, is_blank=is_white_space(line))]
    if line.kind == "user":
        return _prompt(line.message.get("content"))
    if line.kind == "attachment":
        return [Draft.reminder(images_of(line.body))]
    if line is FILLER:
        return [Draft.filler()]
    if line.is_local_command:
        content = line.body.get("content")
        return _prompt(content if content or isinstance(content, list) else NO_CONTENT)
    return []


def _prompt(content: object) -> list[Draft]:
    """Take what the user's side says: white space goes, an empty list is no message (rule 19)."""
    if isinstance(content, str):
        return [Draft.prompt(content)]
    spoken = [block for block in blocks_of(content) if not is_void(block)]
    if not spoken:
        return []
    return [Draft.user([block for block in spoken if not is_blank(block)])]


def normal(block: Block) -> Block:
    """Give a tool call with the keys and under the name that the client sends it with."""
    if block.get("type") != "tool_use":
        return block
    kept: Block = {key: block[key] for key in ("type", "id", "name", "input") if key in block}
    name = block.get("name")
    return kept | {"name": RENAMED[name]} if isinstance(name, str) and name in RENAMED else kept


RENAMED: Final = {
    "Task": "Agent",
    "KillShell": "TaskStop",
    "KillBash": "TaskStop",
    "BashOutput": "TaskOutput",
    "BashOutputTool": "TaskOutput",
    "AgentOutputTool": "TaskOutput",
    "AgentOutput": "TaskOutput",
}
"""Old names of tools, and those under which client 2.1.197 sends their calls."""
