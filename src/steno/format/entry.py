"""One stored line as an entry: its place in the file, its own bytes, and its decoded body.

Whatever stands on a line has a class: a known type its own (``steno.format.entries``),
an unknown one :class:`UnknownEntry`, several records on one line :class:`GluedLine`, an
empty line :class:`BlankLine`, and what is no record at all :class:`BadLine`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol

from steno.format.view import View, text

if TYPE_CHECKING:
    from collections.abc import Mapping


class StoredBytes(Protocol):
    """The bytes of a huge line, fetched when they are asked for."""

    def __len__(self) -> int:
        """Give their number."""
        ...

    def read(self) -> bytes:
        """Fetch them."""
        ...


NO_MARKS: Final[frozenset[str]] = frozenset()


class Place:
    """Where an entry comes from: line number, offset, bytes, encoding, and what was odd."""

    __slots__ = ("encoding", "line", "marks", "offset", "source")

    def __init__(
        self,
        source: bytes | StoredBytes,
        *,
        line: int = 1,
        offset: int = 0,
        encoding: str = "utf-8",
        marks: frozenset[str] = NO_MARKS,
    ) -> None:
        """Take the bytes with their terminator and where they stand."""
        self.source = source
        self.line = line
        self.offset = offset
        self.encoding = encoding
        self.marks = marks


class Entry(View):
    """A record on a line of a transcript."""

    __slots__ = ("place",)

    TAG: ClassVar[str | None] = None
    """The value of ``type`` that this class stands for."""
    SINCE: ClassVar[str] = ""
    """The first client version that was seen writing it."""
    UNTIL: ClassVar[str] = ""
    """The last one, where newer clients write it no more."""

    tag = text("type", since="1.0.24")
    """What kind of entry this is."""

    def __init__(self, body: Mapping[str, Any], place: Place) -> None:
        """Wrap a decoded body that was read from ``place``."""
        super().__init__(body)
        self.place = place

    @property
    def line(self) -> int:
        """The 1-based number of the line."""
        return self.place.line

    @property
    def offset(self) -> int:
        """Where the line (of a glued line: the part) begins in the file, in bytes."""
        return self.place.offset

    @property
    def raw(self) -> bytes:
        """The stored bytes, line terminator included."""
        source = self.place.source
        return source if isinstance(source, bytes) else source.read()

    @property
    def length(self) -> int:
        """How many bytes are stored, without fetching those of a huge line."""
        return len(self.place.source)

    @property
    def encoding(self) -> str:
        """The encoding that the bytes were read in."""
        return self.place.encoding

    @property
    def marks(self) -> frozenset[str]:
        """Codes of what was odd about the bytes (see ``steno.format.finding``)."""
        return self.place.marks

    def encode(self) -> bytes:
        """Give the entry's bytes; an untouched entry gives back those that were read."""
        return self.raw

    @property
    def type(self) -> str | None:
        """The entry's type; where a line has none, the role of its message says it."""
        return self.tag or self.TAG

    @property
    def parts(self) -> tuple[Entry, ...]:
        """The records on this line: the entry itself, or the several of a glued line."""
        return (self,)

    @property
    def time(self) -> datetime | None:
        """The entry's time, from wherever its version put it; None where there is none."""
        for holder in (self.body, self.body.get("message")):
            stamp = holder.get("timestamp") if isinstance(holder, dict) else None
            if isinstance(stamp, str) and (moment := parse_time(stamp)) is not None:
                return moment
        return None


class UnknownEntry(Entry):
    """A record of a type that this release does not know; everything is kept in ``body``."""


class _NoRecord(Entry):
    """A line that holds no record."""

    def __init__(self, place: Place) -> None:
        """Take where it stands; there is no body."""
        super().__init__({}, place)

    @property
    def parts(self) -> tuple[Entry, ...]:
        """No record at all."""
        return ()


class BlankLine(_NoRecord):
    """A line of white space."""


class BadLine(_NoRecord):
    """Bytes that are no record; ``code`` names the finding and ``reason`` explains it."""

    __slots__ = ("code", "reason")

    def __init__(self, place: Place, code: str, reason: str) -> None:
        """Take where it stands, the finding's code, and the reason."""
        super().__init__(place)
        self.code = code
        self.reason = reason


class GluedLine(_NoRecord):
    """Several records (and perhaps fragments) that ended up on one line."""

    __slots__ = ("pieces",)

    def __init__(self, place: Place, pieces: tuple[Entry, ...]) -> None:
        """Take where it stands and all pieces in order, fragments included."""
        super().__init__(place)
        self.pieces = pieces
        """Everything on the line; the pieces' bytes joined are the line's bytes."""

    @property
    def parts(self) -> tuple[Entry, ...]:
        """The records on the line, without the fragments."""
        return tuple(piece for piece in self.pieces if not isinstance(piece, BadLine))


def parse_time(stamp: str) -> datetime | None:
    """Read an ISO 8601 time as an aware datetime, UTC where it names no zone; None otherwise."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
