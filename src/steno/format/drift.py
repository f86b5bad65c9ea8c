"""What this release does not know: types, keys and shapes, counted by client version."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from steno.format.attachments import Attachment, UnknownAttachment
from steno.format.content import Block, ToolUseBlock, UnknownBlock
from steno.format.entries.progress import ProgressData, UnknownProgress
from steno.format.entries.queue_operation import QueueOperation, QueueOperationEntry
from steno.format.entries.system import SYSTEM_KINDS, SystemEntry
from steno.format.entries.user import UserEntry
from steno.format.entry import UnknownEntry
from steno.format.message import MessageEntry
from steno.format.tool_results import (
    TOOL_RESULTS,
    ToolResult,
    UnknownToolResult,
    decode_tool_items,
)
from steno.format.view import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.format.entry import Entry
    from steno.format.view import View

MOST_VERSIONS: Final = 200
"""How many client versions are told apart for one thing."""
MOST_ROWS: Final = 1000
"""Rows that a collector keeps; what comes after is only counted."""

LONGEST_NAME: Final = 160
"""Characters of a name that are kept: a key of a hostile line may be of any length."""

_REMEMBERED_CALLS: Final = 512
"""Calls whose tool is remembered until their result comes."""

_Note = tuple[str, str]
"""What kind of thing is unknown, and its name."""


@dataclass(frozen=True, slots=True)
class DriftRow:
    """One thing that this release does not know."""

    kind: str
    """type, subtype, attachment, progress, block, operation, tool-result, key or shape."""
    name: str
    """The thing's name; keys and shapes as a path, such as ``assistant.message.usage.x``."""
    count: int
    """On how many lines it was seen."""
    first_version: str
    """The lowest client version that it was seen with; empty where no line named one."""
    last_version: str
    """The highest one."""
    where: str
    """The first place that it was seen at, as ``session:line``."""
    versions: dict[str, int] = field(default_factory=dict)
    """On how many lines of each client version; the rarest are left out where there are many."""


