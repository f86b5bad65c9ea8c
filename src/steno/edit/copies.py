"""Two copies of a session that each went on: what they share, and what each has alone."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.edit.joined import Piece, Source
from steno.edit.ways import Way, way_along
from steno.errors import UsageError
from steno.format.codec import encode_value
from steno.session.outline import CHAIN_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.format.entry import Entry
    from steno.session.session import Session

    Body = Mapping[str, Any]

_SAID: Final = (
    "type", "subtype", "message", "content", "attachment", "data", "compactMetadata",
)  # fmt: skip
"""What a line says; the rest tells where it hangs, and where and by which client it was written."""


@dataclass(slots=True)
class _Seen:
    """What one of the two copies holds."""

    said: dict[str, set[bytes]] = field(default_factory=dict)
    """What each line with an id says."""
    loose: Counter[bytes] = field(default_factory=Counter)
    """The other lines."""

    def add(self, record: Entry) -> None:
        uuid = _uuid_of(record)
        if uuid is None:
            self.loose[record.raw.strip()] += 1
        else:
            self.said.setdefault(uuid, set()).add(_said(record.body))


@dataclass(frozen=True, slots=True)
class Parted:
    """The lines of two copies."""

    head: tuple[Piece, ...]
    """What both have, and what each has among it."""
    tails: tuple[tuple[Piece, ...], tuple[Piece, ...]]
    """What each has alone from where they parted."""
    common: frozenset[str]
    """The ids of the lines that both have."""
    ways: tuple[Way | None, Way | None]
    """How each went on; None where it did not."""


def part(first: Source, second: Source) -> Parted:
    """Tell the lines that two copies share from those that each of them has alone.

    UsageError where they share none, or where one id stands for two different lines.
    """
    ours, theirs = _seen(first), _seen(second)
    common = frozenset(ours.said.keys() & theirs.said.keys())
    _refuse_strangers(first.session, second.session, common)
    for uuid in common:
        if not ours.said[uuid] & theirs.said[uuid]:
            _refuse_different(first.session, second.session, uuid)
    ways = way_of(first.session, common), way_of(second.session, common)
    others = _Lines(second, ours, common, ways[1])
    lines = _Lines(first, theirs, common, ways[0])
    return Parted(tuple(lines.head(others)), (tuple(lines.tail), tuple(others.tail)), common, ways)


class _Lines:
    """The lines of one copy, in their order."""

    def __init__(
        self, source: Source, other: _Seen, common: frozenset[str], way: Way | None
    ) -> None:
        outline = source.session.outline
        self._common = common
        self._on_way = set() if way is None else {outline.line(row) for row in way.rows}
        self._last = max(outline.line(outline.by_uuid[uuid]) for uuid in common)
        self._kept: list[tuple[Piece, str | None]] = []
        self.among: dict[str, list[Piece]] = {}
        """What this copy alone has, by the common line that it stands before."""
        self.tail: list[Piece] = []
        waiting: list[Piece] = []
        for piece, records in _pieces(source):
            named = next((uuid for one in records if (uuid := _uuid_of(one)) in common), None)
            is_own = _is_own(records, other)
            if is_own and (piece.line > self._last or piece.line in self._on_way):
                self.tail.append(piece)
                continue
            self._kept.append((piece, named))
            waiting += [piece] if is_own else []
            if named is not None and waiting:
                self.among.setdefault(named, []).extend(waiting)
                waiting = []

    def head(self, other: _Lines) -> Iterator[Piece]:
        """Give what both have, with what each has among it: a line may hang on such a one."""
        for piece, named in self._kept:
            yield from other.among.pop(named, ()) if named is not None else ()
            yield piece


def _pieces(source: Source) -> Iterator[tuple[Piece, tuple[Entry, ...]]]:
    for number, entry in enumerate(source.all(), 1):
        yield Piece(source, number), entry.parts or (entry,)


def _seen(source: Source) -> _Seen:
    seen = _Seen()
    for _, records in _pieces(source):
        for record in records:
            seen.add(record)
    return seen


def _is_own(records: tuple[Entry, ...], other: _Seen) -> bool:
    """Say whether the other copy lacks a line; what is found there is used up."""
    is_own = True
    for record in records:
        uuid = _uuid_of(record)
        if uuid is None:
            key = record.raw.strip()
            is_own = is_own and not other.loose[key]
            other.loose[key] = max(0, other.loose[key] - 1)
        else:
            is_own = is_own and uuid not in other.said
    return is_own


def _uuid_of(record: Entry) -> str | None:
    uuid = record.body.get("uuid") if record.parts else None
    return uuid if isinstance(uuid, str) else None


def _said(body: Body) -> bytes:
    return hashlib.sha256(encode_value([body.get(key) for key in _SAID])).digest()


def _refuse_strangers(first: Session, second: Session, common: frozenset[str]) -> None:
    by_uuid = first.outline.by_uuid
    if not any(first.outline.kind(by_uuid[uuid]) in CHAIN_KINDS for uuid in common):
        msg = (
            f"sessions {first.id} and {second.id} have no line in common, so they are no copies "
            "of one session; nothing was merged."
        )
        raise UsageError(msg)


def _refuse_different(first: Session, second: Session, uuid: str) -> None:
    ours = first.outline.line(first.outline.by_uuid[uuid])
    theirs = second.outline.line(second.outline.by_uuid[uuid])
    msg = (
        f"line {ours} of {first.id} and line {theirs} of {second.id} have the same id and say "
        "different things: one of the two was edited. Nothing was merged."
    )
    raise UsageError(msg)


def way_of(session: Session, common: frozenset[str]) -> Way | None:
    """Give the way that a copy went on after the two parted; None where it did not."""
    chain, outline = session.chain, session.outline
    if chain is None:
        return None
    own = [row for row in chain.path if outline.uuids[row] not in common]
    if not own:
        return None
    leaf = chain.leaf if chain.leaf in own else own[0]
    shared = {outline.message_ids[row] for row in chain.path if row not in own} - {None}
    return way_along(session, own, leaf, shared)
