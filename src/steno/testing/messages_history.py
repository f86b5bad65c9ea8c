"""Which conversations the Messages API takes: turns, calls with their results, thoughts."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from steno.format.members import block_type
from steno.model.script import is_unseen, signature_of
from steno.testing.messages_blocks import check_block
from steno.testing.messages_images import check_images
from steno.testing.messages_shape import RefusedError, mapping, needed, no_others, refuse, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.model.script import Block

_THOUGHTS: Final = ("thinking", "redacted_thinking")
_SYSTEM_BETAS: Final = ("mid-conversation-", "per-turn-control-")
"""What lets a system message stand among the others."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Messages of one role that follow one another, which the service takes for one."""

    role: str
    number: int
    """Of the first of them."""
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Memory:
    """What the service remembers of its own answers."""

    takes_foreign_thoughts: bool = False
    """Whether thoughts that it did not sign itself are taken."""
    _thoughts: dict[str, list[Block]] = field(default_factory=dict)

    def remember(self, blocks: Sequence[Block]) -> None:
        """Keep the thoughts of an answer, by the calls that it makes."""
        thoughts = [dict(block) for block in blocks if block_type(block) in _THOUGHTS]
        for block in blocks:
            if block_type(block) == "tool_use":
                self._thoughts[block["id"]] = thoughts

    def has_made(self, call_id: str) -> bool:
        """Say whether it made a call of that id."""
        return call_id in self._thoughts

    def check_signatures(self, turn: Turn) -> None:
        """Refuse thoughts that it did not have."""
        if self.takes_foreign_thoughts:
            return
        for number, block in enumerate(turn.blocks):
            where, kind = f"messages.{turn.number}.content.{number}", block["type"]
            if kind == "thinking":
                is_own = block["signature"] == signature_of(text(where, block["thinking"]))
            else:
                is_own = kind != "redacted_thinking" or is_unseen(text(where, block["data"]))
            if not is_own:
                told = "signature" if kind == "thinking" else "data"
                refuse(where, f"Invalid `{told}` in `{kind}` block")

    def check_kept(self, turn: Turn) -> None:
        """Refuse a last answer whose thoughts were changed or left out."""
        for block in turn.blocks:
            wanted = self._thoughts.get(block["id"]) if block["type"] == "tool_use" else None
            kept = [thought for thought in turn.blocks if thought["type"] in _THOUGHTS]
            if wanted is not None and not _holds(kept, wanted):
                refuse(
                    f"messages.{turn.number}",
                    "`thinking` or `redacted_thinking` blocks in the latest assistant message "
                    "cannot be modified. These blocks must remain as they were in the original "
                    "response.",
                )


def _holds(blocks: Sequence[Block], wanted: Sequence[Block]) -> bool:
    """Say whether blocks stand in others, in order."""
    others = iter(blocks)
    return all(block in others for block in wanted)


def check_history(
    messages: list[Any], betas: Sequence[str], memory: Memory, *, thinks: bool
) -> list[str]:
    """Refuse a conversation; give what is odd in it although the service takes it."""
    if not messages:
        refuse("messages", "at least one message is required")
    roles = ["user", "assistant"]
    if any(beta.startswith(_SYSTEM_BETAS) for beta in betas):
        roles.append("system")
    for number, message in enumerate(messages):
        _check_message(f"messages.{number}", message, roles, is_last=number == len(messages) - 1)
    if messages[0]["role"] != "user":
        refuse("messages", 'first message must use the "user" role')
    turns = turns_of(messages)
    _check_calls(turns)
    _check_thoughts(turns, memory, thinks=thinks)
    _check_end(turns, thinks=thinks)
    check_images([block for turn in turns for block in _images(turn.blocks)])
    return _oddities(messages)


def _check_message(where: str, message: object, roles: Sequence[str], *, is_last: bool) -> None:
    body = mapping(where, message)
    needed(where, body, "role", "content")
    if body["role"] not in roles:
        refuse(f"{where}.role", f"Input should be one of {', '.join(map(repr, roles))}")
    own = ("output_config",) if body["role"] == "system" else ()
    no_others(where, body, ("role", "content", *own))
    content = body["content"]
    if not isinstance(content, (str, list)):
        refuse(f"{where}.content", "Input should be a valid list")
    if not content and not (is_last and body["role"] == "assistant"):
        told = "all messages must have non-empty content except for the optional final assistant "
        refuse(where, f"{told}message")
    for number, block in enumerate(blocks_of(content)):
        check_block(f"{where}.content.{number}", block, body["role"])


