"""What commands share that write something."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
import pytest

from steno.cli.options import Options
from steno.cli.writing import ask, one_home, tell_cut_off, tell_dry_run, tell_undo
from steno.errors import UsageError
from steno.store.database import open_state
from steno.store.lineage import Edits
from steno.store.process import this_process
from tests.store.made_state import facts

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


def test_edits_that_were_cut_off_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each in one line with its command; a journal that is missing or damaged says nothing."""
    options = Options(db=tmp_path / "data")
    tell_cut_off(options)
    assert not (tmp_path / "data").exists()
    with open_state(tmp_path / "data", create=True) as state:
        edits = Edits(state)
        edits.begin_edit(facts("one\x1b[1m", "two"))
        edits.begin_edit(facts(), this_process())
        edits.finish_edit(edits.begin_edit(facts()))
    tell_cut_off(options)
    printed = capsys.readouterr()
    assert (printed.out, "\x1b" in printed.err) == ("", False)
    assert printed.err.count("steno undo") == 1
    assert "steno undo 1" in printed.err
    (tmp_path / "data" / "state.db").write_bytes(b"x")
    tell_cut_off(options)
    assert capsys.readouterr().err == ""


def test_what_is_told_goes_to_the_notes(capsys: pytest.CaptureFixture[str]) -> None:
    """A document on standard output stays alone."""
    tell_dry_run()
    tell_undo(7)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "nothing was written" in printed.err
    assert "steno undo 7" in printed.err
