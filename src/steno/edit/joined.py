"""Lines of two files, or of one file in another order, as the lines of one session."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from steno.edit.draft import Difference, Draft
from steno.format.decode import decode
from steno.format.encode import with_body
from steno.session.outline import Outline
from steno.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from steno.edit.identity import NewIds
    from steno.format.entry import Entry
    from steno.session.outline import RowPlace

    Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A session whose lines go into another one."""

    session: Session
    ids: NewIds | None = None
    """Gives its lines the id of the session that they come into."""
    rewrite: Callable[[Body], Body] | None = None
    """Gives a record that says something else, or the same one."""

    def read(self, lines: Iterable[int]) -> Iterator[Entry]:
        """Read some lines, in the order asked for, as they come into the other session."""
        outline = self.session.outline
        rows = (outline.row_at(line) or 0 for line in lines)
        return map(self.as_joined, self.session.bodies.lines(map(outline.place, rows)))

    def all(self) -> Iterator[Entry]:
        """Read all lines as they come into the other session."""
        return map(self.as_joined, self.session.entries)

    def as_joined(self, entry: Entry) -> Entry:
        """Give a line as it comes into the other session."""
        if self.ids is not None:
            entry = decode(self.ids.line(entry), line=entry.line, offset=entry.offset)
        if self.rewrite is None or entry.parts != (entry,):
            return entry
        body = self.rewrite(entry.body)
        return entry if body is entry.body else with_body(entry, body)


@dataclass(frozen=True, slots=True)
class Piece:
    """One stored line on its way into another session."""

    source: Source
    line: int
    """Its number in the source."""


class JoinedBodies:
    """Reads every line where it is stored; nothing is held."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        """Take the lines in their new order."""
        self._pieces = pieces

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Give the lines at some places."""
        return _read(self._pieces[place.line - 1] for place in places)

    def entries(self) -> Iterator[Entry]:
        """Give all lines in their new order."""
        return _read(self._pieces)


def _read(pieces: Iterable[Piece]) -> Iterator[Entry]:
    for source, run in groupby(pieces, key=lambda piece: piece.source):
        yield from source.read(piece.line for piece in run)


def joined(session: Session, pieces: Sequence[Piece]) -> Session:
    """Give lines as one session, which counts as the one that it is made of first."""
    outline, bodies = Outline(), JoinedBodies(pieces)
    for number, entry in enumerate(bodies.entries(), 1):
        outline.add_entry(entry, number)
    return Session(outline.finish(), bodies, session.file, session.stamp)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the lines of a joined session come from."""

    session: Session
    pieces: Sequence[Piece]
    known: frozenset[str] = field(default_factory=frozenset)
    """Ids of lines beside the session's own that get new ones with it."""


class JoinedDraft(Draft):
    """What an edit does to a session that is joined of others, told by the lines of the first."""

    def __init__(self, origin: Origin) -> None:
        """Take where the lines come from."""
        super().__init__(joined(origin.session, origin.pieces))
        self._origin = origin

    @property
    def uuids(self) -> set[str]:
        """The ids of all lines, those of the files beside them too."""
        return super().uuids | self._origin.known

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change: not even the order."""
        outline = self._origin.session.outline
        numbers = [piece.line for piece in self._origin.pieces if self._is_first(piece)]
        is_same = numbers == list(range(1, outline.line_count + 1))
        return super().is_empty and is_same and len(numbers) == len(self._origin.pieces)

    def _is_first(self, piece: Piece) -> bool:
        return piece.source.session is self._origin.session

    def line(self, row: int) -> int | None:
        """Give a row's line in the first of the sessions; None for what comes from another."""
        piece = self._origin.pieces[self.outline.line(row) - 1]
        return piece.line if self._is_first(piece) else None

    def differences(self) -> Iterator[Difference]:
        """Give every record that differs or comes in."""
        place = 0
        for row, record in self.session.rows_and_records():
            number, new = self.line(row), self.record(row, record).raw
            place = place if number is None else number
            if number is None:
                yield Difference(None, None, new, place)
            elif new != record.raw:
                yield Difference(number, record.raw, new, place)
