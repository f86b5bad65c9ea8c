"""``steno history``: what was typed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from steno.cli.clock import shown as shown_time
from steno.cli.terminal import shorten
from tests.cli.payloads import STYLES
from tests.cli.running import run_on_terminal
from tests.written import ONE, TWO, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

KEYS = ["display", "timestamp", "project", "session"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with four inputs, one of an early version, and two bad lines."""
    write_lines(
        tmp_path / "history.jsonl",
        {"display": "Mend the boat", "timestamp": 1000, "project": "/mira/Boat", "sessionId": ONE},
        {"display": "count the TIDES", "timestamp": 3000, "project": "/m/tide", "sessionId": TWO},
        b"rubbish\n",
        {"display": "early"},
        {"display": "mend the tide\ttable\n", "timestamp": 2000, "project": "/m/tide"},
        b'{"display":"to',
    )
    return tmp_path


def shown(run: Run, home: Path, *arguments: object) -> list[str]:
    """Give the first words of the inputs."""
    inputs = run("history", "--json", "--home", home, *arguments).document["inputs"]
    return [one["display"].split()[0] for one in inputs]


def test_inputs_come_newest_first(run: Run, home: Path) -> None:
    """Those without a time last; lines that cannot be read are told."""
    answer = run("history", "--json", "--home", home)
    assert answer.code == 0
    assert answer.document["schema"] == "steno.history/1"
    assert [list(one) for one in answer.document["inputs"]] == [KEYS] * 4
    assert shown(run, home) == ["count", "mend", "Mend", "early"]
    assert answer.document["inputs"][0] == {
        "display": "count the TIDES",
        "timestamp": "1970-01-01T00:00:03.000Z",
        "project": "/m/tide",
        "session": TWO,
    }
    assert [one["code"] for one in answer.document["findings"]] == ["bad-line", "torn-line"]
    assert "2 lines of the history could not be read" in answer.err


def test_table_leads_to_the_session(run: Run, home: Path) -> None:
    """By its id; the project is whole, for programs."""
    rows = run("history", "--home", home).rows
    assert rows[0] == {
        "when": "1970-01-01T00:00:03.000Z", "session": TWO, "project": "/m/tide",
        "input": "count the TIDES",
    }  # fmt: skip
    assert rows[1]["input"] == "mend the tide table "
    assert rows[3] == {"when": "", "session": "", "project": "", "input": "early"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["tide"], ["count", "mend"]),
        (["TIDE", "mend"], ["mend"]),
        (["--project", "BOAT"], ["Mend"]),
        (["--session", TWO[:4]], ["count"]),
        (["-n", "1"], ["count"]),
        (["-n", "1", "--all"], ["count", "mend", "Mend", "early"]),
        (["mend", "--limit", "1"], ["mend"]),
        (["nothing like it"], []),
        (["--since", "1970-01-01"], ["count", "mend", "Mend"]),
        (["--since", "1970-01-02"], []),
        (["--since", "7d"], []),
    ],
    ids=" ".join,
)
def test_inputs_are_searched(
    run: Run, home: Path, arguments: list[str], expected: list[str]
) -> None:
    """All words, in any order and case; nothing found exits with 1."""
    assert shown(run, home, *arguments) == expected
    answer = run("history", "--home", home, *arguments)
    assert answer.code == (0 if expected else 1)
    assert ("nothing in the history fits" in answer.err) == (not expected)


def test_note_says_what_the_limit_cut(run: Run, tmp_path: Path) -> None:
    """Nothing where it cut nothing."""
    typed = [{"display": word, "timestamp": 1000} for word in ("one", "two", "twofold")]
    write_lines(tmp_path / "history.jsonl", *typed)
    for arguments, told in (
        ([], ""),
        (["-n", "3"], ""),
        (["-n", "1", "--all"], ""),
        (["-n", "2"], "2 of 3 inputs; --all shows all.\n"),
        (["two", "-n", "1"], "1 of 2 inputs that fit; --all shows all.\n"),
        (["two", "-n", "2"], ""),
    ):
        assert run("history", "--home", tmp_path, *arguments).err == told


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [80, 100, 150, 250])
def test_inputs_are_readable_on_every_terminal(run: Run, demo: Path, columns: int) -> None:
    """Time and session are whole; the project gives way to the text."""
    answer = run_on_terminal("history", "--home", demo, columns=columns)
    heading, _, *lines = STYLES.sub("", answer.out).replace("\r", "").split("\n")
    assert heading.split() == ["when", "session", *["project"] * (columns > 80), "input"]
    for line, row in zip(lines, run("history", "--home", demo).rows, strict=False):
        assert cell_len(line) <= columns
        assert line.startswith(f"{shown_time(row['when'])}  {row['session'][:8]}  ")
        assert shorten(row["input"], 45).removesuffix("…") in line


def test_missing_history_is_told(run: Run, tmp_path: Path) -> None:
    """As on a new machine; also where a filter was given."""
    for arguments in ([], ["word"]):
        answer = run("history", "--home", tmp_path, *arguments)
        assert (answer.code, answer.out) == (1, "")
        assert f"there is no history in {tmp_path} yet" in answer.err


def test_history_of_several_homes_is_one(run: Run, home: Path, tmp_path: Path) -> None:
    """In the order of time."""
    other = tmp_path / "other"
    write_lines(other / "history.jsonl", {"display": "between", "timestamp": 2500})
    assert shown(run, home, "--home", other)[:3] == ["count", "between", "mend"]


def test_history_that_cannot_be_read_is_an_error(run: Run, tmp_path: Path) -> None:
    """It is there, so it was meant."""
    (tmp_path / "history.jsonl").mkdir()
    answer = run("history", "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "folder" in answer.err


def test_history_of_the_demo_leads_to_its_sessions(run: Run, demo: Path) -> None:
    """Each session that an input names can be shown."""
    inputs = run("history", "--json", "--all", "--home", demo).document["inputs"]
    named = {one["session"] for one in inputs if one["session"]}
    listed = run("list", "--json", "--all", "--home", demo).document["sessions"]
    known = {row["id"] for row in listed}
    assert len(named & known) > 5
