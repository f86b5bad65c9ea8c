"""A plan out of a draft: the files of the result, and what a resume of it will send."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from steno.disk import layout
from steno.disk.stamp import sha256_since
from steno.disk.transcript import read
from steno.disk.writer import sha256_of
from steno.edit.belongings import hashed_belongings
from steno.edit.forecast import Forecast, forecast
from steno.edit.identity import NewIds
from steno.edit.outlook import outlook_of
from steno.edit.plan import Plan, PlannedFile, Role
from steno.edit.side_files import with_new_ids
from steno.edit.single_files import pieces
from steno.errors import UnresumableResultError, UsageError
from steno.session.load import load_outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.edit.belongings import Belonging
    from steno.edit.draft import Change, Draft


@dataclass(frozen=True, slots=True)
class Edit:
    """What an edit does to a session and to the files around it."""

    kind: str
    draft: Draft
    drafts: Mapping[Path, Draft] = field(default_factory=dict)
    """Of sub-agents' files, by their paths."""
    rewrites: Mapping[Path, Callable[[], Iterable[bytes]]] = field(default_factory=dict)
    """The new content of other files, by their paths."""
    renamed: Mapping[Path, str] = field(default_factory=dict)
    """Files beside the session whose names change, by their paths."""
    left_out: frozenset[Path] = frozenset()
    """Files that a copy does not take along."""
    beside: Mapping[Belonging, str] | None = None
    """All files beside the session, with their hashes from before they were read; None where the
    edit has read none of them."""
    changes: tuple[Change, ...] = ()
    """What changes beside what the draft tells."""
    unseen: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


def assemble(
    edit: Edit, *, in_place: bool = False, keep_uuids: bool = False, new_id: str | None = None
) -> Plan:
    """Plan an edit: as a new session beside the old one, or in its place.

    FileChangedError where the session's file is not what was loaded any more.
    """
    file = edit.draft.session.file
    if file is None or edit.draft.session.stamp is None:
        raise UsageError("only a session as it is stored in a file can be edited")
    if edit.beside is None:
        edit = replace(edit, beside=hashed_belongings(file))
    if in_place:
        return _plan(edit, file, _in_place(edit, file), None)
    known = edit.draft.uuids | _agent_lines(edit)
    ids = NewIds(file.id, new_id or str(uuid4()), known, keep_uuids=keep_uuids)
    return _plan(edit, file, _as_copy(edit, file, ids), ids)


def _plan(edit: Edit, file: SessionFile, files: Sequence[PlannedFile], ids: NewIds | None) -> Plan:
    draft, stamp = edit.draft, edit.draft.session.stamp
    before = Forecast(outlook_of(draft.session), 0 if stamp is None else stamp.size)
    after = before if draft.is_empty else forecast(draft, draft.lines(ids), ids)
    if before.outlook.refusal is None and after.outlook.breaks:
        raise UnresumableResultError(file.id, after.outlook.refusal or "")
    result_id = file.id if ids is None else ids.new
    return Plan(
        kind=edit.kind,
        source_id=file.id,
        source_path=file.path,
        sources=_sources(edit, file),
        guarded=(file,),
        result_id=result_id,
        result_path=file.path if ids is None else file.path.with_name(f"{result_id}.jsonl"),
        in_place=ids is None,
        changes=(*edit.changes, *edit.draft.changes()),
        files=tuple(files),
        before=before.outlook,
        after=after.outlook,
        saved_bytes=before.size - after.size,
        differences=edit.draft.differences,
        beside={path: one.differences for path, one in edit.drafts.items() if not one.is_empty},
        unseen=edit.unseen,
        notes=(*after.notes(), *edit.notes),
        options=edit.options,
    )


def _sources(edit: Edit, file: SessionFile) -> dict[Path, str]:
    beside = {one.path: sha256 for one, sha256 in _beside(edit).items()}
    return {file.path: _as_loaded(edit.draft, file.path), **beside}


def _beside(edit: Edit) -> dict[Belonging, str]:
    """Give the files that come along, with their hashes."""
    beside = edit.beside or {}
    return {one: sha256 for one, sha256 in beside.items() if one.path not in edit.left_out}


def _as_loaded(draft: Draft, path: Path) -> str:
    """Hash what a draft was made of; whoever wrote to the file since would lose it."""
    stamp = draft.session.stamp
    assert stamp is not None  # noqa: S101 - other sessions are refused
    return sha256_since(path, stamp)


def _in_place(edit: Edit, file: SessionFile) -> list[PlannedFile]:
    drafts = {path: draft for path, draft in edit.drafts.items() if not draft.is_empty}
    known = {one.path: sha256 for one, sha256 in (edit.beside or {}).items()}
    files = [
        PlannedFile(Role.SUBAGENT, path, draft.lines, known.get(path) or _as_loaded(draft, path))
        for path, draft in drafts.items()
    ]
    roles = {one.path: one.role for one in edit.beside or {}}
    files += [
        PlannedFile(roles.get(path, _role(path)), path, content, known.get(path) or sha256_of(path))
        for path, content in edit.rewrites.items()
    ]
    files = [part for one in files for part in _renamed(edit, one)]
    done = {one.path for one in files}
    for path in edit.renamed.keys() - done:
        unchanged = PlannedFile(roles[path], path, partial(pieces, path), known[path])
        files += _renamed(edit, unchanged)
    own = _as_loaded(edit.draft, file.path)
    return [*files, PlannedFile(Role.SESSION, file.path, edit.draft.lines, own)]


def _role(path: Path) -> Role:
    return Role.HISTORY if path.name == layout.history_path(path.parent).name else Role.OTHER


def _renamed(edit: Edit, file: PlannedFile) -> list[PlannedFile]:
    """Give a file under another name, and the old one as gone; or the file as it is."""
    name = edit.renamed.get(file.path)
    if name is None:
        return [file]
    new = PlannedFile(file.role, file.path.with_name(name), file.content)
    return [new, PlannedFile(file.role, file.path, None, file.before_sha256)]


def _agent_lines(edit: Edit) -> set[str]:
    """Give the ids of the sub-agents' lines, those of new ones too."""
    known: set[str] = set()
    for one in _beside(edit):
        if one.path in edit.drafts:
            known |= edit.drafts[one.path].uuids
        elif one.role is Role.SUBAGENT:
            known.update(uuid for uuid in load_outline(one.path).uuids if uuid is not None)
    return known


def _as_copy(edit: Edit, file: SessionFile, ids: NewIds) -> list[PlannedFile]:
    files = [
        PlannedFile(one.role, _target(edit, one, file, ids.new), _content(edit, one, ids))
        for one in _beside(edit)
    ]
    main = partial(edit.draft.lines, ids)
    return [*files, PlannedFile(Role.SESSION, file.path.with_name(f"{ids.new}.jsonl"), main)]


def _target(edit: Edit, one: Belonging, file: SessionFile, session_id: str) -> Path:
    path = one.of_copy(file, session_id)
    return path.with_name(edit.renamed.get(one.path, path.name))


def _content(edit: Edit, one: Belonging, ids: NewIds) -> Callable[[], Iterable[bytes]]:
    if one.path in edit.drafts:
        return partial(edit.drafts[one.path].lines, ids)
    if one.role is Role.SUBAGENT:
        return lambda: map(ids.line, read(one.path))
    content = edit.rewrites.get(one.path) or partial(pieces, one.path)
    return partial(with_new_ids, content, one.role, one.path.name, ids)
