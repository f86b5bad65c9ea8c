"""The lines of a session as columns: ids, parents, times and places, without the bodies.

One row per record, in file order. A glued line gives one row per record on it, a bad or a
blank line one row of kind "" (so no line is lost). All columns together take some 200 bytes
a row; bodies are read when asked for (see :mod:`steno.session.bodies`).
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.format.entry import BadLine, GluedLine, parse_time
from steno.format.envelope_scan import EnvelopeScan, scan_envelope
from steno.session.bodies import as_client_reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.format.entry import Entry

ROOT: Final = -1
"""The parent of a row that has none."""
LOST: Final = -2
"""The parent of a row whose parent is not in the file."""

CHAIN_KINDS: Final = frozenset({"user", "assistant", "system", "attachment"})
"""The types of which the client's conversation is made."""
MESSAGE_KINDS: Final = frozenset({"user", "assistant"})

SIDECHAIN: Final = 1
META: Final = 2
HAS_CALL: Final = 4
"""The row holds a tool_use block."""
HAS_RESULT: Final = 8
"""The row holds a tool_result block."""
UNREADABLE: Final = 16
"""The client does not see the row: its line is no single record, or has no type of its own."""
COMPACT_SUMMARY: Final = 32
HUGE: Final = 64
"""The line is too long to hold; its body was skimmed."""
NO_MESSAGE: Final = 128
"""The row has no ``message`` object."""
EMPTIED: Final = 256
"""The row stays for its usage alone: an edit of ours took out what it said."""


class RowPlace(NamedTuple):
    """Where the record of a row is stored."""

    line: int
    offset: int
    length: int
    part: int
    """Which of the records on the line, counted from 0; -1 where the line has no record."""


class Outline:
    """The columns; a row is an index into each of them."""

    def __init__(self) -> None:
        """Begin with no rows."""
        self._names: list[str] = [""]
        self._name_codes: dict[str, int] = {"": 0}
        self._kinds = array("I")
        self._subtypes = array("I")
        self._flags = array("H")
        self._lines = array("I")
        self._parts = array("i")
        self._offsets = array("q")
        self._lengths = array("q")
        self.times = array("d")
        """Seconds since 1970; not a number where a row has no usable timestamp."""
        self.parents = array("i")
        """The row of the parent, :data:`ROOT` or :data:`LOST`."""
        self.uuids: list[str | None] = []
        self.message_ids: list[str | None] = []
        """The API message that a row is part of."""
        self.lost_parents: dict[int, str] = {}
        """The parentUuid of rows whose parent is not in the file."""
        self.by_uuid: dict[str, int] = {}
        """The row of each uuid; of a repeated one the last that the client takes note of."""
        self.line_count = 0
        self._message_names: dict[str, str] = {}

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._kinds)

    def kind(self, row: int) -> str:
        """Give the row's type, or the role where it has none; "" where it has neither."""
        return self._names[self._kinds[row]]

    def subtype(self, row: int) -> str:
        """Give a system line's subtype, an attachment's type, or what kind of progress it is."""
        return self._names[self._subtypes[row]]

    def has(self, row: int, flag: int) -> bool:
        """Say whether a row carries a flag."""
        return bool(self._flags[row] & flag)

    def is_current(self, row: int) -> bool:
        """Say whether no later line of the same uuid replaced a row."""
        uuid = self.uuids[row]
        return uuid is None or self.by_uuid[uuid] == row

    def line(self, row: int) -> int:
        """Give the 1-based number of the row's line."""
        return self._lines[row]

    def place(self, row: int) -> RowPlace:
        """Say where the row is stored."""
        return RowPlace(self._lines[row], self._offsets[row], self._lengths[row], self._parts[row])

    def time(self, row: int) -> float | None:
        """Give the row's time in seconds since 1970, None where it has none."""
        moment = self.times[row]
        return None if math.isnan(moment) else moment

    def rows_of(self, *kinds: str) -> Iterator[int]:
        """Yield the rows of some types, in file order."""
        wanted = {self._name_codes[kind] for kind in kinds if kind in self._name_codes}
        return (row for row, kind in enumerate(self._kinds) if kind in wanted)

    def row_at(self, line: int) -> int | None:
        """Give the first row of a line; None where the file has fewer lines."""
        row = bisect_left(self._lines, line)
        return row if row < len(self) and self._lines[row] == line else None

    def parent_uuid(self, row: int) -> str | None:
        """Give the uuid that a row names as its parent."""
        parent = self.parents[row]
        return self.lost_parents.get(row) if parent < 0 else self.uuids[parent]

    def add_line(self, scan: EnvelopeScan, line: int, offset: int, length: int) -> None:
        """Add the row of a line that holds one plain record."""
        self._add(scan, RowPlace(line, offset, length, 0), 0)

    def add_entry(self, entry: Entry, line: int) -> None:
        """Add the rows of any entry, which stands on a line of that number."""
        flags = HUGE if "huge-line" in entry.marks else 0
        place = RowPlace(line, entry.offset, entry.length, -1)
        if not entry.parts:
            self._add(EnvelopeScan(), place, flags | UNREADABLE)
        seen = _seen_part(entry, line)
        for number, record in enumerate(entry.parts):
            hidden = 0 if record is seen else UNREADABLE
            self._add(scan_envelope(record.body), place._replace(part=number), flags | hidden)

    def _add(self, scan: EnvelopeScan, place: RowPlace, flags: int) -> None:
        row = len(self._kinds)
        flags |= _flags_of(scan)
        self._kinds.append(self._code(scan.kind or ""))
        self._subtypes.append(self._code(scan.detail or ""))
        self._flags.append(flags)
        self._lines.append(place.line)
        self._parts.append(place.part)
        self._offsets.append(place.offset)
        self._lengths.append(place.length)
        self.times.append(_seconds(scan.time))
        self.uuids.append(scan.uuid)
        self.message_ids.append(self._message_name(scan))
        self._link(row, scan.parent_uuid)
        if scan.uuid is not None:
            self._claim(row, scan.uuid)
        self.line_count = max(self.line_count, place.line)

    def _code(self, name: str) -> int:
        known = self._name_codes.get(name)
        if known is None:
            known = self._name_codes[name] = len(self._names)
            self._names.append(name)
        return known

    def _claim(self, row: int, uuid: str) -> None:
        """Give a uuid to a row, unless the client passes over the row but not over the holder."""
        if self._is_noted(row) or not self._is_noted(self.by_uuid.get(uuid, row)):
            self.by_uuid[uuid] = row

    def _is_noted(self, row: int) -> bool:
        return self.kind(row) in _NOTED_KINDS and not self.has(row, UNREADABLE)

    def _message_name(self, scan: EnvelopeScan) -> str | None:
        name = None if scan.message is None or scan.kind != "assistant" else scan.message.id
        return None if name is None else self._message_names.setdefault(name, name)

    def _link(self, row: int, parent_uuid: str | None) -> None:
        if not parent_uuid:
            self.parents.append(ROOT)
            return
        parent = self.by_uuid.get(parent_uuid, LOST)
        self.parents.append(parent)
        # A later line may still turn out to be the parent, or replace the one found.
        if parent == LOST:
            self.lost_parents[row] = parent_uuid

    def finish(self) -> Outline:
        """Link the rows whose parent came after them, once all rows are there."""
        for row, parent_uuid in list(self.lost_parents.items()):
            parent = self.by_uuid.get(parent_uuid, LOST)
            if parent != LOST:
                self.parents[row] = parent
                del self.lost_parents[row]
        if len(self.by_uuid) < len(self.uuids):
            self._follow_repeated()
        self._message_names.clear()
        return self

    def _follow_repeated(self) -> None:
        """Let parents point to the last line of a repeated uuid: it replaces the others."""
        for row, parent in enumerate(self.parents):
            if parent >= 0:
                uuid = self.uuids[parent]
                assert uuid is not None  # noqa: S101 - parents are found by uuid
                self.parents[row] = self.by_uuid[uuid]


