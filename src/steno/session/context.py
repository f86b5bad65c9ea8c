"""What a resume would send to the model: the exact message list, step by step.

Each step is one of the rules by which the real client 2.1.197 goes; the numbers are those of
``docs/resume.md``, which tells how they were found. Finding the lines (rules 1 to 13) is the
work of :mod:`steno.session.chain`; here they are dropped (14 to 17), turned into messages
(18 to 21, 29, 30) and merged (22 to 28, :mod:`steno.session.merge`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.session.attached import images_of, is_sent
from steno.session.merge import NO_CONTENT, Draft, merge, text_block
from steno.session.models import SYNTHETIC, takes_system_messages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    Body = Mapping[str, Any]
    Block = dict[str, Any]


LOCAL_COMMAND: Final = "local_command"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chain, with its body."""

    kind: str
    subtype: str
    body: Body

    @property
    def message(self) -> Body:
        """The API message on the line; empty where there is none."""
        message = self.body.get("message")
        return message if isinstance(message, dict) else {}

    @property
    def blocks(self) -> list[Block]:
        """The blocks of its content; a string is one text block."""
        return blocks_of(self.message.get("content"))

    @property
    def is_reply(self) -> bool:
        """Whether the model wrote it."""
        return self.kind == "assistant"


def blocks_of(content: object) -> list[Block]:
    """Give a message's content as blocks, copied so that they can be changed."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    return [dict(block) for block in content if isinstance(block, dict)]


def build_messages(
    lines: Sequence[Line], model: str, *, thinking: bool = True
) -> list[dict[str, Any]]:
    """Give the messages that a resume would send to ``model`` for the lines of a chain."""
    kept = drop_unanswered_calls(lines)
    kept = drop_lone_thinking(kept)
    kept = drop_blank_replies(kept)
    kept = drop_api_errors(kept)
    placed = place_attachments(kept, apart=takes_system_messages(model))
    keeps_thinking = frozenset({model, SYNTHETIC}) if thinking else frozenset()
    drafts = [draft for line in placed for draft in to_drafts(line, keeps_thinking)]
    return merge(drafts)


FILLER: Final = Line("filler", "", {})
"""Stands for what the client itself writes behind a prompt that was never answered."""


def part_unanswered(lines: Sequence[Line], leaf: int) -> list[Line]:
    """Part an unanswered prompt from the local commands behind it (rule 31)."""
    behind = lines[leaf + 1 :]
    if lines[leaf].kind != "user" or not any(line.subtype == LOCAL_COMMAND for line in behind):
        return list(lines)
    return [*lines[: leaf + 1], FILLER, *behind]


def drop_unanswered_calls(lines: Iterable[Line]) -> list[Line]:
    """Drop replies whose calls all lack a result anywhere on the chain (rule 14)."""
    lines = list(lines)
    answered = {
        block.get("tool_use_id")
        for line in lines
        if line.kind == "user"
        for block in line.blocks
        if block.get("type") == "tool_result"
    }

    def unanswered(line: Line) -> bool:
        calls = [block.get("id") for block in line.blocks if block.get("type") == "tool_use"]
        return bool(calls) and not any(call in answered for call in calls)

    return [line for line in lines if not (line.is_reply and unanswered(line))]


def drop_blank_replies(lines: Iterable[Line]) -> list[Line]:
    """Drop replies of nothing but white space, or of the client's own filler (rule 15)."""
    return [line for line in lines if not (line.is_reply and is_blank(line.blocks))]


def is_blank(blocks: Sequence[Block]) -> bool:
    """Say whether blocks are nothing but white-space text; no blocks at all are not."""
    return bool(blocks) and all(
        block.get("type") == "text" and _text(block).strip() in ("", NO_CONTENT) for block in blocks
    )


def _text(block: Block) -> str:
    text = block.get("text")
    return text if isinstance(text, str) else ""


