"""``steno redact``: the options, and that no secret is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.edit.edited import in_home, told
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


def test_options(run: Run, tmp_path: Path) -> None:
    """More patterns, and what is left alone."""
    in_home(tmp_path, user("a", f"ACME-77 {SECRET}"), told("b"))
    more = ["--dry-run", "--json", "--home", tmp_path]
    assert run("redact", ONE, "--allow", SECRET, *more).document["changes"] == []
    own = run("redact", ONE, "--allow", SECRET, "--pattern", r"t=ACME-\d+", *more)
    assert len(own.document["changes"]) == 1
    assert run("redact", ONE, "--pattern", "nothing", *more).code == 2
