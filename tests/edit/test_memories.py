"""The memory of a project goes along, unless others need it or have files in its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import Home
from steno.disk.layout import project_slug
from steno.edit.memories import Memory, memories_of
from steno.edit.way_back import WayBack
from tests.written import ONE, write_lines

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = "/work/old", "/work/new"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """Write the memory of a project without sessions, and find it."""
    folder = tmp_path / "projects" / project_slug(OLD)
    write_lines(folder / "memory" / "deep" / "a.md", b"a")
    (found,) = memories_of(Home(tmp_path), [], OLD)
    return found


def test_files_go_to_the_folder_of_the_new_path(memory: Memory, tmp_path: Path) -> None:
    """With the folders in it; where the folder is the same, nothing goes."""
    (pair,) = memory.moves(WayBack(tmp_path), NEW)
    target = tmp_path / "projects" / project_slug(NEW) / "memory" / "deep" / "a.md"
    assert pair == (memory.folder / "memory" / "deep" / "a.md", target)
    assert memory.refusal([pair], (), set()) is None
    assert memory.moves(WayBack(tmp_path), "/work-old") == []


def test_memory_stays_where_others_need_it(memory: Memory, tmp_path: Path) -> None:
    """Sessions that stay; but what has nothing to move is no matter."""
    moves = memory.moves(WayBack(tmp_path), NEW)
    session = write_lines(memory.folder / f"{ONE}.jsonl", {"type": "user"})
    assert "in common" in str(memory.refusal(moves, (), set()))
    assert memory.refusal(moves, {session}, set()) is None
    assert memory.refusal([], (), set()) is None


def test_file_of_that_name_is_never_replaced(memory: Memory, tmp_path: Path) -> None:
    """One that is there, or that another folder brings."""
    moves = memory.moves(WayBack(tmp_path), NEW)
    assert "of that name" in str(memory.refusal(moves, (), {moves[0][1]}))
    write_lines(moves[0][1], b"theirs")
    assert "of that name" in str(memory.refusal(moves, (), set()))


def test_every_folder_counts_once(tmp_path: Path) -> None:
    """That of the project comes last where no session lies in it."""
    odd = tmp_path / "projects" / "odd"
    found = memories_of(Home(tmp_path), [(odd, OLD), (odd, OLD)], OLD)
    assert [one.folder.name for one in found] == ["odd", project_slug(OLD)]
