"""Made-up projects with everything that lies around a session, for edits that move files."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from hypothesis import strategies as st

from steno.disk.layout import backup_name, project_slug
from tests.edit.conversations import conversation
from tests.session.transcripts import chained
from tests.written import line_of, write_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ELSEWHERE: Final = "/elsewhere/entirely"
"""A folder that no path of these tests lies below."""

names = st.text(alphabet="abXY0-_. é文", min_size=1, max_size=6).filter(
    lambda name: name.strip(". ") == name
)
paths = st.lists(names, min_size=1, max_size=3).map(lambda parts: "/p/" + "/".join(parts))
seeds = st.integers(0, 2**16)


def session_id_of(seed: int) -> str:
    """Give a session id."""
    return str(UUID(int=Random(seed).getrandbits(128), version=4))


def write_session(
    home: Path, project: str, seed: int, *, slug: str | None = None, also: Sequence[str] = ()
) -> Path:
    """Write a session of a project, with sub-agents, results and backups; give its file.

    ``slug`` names the folder where it is not the project's own, ``also`` more folders that the
    session works in.
    """
    rng = Random(seed)
    session_id = session_id_of(seed)
    path = home / "projects" / (slug or project_slug(project)) / f"{session_id}.jsonl"
    folders = [project, f"{project}/sub", project, ELSEWHERE, *also]
    lines: list[Any] = []
    for number, body in enumerate(conversation(seed % 50)):
        cwd = project if number == 0 else rng.choice(folders)
        lines.append({**body, "cwd": cwd, "sessionId": session_id, "version": "2.1.197"})
    backups = _backups(rng, project, also)
    lines += _snapshots(rng, project, backups)
    raw = chained(lines)
    if rng.random() < 0.3:
        raw[-1:] = [raw[-1].rstrip(b"\n") + raw[0]]
    if rng.random() < 0.3:
        raw.append(b'{"type":"user","cwd":"' + project.encode())
    write_lines(path, *raw)
    agent = {"cwd": f"{project}/sub", "agentId": "x", "sessionId": session_id, "isSidechain": True}
    for name, content in {
        "subagents/agent-x.jsonl": line_of({"type": "user", "uuid": "s", **agent}),
        "subagents/agent-x.meta.json": b'{"agentType":"Explore"}',
        "tool-results/big.txt": f"big {project}".encode(),
        "workflows/run.json": b"{}",
    }.items():
        if rng.random() < 0.7:
            write_lines(path.with_suffix("") / name, content)
    if rng.random() < 0.3:
        write_lines(path.with_name(f"agent-flat{seed}.jsonl"), line_of({"type": "user", **agent}))
    for at, name in backups:
        write_lines(home / "file-history" / session_id / name, at.encode())
    return path


def _backups(rng: Random, project: str, also: Sequence[str]) -> list[tuple[str, str]]:
    """Give tracked paths, relative or absolute, and the names of their copies."""
    found = []
    tops = [project, ELSEWHERE, *also]
    for number in range(rng.randrange(4)):
        absolutes = [f"{top}/{name}.py" for top, name in zip(tops, "cdefgh", strict=False)]
        tracked = rng.choice(["a.py", "sub/b.py", *absolutes])
        absolute = tracked if tracked.startswith("/") else f"{project}/{tracked}"
        found.append((tracked, backup_name(absolute, number + 1)))
    return found


def _snapshots(rng: Random, project: str, backups: list[tuple[str, str]]) -> list[Any]:
    tracked: dict[str, Any] = {
        path: {"backupFileName": name, "version": 1, "realParentDir": f"{project}/sub"}
        for path, name in backups
    }
    tracked["gone.py"] = {"backupFileName": None, "version": 1}
    tracked["odd.py"] = {"backupFileName": "0123456789abcdef@v1"}
    snapshot = {"type": "file-history-snapshot", "messageId": "m", "isSnapshotUpdate": False}
    lines: list[Any] = [{**snapshot, "snapshot": {"trackedFileBackups": tracked}}]
    for path, name in backups[:1]:
        delta = {"type": "file-history-delta", "trackingPath": path}
        lines.append({**delta, "backup": {"backupFileName": name}})
    worktree = {"originalCwd": project, "worktreePath": f"{project}/tree", "worktreeName": "tree"}
    lines += [
        {"type": "worktree-state", "worktreeSession": worktree},
        {"type": "worktree-state", "worktreeSession": None},
        {"type": "relocated", "relocatedCwd": f"{project}/sub"},
    ]
    return rng.sample(lines, len(lines))


def write_home(home: Path, project: str, seed: int, count: int = 2) -> list[Path]:
    """Write a home with sessions of a project, and some of others; give the former's files."""
    paths = [write_session(home, project, seed + number) for number in range(count)]
    write_session(home, ELSEWHERE, seed + 1000)
    write_lines(home / "projects" / project_slug(project) / "memory" / "MEMORY.md", b"remember")
    history = [
        {"display": project, "project": project, "sessionId": paths[0].stem},
        {"display": "x", "project": f"{project}/sub", "sessionId": paths[-1].stem},
        {"display": "y", "project": ELSEWHERE, "sessionId": session_id_of(seed + 1000)},
    ]
    write_lines(home / "history.jsonl", *history)
    return paths


def snapshot(folder: Path) -> dict[str, bytes]:
    """Give every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
