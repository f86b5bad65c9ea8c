"""Running a search: which program, time, cancelling."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steno.client.tools import search_run
from steno.client.tools.built_in import FailedError

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def _program(around: Surroundings, script: str) -> None:
    program = around.folder / "bin" / "rg"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    around.context.environ = {"PATH": f"{program.parent}:/usr/bin:/bin"}


def test_ripgrep_on_the_path_is_used(around: Surroundings) -> None:
    """Where there is an rg, it gets the arguments."""
    _program(around, 'echo "rg got $1"')
    lines = asyncio.run(search_run.search(["--files"], around.root, around.context))
    assert lines == ["rg got --files"]


def test_a_search_that_takes_too_long_is_ended(
    around: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pattern that takes forever is an error after some time."""
    monkeypatch.setattr(search_run, "PATIENCE", 1.0)
    around.file("a.txt", "a" * 60)
    given = ["--regexp=(a+)+(a+)+(a+)+b", "--", str(around.root)]
    with pytest.raises(FailedError, match="timed out"):
        asyncio.run(search_run.search(given, around.root, around.context))


def test_what_the_program_refuses_is_told(around: Surroundings) -> None:
    """The words of the program reach the model."""
    _program(around, "echo 'rg: bad' >&2; exit 2")
    with pytest.raises(FailedError, match="rg: bad"):
        asyncio.run(search_run.search([], around.root, around.context))


def test_modules_of_the_project_are_not_run(around: Surroundings) -> None:
    """A folder with a module of a name that we import cannot make us run it."""
    around.file("argparse.py", "open('run', 'w')")
    around.file("a.txt", "needle")
    answer = around.call("Grep", pattern="needle")
    assert answer.kept["filenames"] == ["a.txt"]
    assert not (around.root / "run").exists()
