"""Import: the sessions of a bundle become sessions of a home, and nothing else of it does."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from steno.disk import layout
from steno.disk.private_files import create_private
from steno.disk.transcript import read
from steno.edit.bundle_names import MemberRole
from steno.edit.identity import NewIds
from steno.edit.moved_paths import MovedPaths
from steno.edit.path_map import PathMap
from steno.edit.plan import Batch, PlannedFile, Role
from steno.edit.project_path import project_folder
from steno.errors import BundleError, UsageError
from steno.format.decode import decode, whole
from steno.store.edit_rows import EditFacts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from steno.disk.discover import Home
    from steno.edit.bundle_manifest import BundledSession, Member
    from steno.edit.bundle_reader import Bundle
    from steno.format.entry import Entry

LONGEST_LINE: Final = 256 << 20
"""Bytes of a line that can be given another id or path; a longer one is taken as it is or not."""
_PROGRAMS: Final = frozenset({".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".py", ".sh"})
"""Endings of files that are run, such as the scripts of workflows."""
_ROLES: Final = {
    MemberRole.SESSION: Role.SESSION,
    MemberRole.SUBAGENT: Role.SUBAGENT,
    MemberRole.META: Role.META,
    MemberRole.TOOL_RESULT: Role.TOOL_RESULT,
    MemberRole.FILE_HISTORY: Role.FILE_HISTORY,
}
_TRANSCRIPTS: Final = (MemberRole.SESSION, MemberRole.SUBAGENT)


@dataclass(frozen=True, slots=True)
class Wish:
    """Where imported sessions go, and under which ids."""

    to: str | None = None
    """The project for all of them; None for the one that each had, by the path map."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Old folders and the new ones that stand for them."""
    keep_ids: bool = False


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """A session of a bundle, and what becomes of it."""

    source: BundledSession
    id: str
    project: str
    path: Path
    transcript: Path
    """A copy of its transcript as the bundle has it."""


@dataclass(frozen=True, slots=True)
class Import:
    """What an import would do."""

    bundle: Path
    sessions: tuple[ImportedSession, ...]
    batch: Batch
    notes: tuple[str, ...]


def plan_import(bundle: Bundle, home: Home, wish: Wish, scratch: Path) -> Import:
    """Plan to write the sessions of a bundle, which has been verified, into a home.

    Transcripts are unpacked into ``scratch``, which has to stay until the plan is carried out.
    """
    notes: list[str] = []
    taken = {file.path.stem.lower() for file in home.sessions()} if wish.keep_ids else set()
    sessions, files = [], []
    for source in bundle.manifest.sessions:
        one = _Importing(bundle, source, home, wish, scratch)
        one.choose_id(taken, notes)
        files += one.files()
        notes += one.programs()
        sessions.append(one.result())
    batch = Batch(_facts(bundle, home, sessions), {bundle.path: bundle.sha256()}, tuple(files))
    return Import(bundle.path, tuple(sessions), batch, tuple(notes))


def _facts(bundle: Bundle, home: Home, sessions: Sequence[ImportedSession]) -> EditFacts:
    one = sessions[0] if len(sessions) == 1 else None
    return EditFacts(
        kind="import",
        source_session=None if one is None else one.source.id,
        source_path=str(bundle.path),
        source_sha256=bundle.sha256(),
        result_session=None if one is None else one.id,
        result_path=str(layout.projects_dir(home.path) if one is None else one.path),
        home=str(home.path),
        options={"sessions": [session.id for session in sessions]},
    )


