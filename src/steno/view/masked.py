"""A session whose secrets are masked as it is read: everything that is shown of it is safe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.secrets.mask import mask_value, masked
from steno.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.format.entry import Entry
    from steno.secrets.scan import Scanner
    from steno.session.bodies import Bodies
    from steno.session.outline import RowPlace


class MaskedBodies:
    """The records of a session with their secrets masked; their stored bytes are what they are."""

    def __init__(self, bodies: Bodies, scanner: Scanner) -> None:
        """Take where the records come from, and what finds the secrets."""
        self._bodies = bodies
        self._scanner = scanner

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Give the stored lines at some places, in the order asked for."""
        last: Entry | None = None
        shown: Entry | None = None
        for entry in self._bodies.lines(places):
            # The many records of a glued line come as one and the same entry.
            if entry is not last or shown is None:
                last, shown = entry, masked_entry(entry, self._scanner)
            yield shown

    def entries(self) -> Iterator[Entry]:
        """Give all stored lines in order."""
        return (masked_entry(entry, self._scanner) for entry in self._bodies.entries())

    def also_for(self, bodies: Bodies) -> Bodies:
        """Mask the records of a sub-agent as well."""
        return MaskedBodies(bodies, self._scanner)


def masked_entry(entry: Entry, scanner: Scanner) -> Entry:
    """Give an entry with its secrets masked; its stored bytes are what they are."""
    if isinstance(entry, GluedLine):
        pieces = tuple(masked_entry(piece, scanner) for piece in entry.pieces)
        return GluedLine(entry.place, pieces)
    if isinstance(entry, BadLine):
        reason = masked(entry.reason, scanner.find(entry.reason))
        return BadLine(entry.place, entry.code, reason)
    if isinstance(entry, BlankLine):
        return entry
    body = mask_value(entry.body, scanner)
    return entry if body is entry.body else type(entry)(body, entry.place)


def masked_session(session: Session, scanner: Scanner) -> Session:
    """Give a session in which found secrets are masked, those of its sub-agents too."""
    return Session(session.outline, MaskedBodies(session.bodies, scanner), session.file)
