"""Which transcripts lay in a home at one moment, and which sub-agent belongs to which session."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk import layout, peek, subagents, walk
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.disk.subagents import SubagentFile
    from steno.disk.walk import Problem

_NOT_SESSION_FOLDERS = frozenset({"subagents", "memory"})


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A session's file as the listing of its folder showed it."""

    path: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class _Listing:
    sessions: dict[str, FoundFile] = field(default_factory=dict)
    """By stem, in the order of the names."""
    agents: list[os.DirEntry[str]] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Claims:
    claimed: dict[str, list[SubagentFile]]
    """Sub-agents outside the session's own folder, by the stem of the session."""
    unclaimed: list[SubagentFile]


class ProjectFolder:
    """One folder of sessions, listed once: what is asked later is answered from that moment."""

    def __init__(
        self, path: Path, survey: Survey | None = None, problems: list[Problem] | None = None
    ) -> None:
        """Take the folder, the survey of the whole home if there is one, and where to complain."""
        self.path = path
        self.survey = survey
        self.problems: list[Problem] = [] if problems is None else problems
        self._ids_inside: dict[str, str] = {}
        self._subagents: dict[str, tuple[SubagentFile, ...]] = {}

    def __repr__(self) -> str:
        return f"ProjectFolder({str(self.path)!r})"

    @property
    def slug(self) -> str:
        """The folder's name: the working directory, lossily."""
        return self.path.name

    @property
    def sessions(self) -> tuple[FoundFile, ...]:
        """The sessions' files by name."""
        return tuple(self._listing.sessions.values())

    def id_of(self, path: Path) -> str:
        """Give the id of the session in a file of this folder.

        It is the file's stem if that is a UUID, else the last id inside, else the stem.
        """
        stem = path.stem
        if layout.is_session_id(stem):
            return stem
        if path.name not in self._ids_inside:
            self._ids_inside[path.name] = self._id_inside(path) or stem
        return self._ids_inside[path.name]

    def _id_inside(self, path: Path) -> str | None:
        try:
            return peek.last_session_id(path)
        except UnreadableFileError as error:
            walk.note(error, self.problems)
            return None

    def holds(self, stem: str) -> bool:
        """Say whether a session's file has that name."""
        return stem in self._listing.sessions

    def stem_of(self, session_id: str) -> str | None:
        """Give the file name of the session with that id; a file so named comes first."""
        return session_id if self.holds(session_id) else self._odd_stems.get(session_id)

    def subagents_of(self, path: Path) -> tuple[SubagentFile, ...]:
        """Give the sub-agents of the session at ``path``, wherever in the home they lie."""
        if path.name not in self._subagents:
            self._subagents[path.name] = tuple(self._find_subagents(path))
        return self._subagents[path.name]

    def _find_subagents(self, path: Path) -> Iterator[SubagentFile]:
        folder = layout.session_folder(path)
        yield from subagents.in_session_folder(folder, self.id_of(path), self.problems)
        if layout.is_session_name(path.name):
            yield from self._claims.claimed.get(path.stem, ())
            yield from self.survey.strays_of(path) if self.survey else ()

    @property
    def unclaimed(self) -> tuple[SubagentFile, ...]:
        """The sub-agents that belong to no session in this folder."""
        return tuple(self._claims.unclaimed)

    @cached_property
    def _listing(self) -> _Listing:
        listing = _Listing()
        for entry in walk.entries(self.path, self.problems):
            if layout.is_agent_name(entry.name):
                listing.agents.append(entry)
            elif layout.is_session_name(entry.name):
                self._list_session(entry, listing)
            elif entry.name not in _NOT_SESSION_FOLDERS and walk.is_folder(entry, self.problems):
                listing.folders.append(entry.name)
        return listing

    def _list_session(self, entry: os.DirEntry[str], listing: _Listing) -> None:
        status = walk.regular_file(entry, self.problems)
        if status is not None:
            stem = entry.name.removesuffix(layout.TRANSCRIPT_SUFFIX)
            listing.sessions[stem] = FoundFile(Path(entry.path), status.st_size, status.st_mtime_ns)

    @cached_property
    def _odd_stems(self) -> dict[str, str]:
        """The sessions whose file names are no ids, by the ids inside; the first name wins."""
        stems: dict[str, str] = {}
        for stem, found in self._listing.sessions.items():
            if not layout.is_session_id(stem):
                stems.setdefault(self.id_of(found.path), stem)
        return stems

    @cached_property
    def _claims(self) -> _Claims:
        claims = _Claims(defaultdict(list), [])
        for agent in self._homeless():
            stem = self.stem_of(agent.session_id) if agent.session_id else None
            (claims.unclaimed if stem is None else claims.claimed[stem]).append(agent)
        return claims

    def _homeless(self) -> Iterator[SubagentFile]:
        """Yield the sub-agents that do not lie in the folder of a session that is here."""
        yield from subagents.beside_sessions(self._listing.agents, self.problems)
        yield from subagents.in_project_folder(self.path, self.problems)
        for name in self._listing.folders:
            if name not in self._listing.sessions:
                session_id = name if layout.is_session_id(name) else None
                yield from subagents.in_session_folder(self.path / name, session_id, self.problems)


class Survey:
    """A whole home, listed once."""

    def __init__(self, home: Path) -> None:
        """Take the home's folder."""
        self.home = home
        self.problems: list[Problem] = []

    @cached_property
    def folders(self) -> tuple[ProjectFolder, ...]:
        """The project folders by name; of several links to one folder only the first."""
        root = layout.projects_dir(self.home)
        found = walk.entries(root, self.problems)
        # Real folders come first, so that a link never takes the place of what it leads to.
        found.sort(key=lambda entry: entry.is_symlink())
        seen = {_identity(root), None}
        paths = []
        for entry in found:
            path = Path(entry.path)
            if walk.is_folder(entry, self.problems) and (identity := _identity(path)) not in seen:
                seen.add(identity)
                paths.append(path)
        return tuple(ProjectFolder(path, self, self.problems) for path in sorted(paths))

    def folder(self, path: Path) -> ProjectFolder:
        """Give the project folder at ``path``, also one that the listing passed over."""
        for folder in self.folders:
            if folder.path == path:
                return folder
        return ProjectFolder(path, self, self.problems)

    def strays_of(self, path: Path) -> tuple[SubagentFile, ...]:
        """Give the sub-agents of the session at ``path`` that lie in other project folders."""
        return tuple(self._strays.claimed.get(str(path.with_suffix("")), ()))

    @property
    def lost_subagents(self) -> tuple[SubagentFile, ...]:
        """The sub-agents whose session is not in this home."""
        return tuple(self._strays.unclaimed)

    @cached_property
    def _strays(self) -> _Claims:
        claims = _Claims(defaultdict(list), [])
        for folder in self.folders:
            for agent in folder.unclaimed:
                owner = self._owner(agent.session_id) if agent.session_id else None
                (claims.unclaimed if owner is None else claims.claimed[owner]).append(agent)
        return claims

    def _owner(self, session_id: str) -> str | None:
        for folder in self.folders:
            if folder.holds(session_id):
                return str(folder.path / session_id)
        for folder in self.folders:
            stem = folder.stem_of(session_id)
            if stem is not None:
                return str(folder.path / stem)
        return None


def _identity(folder: Path) -> tuple[int, int] | None:
    """Tell a folder from all others, whatever its name; None if it is gone."""
    try:
        # A directory entry would know this for free, but not on Windows.
        status = os.stat(folder)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)