def blocks_of(content: str | list[Block]) -> list[Block]:
    """Give a content as blocks."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content


def turns_of(messages: Iterable[Any]) -> list[Turn]:
    """Put messages of one role together; system messages stand apart from it all."""
    turns: list[Turn] = []
    for number, message in enumerate(messages):
        if message["role"] == "system":
            continue
        if not turns or turns[-1].role != message["role"]:
            turns.append(Turn(message["role"], number))
        turns[-1].blocks.extend(blocks_of(message["content"]))
    return turns


def _check_calls(turns: Sequence[Turn]) -> None:
    made: set[str] = set()
    nobody = Turn("user", len(turns))
    for before, turn, after in zip([nobody, *turns], turns, [*turns[1:], nobody], strict=False):
        calls = [block["id"] for block in turn.blocks if block["type"] == "tool_use"]
        if len(set(calls)) < len(calls) or made & set(calls):
            refuse("messages", "`tool_use` ids must be unique")
        made.update(calls)
        _check_answered(turn, calls, after)
        _check_asked(before, turn)


def _check_answered(turn: Turn, calls: Sequence[str], after: Turn) -> None:
    """Refuse calls without their results; only results at the head of what follows count."""
    answered: set[str] = set()
    for block in after.blocks:
        if block["type"] != "tool_result":
            break
        answered.add(block["tool_use_id"])
    missing = [call for call in calls if call not in answered]
    if missing:
        refuse(
            f"messages.{turn.number}",
            "`tool_use` ids were found without `tool_result` blocks immediately after: "
            f"{', '.join(missing)}. Each `tool_use` block must have a corresponding "
            "`tool_result` block in the next message.",
        )


def _check_asked(before: Turn, turn: Turn) -> None:
    """Refuse results without their calls, and second ones."""
    calls = {block["id"] for block in before.blocks if block["type"] == "tool_use"}
    seen: set[str] = set()
    for number, block in enumerate(turn.blocks):
        if block["type"] != "tool_result":
            continue
        call, where = block["tool_use_id"], f"messages.{turn.number}.content.{number}"
        if call not in calls:
            refuse(
                where,
                f"unexpected `tool_use_id` found in `tool_result` blocks: {call}. Each "
                "`tool_result` block must have a corresponding `tool_use` block in the previous "
                "message.",
            )
        if call in seen:
            told = "each tool_use must have a single result. Found multiple `tool_result` blocks"
            refuse(where, f"{told} with id: {call}")
        seen.add(call)


def _check_thoughts(turns: Sequence[Turn], memory: Memory, *, thinks: bool) -> None:
    answers = [turn for turn in turns if turn.role == "assistant"]
    for turn in answers:
        memory.check_signatures(turn)
        if turn.blocks and turn.blocks[-1]["type"] in _THOUGHTS:
            last = f"messages.{turn.number}.content.{len(turn.blocks) - 1}"
            refuse(last, "The final block in an assistant message cannot be `thinking`.")
    if answers and thinks:
        memory.check_kept(answers[-1])


def _check_end(turns: Sequence[Turn], *, thinks: bool) -> None:
    """Refuse an answer begun for the model that it could not go on with."""
    end = turns[-1]
    if end.role != "assistant":
        return
    if thinks:
        raise RefusedError("an assistant message cannot be prefilled when thinking is enabled")
    last = end.blocks[-1] if end.blocks else {}
    if last.get("type") == "text" and last["text"] != last["text"].rstrip():
        refuse("messages", "final assistant content cannot end with trailing whitespace")


def _images(blocks: Iterable[Block]) -> Iterable[Block]:
    for block in blocks:
        if block["type"] == "image":
            yield block
        elif block["type"] == "tool_result" and isinstance(block.get("content"), list):
            yield from _images(block["content"])


def _oddities(messages: Sequence[Any]) -> list[str]:
    roles = [message["role"] for message in messages]
    return [
        f"messages.{number + 1}: a second {role} message in a row"
        for number, (role, other) in enumerate(pairwise(roles))
        if role == other
    ]
