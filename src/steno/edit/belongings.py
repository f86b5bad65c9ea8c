"""The files that belong to a session, and where a copy of it has its own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk import layout, walk
from steno.disk.backups import backups_of
from steno.disk.writer import sha256_of
from steno.edit.plan import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.disk.discover import SessionFile

_ROLES: Final = {
    layout.FileKind.SUBAGENT: Role.SUBAGENT,
    layout.FileKind.SUBAGENT_META: Role.META,
    layout.FileKind.TOOL_RESULT: Role.TOOL_RESULT,
    layout.FileKind.MCP_RESULT: Role.TOOL_RESULT,
}


@dataclass(frozen=True, slots=True)
class Belonging:
    """One file beside a session's own."""

    role: Role
    path: Path
    inside: str
    """Its path below the session's folder (of a file backup: its name)."""

    def of_copy(self, file: SessionFile, session_id: str) -> Path:
        """Give the path of the same file for a copy of the session."""
        if self.role is Role.FILE_HISTORY:
            return self.path.parent.parent / session_id / self.path.name
        return file.path.parent / session_id / self.inside


def belongings_of(file: SessionFile) -> list[Belonging]:
    """List the files of a session's sub-agents, its tool results and its file backups.

    Links are passed over: what they lead to is not the session's.
    """
    folder = layout.session_folder(file.path)
    found = {one.path: one for one in _inside(folder, folder)}
    for agent in file.subagents:
        if agent.path not in found:
            found[agent.path] = Belonging(Role.SUBAGENT, agent.path, f"subagents/{agent.path.name}")
            meta = layout.meta_path(agent.path)
            if meta.is_file() and not meta.is_symlink():
                found[meta] = Belonging(Role.META, meta, f"subagents/{meta.name}")
    if file.home is not None:
        for backup in backups_of(file.home, file.id):
            found[backup.path] = Belonging(Role.FILE_HISTORY, backup.path, backup.path.name)
    return list(found.values())


def hashed_belongings(file: SessionFile) -> dict[Belonging, str]:
    """List them with their hashes: taken before a file is read, one tells of later writes."""
    return {one: sha256_of(one.path) for one in belongings_of(file)}


def _inside(folder: Path, top: Path) -> Iterator[Belonging]:
    if folder.is_symlink():
        return
    for entry in walk.entries(folder, []):
        path = Path(entry.path)
        if entry.is_symlink():
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _inside(path, top)
        elif entry.is_file(follow_symlinks=False):
            role = _role(path, top)
            yield Belonging(role, path, os.fspath(path.relative_to(top).as_posix()))


def _role(path: Path, top: Path) -> Role:
    inside = Path("projects", "-", top.name, path.relative_to(top))
    return _ROLES.get(layout.classify(inside), Role.OTHER)