class Drift:
    """Collects what is unknown in the entries that it sees, in bounded memory."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._rows: dict[_Note, DriftRow] = {}
        self._versions: dict[_Note, Counter[str]] = {}
        self._session = ""
        self._version = ""
        self._calls: OrderedDict[str, str] = OrderedDict()
        self.left_out = 0
        """How many sightings of further things were not kept."""

    def see(self, entry: Entry, where: str) -> None:
        """Look at an entry that stands at ``where``, given as ``session:line``."""
        self._enter(where.rpartition(":")[0])
        for part in entry.parts:
            version = part.body.get("version")
            if isinstance(version, str) and version:
                self._version = version[:LONGEST_NAME]
            for note in dict.fromkeys(self._notes(part)):
                self._count(note, where)

    def rows(self) -> tuple[DriftRow, ...]:
        """Give what was found, the most frequent first."""
        found = (
            replace(row, versions=dict(self._versions[note].most_common(MOST_VERSIONS)))
            for note, row in self._rows.items()
        )
        return tuple(sorted(found, key=lambda row: (-row.count, row.kind, row.name)))

    def _enter(self, session: str) -> None:
        """Forget the last file when another begins."""
        if session != self._session:
            self._session, self._version = session, ""
            self._calls.clear()

    def _count(self, note: _Note, where: str) -> None:
        kind, name = note[0], note[1][:LONGEST_NAME] or "(empty)"
        row = self._rows.get((kind, name))
        if row is not None:
            self._rows[kind, name] = _seen_again(row, self._version)
        elif len(self._rows) < MOST_ROWS:
            row = DriftRow(kind, name, 1, self._version, self._version, where)
            self._rows[kind, name] = row
        else:
            self.left_out += 1
            return
        versions = self._versions.setdefault((kind, name), Counter())
        if self._version in versions or len(versions) < MOST_VERSIONS:
            versions[self._version] += 1

    def _notes(self, entry: Entry) -> Iterator[_Note]:
        if isinstance(entry, UnknownEntry):
            yield "type", entry.tag or "(none)"
            return
        if isinstance(entry, MessageEntry):
            self._remember_calls(entry)
        yield from _odd_values(entry)
        yield from _notes_of(entry, _path(entry))
        if isinstance(entry, UserEntry):
            yield from self._notes_of_tool_result(entry)

    def _remember_calls(self, entry: MessageEntry) -> None:
        for block in entry.blocks:
            if isinstance(block, ToolUseBlock) and block.id and block.name:
                self._calls[block.id] = block.name
        while len(self._calls) > _REMEMBERED_CALLS:
            self._calls.popitem(last=False)

    def _notes_of_tool_result(self, entry: UserEntry) -> Iterator[_Note]:
        ids = [block.tool_use_id for block in entry.tool_results]
        tool = self._calls.get(ids[0] or "") if len(ids) == 1 else None
        for item in decode_tool_items(entry.tool_use_result, tool):
            yield from _notes_of(item, f"toolUseResult.{tool}")
        result = entry.tool_result(tool)
        if not isinstance(result, ToolResult):
            return
        if tool is not None and tool not in TOOL_RESULTS:
            if not tool.startswith("mcp__"):
                yield "tool-result", tool
        elif not isinstance(result, UnknownToolResult):
            yield from _notes_of(result, f"toolUseResult.{type(result).TOOLS[0]}")


def _path(entry: Entry) -> str:
    """Name the entry as stats do: its type, and of a system line its subtype."""
    if isinstance(entry, SystemEntry) and entry.SUBTYPE is not None:
        return f"{entry.type}.{entry.SUBTYPE}"
    return str(entry.type)


def _odd_values(entry: Entry) -> Iterator[_Note]:
    """Name a value that is one of a known list for all other lines."""
    if isinstance(entry, SystemEntry):
        if entry.subtype is not None and entry.subtype not in SYSTEM_KINDS:
            yield "subtype", entry.subtype
    elif isinstance(entry, QueueOperationEntry):
        operation = entry.operation
        if operation is not None and operation not in set(QueueOperation):
            yield "operation", operation


def _notes_of(view: View, path: str) -> Iterator[_Note]:
    """Name the unknown keys, shapes and kinds in a view and in the views inside it."""
    pending = [(view, path)]
    while pending:
        view, path = pending.pop()
        kind = _unknown_kind(view)
        if kind is not None:
            yield kind, _type_of(view)
            continue
        for key in view.unknown_keys:
            yield "key", f"{path}.{key}"
        for odd in view.misshapen():
            yield "shape", f"{path}.{odd.key}: {odd.found}, not {odd.expected}"
        pending += _inner(view, path)


def _inner(view: View, path: str) -> Iterator[tuple[View, str]]:
    for key, value in view.body.items():
        field = view.fields.get(key)
        if field is not None and value is not None and field.shape.fits(value):
            for inner in field.shape.views(value):
                yield inner, f"{path}.{key}{_tag(inner)}"


def _tag(view: View) -> str:
    """Give the part of a path that says which kind of block, attachment or progress this is."""
    if isinstance(view, Block | Attachment | ProgressData):
        return f".{_type_of(view)}"
    return ""


def _type_of(view: View) -> str:
    tag = view.body.get("type")
    return tag if isinstance(tag, str) else f"({kind_of(tag)})"


def _unknown_kind(view: View) -> str | None:
    if isinstance(view, UnknownBlock):
        return "block"
    if isinstance(view, UnknownAttachment):
        return "attachment"
    return "progress" if isinstance(view, UnknownProgress) else None


def _seen_again(row: DriftRow, version: str) -> DriftRow:
    first = min(filter(None, (row.first_version, version)), key=_order, default="")
    last = max(filter(None, (row.last_version, version)), key=_order, default="")
    return replace(row, count=row.count + 1, first_version=first, last_version=last)


def _order(version: str) -> tuple[tuple[int, str], ...]:
    """Order versions by their numbers: 2.1.9 before 2.1.10."""
    return tuple(
        (int(part), "") if part.isascii() and part.isdigit() else (-1, part)
        for part in version.split(".")
    )
