"""Which lines of the chain are sent at all (rules 14 to 17 and 30 of ``docs/resume.md``)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.session.line import (
    NO_CONTENT,
    Line,
    id_of,
    is_blank,
    is_result,
    is_text,
    is_thinking,
    text_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from collections.abc import Set as AbstractSet


def spoken_lines(
    lines: Sequence[Line], keeps_thinking: AbstractSet[str] | None = None
) -> list[Line]:
    """Drop the lines that are not sent.

    ``keeps_thinking`` names the models whose thinking is sent; None stands for all of them.
    """
    kept = drop_lone_thinking(drop_unanswered_calls(lines))
    if keeps_thinking is not None:
        kept = [without_thinking(line, keeps_thinking) for line in kept]
    return drop_api_errors(drop_lone_thinking(drop_blank_replies(kept)))


def drop_unanswered_calls(lines: Sequence[Line]) -> list[Line]:
    """Drop replies whose calls all lack a result anywhere on the chain (rule 14)."""
    answered = {
        id_of(block.get("tool_use_id"))
        for line in lines
        if line.kind == "user"
        for block in line.blocks
        if is_result(block)
    }

    def unanswered(line: Line) -> bool:
        calls = [id_of(block.get("id")) for block in line.blocks if block.get("type") == "tool_use"]
        return bool(calls) and not any(call in answered for call in calls)

    return [line for line in lines if not (line.is_reply and unanswered(line))]


def drop_lone_thinking(lines: Sequence[Line]) -> list[Line]:
    """Drop lines of thinking whose API message has no other block (rule 16)."""
    return _drop_unaccompanied(lines, _only_thinking, _only_thinking)


def without_thinking(line: Line, keeps_thinking: AbstractSet[str]) -> Line:
    """Take the thinking of another model than the one asked out of a reply (rule 30)."""
    blocks = line.blocks
    if not line.is_reply or str(line.message.get("model")) in keeps_thinking:
        return line
    kept = [block for block in blocks if not is_thinking(block)]
    if len(kept) == len(blocks):
        return line
    return replace(line, body={**line.body, "message": {**line.message, "content": kept}})


def drop_blank_replies(lines: Sequence[Line]) -> list[Line]:
    """Drop replies that are one blank text, or say that they have no content (rule 15).

    They stay where their API message says or does something besides thinking.
    """
    return _drop_unaccompanied(
        lines, _is_blank, lambda line: not line.blocks or _is_blank(line) or _only_thinking(line)
    )


def _is_blank(line: Line) -> bool:
    blocks = line.blocks
    if not blocks or not all(is_text(block) for block in blocks):
        return False
    texts = [text_of(block).strip() for block in blocks]
    return not any(texts) or texts == [NO_CONTENT]


def is_blank_reply(line: Line) -> bool:
    """Say whether a reply has nothing but blank text on its line."""
    blocks = line.blocks if line.is_reply else []
    return bool(blocks) and all(is_blank(block) for block in blocks)


def is_white_space(line: Line) -> bool:
    """Say whether a reply has nothing but white space on its line; empty text is none."""
    return is_blank_reply(line) and all(text_of(block) for block in line.blocks)


def _only_thinking(line: Line) -> bool:
    return bool(line.blocks) and all(is_thinking(block) for block in line.blocks)


def _drop_unaccompanied(
    lines: Sequence[Line], is_weak: Callable[[Line], bool], counts_not: Callable[[Line], bool]
) -> list[Line]:
    """Drop weak replies whose API message has no other line that counts."""
    strong = {line.message_id for line in lines if line.is_reply and not counts_not(line)}
    strong.discard(None)
    return [
        line
        for line in lines
        if not (line.is_reply and is_weak(line) and line.message_id not in strong)
    ]


def drop_api_errors(lines: Iterable[Line]) -> list[Line]:
    """Drop the errors that the client wrote down as replies (rule 17)."""
    return [
        line
        for line in lines
        if not (
            line.is_reply
            and line.body.get("isApiErrorMessage") is True
            and line.message.get("model") == SYNTHETIC_MODEL
        )
    ]