def drop_lone_thinking(lines: Iterable[Line]) -> list[Line]:
    """Drop lines of thinking whose API message has no other block (rule 16)."""
    lines = list(lines)
    spoken = {
        line.message.get("id") for line in lines if line.is_reply and not _only_thinking(line)
    } - {None}
    return [
        line
        for line in lines
        if not (line.is_reply and _only_thinking(line) and line.message.get("id") not in spoken)
    ]


def _only_thinking(line: Line) -> bool:
    blocks = line.blocks
    return bool(blocks) and all(_is_thinking(block) for block in blocks)


def _is_thinking(block: Block) -> bool:
    return block.get("type") in ("thinking", "redacted_thinking")


def drop_api_errors(lines: Iterable[Line]) -> list[Line]:
    """Drop the errors that the client wrote down as replies (rule 17)."""
    return [
        line
        for line in lines
        if not (
            line.is_reply
            and line.body.get("isApiErrorMessage") is True
            and line.message.get("model") == SYNTHETIC
        )
    ]


def place_attachments(lines: Sequence[Line], *, apart: bool) -> list[Line]:
    """Move attachments up to the reply or result that they follow (rule 21).

    Models that take messages of role ``system`` get them apart: then they stay out of the way.
    """
    placed: list[Line] = []
    for line in lines:
        if line.kind != "attachment":
            placed.append(line)
            continue
        if not is_sent(line.subtype, line.body):
            continue
        if apart and not images_of(line.body):
            continue
        place = len(placed)
        while place and _is_passed(placed[place - 1]):
            place -= 1
        placed.insert(place, line)
    return placed


def _is_passed(line: Line) -> bool:
    """Say whether an attachment moves up past a line: user text, and what is sent like it."""
    if line.kind == "system":
        return True
    return line.kind == "user" and not any(
        block.get("type") == "tool_result" for block in line.blocks
    )


def to_drafts(line: Line, keeps_thinking: AbstractSet[str]) -> list[Draft]:
    """Turn a line into the message that it becomes; none for what is not sent.

    ``keeps_thinking`` names the models whose thinking is sent.
    """
    if line.kind == "assistant":
        return [_reply(line, keeps_thinking)]
    if line.kind == "user":
        return _prompt(line)
    if line.kind == "attachment":
        return [Draft.reminder(images_of(line.body))]
    if line is FILLER:
        return [Draft.filler()]
    if line.subtype == LOCAL_COMMAND:
        content = line.body.get("content")
        return [Draft.prompt(content if isinstance(content, str) and content else NO_CONTENT)]
    return []


def _prompt(line: Line) -> list[Draft]:
    """Take a user's line: white-space blocks go, an empty list is no message (rule 19)."""
    content = line.message.get("content")
    if isinstance(content, str):
        return [Draft.prompt(content)]
    spoken = [block for block in line.blocks if not _is_void(block)]
    if not spoken:
        return []
    blocks = [block for block in spoken if not is_blank_text(block)]
    return [Draft.user(blocks or [text_block(NO_CONTENT)])]


def is_blank_text(block: Block) -> bool:
    """Say whether a block is text of nothing but white space."""
    return block.get("type") == "text" and not _text(block).strip()


def _reply(line: Line, keeps_thinking: AbstractSet[str]) -> Draft:
    """Take a reply, without the thinking of another model than the one asked (rule 30)."""
    blocks = [normal(block) for block in line.blocks if not _is_void(block)]
    own = str(line.message.get("model"))
    kept = [block for block in blocks if own in keeps_thinking or not _is_thinking(block)]
    return Draft.reply(kept, line.message.get("id"), thinned=len(kept) < len(blocks))


def _is_void(block: Block) -> bool:
    """Say whether a text block has no text at all: the client leaves it out."""
    return block.get("type") == "text" and block.get("text") is None


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
    "AgentOutputTool": "TaskOutput",
    "AgentOutput": "TaskOutput",
}
"""Old names of tools, and those under which client 2.1.197 sends their calls."""
