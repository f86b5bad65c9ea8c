"""The bodies of a session's rows, read when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, overload, runtime_checkable

from steno.disk import transcript
from steno.disk.reader import UTF8, encoding_of, opened
from steno.errors import FileChangedError
from steno.format.decode import decode, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import FileIO
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.session.outline import Outline, RowPlace


class Bodies(Protocol):
    """Where the records of a session come from."""

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Give the stored lines at some places, in the order asked for."""
        ...

    def entries(self) -> Iterator[Entry]:
        """Give all stored lines in order."""
        ...


@runtime_checkable
class AlteredBodies(Bodies, Protocol):
    """Records that are given otherwise than they are stored, such as with secrets masked."""

    def also_for(self, bodies: Bodies) -> Bodies:
        """Give the records of a sub-agent in the same way."""
        ...


class HeldBodies:
    """Entries that are at hand, such as those of an edit that is only planned."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Take the entries, one per line."""
        self._entries = entries

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Give the entries of some lines."""
        return (self._entries[place.line - 1] for place in places)

    def entries(self) -> Iterator[Entry]:
        """Give all of them."""
        return iter(self._entries)


class FileBodies:
    """A file, opened for each reading and never held; it may grow, but not be replaced."""

    def __init__(self, path: Path) -> None:
        """Take the file's path."""
        self.path = path
        self._encoding = encoding_of(path)
        self._identity = _identity(path.stat())

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Read and decode some lines; FileChangedError if it is another file by now."""
        with opened(self.path) as file:
            if _identity(os.fstat(file.fileno())) != self._identity:
                raise FileChangedError(self.path)
            entry: Entry | None = None
            for place in places:
                # The many rows of a glued line are one line, decoded once.
                if entry is None or entry.line != place.line:
                    entry = self._line(file, place)
                yield entry

    def _line(self, file: FileIO, place: RowPlace) -> Entry:
        file.seek(place.offset)
        raw = file.read(place.length)
        if len(raw) < place.length:
            raise FileChangedError(self.path)
        return decode(raw, line=place.line, offset=place.offset, encoding=self._encoding)

    def entries(self) -> Iterator[Entry]:
        """Read the file from its beginning."""
        return transcript.read(self.path)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def records(bodies: Bodies, places: Sequence[RowPlace]) -> Iterator[Entry]:
    """Give the records of some rows: of a glued line the part that is meant."""
    last: Entry | None = None
    parts: Sequence[Entry] = ()
    for place, entry in zip(places, bodies.lines(places), strict=True):
        if entry is not last:
            last, parts = entry, entry.parts
        yield whole(parts[place.part]) if 0 <= place.part < len(parts) else entry


def as_client_reads(record: Entry) -> Entry:
    """Give a record as the client reads it: UTF-8, with U+FFFD for bytes that are none."""
    raw = record.raw
    seen = raw.decode("utf-8", "replace")
    is_same = record.encoding == UTF8 and ("\ufffd" not in seen or seen.encode() == raw)
    return record if is_same else decode(seen.encode(), line=record.line)


class Entries(Sequence["Entry"]):
    """The stored lines of a session, decoded when they are looked at."""

    def __init__(self, outline: Outline, bodies: Bodies) -> None:
        """Take where they are."""
        self._outline = outline
        self._bodies = bodies

    def __len__(self) -> int:
        """Count the lines."""
        return self._outline.line_count

    def __iter__(self) -> Iterator[Entry]:
        """Read all lines in one pass, as they were when the session was loaded."""
        for index, entry in zip(range(len(self)), self._bodies.entries(), strict=False):
            # The last line may have been cut off then, and gone on since.
            yield entry if entry.length == self._place(index).length else self[index]

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...

    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        """Read one line, or some; the first has the number 0."""
        if isinstance(place, slice):
            return list(self._bodies.lines(map(self._place, range(len(self))[place])))
        return next(iter(self._bodies.lines([self._place(range(len(self))[place])])))

    def _place(self, index: int) -> RowPlace:
        row = self._outline.row_at(index + 1)
        assert row is not None  # noqa: S101 - every line has a row
        return self._outline.place(row)
