"""Relocate: the sessions of a project that lies elsewhere now, with all that belongs to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from steno.disk import layout
from steno.disk.live import live_sessions
from steno.disk.transcript import read
from steno.disk.writer import sha256_of
from steno.edit.belongings import belongings_of
from steno.edit.history_lines import OldHistory, changed_history, count_lines
from steno.edit.memories import memories_of
from steno.edit.moved_paths import MovedPaths
from steno.edit.path_map import PathMap, is_below
from steno.edit.plan import Batch, PlannedFile, Role
from steno.edit.project_path import project_folder, project_path
from steno.edit.way_back import KIND, SessionBack, way_back
from steno.errors import LiveSessionError, UsageError
from steno.store.edit_rows import EditFacts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from steno.disk.discover import Home, SessionFile
    from steno.edit.belongings import Belonging
    from steno.edit.memories import Memory
    from steno.edit.way_back import Move, WayBack


@dataclass(frozen=True, slots=True)
class MovedSession:
    """A session that moves."""

    id: str
    path: Path
    new_path: Path
    project: str | None
    new_project: str
    changed: int
    """Lines that change, those of its sub-agents too."""


@dataclass(frozen=True, slots=True)
class Relocation:
    """What a relocation would do."""

    old: str
    new: str
    home: Home
    sessions: tuple[MovedSession, ...]
    batch: Batch
    notes: tuple[str, ...]


@dataclass(slots=True)
class _Draft:
    """What is known of a relocation so far."""

    home: Home
    paths: PathMap
    new: str
    back: WayBack
    files: list[PlannedFile] = field(default_factory=list)
    sessions: list[MovedSession] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def relocate_project(home: Home, old: str, new: str, data: Path | None = None) -> Relocation:
    """Plan to move the sessions of a project, and of projects below it, to another path.

    With the data folder the journal there tells what came by an earlier relocation, and goes
    back as it was.
    """
    _refuse_same(old, new)
    _refuse_live_below(home, old)
    chosen = list(_sessions_below(home, old))
    folders = [(file.project_dir, project or old) for file, project in chosen]
    memories = memories_of(home, folders, old)
    known = [*(file.path for file, _ in chosen), *(path for one in memories for path in one.files)]
    draft = _Draft(home, PathMap.of([(old, new)]), new, way_back(home.path, data, known))
    for file, project in chosen:
        _move_session(draft, file, project)
    for memory in memories:
        _move_memory(draft, memory, {file.path for file, _ in chosen})
    if not draft.files:
        msg = f"no session in {home.path} belongs to {old}; 'steno list' shows the projects."
        raise UsageError(msg)
    draft.files[:0] = _history(draft, None, draft.back.of_project(old, new))
    source = layout.projects_dir(home.path) / layout.project_slug(old)
    return _finished(draft, old, source, project=True)


def relocate_session(file: SessionFile, new: str, data: Path | None = None) -> Relocation:
    """Plan to move one session to another path; the data folder is that of the journal."""
    if file.home is None:
        raise UsageError(f"{file.path} lies in no home, so it belongs to no project.")
    project = project_path(file)
    old = project or ""
    _refuse_same(old, new)
    _refuse_live(file.home, {file.id})
    paths = PathMap.of([(old, new)] if project else [])
    draft = _Draft(file.home, paths, new, way_back(file.home.path, data, [file.path]))
    _move_session(draft, file, project)
    if (file.project_dir / "memory").is_dir():
        draft.notes.append("the memory of the project stays where it is: it is not the session's")
    draft.files[:0] = _history(draft, file.id, None)
    return _finished(draft, old, file.path)


def _refuse_same(old: str, new: str) -> None:
    if old == new:
        raise UsageError(f"{old} is where it lies already; give another path.")


def _refuse_live(home: Home, ids: set[str]) -> None:
    for live in live_sessions(home):
        if live.session_id in ids and live.alive is not False:
            raise LiveSessionError(live.session_id, live.pid)


def _refuse_live_below(home: Home, old: str) -> None:
    _refuse_live(
        home, {one.session_id for one in live_sessions(home) if one.cwd and is_below(one.cwd, old)}
    )


def refuse_live(relocation: Relocation) -> None:
    """Refuse where a client has one of the sessions open by now."""
    _refuse_live(relocation.home, {session.id for session in relocation.sessions})


def _sessions_below(home: Home, old: str) -> Iterator[tuple[SessionFile, str | None]]:
    """Find the sessions of a project, and of those below it."""
    begins = tuple(slug[: layout.LONGEST_SLUG] for slug in layout.project_slugs(old))
    for file in home.sessions():
        if not file.project_dir.name.startswith(begins):
            continue
        project = project_path(file)
        is_nameless = project is None and file.project_dir.name == layout.project_slug(old)
        if is_nameless or (project is not None and is_below(project, old)):
            yield file, project


def _move_session(draft: _Draft, file: SessionFile, project: str | None) -> None:
    new_project = draft.new if project is None else draft.paths.map(project)
    belongings = belongings_of(file)
    moved = _seen(draft.paths, file, belongings)
    back = SessionBack.of(draft.back.of(file, new_project), file, belongings, moved)
    folder = back.own.path.parent if back else project_folder(draft.home.path, new_project)
    target = folder / file.path.name
    if target != file.path and target.exists():
        msg = f"{folder} has a session {file.path.stem} already; nothing was changed."
        raise UsageError(f"{msg} Clone it first ('steno clone'), or remove that one.")
    for one in belongings:
        draft.files += _move_belonging(one, file, folder, moved, back)
    draft.files += _moved(Role.SESSION, file.path, target, moved, back)
    changed = moved.changed if back is None else _changed(back, belongings, moved)
    draft.sessions.append(MovedSession(file.id, file.path, target, project, new_project, changed))
    if back is not None:
        since = "" if back.own.lines is None else ", with what came since"
        draft.notes.append(f"{file.id} goes back as it was before edit {back.move.edit.id}{since}")
    elif (
        project is not None and moved.names_already(draft.new) and not is_below(project, draft.new)
    ):
        note = f"{file.id} names {draft.new} already: on the way back only the journal tells"
        draft.notes.append(f"{note} which is which ('steno undo', or 'steno relocate' once more)")


def _changed(back: SessionBack, belongings: Sequence[Belonging], moved: MovedPaths) -> int:
    agents = [one.path for one in belongings if one.role is Role.SUBAGENT]
    found = [back.old(path) for path in (back.file.path, *agents)]
    return sum(old.changed(moved) for old in found if old is not None)


def _seen(paths: PathMap, file: SessionFile, belongings: Sequence[Belonging]) -> MovedPaths:
    """Look through the transcripts of a session."""
    names = (one.path.name for one in belongings if one.role is Role.FILE_HISTORY)
    hashes = (layout.parse_backup_name(name) for name in names)
    moved = MovedPaths(paths, taken={hashed[0] for hashed in hashes if hashed})
    moved.see(read(file.path))
    for one in belongings:
        if one.role is Role.SUBAGENT:
            moved.see(read(one.path))
    return moved


def _move_belonging(
    one: Belonging,
    file: SessionFile,
    folder: Path,
    moved: MovedPaths,
    back: SessionBack | None,
) -> Iterable[PlannedFile]:
    if back is not None and back.stays(one.path):
        return []
    if one.role is Role.FILE_HISTORY:
        target = one.path.with_name(moved.backup_name(one.path.name))
        return _moved(one.role, one.path, target, None, back)
    # A sub-agent's file may lie in the folder of quite another project: there it stays.
    inside = one.path.is_relative_to(file.project_dir)
    target = folder / one.path.relative_to(file.project_dir) if inside else one.path
    return _moved(one.role, one.path, target, moved if one.role is Role.SUBAGENT else None, back)


def _moved(
    role: Role,
    path: Path,
    target: Path,
    moved: MovedPaths | None = None,
    back: SessionBack | None = None,
) -> list[PlannedFile]:
    """Plan where a file goes, and what it will say; nothing where neither changes."""
    content = None if moved is None else partial(_lines, path, moved)
    old = None if back is None else back.old(path)
    if old is not None:
        target, content = old.path, None if old.kept is None else partial(old.content, moved)
    if target != path:
        if target.exists():
            raise UsageError(f"{target} exists already; nothing was changed. Move it away first.")
        return [PlannedFile(role, target, content, sha256_of(path), moved_from=path)]
    if content is None or _is_same(path, content):
        return []
    return [PlannedFile(role, path, content, sha256_of(path))]


def _is_same(path: Path, content: Callable[[], Iterable[bytes]]) -> bool:
    with path.open("rb") as file:
        return all(old == new for old, new in zip_longest(file, content()))


def _lines(path: Path, moved: MovedPaths) -> Iterator[bytes]:
    return map(moved.line, read(path))


def _move_memory(draft: _Draft, memory: Memory, moving: Collection[Path]) -> None:
    """Move what a project's folder holds for all its sessions, if all of them move."""
    pairs = memory.moves(draft.back, draft.paths.map(memory.project))
    refusal = memory.refusal(pairs, moving, {file.path for file in draft.files})
    if refusal is not None:
        draft.notes.append(refusal)
        return
    for path, new in pairs:
        draft.files += _moved(Role.OTHER, path, new)


