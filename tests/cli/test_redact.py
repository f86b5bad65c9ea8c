"""``steno redact``: the options, and that no secret is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.edit.edited import CONVERSATION, in_home, told
from tests.edit.test_redact import SECRET
from tests.session.transcripts import user
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

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
    assert "steno undo --forget 1 --forget 2" in answer.err.replace("\n", " ")
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
