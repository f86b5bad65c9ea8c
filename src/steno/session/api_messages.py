"""The API messages of a transcript, each once, with all that its price depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.disk.transcript import read, scan
from steno.format.entries.assistant import SYNTHETIC_MODEL, AssistantEntry
from steno.format.entry import parse_time
from steno.session.tokens import Attempt, MessageTable, TokenCount

if TYPE_CHECKING:
    from pathlib import Path

    from steno.format.scan import LineScan
    from steno.format.usage import Iteration, Usage

SIDE_BLOCKS: Final = frozenset({"advisor_tool_result", "compaction", "fallback"})
"""Content blocks that tell of a run of a model beside the one whose tokens the usage counts."""

_SIDE_ROUNDS: Final = frozenset({"advisor_message", "compaction"})
_REPLIES: Final = frozenset({"fallback_message", "message"})


def read_messages(path: Path) -> MessageTable:
    """Collect the API messages of one file; UnreadableFileError where it cannot be read."""
    messages = MessageTable()
    sides = False
    for block in scan(path):
        for row in block.rows:
            if see_line(row, messages):
                sides = sides or any(part.type in SIDE_BLOCKS for part in row.blocks)
    if sides:
        _note_attempts(path, messages)
    return messages


def see_line(row: LineScan, messages: MessageTable) -> bool:
    """Take a line's copy of an API message, if it has one; what the client made up is none."""
    message = row.message
    if row.kind != "assistant" or message is None or message.model == SYNTHETIC_MODEL:
        return False
    is_guessed = row.steno_guessed_model is True
    messages.see(message, parse_time(row.time or ""), knows_model=not is_guessed)
    return True


def attempts_of(usage: Usage) -> tuple[Attempt, ...]:
    """Give the runs of a model that are billed apart from the tokens that the usage counts.

    The API tells every run in ``iterations``, while the tokens beside them are those of the
    model that wrote the reply. Billed apart are the advisor, a compaction, and a model that
    broke its reply off so that another took over; one that refused before it wrote is free.
    """
    rounds = usage.iterations or ()
    replies = [part for part in rounds if part.type in _REPLIES]
    writer = replies[-1].model if replies else None
    return tuple(
        Attempt(part.model, _tokens(part))
        for part in rounds
        if (part.output_tokens or 0) > 0
        and (part.type in _SIDE_ROUNDS or (part.type in _REPLIES and _differs(part, writer)))
    )


def _note_attempts(path: Path, messages: MessageTable) -> None:
    """Read again what the fast way leaves out: few files tell of runs beside their replies."""
    for entry in read(path):
        for part in entry.parts:
            message = part.message if isinstance(part, AssistantEntry) else None
            if message is not None and message.id is not None and message.usage is not None:
                messages.note_attempts(message.id, attempts_of(message.usage))


def _differs(part: Iteration, writer: str | None) -> bool:
    return part.model is not None and part.model != writer


def _tokens(part: Iteration) -> TokenCount:
    tiers = part.cache_creation
    return TokenCount(
        input_tokens=_count(part.input_tokens),
        output_tokens=_count(part.output_tokens),
        cache_creation_input_tokens=_count(part.cache_creation_input_tokens),
        cache_read_input_tokens=_count(part.cache_read_input_tokens),
        cache_creation_1h=0 if tiers is None else _count(tiers.ephemeral_1h_input_tokens),
        cache_creation_5m=0 if tiers is None else _count(tiers.ephemeral_5m_input_tokens),
    )


def _count(figure: int | None) -> int:
    return max(figure or 0, 0)
