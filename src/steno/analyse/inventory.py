"""What a session holds: the inventory, stop-reason and block tables of spec 001."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from steno.analyse.file_findings import FileFindings, findings_of_end
from steno.analyse.findings import FindingList
from steno.analyse.tokens import MessageTable
from steno.disk.transcript import scan
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.entry import BadLine, Entry, GluedLine, parse_time

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from steno.format.finding import Finding
    from steno.format.scan import LineScan, MessageScan


CODES_OF_BYTES: Final = frozenset(
    {
        "bad-line", "torn-line", "glued-line", "nul-bytes", "loose-json", "not-utf8", "too-deep",
        "huge-line", "blank-line", "bom", "crlf",
    }
)  # fmt: skip
"""What counting sees: how lines are stored. What they say is for ``validate`` to judge."""


class Inventory:
    """The counts of one file, or of several."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.bytes = 0
        self.lines = 0
        self.bad_lines = 0
        """Stored lines that are not one record; the records on a glued line count all the same."""
        self.types: Counter[str] = Counter()
        self.subtypes: Counter[str] = Counter()
        self.versions: Counter[str] = Counter()
        self.stop_reasons: Counter[str] = Counter()
        self.content_blocks: Counter[str] = Counter()
        self.messages = MessageTable()
        self.synthetic = MessageTable()
        self.without_id = 0
        """Assistant lines without a message id: their tokens cannot be counted once."""
        self.first_timestamp: str | None = None
        self.last_timestamp: str | None = None
        self._first: datetime | None = None
        self._last: datetime | None = None
        self.findings: tuple[Finding, ...] = ()

    def merge(self, other: Inventory) -> None:
        """Add the counts of another file; API messages in both are counted once."""
        self.bytes += other.bytes
        self.lines += other.lines
        self.bad_lines += other.bad_lines
        self.without_id += other.without_id
        for name in ("types", "subtypes", "versions", "stop_reasons", "content_blocks"):
            getattr(self, name).update(getattr(other, name))
        self.messages.merge(other.messages)
        self.synthetic.merge(other.synthetic)
        for stamp in (other.first_timestamp, other.last_timestamp):
            self._see_time(stamp)

    def see(self, row: LineScan) -> None:
        """Count one record."""
        kind = row.kind
        self.types["null" if kind is None else kind] += 1
        if row.version is not None:
            self.versions[row.version] += 1
        self._see_time(row.time)
        if kind in ("user", "assistant"):
            self._see_message(row, kind)
        else:
            self._see_subtype(row, kind)

    def _see_message(self, row: LineScan, kind: str) -> None:
        for block in row.blocks:
            self.content_blocks["null" if block.type is None else block.type] += 1
        if kind == "assistant":
            message = row.message
            reason = None if message is None else message.stop_reason
            self.stop_reasons["null" if reason is None else reason] += 1
            if message is not None:
                self._see_reply(message)

    def _see_reply(self, message: MessageScan) -> None:
        if message.id is None:
            self.without_id += 1
        elif message.model == SYNTHETIC_MODEL:
            self.synthetic.see(message)
        else:
            self.messages.see(message)

    def _see_subtype(self, row: LineScan, kind: str | None) -> None:
        if kind == "system":
            subtype = row.subtype
        elif kind == "attachment":
            subtype = None if row.attachment is None else row.attachment.type
        elif kind == "progress":
            subtype = None if row.data is None else row.data.type
        else:
            return
        if subtype is not None:
            self.subtypes[f"{kind}/{subtype}"] += 1

    def _see_time(self, stamp: str | None) -> None:
        """Take a time as the earliest or the latest; what is no time is neither."""
        moment = None if stamp is None else parse_time(stamp)
        if moment is None:
            return
        if self._first is None or moment < self._first:
            self._first, self.first_timestamp = moment, stamp
        if self._last is None or moment > self._last:
            self._last, self.last_timestamp = moment, stamp


def take_inventory(path: Path, progress: Callable[[int], object] | None = None) -> Inventory:
    """Count one file, in bounded memory; ``progress`` is told of the bytes read."""
    inventory = Inventory()
    told, findings = FileFindings(), FindingList()
    for block in scan(path):
        inventory.lines += block.lines
        inventory.bytes += block.bytes
        for row in block.rows:
            inventory.see(row)
        for entry in block.odd:
            inventory.bad_lines += is_bad(entry)
            findings.add(found for found in told.of(entry) if found.code in CODES_OF_BYTES)
        if progress is not None:
            progress(block.bytes)
    findings.add(findings_of_end(path))
    inventory.findings = findings.all()
    return inventory


def is_bad(entry: Entry) -> bool:
    """Say whether a stored line is not exactly one record."""
    return isinstance(entry, (BadLine, GluedLine))
