"""Writing the demo: all chapters into one folder, only where nothing else would be overwritten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.disk.layout import is_plain_name
from steno.errors import DemoTargetError, WriteFailedError
from steno.testing.demo import (
    damaged,
    early,
    elsewhere,
    harbour,
    headless,
    marathon,
    marks,
    moon,
    outside,
    quick,
    trouble,
    watch,
    winter,
)
from steno.testing.demo.surroundings import add_surroundings
from steno.testing.home import HomeBuilder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.testing.demo.cast import Chapter
    from steno.testing.session import SessionBuilder

MARKER: Final = ".steno-demo"
"""The file that says: this home is made up and may be written anew."""
_MARKER_TEXT: Final = "Written by 'steno demo': everything that is listed here is made up.\n"

CHAPTERS: Final[tuple[Chapter, ...]] = (
    early.sessions,
    winter.sessions,
    moon.sessions,
    trouble.sessions,
    outside.sessions,
    elsewhere.sessions,
    harbour.sessions,
    marathon.sessions,
    headless.sessions,
    quick.sessions,
    marks.sessions,
    watch.sessions,
    damaged.sessions,
)


@dataclass(frozen=True, slots=True)
class DemoReport:
    """What was written."""

    home: Path
    sessions: int
    subagents: int
    projects: int
    files: int
    bytes: int


def write_demo(target: Path) -> DemoReport:
    """Write a small, rich, made-up home into ``target``, always the same.

    DemoTargetError where the folder holds anything but an earlier demo. That is written anew;
    what somebody else put beside it stays.
    """
    home, sessions = HomeBuilder(), list(demo_sessions())
    for session in sessions:
        home.add_session(session)
    add_surroundings(home, sessions)
    home.add(MARKER, (_MARKER_TEXT + "".join(f"{path}\n" for path in sorted(home.files))).encode())
    try:
        _make_room(target)
        files = home.write(target)
    except OSError as problem:
        raise WriteFailedError(target, problem.strerror or str(problem)) from problem
    return DemoReport(
        home=target,
        sessions=len(sessions),
        subagents=sum(1 for session in sessions for _ in session.all_subagents()),
        projects=len({session.project for session in sessions}),
        files=len(files),
        bytes=sum(map(len, home.files.values())),
    )


def demo_sessions() -> Iterator[SessionBuilder]:
    """Yield every session of the story."""
    for chapter in CHAPTERS:
        yield from chapter()


def _make_room(target: Path) -> None:
    """Take away what an earlier demo wrote, and nothing else; refuse a folder of another kind."""
    if not target.is_dir():
        if target.exists() or target.is_symlink():
            raise DemoTargetError(target)
        return
    if not any(target.iterdir()):
        return
    marker = target / MARKER
    if not marker.is_file():
        raise DemoTargetError(target)
    for path in marker.read_text("utf-8", "replace").split("\n")[1:]:
        if path and all(map(is_plain_name, path.split("/"))):
            _remove(target, path)


def _remove(target: Path, path: str) -> None:
    """Remove a file of an earlier demo and the folders that it leaves empty."""
    place = target / path
    place.unlink(missing_ok=True)
    for folder in place.parents:
        if folder == target or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()
