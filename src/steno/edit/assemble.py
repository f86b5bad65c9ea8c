"""A plan out of a draft: the files of the result, and what a resume of it will send."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from steno.disk import layout
from steno.disk.stamp import sha256_since
from steno.disk.transcript import read
from steno.disk.writer import sha256_of
from steno.edit.belongings import hashed_belongings
from steno.edit.identity import NewIds
from steno.edit.outlook import outlook_of
from steno.edit.plan import Plan, PlannedFile, Role
from steno.edit.single_files import pieces
from steno.errors import UsageError
from steno.session.load import load_outline
from steno.session.session import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from steno.disk.discover import SessionFile
    from steno.edit.belongings import Belonging
    from steno.edit.draft import Change, Draft
    from steno.edit.outlook import Outlook


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
        return _plan(edit, file, file.id, _in_place(edit, file), in_place=True)
    session_id = new_id or str(uuid4())
    files = _as_copy(edit, file, session_id, keep_uuids=keep_uuids)
    return _plan(edit, file, session_id, files, in_place=False)


def _plan(
    edit: Edit, file: SessionFile, result_id: str, files: Sequence[PlannedFile], *, in_place: bool
) -> Plan:
    path = file.path if in_place else file.path.with_name(f"{result_id}.jsonl")
    session = edit.draft.session
    before, old_size = outlook_of(session), session.stamp.size if session.stamp else 0
    main = next(one for one in files if one.role is Role.SESSION)
    after, size = (before, old_size) if edit.draft.is_empty else _forecast(main, result_id)
    return Plan(
        kind=edit.kind,
        source_id=file.id,
        source_path=file.path,
        sources=_sources(edit, file),
        guarded=(file,),
        result_id=result_id,
        result_path=path,
        in_place=in_place,
        changes=(*edit.changes, *edit.draft.changes()),
        files=tuple(files),
        before=before,
        after=after,
        saved_bytes=old_size - size,
        differences=edit.draft.differences,
        unseen=edit.unseen,
        notes=edit.notes,
        options=edit.options,
    )


def _forecast(main: PlannedFile, session_id: str) -> tuple[Outlook, int]:
    """Write the result where nobody looks, and see what a resume of it sends."""
    assert main.content is not None  # noqa: S101 - a session's own file never goes
    with tempfile.TemporaryDirectory(prefix="steno-") as folder:
        path = Path(folder) / f"{session_id}.jsonl"
        with path.open("wb") as file:
            file.writelines(main.content())
        return outlook_of(load(path)), path.stat().st_size


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


def _as_copy(
    edit: Edit, file: SessionFile, session_id: str, *, keep_uuids: bool
) -> list[PlannedFile]:
    belongings = list(_beside(edit))
    known = edit.draft.uuids
    for one in belongings:
        if one.role is Role.SUBAGENT:
            known.update(uuid for uuid in load_outline(one.path).uuids if uuid is not None)
    ids = NewIds(file.id, session_id, known, keep_uuids=keep_uuids)
    files = [
        PlannedFile(one.role, _target(edit, one, file, session_id), _content(edit, one, ids))
        for one in belongings
    ]
    main = partial(edit.draft.lines, ids)
    return [*files, PlannedFile(Role.SESSION, file.path.with_name(f"{session_id}.jsonl"), main)]


def _target(edit: Edit, one: Belonging, file: SessionFile, session_id: str) -> Path:
    path = one.of_copy(file, session_id)
    return path.with_name(edit.renamed.get(one.path, path.name))


def _content(edit: Edit, one: Belonging, ids: NewIds) -> Callable[[], Iterable[bytes]]:
    if one.path in edit.drafts:
        return partial(edit.drafts[one.path].lines, ids)
    if one.path in edit.rewrites:
        return edit.rewrites[one.path]
    if one.role is Role.SUBAGENT:
        return lambda: map(ids.line, read(one.path))
    return partial(pieces, one.path)