class _Importing:
    """One session on its way."""

    def __init__(
        self, bundle: Bundle, source: BundledSession, home: Home, wish: Wish, scratch: Path
    ) -> None:
        self.bundle = bundle
        self.source = source
        self.home = home
        self.paths = PathMap.of(_pairs(source, wish))
        self.project = self._project(wish)
        self.folder = project_folder(home.path, self.project)
        self.id = str(uuid4())
        self._keeps_id = wish.keep_ids
        self._copies = {
            member.name: self._unpacked(member, scratch / f"{uuid4()}.jsonl")
            for member in source.members
            if member.role in _TRANSCRIPTS
        }

    def _project(self, wish: Wish) -> str:
        if self.source.project is None:
            if wish.to is None:
                msg = f"the bundle does not say which project {self.source.id} belongs to"
                raise UsageError(f"{msg}; give one with --to PATH.")
            return wish.to
        return self.paths.map(self.source.project)

    def choose_id(self, taken: set[str], notes: list[str]) -> None:
        """Keep the id where that is wanted, and free in the whole home."""
        if not self._keeps_id:
            return
        known = self.source.id
        if not layout.is_session_id(known) or known.lower() in taken or self._is_used(known):
            notes.append(f"the id {known} is not free here: the session gets a new one")
            return
        self.id = known
        taken.add(known.lower())

    def _is_used(self, session_id: str) -> bool:
        places = (
            self.folder / f"{session_id}.jsonl",
            self.folder / session_id,
            layout.file_history_dir(self.home.path, session_id),
        )
        return any(place.exists() or place.is_symlink() for place in places)

    def programs(self) -> Iterator[str]:
        """Name what a client may run: it is from whoever made the bundle."""
        for member in self.source.members:
            if PurePosixPath(member.name).suffix.lower() in _PROGRAMS:
                name = member.name.split("/", 2)[2]
                yield f"{name} is a program from the bundle: read it before you resume {self.id}"

    def result(self) -> ImportedSession:
        """Say what becomes of the session."""
        own = next(one for one in self.source.members if one.role is MemberRole.SESSION)
        path = self.folder / f"{self.id}.jsonl"
        return ImportedSession(self.source, self.id, self.project, path, self._copies[own.name])

    def files(self) -> list[PlannedFile]:
        """Plan all files, the session's own last."""
        moved = self._moved() if self.paths else None
        others = [one for one in self.source.members if one.role is not MemberRole.SESSION]
        own = [one for one in self.source.members if one.role is MemberRole.SESSION]
        return [self._file(member, moved) for member in (*others, *own)]

    def _moved(self) -> MovedPaths:
        """Look through the transcripts, the session's own first."""
        names = [one.inside.rpartition("/")[2] for one in self.source.members]
        hashes = (layout.parse_backup_name(name) for name in names)
        moved = MovedPaths(self.paths, taken={hashed[0] for hashed in hashes if hashed})
        members = sorted(self.source.members, key=lambda one: one.role is not MemberRole.SESSION)
        for member in members:
            if member.role in _TRANSCRIPTS:
                moved.see(read(self._copies[member.name]))
        return moved

    def _file(self, member: Member, moved: MovedPaths | None) -> PlannedFile:
        role = _ROLES.get(member.role, Role.OTHER)
        path = self._place(member, moved)
        ids = (
            None if self.id == self.source.id else NewIds(self.source.id, self.id, keep_uuids=True)
        )
        if member.role in _TRANSCRIPTS and (moved or ids):
            lines = partial(self._lines, self._copies[member.name], moved, ids)
            return PlannedFile(role, path, lines)
        return PlannedFile(role, path, partial(self.bundle.pieces, member))

    def _place(self, member: Member, moved: MovedPaths | None) -> Path:
        if member.role is MemberRole.SESSION:
            return self.folder / f"{self.id}.jsonl"
        if member.role is MemberRole.FILE_HISTORY:
            name = member.inside.rpartition("/")[2]
            folder = layout.file_history_dir(self.home.path, self.id)
            return folder / (name if moved is None else moved.backup_name(name))
        return self.folder / self.id / member.inside

    def _lines(self, path: Path, moved: MovedPaths | None, ids: NewIds | None) -> Iterator[bytes]:
        for entry in read(path):
            yield self._line(entry, moved, ids)

    def _line(self, entry: Entry, moved: MovedPaths | None, ids: NewIds | None) -> bytes:
        if entry.length > LONGEST_LINE:
            raise BundleError(self.bundle.path, f"a line of {self.source.id} is too long")
        entry = whole(entry)
        raw = entry.raw if moved is None else moved.line(entry)
        if ids is None:
            return raw
        line, offset = entry.line, entry.offset
        return ids.line(decode(raw, line=line, offset=offset, encoding=entry.encoding))

    def _unpacked(self, member: Member, path: Path) -> Path:
        with os.fdopen(create_private(path), "wb") as file:
            file.writelines(self.bundle.pieces(member))
        return path


def _pairs(source: BundledSession, wish: Wish) -> list[tuple[str, str]]:
    pairs = list(wish.pairs)
    if wish.to is not None and source.project is not None:
        pairs.append((source.project, wish.to))
    return pairs
