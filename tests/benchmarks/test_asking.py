"""The first request of console clients: who is measured, against whom, and what is told of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import steno
from benchmarks import asking
from benchmarks.ground import Ground
from benchmarks.timing import ProgramFailedError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the benchmarks need POSIX")


def program(path: Path, *lines: str) -> Path:
    """Write a program in Python."""
    path.write_text("\n".join((f"#!{sys.executable}", *lines, "")), "utf-8")
    path.chmod(0o700)
    return path


def another_client(path: Path) -> Path:
    """Write a client that is ours by another name."""
    source = str(Path(steno.__file__).parents[1])
    begin = f"import sys; sys.path.insert(0, {source!r})"
    return program(path, begin, "from steno.cli.agent import run; run()")


def test_both_clients_are_measured_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours has a ratio and a goal for the time and for the memory; the peer is the yardstick."""
    monkeypatch.setenv("CLAUDE_BIN", str(another_client(tmp_path / "claude")))
    monkeypatch.setattr(asking, "_ROUNDS", 1)
    rows = asking.ask_rows(Ground(tmp_path / "ground", 100, 1))
    assert [(row.program, bool(row.ratios), row.goal is not None) for row in rows] == [
        ("the real client -p: first request", False, False),
        ("steno-agent -p: first request", True, True),
        ("the real client -p: memory", False, False),
        ("steno-agent -p: memory", True, True),
    ]


def test_client_that_asks_nothing_is_no_yardstick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ends without a request was not measured, and the benchmark says so."""
    monkeypatch.setenv("CLAUDE_BIN", str(program(tmp_path / "claude", "pass")))
    with pytest.raises(ProgramFailedError, match="it asked nothing"):
        asking.ask_rows(Ground(tmp_path / "ground", 100, 1))


def test_real_client_is_found_where_it_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the one that is named, else one of ``make interop``, else none."""
    monkeypatch.delenv("CLAUDE_BIN", raising=False)
    monkeypatch.setenv("STENO_INTEROP_CACHE", str(tmp_path))
    assert asking.real_client() is None
    package = tmp_path / "2.1.197" / "node_modules" / "@anthropic-ai" / "claude-code-made-up"
    package.mkdir(parents=True)
    (package / "claude").touch()
    assert asking.real_client() == package / "claude"
    monkeypatch.setenv("CLAUDE_BIN", "/elsewhere/claude")
    assert asking.real_client() == Path("/elsewhere/claude")
