"""What all commands share that change a session."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import run_on_terminal
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.test_apply import snapshot
from tests.session.transcripts import user
from tests.written import ONE, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

EDITS = [["clone"], ["fork"], ["trim", "--thinking"], ["redact"]]


@pytest.fixture
def places(tmp_path: Path) -> list[object]:
    """Write a session into a home, and give where it and the journal are."""
    in_home(tmp_path / "home", *CONVERSATION)
    return ["--home", tmp_path / "home", "--db", tmp_path / "data"]


@pytest.mark.parametrize("edit", EDITS, ids=str)
def test_dry_run_writes_nothing(
    run: Run, tmp_path: Path, places: list[object], edit: list[str]
) -> None:
    """Neither in the home nor in the journal; the document says so."""
    before = snapshot(tmp_path)
    for more in ([], ["--diff"]):
        answer = run(edit[0], ONE, *edit[1:], "--dry-run", *more, *places)
        assert (answer.code, "dry run" in answer.err) == (0, True)
    document = run(edit[0], ONE, *edit[1:], "--dry-run", "--json", *places).document
    assert (document["result"], document["number"]) == (None, None)
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("edit", EDITS, ids=str)
def test_document_of_an_edit(
    run: Run, tmp_path: Path, places: list[object], edit: list[str]
) -> None:
    """Source, result, changes, what is saved, and what a resume sends."""
    source = snapshot(tmp_path / "home")
    document = run(edit[0], ONE, *edit[1:], "--json", "--yes", *places).document
    assert document["schema"] == f"steno.{edit[0]}/1"
    assert document["source"]["session"] == ONE
    assert document["result"]["path"].endswith(f"{document['result']['session']}.jsonl")
    assert document["resume"].keys() == {"before", "after"}
    assert document["saved"].keys() == {"bytes", "tokens"}
    after = snapshot(tmp_path / "home")
    assert {name: after[name] for name in source} == source
    assert len(after) == len(source) + 1


def test_changes_and_what_is_gone_are_told(run: Run, places: list[object]) -> None:
    """A person reads them, and how to take it back."""
    answer = run("trim", ONE, "--tool-calls", *places)
    assert "remove line 4: the result of Bash is taken out" in answer.out
    assert "the model will no longer see: 4 halves of tool calls" in answer.out
    assert "steno undo 1" in answer.err


def test_diff_shows_the_lines(run: Run, tmp_path: Path) -> None:
    """Long ones cut, and none of their control characters."""
    in_home(tmp_path, user("a", "x" * 5000 + "\x1b[31m"), *CONVERSATION)
    answer = run("trim", ONE, "--turns", "1", "--dry-run", "--diff", "--home", tmp_path)
    assert "@@ -1 +0,0 @@" in answer.out
    assert "\x1b" not in answer.out
    assert max(map(len, answer.lines)) < 500


def test_many_changes_are_folded(run: Run, tmp_path: Path) -> None:
    """The first of them, and how to see all."""
    lines = [user(f"u{number}", f"[{number}]") for number in range(60)]
    in_home(tmp_path, *lines)
    answer = run("trim", ONE, "--turns", "1..50", "--dry-run", "--home", tmp_path)
    assert "… and 30 more" in answer.out


def test_live_session_is_refused(run: Run, tmp_path: Path, places: list[object]) -> None:
    """Before a question is asked."""
    announcement = {"pid": os.getpid(), "sessionId": ONE}
    write_lines(tmp_path / "home" / "sessions" / "1.json", json.dumps(announcement).encode())
    answer = run("clone", ONE, *places)
    assert (answer.code, answer.out) == (2, "")
    assert "running client" in answer.err


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal of POSIX")
def test_terminal_is_asked(tmp_path: Path, places: list[object]) -> None:
    """A no leaves everything as it was."""
    before = snapshot(tmp_path / "home")
    answer = run_on_terminal("clone", ONE, *places, typed=b"n\n")
    assert "Write the new session?" in answer.out
    assert snapshot(tmp_path / "home") == before
