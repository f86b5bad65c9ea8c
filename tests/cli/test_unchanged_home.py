"""Reading commands change nothing under a home: no byte, no time, no name."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

READING = [
    [],
    ["--json"],
    ["list"],
    ["list", "--all", "--json", "--sort", "tokens"],
    ["stats"],
    ["stats", "--json"],
    ["validate"],
    ["validate", "--json"],
    ["doctor"],
    ["secrets"],
    ["secrets", "--json"],
    ["show", "@last"],
    ["show", "@last", "--full"],
    ["show", "@last", "--json"],
    ["show", "@last", "--tail", "3"],
    ["show", "@last", "--raw", "1"],
    ["turns", "@last"],
    ["turns", "@last", "--json"],
    ["tools"],
    ["tools", "--json"],
    ["tools", "--summary", "--files"],
    ["tree", "@last"],
    ["tree", "@last", "--all"],
    ["tree", "@last", "--json"],
    ["messages", "@last"],
    ["messages", "@last", "--full-history"],
    ["history"],
    ["history", "tide", "--json"],
    ["config"],
    ["config", "--json"],
    ["config", "get", "db"],
    ["config", "path"],
]


def state_of(folder: Path) -> dict[str, tuple[object, ...]]:
    """Take down every file and folder: bytes, times of change, permissions, identity."""
    state: dict[str, tuple[object, ...]] = {}
    for path in sorted([folder, *folder.rglob("*")]):
        status = path.lstat()
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        state[str(path)] = (
            content, status.st_mtime_ns, status.st_ctime_ns, status.st_mode, status.st_ino,
        )  # fmt: skip
    return state


@pytest.mark.parametrize("arguments", READING, ids=lambda arguments: " ".join(arguments) or "steno")
def test_reading_changes_nothing(run: Run, demo: Path, arguments: list[str]) -> None:
    """On a home that holds everything, damage included."""
    before = state_of(demo)
    run(*arguments, "--home", demo)
    assert state_of(demo) == before


def test_every_session_can_be_shown_without_a_change(run: Run, demo: Path) -> None:
    """The damaged ones too."""
    before = state_of(demo)
    for path in sorted(demo.rglob("*.jsonl")):
        assert run("show", path, "--full").code == 0
    assert state_of(demo) == before


@pytest.mark.parametrize("command", ["turns", "tools", "tree", "messages"])
def test_every_session_can_be_taken_apart_without_a_change(
    run: Run, demo: Path, command: str
) -> None:
    """The damaged ones too, and the files of sub-agents."""
    before = state_of(demo)
    for path in sorted(demo.glob("projects/**/*.jsonl")):
        assert run(command, path).code in (0, 1)
    assert state_of(demo) == before


def test_nothing_is_left_in_the_users_folders(run: Run, demo: Path) -> None:
    """Reading makes no configuration, no index, no cache."""
    user = os.environ["HOME"]
    for arguments in READING:
        run(*arguments, "--home", demo)
    assert os.listdir(user) == []  # noqa: PTH208 - the name comes from the environment


def test_change_would_be_seen(run: Run, tmp_path: Path) -> None:
    """Otherwise the tests above would say nothing."""
    run("demo", tmp_path / "home")
    before = state_of(tmp_path)
    path = next((tmp_path / "home").rglob("*.jsonl"))
    os.utime(path, (1, 1))
    assert state_of(tmp_path) != before
