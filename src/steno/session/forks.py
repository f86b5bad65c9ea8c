"""Forks: sessions of one folder that share lines, and which of two was there first.

A fork copies the lines of its origin with their uuids, so shared uuids tie the files together;
nothing else does in most versions. The copy holds no loose lines, which tells the two apart.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.session.continuation import LinkKind
from steno.session.outline import META

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.session.outline import Outline

    _Precedence = tuple[bool, bool, float, str]


@dataclass(frozen=True, slots=True)
class Footprint:
    """What is needed of a session to find the ones that share lines with it."""

    session_id: str
    uuids: tuple[str, ...]
    """The ids of its lines, in file order, each once."""
    loose: Sequence[int]
    """For each of them how many lines without an id stand before it."""
    times: Sequence[float]
    """For each of them its time; not a number where it has none."""
    metas: frozenset[str]
    """Those that the client itself put in before the first reply, such as a caveat."""


@dataclass(frozen=True, slots=True)
class SharedHistory:
    """What two sessions have in common."""

    session_id: str
    """The other session."""
    lines: int
    """How many lines they share."""
    last_uuid: str
    """The last of them in this session's file: behind it they part."""
    kind: LinkKind
    """``forked``; ``cleared`` where they share nothing but what the client put before it."""
    is_origin: bool
    """Whether the other one was there first."""


def footprint(session_id: str, outline: Outline) -> Footprint:
    """Take the footprint of a session."""
    first_reply = next(outline.rows_of("assistant"), len(outline))
    uuids: list[str] = []
    loose, times = array("I"), array("d")
    metas: set[str] = set()
    passed = 0
    for row, uuid in enumerate(outline.uuids):
        if uuid is None:
            passed += 1
        elif outline.is_current(row):
            uuids.append(uuid)
            loose.append(passed)
            times.append(outline.times[row])
            if row < first_reply and outline.has(row, META):
                metas.add(uuid)
    return Footprint(session_id, tuple(uuids), loose, times, frozenset(metas))


def match_forks(mine: Footprint, others: Iterable[Footprint]) -> tuple[SharedHistory, ...]:
    """Find the sessions that share lines with one, most first; of equals the oldest first."""
    own = set(mine.uuids)
    found: list[tuple[int, _Precedence, SharedHistory]] = []
    for other in others:
        shared = own.intersection(other.uuids) if other.session_id != mine.session_id else None
        if shared:
            precedence = _precedence(other, shared)
            is_origin = precedence < _precedence(mine, shared)
            history = _shared(mine, other, shared, is_origin=is_origin)
            found.append((-len(shared), precedence, history))
    found.sort(key=lambda one: one[:2])
    return tuple(history for _, _, history in found)


def origin_of(mine: Footprint, others: Iterable[Footprint]) -> str | None:
    """Give the session that one is a fork of: the older one with most lines in common."""
    return next(iter(_older(mine, others, LinkKind.FORKED)), None)


def cleared_from(mine: Footprint, others: Iterable[Footprint]) -> str | None:
    """Give the session that was cleared for one, where its caveat was taken over (1.0.x)."""
    return next(reversed(_older(mine, others, LinkKind.CLEARED)), None)


def _older(mine: Footprint, others: Iterable[Footprint], kind: LinkKind) -> list[str]:
    matches = match_forks(mine, others)
    return [one.session_id for one in matches if one.is_origin and one.kind is kind]


def _shared(
    mine: Footprint, other: Footprint, shared: set[str], *, is_origin: bool
) -> SharedHistory:
    is_cleared = shared <= mine.metas
    return SharedHistory(
        session_id=other.session_id,
        lines=len(shared),
        last_uuid=next(uuid for uuid in reversed(mine.uuids) if uuid in shared),
        kind=LinkKind.CLEARED if is_cleared else LinkKind.FORKED,
        is_origin=is_origin,
    )


def _precedence(session: Footprint, shared: set[str]) -> _Precedence:
    """Give a key that sorts the origin before its fork.

    Loose lines among the shared ones were there before any copy was made; a file without
    lines of its own was copied whole; else the one that went on first.
    """
    places = [place for place, uuid in enumerate(session.uuids) if uuid in shared]
    among = session.loose[places[-1]] - session.loose[places[0]]
    own = [
        moment
        for uuid, moment in zip(session.uuids, session.times, strict=True)
        if uuid not in shared and not math.isnan(moment)
    ]
    return not among, len(places) < len(session.uuids), min(own, default=0.0), session.session_id
