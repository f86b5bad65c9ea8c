"""A compaction in lines: the boundary, the summary, what is kept, and the messages after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal
from uuid import uuid4

from steno.client import lines, loose_lines
from steno.client.local_commands import done_lines
from steno.client.past import past_of
from steno.client.slug import new_slug
from steno.client.system_lines import compact_boundary
from steno.session.session import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steno.client.lines import Body, Draft
    from steno.client.past import Past
    from steno.client.recorder import Recorder

DONE: Final = "The conversation was summed up."


@dataclass(frozen=True, slots=True, kw_only=True)
class Summed:
    """What a compaction came to."""

    trigger: Literal["manual", "auto"]
    summary: str
    """What the model wrote."""
    tokens_before: int
    tokens_after: int
    duration_ms: int
    dropped_before: int = 0
    """What earlier compactions have saved."""
    instructions: str = ""
    """What the person asked for with a manual one."""
    keep: Sequence[str] | None = None
    """The lines that stay, in order; None: those from the model's last message on."""
    restored: Sequence[Draft] = field(default=())
    """Attachments that follow, such as files that the model had read."""


def write_compaction(recorder: Recorder, summed: Summed) -> Past:
    """Write the lines of a compaction in one piece, and give what the conversation goes on from.

    A manual one begins a turn of its own. An automatic one is part of the turn that it makes
    room for, whose prompt is among what is kept.
    """
    if recorder.envelope.slug is None:
        recorder.call_it(new_slug())
    if summed.trigger == "manual":
        recorder.begin_turn()
    recorder.append(*compaction_lines(recorder, summed), sync=True)
    past = past_of(load(recorder.path))
    recorder.take_up(past.position)
    return past


def compaction_lines(recorder: Recorder, summed: Summed) -> list[Draft | Body]:
    """Give the lines of a compaction, as client 2.1.197 has them."""
    position = recorder.position
    kept = position.tail if summed.keep is None else tuple(summed.keep)
    told = lines.summary(told_again(summed.summary, recorder.path), uuid=str(uuid4()))
    boundary = compact_boundary(
        metadata(summed, kept, str(told.uuid)), logical_parent=position.leaf
    )
    return [*_before(recorder, summed), boundary, told, *_command(summed), *summed.restored]


def told_again(summary: str, transcript: Path) -> str:
    """Put a summary so that the model goes on from it."""
    return (
        "What was said before this point no longer fits and was summed up. "
        f"The summary:\n\n{summary.strip()}\n\n"
        f"All of it is still in {transcript}: look there for exact words, code or output.\n"
        "Go on with what was being done, without a word about the summary and without asking "
        "the user what to do next."
    )


def metadata(summed: Summed, kept: Sequence[str], anchor: str) -> Body:
    """Give what a boundary tells of itself, with the lines that are kept behind the anchor."""
    told: Body = {
        "trigger": summed.trigger,
        "preTokens": summed.tokens_before,
        "durationMs": summed.duration_ms,
    }
    if kept:
        told["preservedSegment"] = {
            "headUuid": kept[0],
            "anchorUuid": anchor,
            "tailUuid": kept[-1],
        }
        told["preservedMessages"] = {
            "anchorUuid": anchor,
            "uuids": list(kept),
            "allUuids": list(kept),
        }
    saved = max(summed.tokens_before - summed.tokens_after, 0)
    return told | {
        "postTokens": summed.tokens_after,
        "cumulativeDroppedTokens": summed.dropped_before + saved,
    }


def _before(recorder: Recorder, summed: Summed) -> list[Body]:
    """Give the lines before the boundary, so that a crash right there loses nothing."""
    leaf, mode = recorder.leaf, loose_lines.mode(recorder.session_id)
    if summed.trigger == "manual" or leaf is None:
        return [mode]
    asked = recorder.position.last_prompt
    return [loose_lines.last_prompt(recorder.session_id, leaf, asked), mode]


def _command(summed: Summed) -> list[Draft]:
    if summed.trigger == "auto":
        return []
    return done_lines("compact", summed.instructions, DONE)
