"""The ways in which a conversation went on from one point, and how they become one."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from steno.errors import UsageError
from steno.session.chain import BOUNDARY
from steno.session.outline import CHAIN_KINDS, COMPACT_SUMMARY, HAS_RESULT, LOST, ROOT

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from steno.session.outline import Outline
    from steno.session.session import Session


@dataclass(frozen=True, slots=True)
class Way:
    """One way on, from the first line that only it has."""

    rows: tuple[int, ...]
    """Its lines, with what trails behind the last message."""
    first: str | None
    """The line that is hung behind another way; None where there is nothing to hang."""
    end: str
    """The line behind which another way is hung."""
    leaf: str
    """Its last message."""
    started: float
    is_compacted: bool
    """Whether the conversation was compacted on the way."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Parents that have to be written down, as the lines of another way come near."""
    needed: frozenset[str] = frozenset()
    """What a resume of this way alone sends of it."""


def way_along(
    session: Session, path: Sequence[int], leaf: int, common: Collection[str | None] = ()
) -> Way:
    """Give the way along some lines; ``common`` are the API messages that began before it."""
    outline = session.outline
    rows = [row for row in path if outline.uuids[row] is not None]
    if len(rows) < len(path) or outline.uuids[leaf] is None:
        raise UsageError(
            "a line without an id is on the way, so nothing can be hung behind it; nothing was "
            "merged. 'steno validate' names the line."
        )
    times = [moment for row in rows if (moment := outline.time(row)) is not None]
    return Way(
        rows=tuple(rows),
        first=_first(outline, rows, common),
        end=_uuid(outline, rows[-1]),
        leaf=_uuid(outline, leaf),
        started=times[0] if times else math.inf,
        is_compacted=any(_is_compaction(outline, row) for row in rows),
        links=_links(outline, rows, leaf),
        needed=frozenset(_uuid(outline, row) for row in _after_compaction(outline, rows)),
    )


def _uuid(outline: Outline, row: int) -> str:
    uuid = outline.uuids[row]
    assert uuid is not None  # noqa: S101 - looked at before
    return uuid


def _first(outline: Outline, rows: Sequence[int], common: Collection[str | None]) -> str | None:
    """Find what is said first: the rest of a message and its results stay where that hangs."""
    for row in rows:
        name = outline.message_ids[row]
        is_rest = outline.has(row, HAS_RESULT) or (name is not None and name in common)
        if not is_rest:
            return _uuid(outline, _above_progress(outline, row, rows))
    return None


def _above_progress(outline: Outline, row: int, rows: Sequence[int]) -> int:
    """Climb over the lines of progress between a line and the one that it belongs behind."""
    passed = set(rows)
    while (parent := outline.parents[row]) >= 0 and outline.kind(parent) == "progress":
        if parent in passed:
            break
        passed.add(parent)
        row = parent
    return row


def _links(outline: Outline, rows: Sequence[int], leaf: int) -> dict[str, str]:
    """Write down what the client would guess by the time, and put what trails in a row."""
    trailing = set(rows[rows.index(leaf) + 1 :])
    return {
        _uuid(outline, row): _uuid(outline, above)
        for above, row in pairwise(rows)
        if outline.parents[row] == LOST or (row in trailing and outline.parents[row] != above)
    }


def _is_compaction(outline: Outline, row: int) -> bool:
    is_summary = outline.has(row, COMPACT_SUMMARY) and outline.parents[row] == ROOT
    return outline.subtype(row) == BOUNDARY or is_summary


def _after_compaction(outline: Outline, rows: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for row in rows:
        if outline.subtype(row) == BOUNDARY:
            kept = []
        elif outline.kind(row) in CHAIN_KINDS:
            kept.append(row)
    return kept


@dataclass(frozen=True, slots=True)
class OneWay:
    """Several ways, one behind the other."""

    ways: tuple[Way, ...]
    parents: Mapping[str, str]
    """The new parents of the lines that get one."""

    @property
    def leaf(self) -> str:
        """The last message of all."""
        return next(way.leaf for way in reversed(self.ways) if way is self.ways[0] or way.first)

    @property
    def end(self) -> str:
        """The line behind which another way can be hung."""
        return next(way.end for way in reversed(self.ways) if way is self.ways[0] or way.first)

    @property
    def is_compacted(self) -> bool:
        """Whether the conversation was compacted on one of them."""
        return any(way.is_compacted for way in self.ways)

    @property
    def needed(self) -> frozenset[str]:
        """What a resume must send of them."""
        return frozenset().union(*(way.needed for way in self.ways))


def alone(way: Way, then: OneWay | None = None) -> OneWay:
    """Give one way, and what it led to."""
    if then is None:
        return OneWay((way,), way.links)
    return OneWay((way, *then.ways), {**way.links, **then.parents})


def one_behind_the_other(ways: Sequence[OneWay]) -> OneWay:
    """Hang ways behind one another: the one that began first, then the next.

    One with a compaction comes first, as it would hide what stands before it.
    """
    if sum(way.is_compacted for way in ways) > 1:
        raise UsageError(
            "both parts were compacted after they had parted, and the compaction of the second "
            "would hide the first from the model; nothing was merged. Go on with one of them, or "
            "clone one from before its compaction ('steno clone SESSION --at TURN') and merge that."
        )
    ordered = sorted(ways, key=lambda way: (not way.is_compacted, way.ways[0].started))
    parents = {uuid: parent for way in ordered for uuid, parent in way.parents.items()}
    end = ordered[0].end
    for way in ordered[1:]:
        first = way.ways[0].first
        if first is not None:
            parents[first] = end
            end = way.end
    return OneWay(tuple(one for way in ordered for one in way.ways), parents)
