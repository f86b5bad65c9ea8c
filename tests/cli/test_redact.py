"""``steno redact``: the options, and that no secret is printed."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import click

from tests.edit.edited import CONVERSATION, in_home, told
from tests.edit.test_redact import SECRET
from tests.session.transcripts import user
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.running import Run


def test_no_secret_is_printed(run: Run, tmp_path: Path) -> None:
    """Neither for a person nor in the document; the result holds none."""
    in_home(tmp_path / "home", user("a", f"it is {SECRET}"), told("b"))
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    answer = run("redact", ONE, "--diff", *places)
    document = run("redact", ONE, "--json", *places)
    assert SECRET not in answer.out + answer.err + document.out
    assert len(document.document["changes"]) == 1
    with open(document.document["result"]["path"], "rb") as file:  # noqa: PTH123
        assert SECRET.encode() not in file.read()


def test_old_bytes_with_the_secret_are_told_of(run: Run, tmp_path: Path) -> None:
    """With the command that removes them, those of earlier edits too; then none is left."""
    in_home(tmp_path / "home", *CONVERSATION, user("a", f"it is {SECRET}"), told("b"))
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    run("trim", ONE, "--tool-calls", "--in-place", *places)
    dry = run("redact", ONE, "--in-place", "--dry-run", *places)
    assert "--forget" not in dry.err
    answer = run("redact", ONE, "--in-place", "--json", *places)
    assert "undo --forget 1 --forget 2" in answer.err.replace("\n", " ")
    assert "steno undo --forget 1 --forget 2" in answer.document["notes"][-1]
    held = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert any(SECRET.encode() in content for content in held)
    assert run("undo", "--forget", "1", "--forget", "2", *places).code == 0
    held = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(SECRET.encode() in content for content in held)
    again = run("redact", ONE, "--in-place", *places)
    assert "--forget" not in again.err


def test_options(run: Run, tmp_path: Path) -> None:
    """More patterns, and what is left alone."""
    in_home(tmp_path, user("a", f"ACME-77 {SECRET}"), told("b"))
    more = ["--dry-run", "--json", "--home", tmp_path]
    assert run("redact", ONE, "--allow", SECRET, *more).document["changes"] == []
    own = run("redact", ONE, "--allow", SECRET, "--pattern", r"t=ACME-\d+", *more)
    assert len(own.document["changes"]) == 1
    assert run("redact", ONE, "--pattern", "nothing", *more).code == 2


def test_text_of_ones_own_goes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given, or one a line from standard input; it is printed nowhere, and not too short."""
    in_home(tmp_path, user("a", "say xyzzy and plugh"), told("b"))
    more = ["--dry-run", "--diff", "--home", tmp_path]
    answer = run("redact", ONE, "--text", "xyzzy", *more)
    assert "say [REDACTED:own-text:1] and plugh" in answer.out
    monkeypatch.setattr("sys.stdin", StringIO("xyzzy\nplugh\n\n"))
    answer = run("redact", ONE, "--text", "-", *more)
    assert "say [REDACTED:own-text:1] and [REDACTED:own-text:2]" in answer.out
    short = run("redact", ONE, "--text", "abc", *more)
    assert (short.code, "4 characters at least" in short.err) == (2, True)


def test_text_is_asked_for_unseen(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it stays out of the shell's history, and off the screen."""
    in_home(tmp_path, user("a", "say xyzzy"), told("b"))
    asked: list[dict[str, object]] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)

    def prompt(_: str, **how: object) -> str:
        asked.append(how)
        return "xyzzy"

    monkeypatch.setattr(click, "prompt", prompt)
    answer = run("redact", ONE, "--text", "-", "--dry-run", "--home", tmp_path)
    assert (answer.code, asked) == (0, [{"hide_input": True, "err": True}])
    assert "secrets give way to placeholders" in answer.out


def test_copy_says_that_the_original_holds_the_secrets(run: Run, tmp_path: Path) -> None:
    """With the command that takes them out there."""
    in_home(tmp_path / "home", user("a", f"it is {SECRET}"), told("b"))
    answer = run("redact", ONE, "--home", tmp_path / "home", "--db", tmp_path / "data")
    assert f" redact {ONE} --in-place'" in answer.err


def test_pattern_is_called_what_it_was_given_as(run: Run, tmp_path: Path) -> None:
    """And not by a place in the configuration."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("redact", ONE, "--pattern", "pw=(", "--dry-run", "--home", tmp_path)
    assert (answer.code, "--pattern pw is no pattern" in answer.err) == (2, True)
