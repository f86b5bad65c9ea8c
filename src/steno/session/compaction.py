"""Compactions: where older conversation gave way to a summary, and what that dropped and kept.

Every shape that a client ever wrote is found: a boundary and its summary behind it, the
``summary`` line before the boundary of spec 003, a summary with no boundary at all, and the
small compactions that only cut old tool results.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final

from steno.format.entries.summary import SummaryEntry
from steno.format.entries.system.compaction import CompactMetadata, MicrocompactMetadata
from steno.format.members import object_in
from steno.format.message import MessageEntry
from steno.session.chain import BOUNDARY
from steno.session.compacted import Before
from steno.session.outline import CHAIN_KINDS, COMPACT_SUMMARY, MESSAGE_KINDS
from steno.session.preserved import find_preserved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from steno.format.entry import Entry
    from steno.session.chain import Chain
    from steno.session.outline import Outline

    Read = Callable[[Sequence[int]], Iterable[Entry]]
    """Reads the records of some rows, in the order asked for."""

MICRO_BOUNDARY: Final = "microcompact_boundary"


class CompactionKind(StrEnum):
    """How much a compaction takes out."""

    FULL = "full"
    """Everything before it, but for what it preserves."""
    MICRO = "micro"
    """Old tool results and attachments; a resume does not look at it."""


@dataclass(frozen=True, slots=True)
class Compaction:
    """One compaction."""

    row: int
    """The boundary; the summary where there is none."""
    line: int
    uuid: str | None
    kind: CompactionKind
    trigger: str | None = None
    """``manual`` or ``auto``."""
    pre_tokens: int | None = None
    """Tokens in the context before."""
    post_tokens: int | None = None
    """Tokens in the context after."""
    dropped_tokens: int | None = None
    """How much smaller the context became."""
    cumulative_dropped_tokens: int | None = None
    """The same for this and all earlier ones together, as the client counts it."""
    duration_ms: int | None = None
    logical_parent: str | None = None
    """The uuid of the line that it follows in truth; not always in the file."""
    follows: int | None = None
    """The row that it follows: its logical parent, or what was last said before it."""
    summary_row: int | None = None
    """The row of the summary; :func:`summary_text` reads it."""
    goes_on: int | None = None
    """The row of the next line where that names no parent (spec 003)."""
    preserved_rows: tuple[int, ...] = ()
    """Rows before it that stay in use, in the order of their replay."""
    dropped_rows: int = 0
    """How many lines of the conversation a resume no longer sees because of it."""
    dropped_messages: int = 0
    """How many of them are of the user's side or the model's."""
    cleared_calls: tuple[str, ...] = ()
    """Of a small one: the calls whose results are no longer sent whole."""
    cleared_attachments: tuple[str, ...] = ()
    """Of a small one: the uuids of attachments that are no longer sent."""
    on_chain: bool = False
    """Whether it lies on the way to where the session stands."""
    in_force: bool = False
    """Whether what a resume sends begins here."""

    def begins_at(self, row: int) -> bool:
        """Say whether a conversation whose first row this is begins with the compaction."""
        return self.kind is CompactionKind.FULL and row in (self.row, self.goes_on)


def find_compactions(
    outline: Outline, read: Read, chain: Chain | None = None
) -> tuple[Compaction, ...]:
    """Find all compactions in file order; ``chain`` is the active one."""
    return _Search(outline, read, chain).compactions()


def joins_of(compactions: Iterable[Compaction]) -> dict[int, int]:
    """Give the parents that compactions stand in for: what a boundary follows, and what follows."""
    joins: dict[int, int] = {}
    for compaction in compactions:
        if compaction.follows is not None:
            joins[compaction.row] = compaction.follows
        if compaction.goes_on is not None:
            joins[compaction.goes_on] = compaction.row
    return joins


def summary_text(entry: Entry) -> str:
    """Give the text of a summary, from either kind of line that holds one."""
    if isinstance(entry, MessageEntry):
        return entry.plain_text
    return (entry.summary or "") if isinstance(entry, SummaryEntry) else ""


class _Search:
    """The lines of a file that have to do with compactions."""

    def __init__(self, outline: Outline, read: Read, chain: Chain | None) -> None:
        self.outline = outline
        self.chain = chain
        self.boundaries = self._current("system", BOUNDARY)
        micro = self._current("system", MICRO_BOUNDARY)
        self.summaries = [row for row in self._current("user") if outline.has(row, COMPACT_SUMMARY)]
        self._summary_rows = frozenset(self.summaries)
        self._summary_below = {outline.parents[row]: row for row in reversed(self.summaries)}
        rows = sorted([*self.boundaries, *micro])
        self.bodies = {row: entry.body for row, entry in zip(rows, read(rows), strict=True)}
        self.micro = micro
        self.summary_of = {row: self._summary_row(row) for row in self.boundaries}
        self.preserved = {row: self._preserved(row) for row in self.boundaries}
        self.before = Before(outline, self.preserved)

    def _current(self, kind: str, subtype: str | None = None) -> list[int]:
        """Give the rows of a kind that no later line of the same uuid replaced."""
        outline = self.outline
        return [
            row
            for row in outline.rows_of(kind)
            if subtype in (None, outline.subtype(row)) and outline.is_current(row)
        ]

    def _summary_row(self, boundary: int) -> int | None:
        """Find a boundary's summary: its child or parent, the next root, or a line before."""
        child = self._summary_below.get(boundary)
        if child is not None:
            return child
        above = self.outline.parents[boundary]
        if above in self._summary_rows:
            return above
        following = bisect_right(self.boundaries, boundary)
        ends = [*self.boundaries[following : following + 1], len(self.outline)]
        for row in self.summaries[bisect_right(self.summaries, boundary) :]:
            if row >= ends[0]:
                break
            if self.outline.parents[row] < 0:
                return row
        return self._summary_line_before(boundary)

    def _summary_line_before(self, boundary: int) -> int | None:
        row = boundary - 1
        while row >= 0 and self.outline.uuids[row] is None:
            if self.outline.kind(row) == "summary":
                return row
            row -= 1
        return None

    def _preserved(self, boundary: int) -> tuple[int, ...]:
        metadata = object_in(self.bodies[boundary], "compactMetadata") or {}
        kept = find_preserved(self.outline, boundary, metadata)
        return () if kept is None else tuple(row for row in kept.parents if row in kept.rows)

    def compactions(self) -> tuple[Compaction, ...]:
        taken = set(self.summary_of.values())
        lone = [row for row in self.summaries if row not in taken]
        found = [
            *map(self._full, self.boundaries),
            *map(self._micro, self.micro),
            *map(self._lone, lone),
        ]
        return self._placed(sorted(found, key=lambda compaction: compaction.row))

    def _full(self, row: int) -> Compaction:
        body = self.bodies[row]
        metadata = CompactMetadata(object_in(body, "compactMetadata") or {})
        logical = body.get("logicalParentUuid")
        before, after = metadata.pre_tokens, metadata.post_tokens
        follows = self.before.follows(row, logical)
        dropped = self.before.dropped(row, follows)
        return Compaction(
            row=row,
            line=self.outline.line(row),
            uuid=self.outline.uuids[row],
            kind=CompactionKind.FULL,
            trigger=metadata.trigger,
            pre_tokens=before,
            post_tokens=after,
            dropped_tokens=None if before is None or after is None else before - after,
            cumulative_dropped_tokens=metadata.cumulative_dropped_tokens,
            duration_ms=metadata.duration_ms,
            logical_parent=logical if isinstance(logical, str) else None,
            follows=follows,
            summary_row=self.summary_of[row],
            goes_on=self._goes_on(row),
            preserved_rows=self.preserved[row],
            dropped_rows=len(dropped),
            dropped_messages=sum(self.outline.kind(one) in MESSAGE_KINDS for one in dropped),
        )

    def _micro(self, row: int) -> Compaction:
        metadata = MicrocompactMetadata(object_in(self.bodies[row], "microcompactMetadata") or {})
        before, saved = metadata.pre_tokens, metadata.tokens_saved
        parent = self.outline.parents[row]
        return Compaction(
            row=row,
            line=self.outline.line(row),
            uuid=self.outline.uuids[row],
            kind=CompactionKind.MICRO,
            trigger=metadata.trigger,
            pre_tokens=before,
            post_tokens=None if before is None or saved is None else before - saved,
            dropped_tokens=saved,
            follows=parent if parent >= 0 else None,
            cleared_calls=metadata.compacted_tool_ids or (),
            cleared_attachments=metadata.cleared_attachment_uuids or (),
        )

    def _lone(self, row: int) -> Compaction:
        """Make the compaction of a summary without a boundary; only as a root it cuts anything."""
        follows = self.before.follows(row, None)
        is_root = self.outline.parents[row] < 0
        dropped = self.before.dropped(row, follows) if is_root else set()
        return Compaction(
            row=row,
            line=self.outline.line(row),
            uuid=self.outline.uuids[row],
            kind=CompactionKind.FULL,
            follows=follows,
            summary_row=row,
            dropped_rows=len(dropped),
            dropped_messages=sum(self.outline.kind(one) in MESSAGE_KINDS for one in dropped),
        )

    def _goes_on(self, boundary: int) -> int | None:
        """Find the next line where nothing hangs on a boundary: it names no parent (spec 003)."""
        if boundary in self._parents_of_lines:
            return None
        for row in range(boundary + 1, len(self.outline)):
            if self.outline.kind(row) in CHAIN_KINDS:
                is_root = self.outline.parents[row] < 0 and row not in self.boundaries
                return row if is_root else None
        return None

    @cached_property
    def _parents_of_lines(self) -> set[int]:
        return {self.outline.parents[row] for row in self.outline.rows_of(*CHAIN_KINDS)}

    def _placed(self, found: list[Compaction]) -> tuple[Compaction, ...]:
        """Say of each whether it lies on the way to where the session stands."""
        if self.chain is None:
            return tuple(found)
        way = self._way(self.chain, joins_of(found))
        begins = self.chain.path[max(self.chain.start - 1, 0)]
        return tuple(
            replace(one, on_chain=one.row in way, in_force=one.begins_at(begins)) for one in found
        )

    def _way(self, chain: Chain, joins: Mapping[int, int]) -> set[int]:
        """Give the rows on the chain and above it, across compactions."""
        way = set(chain.path)
        tops: set[int] = set()
        top = chain.path[0]
        while top in joins and top not in tops:
            tops.add(top)
            above = [joins[top], *self.before.above(joins[top])]
            way.update(above)
            top = above[-1]
        return way
