"""Merge: what several writers left of one session becomes one conversation.

Nothing is made up: every line of both parts is there once, and only the links between them change.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk.reader import UTF8, encoding_of
from steno.disk.stamp import sha256_since
from steno.edit.assemble import Edit, assemble
from steno.edit.copies import part
from steno.edit.draft import Change, Draft, set_member, set_parent
from steno.edit.fork_ways import in_order, merge_branches
from steno.edit.identity import NewIds
from steno.edit.joined import JoinedDraft, Origin, Piece, Source
from steno.edit.merged_files import files_beside
from steno.edit.outlook import outlook_of
from steno.edit.ways import OneWay, alone, one_behind_the_other
from steno.errors import UsageError
from steno.session.graph import BranchKind
from steno.session.session import load

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from steno.edit.copies import Parted
    from steno.edit.plan import Plan
    from steno.session.session import Session


def merge(
    session: Session,
    other: Session | None = None,
    *,
    branches: Collection[int] = (),
    in_place: bool = False,
    new_id: str | None = None,
) -> Plan:
    """Plan to put the branches of a session, or two copies of it, in one row.

    Of one session these are the branches that clients left which ran at the same time, and those
    that ``branches`` names; a rewind is what the user wanted. UsageError where the two are no
    copies of one session, and where a compaction would hide a part from the model.
    """
    for one in (session, other):
        _refuse_other_encodings(one)
    if other is None:
        return _merge_branches(session, branches, in_place=in_place, new_id=new_id)
    if in_place or branches:
        raise UsageError(
            "two sessions are merged into a new one: --in-place and --branch are for one."
        )
    return _merge_copies(session, other, new_id)


def _refuse_other_encodings(session: Session | None) -> None:
    if session is not None and session.path is not None and encoding_of(session.path) != UTF8:
        msg = f"{session.path} is not UTF-8; nothing was merged. Save it as UTF-8, then retry."
        raise UsageError(msg)


def _merge_branches(
    session: Session, named: Collection[int], *, in_place: bool, new_id: str | None
) -> Plan:
    merged = merge_branches(session, named)
    if merged is None:
        edit = Edit("merge", Draft(session), notes=_nothing(session))
        return assemble(edit, in_place=in_place, new_id=new_id)
    source = Source(session)
    pieces = [Piece(source, line) for line in in_order(session, merged.way)]
    work = _Work(JoinedDraft(Origin(session, pieces)), merged.way, session)
    changes = tuple(work.link())
    numbers = [branch.number for branch in merged.branches]
    told = ", ".join(map(str, numbers))
    moved = Change(None, "change", f"the lines of branch {told} go on behind the others")
    edit = Edit("merge", work.draft, changes=(moved, *changes), options={"branches": numbers})
    return replace(assemble(edit, in_place=in_place, new_id=new_id), before=outlook_of(session))


def _nothing(session: Session) -> tuple[str, ...]:
    kinds = (BranchKind.REWIND, BranchKind.RETRY)
    rest = [branch for branch in session.graph.branches if branch.kind in kinds]
    if not rest:
        return ("There is nothing to merge: the conversation is in one row.",)
    named = ", ".join(f"{branch.number} ({branch.kind})" for branch in rest)
    return (f"There is nothing to merge; --branch N would join another branch: {named}.",)


def _merge_copies(session: Session, other: Session, new_id: str | None) -> Plan:
    beside = files_beside(session, other)
    ids = None
    if session.id is not None and other.id is not None and session.id != other.id:
        ids = NewIds(other.id, session.id, keep_uuids=True)
    first, second = Source(session), Source(other, ids, beside.rewrite)
    parted = part(first, second)
    ways = parted.ways
    found = [alone(way) for way in ways if way is not None]
    way = one_behind_the_other(found) if found else None
    is_second_first = way is not None and ways[1] is not None and way.ways[0] is ways[1]
    tails = parted.tails[::-1] if is_second_first else parted.tails
    pieces = [*parted.head, *tails[0], *tails[1]]
    draft = JoinedDraft(Origin(session, pieces, beside.known))
    changes = () if way is None else tuple(_Work(draft, way, session, other).link())
    edit = Edit(
        "merge",
        draft,
        left_out=beside.replaced,
        beside=beside.ours,
        changes=(*changes, *_added(parted, other)),
        notes=(*_notes(parted, session, other), *beside.notes),
        options={"other": other.id, "other_path": str(other.path)},
    )
    plan = assemble(edit, new_id=new_id)
    files = (*beside.files(plan), *plan.files)
    sources = {**plan.sources, **beside.sources(), **_as_loaded(other)}
    guarded = (*plan.guarded, *(() if other.file is None else (other.file,)))
    return replace(plan, before=outlook_of(session), files=files, sources=sources, guarded=guarded)


def _as_loaded(other: Session) -> dict[Path, str]:
    if other.path is None or other.stamp is None:
        raise UsageError("only sessions as they are stored in files can be merged")
    return {other.path: sha256_since(other.path, other.stamp)}


def _taken(parted: Parted, other: Session) -> list[Piece]:
    """Give the lines that come from the second copy."""
    return [piece for piece in (*parted.head, *parted.tails[1]) if piece.source.session is other]


def _added(parted: Parted, other: Session) -> Iterator[Change]:
    for piece in _taken(parted, other):
        row = other.outline.row_at(piece.line) or 0
        kind = other.outline.kind(row) or "a line that is no record"
        yield Change(None, "add", f"line {piece.line} of {other.id}: {kind}")


def _notes(parted: Parted, session: Session, other: Session) -> Iterator[str]:
    taken = len(_taken(parted, other))
    if not taken:
        yield f"There is nothing to merge: {other.id} holds nothing that {session.id} lacks."
    else:
        shared = len(parted.common)
        yield f"{shared:,} lines with an id in common; {taken:,} of {other.id} come in."


@dataclass(frozen=True, slots=True)
class _Work:
    """Links the ways in a draft, and proves that a resume goes by all of them."""

    draft: JoinedDraft
    way: OneWay
    session: Session
    other: Session | None = None

    def link(self) -> Iterator[Change]:
        """Link the ways; give what changes."""
        outline = self.draft.outline
        for uuid, parent in self.way.parents.items():
            row = outline.by_uuid[uuid]
            if outline.parent_uuid(row) != parent:
                self.draft.change(row, set_parent(parent))
                what = f"{outline.kind(row)} line {uuid} hangs behind {parent}"
                yield Change(self.draft.line(row), "change", what)
        if not self._is_proven():
            yield from self._point_at_leaf()
            if not self._is_proven():
                msg = (
                    "a resume of the merged session would not go by all of both parts, most "
                    "likely because of a compaction beside the conversation; nothing was merged."
                )
                raise UsageError(msg)

    def _needed(self) -> set[str]:
        needed = set(self.way.needed)
        if not self.way.is_compacted:
            for session in (self.session, self.other):
                needed |= set() if session is None else _sent(session)
        return needed

    def _is_proven(self) -> bool:
        with tempfile.TemporaryDirectory(prefix="steno-") as folder:
            path = Path(folder) / "merged.jsonl"
            with path.open("wb") as file:
                file.writelines(self.draft.lines())
            return self._needed() <= _sent(load(path))

    def _point_at_leaf(self) -> Iterator[Change]:
        """Have the last word on where the session stands name the last message of all."""
        outline = self.draft.outline
        rows = [row for row in outline.rows_of("last-prompt") if self._names_a_leaf(row)]
        if rows:
            self.draft.change(rows[-1], set_member("leafUuid", self.way.leaf))
            yield Change(self.draft.line(rows[-1]), "change", "it names the new last message")
            return
        body = {"type": "last-prompt", "leafUuid": self.way.leaf, "sessionId": self.session.id}
        self.draft.add(len(outline), body, "a last-prompt line says where the session stands")

    def _names_a_leaf(self, row: int) -> bool:
        return bool(self.draft.session.record(row).body.get("leafUuid"))


def _sent(session: Session) -> set[str]:
    """Give the ids of the lines that a resume goes by."""
    rows = () if session.chain is None else session.chain.rows
    return {uuid for row in rows if (uuid := session.outline.uuids[row]) is not None}
