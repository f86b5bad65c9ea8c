"""``steno trim``: the options, each with what it takes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (["--tool-calls"], [3, 4, 7, 8]),
        (["--tool-calls=Read"], [7, 8]),
        (["--tool-calls", "Bash, Read"], [3, 4, 7, 8]),
        (["--tool-calls", "--turns", "2.."], [7, 8]),
        (["--tool-calls", "--keep-last", "1"], [3, 4]),
        (["--tool-results"], [4, 8]),
        (["--thinking"], [2]),
        (["--images", "--progress"], []),
        (["--turns", "2"], [6, 7, 8, 9]),
        (["--keep-last", "1"], [1, 2, 3, 4, 5]),
    ],
    ids=str,
)
def test_what_each_option_takes_out(
    run: Run, tmp_path: Path, options: list[str], lines: list[int]
) -> None:
    """By the lines that change."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("trim", ONE, *options, "--dry-run", "--json", "--home", tmp_path)
    assert sorted(row["line"] for row in answer.document["changes"] if row["line"]) == lines


def test_nothing_asked_is_wrong_use(run: Run, tmp_path: Path) -> None:
    """The message lists what can be trimmed; so does one for a range that is none."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("trim", ONE, "--home", tmp_path)
    assert (answer.code, "--tool-calls" in answer.err) == (2, True)
    assert run("trim", ONE, "--turns", "4-2", "--home", tmp_path).code == 2


def test_in_place_and_back(run: Run, tmp_path: Path) -> None:
    """The same file, smaller, and as it was after an undo."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    assert source.path is not None
    before = source.path.read_bytes()
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    document = run("trim", ONE, "--tool-calls", "--in-place", "--json", *places).document
    assert (document["in_place"], document["result"]["session"]) == (True, ONE)
    assert len(source.path.read_bytes()) < len(before)
    assert run("undo", *places).code == 0
    assert source.path.read_bytes() == before