_NOTED_KINDS: Final = CHAIN_KINDS | {"progress"}
"""The types that the client knows lines by; a line of another takes no uuid from one of these."""


def _flags_of(scan: EnvelopeScan) -> int:
    flags = SIDECHAIN if scan.is_sidechain else 0
    if not scan.type:
        flags |= UNREADABLE
    if scan.message is None:
        flags |= NO_MESSAGE
    if scan.is_meta:
        flags |= META
    if scan.is_compact_summary:
        flags |= COMPACT_SUMMARY
    if scan.steno_emptied:
        flags |= EMPTIED
    for block in scan.blocks:
        if block.type == "tool_use":
            flags |= HAS_CALL
        elif block.type == "tool_result":
            flags |= HAS_RESULT
    return flags


_EARLIEST: Final = datetime.min.replace(tzinfo=UTC).timestamp()
_LATEST: Final = datetime.max.replace(tzinfo=UTC).timestamp() - 1
"""Times beyond these, as a hostile zone may give them, cannot be written down in UTC."""


def _seconds(stamp: str | None) -> float:
    moment = None if stamp is None else parse_time(stamp)
    seconds = math.nan if moment is None else moment.timestamp()
    return seconds if _EARLIEST <= seconds <= _LATEST else math.nan


def _seen_part(entry: Entry, line: int) -> Entry | None:
    """Give the record that the client reads: of a glued line the first, if nothing is before it."""
    first = entry.pieces[0] if isinstance(entry, GluedLine) else entry
    is_behind_mark = "bom" in first.marks and line > 1
    is_refused = isinstance(first, BadLine) or is_behind_mark or "loose-json" in first.marks
    return None if is_refused or not _is_clear(first) else first


def _is_clear(record: Entry) -> bool:
    """Say whether the client, which reads UTF-8 alone, still finds a record in other bytes."""
    if "not-utf8" not in record.marks:
        return True
    return as_client_reads(record).type == record.type


def outline_of(entries: Iterable[Entry]) -> Outline:
    """Build the outline of entries that are at hand."""
    outline = Outline()
    for line, entry in enumerate(entries, 1):
        outline.add_entry(entry, line)
    return outline.finish()
