"""``steno restore``: the diff first, then the files, and the way back."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.edit.worked import Worked
from tests.written import ONE, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.fixture
def made(tmp_path: Path) -> Worked:
    """Give a project where a file was changed after the first prompt."""
    made = Worked(tmp_path / "home", tmp_path / "project")
    (made.project / "a.txt").write_bytes(b"old words\n\x1b[31mred\n")
    made.ask()
    made.edit("a.txt", "new")
    made.session()
    return made


def test_dry_run_shows_the_diff_and_changes_nothing(run: Run, made: Worked) -> None:
    """Nothing that a file holds reaches the terminal as a command."""
    before = made.held()
    answer = run("restore", ONE, "--at", "1", "--dry-run", "--home", made.home)
    assert answer.code == 0
    assert "-new words\n+old words\n \\x1b[31mred\n" in answer.out
    assert f"   change  {made.project / 'a.txt'} from backup, 19 B" in answer.out
    assert "dry run" in answer.err
    assert made.held() == before


def test_files_are_put_back_and_taken_back(run: Run, made: Worked, tmp_path: Path) -> None:
    """By one number, as with every edit."""
    before = made.held()
    answer = run(
        "restore", ONE, "--at", "p1", "--json", "--home", made.home, "--db", tmp_path / "db"
    )
    found = answer.document
    assert (found["schema"], found["session"], found["at"]) == ("steno.restore/1", ONE, "p1")
    assert found["files"] == [
        {
            "path": str(made.project / "a.txt"), "action": "change", "bytes": 19,
            "source": "backup", "target": str(made.project / "a.txt"), "why": "",
        }
    ]  # fmt: skip
    assert made.held() == {"a.txt": b"old words\n\x1b[31mred\n"}
    undone = run("undo", found["number"], "--yes", "--home", made.home, "--db", tmp_path / "db")
    assert undone.code == 0
    assert made.held() == before


def test_nothing_to_put_back_is_no_edit(run: Run, made: Worked, tmp_path: Path) -> None:
    """The files are as the session left them."""
    answer = run("restore", ONE, "--at", "end", "--home", made.home, "--db", tmp_path / "db")
    assert (answer.code, answer.out.split()[0]) == (0, "unchanged")
    assert "Nothing to put back." in answer.err
    assert not (tmp_path / "db").exists()


def test_other_folder_gets_the_files(run: Run, made: Worked, tmp_path: Path) -> None:
    """Only the one that is named, where several were changed."""
    made.write("b.txt", "b\n")
    made.session()
    to = tmp_path / "to"
    arguments = ("--at", "end", "--to", to, "--home", made.home, "--db", tmp_path / "db")
    assert run("restore", ONE, "b.txt", *arguments).code == 0
    assert [path.name for path in to.iterdir()] == ["b.txt"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", "7"], "lists its 1 turns"),
        (["--at", "1", "other.txt"], "changed no file 'other.txt'"),
        ([], "Missing option '--at'"),
    ],
)
def test_wrong_use_is_told(run: Run, made: Worked, arguments: list[str], words: str) -> None:
    """With exit code 2 and what to do."""
    answer = run("restore", ONE, *arguments, "--home", made.home)
    assert answer.code == 2
    assert words in answer.err


def test_session_that_a_client_has_open_is_refused(run: Run, made: Worked) -> None:
    """Its tools may be at work on the very files; a dry run only looks."""
    announced = {"pid": os.getpid(), "sessionId": ONE}
    write_lines(made.home / "sessions" / "1.json", json.dumps(announced).encode())
    before = made.held()
    arguments = ("restore", ONE, "--at", "1", "--home", made.home)
    answer = run(*arguments)
    assert (answer.code, "open in a running client" in answer.err) == (2, True)
    assert made.held() == before
    assert run(*arguments, "--dry-run").code == 0


def test_session_without_changes_says_so(run: Run, tmp_path: Path) -> None:
    """There is nothing to list."""
    made = Worked(tmp_path / "home", tmp_path / "project")
    made.ask()
    made.session()
    answer = run("restore", ONE, "--at", "1", "--home", made.home)
    assert answer.out == "The session changed no file.\n"
