"""``steno demo``: a made-up home, only where nothing else lies."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.cli.running import Run


def test_demo_is_written_and_told(run: Run, tmp_path: Path) -> None:
    """With the command to try, also for a folder with a space in its name."""
    target = tmp_path / "my demo"
    answer = run("demo", target)
    assert answer.code == 0
    assert f"are in {target}." in answer.out
    assert answer.err == f"Try: steno --home '{target}'\n"
    assert run("--home", target).out.startswith(answer.out.partition(" in ")[0])


def test_document_says_how_much(run: Run, tmp_path: Path) -> None:
    """As the files themselves do."""
    target = tmp_path / "demo"
    document = run("--json", "demo", target).document
    files = [path for path in target.rglob("*") if path.is_file()]
    assert document["schema"] == "steno.demo/1"
    assert document["path"] == str(target)
    assert document["files"] == len(files)
    assert document["bytes"] == sum(path.stat().st_size for path in files)
    stats = run("stats", "--json", "--home", target).document["totals"]
    assert document["sessions"] == stats["sessions"]
    assert document["subagents"] > 0
    assert document["projects"] == len(list((target / "projects").iterdir()))


def test_folder_in_use_is_refused(run: Run, tmp_path: Path) -> None:
    """Nothing of it is touched."""
    (tmp_path / "precious.txt").write_text("mine")
    for target in (tmp_path, tmp_path / "precious.txt"):
        answer = run("demo", target)
        assert (answer.code, answer.out) == (2, "")
        assert "nothing was written" in answer.err
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]
    assert (tmp_path / "precious.txt").read_text() == "mine"


def test_earlier_demo_is_written_anew(run: Run, tmp_path: Path) -> None:
    """What somebody put beside it stays."""
    target = tmp_path / "demo"
    run("demo", target)
    (target / "note.txt").write_text("mine")
    (target / "history.jsonl").write_text("changed")
    assert run("demo", target).code == 0
    assert (target / "note.txt").read_text() == "mine"
    assert (target / "history.jsonl").read_text() != "changed"


def test_dry_run_writes_nothing(run: Run, tmp_path: Path) -> None:
    """It only says what there would be."""
    answer = run("demo", tmp_path / "new", "--dry-run")
    assert answer.code == 0
    assert "would be in" in answer.out
    assert not (tmp_path / "new").exists()
    planned = run("demo", tmp_path / "new", "--dry-run", "--json").document
    assert run("demo", tmp_path / "new", "--json").document == planned


def test_earlier_demo_is_asked_about_on_a_terminal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it was answered beforehand."""
    run("demo", tmp_path / "demo")
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert run("demo", tmp_path / "demo").code == 130
    assert run("demo", tmp_path / "demo", "--yes").code == 0
