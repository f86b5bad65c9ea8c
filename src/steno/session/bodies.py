"""The bodies of a session's rows, read when they are asked for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

from steno.disk import transcript
from steno.disk.reader import UTF8, encoding_of, opened
from steno.errors import FileChangedError
from steno.format.decode import decode, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from io import FileIO
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.session.outline import RowPlace


class Bodies(Protocol):
    """Where the records of a session come from."""

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Give the stored lines at some places, in the order asked for."""
        ...

    def entries(self) -> Iterator[Entry]:
        """Give all stored lines in order."""
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
    for place, entry in zip(places, bodies.lines(places), strict=True):
        known = 0 <= place.part < len(entry.parts)
        yield whole(entry.parts[place.part]) if known else entry


def as_client_reads(record: Entry) -> Entry:
    """Give a record as the client reads it: UTF-8, with U+FFFD for bytes that are none."""
    raw = record.raw
    seen = raw.decode("utf-8", "replace")
    is_same = record.encoding == UTF8 and ("\ufffd" not in seen or seen.encode() == raw)
    return record if is_same else decode(seen.encode(), line=record.line)
