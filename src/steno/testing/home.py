"""A made-up home on disk: sessions and everything that lies around them."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from steno.disk.private_files import create_private, make_private_folder
from steno.format.codec import encode_document
from steno.format.encode import new_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.testing.session import SessionBuilder, Subagent

LAST_TOUCHED: Final = "2026-08-14T17:20:00.000Z"
"""When a file without a time of its own was last written to."""


class HomeBuilder:
    """The files of a home, by their paths in it."""

    def __init__(self) -> None:
        """Begin with an empty home."""
        self.files: dict[str, bytes] = {}
        self.times: dict[str, str] = {}

    def add(self, path: str, content: bytes, time: str = LAST_TOUCHED) -> None:
        """Add a file that was last written to at ``time``."""
        self.files[path] = content
        self.times[path] = time

    def add_session(self, session: SessionBuilder) -> str:
        """Add a session with its sub-agents, results and backups; give its path."""
        folder = f"projects/{session.project}"
        path = f"{folder}/{session.session_id}.jsonl"
        time = session.clock.now
        self.add(path, session.encode(), time)
        for name, content in session.folder_files.items():
            self.add(f"{folder}/{session.session_id}/{name}", content, time)
        for name, content in session.backups.items():
            self.add(f"file-history/{session.session_id}/{name}", content, time)
        for subagent in session.all_subagents():
            self._add_subagent(subagent, folder, session.session_id)
        return path

    def _add_subagent(self, subagent: Subagent, folder: str, session_id: str) -> None:
        place = subagent_folder(subagent.layout, session_id)
        stem = f"{folder}/{place}agent-{subagent.session.stamp.agent_id}"
        time = subagent.session.clock.now
        self.add(f"{stem}.jsonl", subagent.session.encode(), time)
        if subagent.meta is not None:
            self.add(f"{stem}.meta.json", new_line(subagent.meta).rstrip(b"\n"), time)

    def add_document(self, path: str, document: Any, time: str = LAST_TOUCHED) -> None:
        """Add a JSON file of many lines, such as ``settings.json``."""
        self.add(path, encode_document(document) + b"\n", time)

    def write(self, target: Path) -> tuple[Path, ...]:
        """Write everything, for its owner alone, and give the paths in order."""
        make_private_folder(target)
        return tuple(self._write(target, path) for path in sorted(self.files))

    def _write(self, target: Path, path: str) -> Path:
        place = target / path
        make_private_folder(place.parent)
        place.unlink(missing_ok=True)
        with os.fdopen(create_private(place), "wb") as file:
            file.write(self.files[path])
        moment = datetime.fromisoformat(self.times[path]).timestamp()
        os.utime(place, (moment, moment))
        return place


def subagent_folder(layout: str, session_id: str) -> str:
    """Give the folder of a sub-agent's file below its project, with a slash at the end."""
    if layout == "flat":
        return ""
    if layout == "project":
        return "subagents/"
    kind, _, run = layout.partition("/")
    inside = f"workflows/{run}/" if kind == "workflow" else ""
    return f"{session_id}/subagents/{inside}"


def make_session(folder: Path, session: SessionBuilder) -> Path:
    """Write a session as it would lie in a home at ``folder``; give its file."""
    home = HomeBuilder()
    path = home.add_session(session)
    home.write(folder)
    return folder / path


def make_home(folder: Path, sessions: Iterable[SessionBuilder]) -> Path:
    """Write a home with these sessions; give its folder."""
    home = HomeBuilder()
    for session in sessions:
        home.add_session(session)
    home.write(folder)
    return folder
