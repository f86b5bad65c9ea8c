"""What commands share that write something."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
import pytest

from steno.cli.options import Options
from steno.cli.writing import ask, one_home, tell_dry_run, tell_undo
from steno.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_home_to_write_to_must_be_clear(tmp_path: Path) -> None:
    """Of several nobody could tell which one is meant."""
    assert one_home(Options(home=(str(tmp_path),))).path == tmp_path
    with pytest.raises(UsageError, match="which one"):
        one_home(Options(home=(f"a={tmp_path / 'a'}", f"b={tmp_path / 'b'}")))


def test_question_is_asked_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not where the answer is given already."""
    asked: list[str] = []
    monkeypatch.setattr(click, "confirm", lambda text, **_: asked.append(text))
    ask("Go on?", yes=False)
    assert asked == []
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    ask("Go on?", yes=True)
    assert asked == []
    ask("Go on?", yes=False)
    assert asked == ["Go on?"]


def test_what_is_told_goes_to_the_notes(capsys: pytest.CaptureFixture[str]) -> None:
    """A document on standard output stays alone."""
    tell_dry_run()
    tell_undo(7)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "nothing was written" in printed.err
    assert "steno undo 7" in printed.err
