"""``steno trim``: the options, each with what it takes out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.edit.edited import CONVERSATION, in_home
from tests.edit.pictures import base64_of, png
from tests.session.transcripts import image, user
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
        (["--older-than", "0h"], [1, 2, 3, 4, 5]),
        (["--tool-calls", "--older-than", "0h"], [3, 4, 7, 8]),
        (["--tool-calls", "--older-than", "2026-03-02T09:00:04Z"], [3, 4]),
        (["--tool-calls", "--older-than", "2h"], []),
        (["--tool-calls", "--larger-than", "5"], [3, 4, 7, 8]),
        (["--tool-calls", "--larger-than", "6"], []),
        (["--tool-results", "--larger-than", "3B"], [4, 8]),
        (["--tool-results", "--larger-than", "4"], []),
        (["--tool-results", "--larger-than", "3", "--turns", "2.."], [8]),
        (["--tool-results", "--larger-than", "3", "--keep-last", "1"], [4]),
        (["--tool-calls=Read", "--larger-than", "3", "--older-than", "0h"], [7, 8]),
        (["--shrink-images"], []),
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


@pytest.mark.parametrize("pixels", ["", "x", "63", "1e3", "9999999", ONE, "９９９"])
def test_what_is_no_number_of_pixels_is_wrong_use(run: Run, tmp_path: Path, pixels: str) -> None:
    """A session behind the option would be taken for one, which the message says."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("trim", ONE, f"--shrink-images={pixels}", "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert f"{pixels!r} is no number of pixels; write 1568" in answer.err


def test_images_are_made_smaller(run: Run, tmp_path: Path) -> None:
    """To what is asked, or else to what the service makes of them; the plan says how many."""
    pictures = [image(base64_of(png(width, 8))) for width in (100, 200, 1600)]
    in_home(tmp_path, *CONVERSATION, user("x", pictures), user("y", [image()]))
    where = ("--dry-run", "--home", tmp_path)
    assert "to 1568 pixels at most: 1." in run("trim", ONE, "--shrink-images", *where).out
    answer = run("trim", ONE, "--shrink-images=128", *where)
    assert "to 128 pixels at most: 2." in answer.out
    assert "Images left as they are: 1 not readable." in answer.out
    few = run("trim", ONE, "--shrink-images", "128", "--larger-than", "20k", *where)
    assert "to 128 pixels at most: 1." in few.out


def test_missing_library_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what installs it, and with what does without."""
    in_home(tmp_path, *CONVERSATION)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    answer = run("trim", ONE, "--shrink-images", "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "pip install 'steno[images]'" in answer.err
    assert run("trim", ONE, "--images", "--dry-run", "--home", tmp_path).code == 0


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