def _history(draft: _Draft, session_id: str | None, of_project: Move | None) -> list[PlannedFile]:
    path = layout.history_path(draft.home.path)
    was = OldHistory(draft.back.by_session, of_project).line
    content = changed_history(path, draft.paths, session_id, was)
    return [] if content is None else [PlannedFile(Role.HISTORY, path, content, sha256_of(path))]


def _finished(draft: _Draft, old: str, source: Path, *, project: bool = False) -> Relocation:
    sources = {file.moved_from or file.path: file.before_sha256 or "" for file in draft.files}
    history = count_lines(layout.history_path(draft.home.path))
    one = draft.sessions[0] if len(draft.sessions) == 1 else None
    session_id = None if one is None else one.id
    target = project_folder(draft.home.path, draft.new)
    facts = EditFacts(
        kind=KIND,
        source_session=session_id,
        source_path=str(one.path if one else source),
        result_session=session_id,
        result_path=str(one.new_path if one else target),
        in_place=True,
        home=str(draft.home.path),
        options={"old": old, "new": draft.new, "project": project, "history": history},
    )
    batch = Batch(facts, sources, tuple(draft.files))
    sessions, notes = tuple(draft.sessions), tuple(draft.notes)
    return Relocation(old, draft.new, draft.home, sessions, batch, notes)
