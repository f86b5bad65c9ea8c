"""What a session holds: the inventory, stop-reason and block tables of spec 001."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from steno.analyse.conversation import ConversationCount
from steno.disk.transcript import Stretch, is_odd, stretches
from steno.format.count_scan import CountedLine, scan_for_counts
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.entry import BadLine, Entry, GluedLine, parse_time
from steno.format.scan import scan_entry
from steno.session.file_findings import FileFindings, findings_of_end
from steno.session.finding_list import FindingList
from steno.session.tokens import MessageTable

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
        self.human_turns = 0
        """Turns that a person opened."""
        self.tool_calls = 0
        """Tool calls, each id once."""
        self.tool_calls_paired = 0
        """Those of them that have a result."""
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
        self.human_turns += other.human_turns
        self.tool_calls += other.tool_calls
        self.tool_calls_paired += other.tool_calls_paired
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
        moment = self._see_time(row.time)
        if kind in ("user", "assistant"):
            self._see_message(row, kind, moment)
        else:
            self._see_subtype(row, kind)

    def _see_message(self, row: LineScan, kind: str, moment: datetime | None) -> None:
        for block in row.blocks:
            self.content_blocks["null" if block.type is None else block.type] += 1
        if kind == "assistant":
            message = row.message
            reason = None if message is None else message.stop_reason
            self.stop_reasons["null" if reason is None else reason] += 1
            if message is not None:
                self._see_reply(message, moment)

    def _see_reply(self, message: MessageScan, moment: datetime | None) -> None:
        if message.id is None:
            self.without_id += 1
        elif message.model == SYNTHETIC_MODEL:
            self.synthetic.see(message)
        else:
            self.messages.see(message, moment)

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

    def _see_time(self, stamp: str | None) -> datetime | None:
        """Take a time as the earliest or the latest; what is no time is neither."""
        moment = None if stamp is None else parse_time(stamp)
        if moment is None:
            return None
        if self._first is None or moment < self._first:
            self._first, self.first_timestamp = moment, stamp
        if self._last is None or moment > self._last:
            self._last, self.last_timestamp = moment, stamp
        return moment


def take_inventory(
    path: Path,
    progress: Callable[[int], object] | None = None,
    watch: Callable[[LineScan], object] | None = None,
) -> Inventory:
    """Count one file, in bounded memory.

    ``progress`` is told of the bytes read; ``watch`` is shown every record.
    """
    count = _Count(watch)
    for stretch in stretches(path, scan_for_counts):
        count.see(stretch)
        if progress is not None:
            progress(stretch.bytes)
    return count.finish(path)


class _Count:
    """An inventory while it is taken."""

    def __init__(self, watch: Callable[[LineScan], object] | None) -> None:
        self._inventory = Inventory()
        self._conversation = ConversationCount()
        self._told = FileFindings()
        self._findings = FindingList()
        self._watch = watch

    def see(self, stretch: Stretch[CountedLine]) -> None:
        inventory = self._inventory
        inventory.lines += stretch.lines
        inventory.bytes += stretch.bytes
        for row in stretch.rows:
            inventory.see(row)
            self._conversation.see(row)
            if self._watch is not None:
                self._watch(row)
        for entry in stretch.entries:
            self._see_entry(entry)

    def _see_entry(self, entry: Entry) -> None:
        for part in entry.parts:
            row = scan_entry(part)
            self._inventory.see(row)
            self._conversation.see_entry(part)
            if self._watch is not None:
                self._watch(row)
        if is_odd(entry):
            self._inventory.bad_lines += is_bad(entry)
            told = self._told.of(entry)
            self._findings.add(found for found in told if found.code in CODES_OF_BYTES)

    def finish(self, path: Path) -> Inventory:
        inventory, conversation = self._inventory, self._conversation
        conversation.settle(path)
        inventory.human_turns = conversation.human_turns
        inventory.tool_calls = conversation.tool_calls
        inventory.tool_calls_paired = conversation.paired
        self._findings.add(findings_of_end(path))
        inventory.findings = self._findings.all()
        return inventory


def is_bad(entry: Entry) -> bool:
    """Say whether a stored line is not exactly one record."""
    return isinstance(entry, (BadLine, GluedLine))
