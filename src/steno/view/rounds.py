"""Rounds of a turn: an API message and all that follows it, up to the next one.

A turn may be very long, so that never more than one round is held. Nothing is missed by that:
the client asks the model again only when all results of the round before are there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from steno.format.entries.assistant import AssistantEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.format.entry import Entry
    from steno.view.source import Source


class Line(NamedTuple):
    """A row and its record."""

    row: int
    record: Entry


class ReplyLine(NamedTuple):
    """A row of a reply and its record."""

    row: int
    record: AssistantEntry


@dataclass(slots=True)
class Round:
    """The lines of one round."""

    message_id: str | None = None
    replies: list[ReplyLine] = field(default_factory=list)
    """The lines of the API message; none in the round that a prompt opens."""
    beside: list[Line] = field(default_factory=list)
    """All other lines, but for progress."""
    progress: list[int] = field(default_factory=list)
    """The rows of news about running tools; their bodies are not read."""
    replaced: list[int] = field(default_factory=list)
    """The rows whose place a later line with the same id took; their bodies are not read."""
    is_last: bool = False

    @property
    def lines(self) -> list[Line | ReplyLine]:
        """All lines that were read, in order."""
        return sorted([*self.replies, *self.beside], key=lambda line: line.row)

    def takes(self, message_id: str | None) -> bool:
        """Say whether a part of an API message belongs to this round."""
        if self.replies:
            return message_id is not None and message_id == self.message_id
        return not (self.beside or self.progress or self.replaced)

    @property
    def rows(self) -> list[int]:
        """All rows, in the order of the file."""
        return sorted([*(line.row for line in self.lines), *self.progress, *self.replaced])


def split_rounds(source: Source, rows: Iterable[int]) -> Iterator[Round]:
    """Read some rows and part them where a new API message begins."""
    rows = list(rows)
    outline = source.outline
    reading = source.lines(row for row in rows if not _is_unread(source, row))
    current = Round()
    for row in rows:
        if _is_unread(source, row):
            (current.replaced if source.is_replaced(row) else current.progress).append(row)
            continue
        record = next(reading)[1]
        if not isinstance(record, AssistantEntry):
            current.beside.append(Line(row, record))
            continue
        name = outline.message_ids[row]
        if not current.takes(name):
            yield current
            current = Round()
        current.message_id = name
        current.replies.append(ReplyLine(row, record))
    current.is_last = True
    yield current


def _is_unread(source: Source, row: int) -> bool:
    return source.outline.kind(row) == "progress" or source.is_replaced(row)
