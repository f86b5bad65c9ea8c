"""``steno show``: reading a session line by line."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

from steno.config import config_path
from tests.cli.running import run_on_terminal
from tests.written import ONE, line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

ENTRY_KEYS = ["line", "offset", "type", "kind", "uuid", "parent", "timestamp", "text"]
LINES = [
    line_of(user("Mend the boat\nplease", uuid="a", gitBranch="main")),
    line_of({"type": "custom-title", "customTitle": "The boat"}),
    b'\xff broken \x1b[2J "line\r\n',
    line_of(reply("m", uuid="b", parentUuid="a", message={"content": "潮" * 600})),
    b"\n",
    line_of(user("thanks", uuid="c", parentUuid="b", timestamp="0001-01-01T00:00:00+14:00"))[:-1],
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with one session of six lines."""
    write_lines(place(tmp_path, ONE), *LINES)
    return tmp_path


def numbers(run: Run, home: Path, *arguments: object) -> list[int]:
    """Give the numbers of the lines that are shown."""
    lines = run("show", "@last", "--home", home, *arguments).lines[3:]
    return [int(line.split()[0]) for line in lines if line]


def test_every_line_is_shown_below_title_and_place(run: Run, home: Path) -> None:
    """In the order of the file, each on a line of its own."""
    answer = run("show", ONE, "--home", home)
    assert answer.code == 0
    title, where, empty, *lines = answer.lines
    assert (title, empty) == ("The boat", "")
    assert where == f"{ONE} · /tmp/project · main"
    assert [line.split()[0] for line in lines] == list("123456")
    assert " you " in lines[0]
    assert lines[0].endswith("Mend the boat please")
    assert len(lines[3]) <= 400
    assert lines[3].endswith("…")


def test_untitled_session_is_called_so(run: Run, tmp_path: Path) -> None:
    """An empty file has nothing but its id."""
    write_lines(place(tmp_path, ONE))
    assert run("show", ONE, "--home", tmp_path).out == f"(no prompt)\n{ONE}\n\n"


def test_full_texts_are_whole(run: Run, home: Path) -> None:
    """Lines stay lines, controls become visible."""
    answer = run("show", ONE, "--full", "--home", home)
    assert "\nMend the boat\nplease\n" in answer.out
    assert "潮" * 600 in answer.out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--tail", "2"], [5, 6]),
        (["--tail", "99"], [1, 2, 3, 4, 5, 6]),
        (["--lines", "2..4"], [2, 3, 4]),
        (["--lines", "5.."], [5, 6]),
        (["--lines", "..2"], [1, 2]),
        (["--lines", " 3 "], [3]),
        (["--type", "user"], [1, 6]),
        (["--type", "user/prompt", "--type", "custom-title"], [1, 2, 6]),
        (["--type", "assistant", "--tail", "3"], [4]),
        (["--type", "blank-line"], [5]),
    ],
    ids=str,
)
def test_lines_are_chosen(run: Run, home: Path, arguments: list[str], expected: list[int]) -> None:
    """By number from either end, and by type."""
    assert numbers(run, home, *arguments) == expected


@pytest.mark.parametrize("text", ["x", "", "..", "1..2..3", "-1", "1...3"])
def test_range_that_is_none_is_an_error(run: Run, home: Path, text: str) -> None:
    """With the form that is wanted."""
    answer = run("show", ONE, "--lines", text, "--home", home)
    assert (answer.code, answer.out) == (2, "")
    assert "3..7" in answer.err


def test_tail_and_lines_do_not_go_together(run: Run, home: Path) -> None:
    """One of them says all."""
    answer = run("show", ONE, "--lines", "1..", "--tail", "1", "--home", home)
    assert answer.code == 2
    assert "--tail and --lines" in answer.err


@pytest.mark.parametrize("number", range(1, 7))
def test_raw_line_comes_byte_for_byte(run: Run, home: Path, number: int) -> None:
    """Broken, foreign, blank and unfinished ones, too."""
    answer = run("show", ONE, "--raw", number, "--home", home)
    assert (answer.code, answer.raw, answer.err) == (0, LINES[number - 1], "")


def test_raw_lines_of_the_demo_are_the_file(run: Run, demo: Path) -> None:
    """Of its most damaged session."""
    sessions = run("stats", "--json", "--home", demo).document["sessions"]
    worst = max(sessions, key=lambda row: row["bad_lines"])
    lines = [
        run("show", worst["path"], "--raw", number).raw for number in range(1, worst["lines"] + 1)
    ]
    with open(worst["path"], "rb") as file:  # noqa: PTH123 - a plain path of the document
        assert b"".join(lines) == file.read()


def test_raw_line_that_is_not_there_is_an_error(run: Run, home: Path) -> None:
    """The message names the file and the line."""
    answer = run("show", ONE, "--raw", 7, "--home", home)
    assert (answer.code, answer.out) == (2, "")
    assert "has no line 7" in answer.err


def test_document_has_one_row_per_line(run: Run, home: Path) -> None:
    """With offsets that lead back to the bytes."""
    document = run("show", ONE, "--json", "--home", home).document
    assert document["schema"] == "steno.show/1"
    assert (document["id"], document["title"], document["project"]) == (
        ONE, "The boat", "/tmp/project",
    )  # fmt: skip
    content = place(home, ONE).read_bytes()
    assert document["path"] == str(place(home, ONE))
    for entry, line in zip(document["entries"], LINES, strict=True):
        assert list(entry) == ENTRY_KEYS
        assert content[entry["offset"] :].startswith(line)
    first = document["entries"][0]
    assert (first["line"], first["uuid"], first["parent"]) == (1, "a", None)
    assert first["timestamp"] == "2026-01-03T15:44:58.325Z"
    assert document["entries"][3]["parent"] == "a"
    assert [entry["type"] for entry in document["entries"]][2:5] == [None, "assistant", None]


def test_document_can_be_limited(run: Run, home: Path) -> None:
    """As the text can."""
    document = run("show", ONE, "--json", "--tail", 1, "--home", home).document
    assert [entry["line"] for entry in document["entries"]] == [6]


@posix
def test_raw_line_on_a_terminal_is_harmless(home: Path) -> None:
    """A broken line may hold what a terminal obeys."""
    answer = run_on_terminal("show", ONE, "--raw", "3", "--home", home)
    assert answer.code == 0
    assert b"broken \\x1b[2J" in answer.raw
    assert b"\x1b" not in answer.raw


@posix
def test_pager_is_used_on_a_terminal(home: Path) -> None:
    """Unless it is refused, by option or configuration; and never elsewhere."""
    pager = {"PAGER": "sed s/boat/ship/"}
    assert b"The ship" in run_on_terminal("show", ONE, "--home", home, environ=pager).raw
    refused = run_on_terminal("show", ONE, "--no-pager", "--home", home, environ=pager)
    assert b"The boat" in refused.raw
    config_path().parent.mkdir(parents=True)
    config_path().write_text("[show]\npager = false\n")
    assert b"The boat" in run_on_terminal("show", ONE, "--home", home, environ=pager).raw
    asked = run_on_terminal("show", ONE, "--pager", "--home", home, environ=pager)
    assert b"The ship" in asked.raw


@posix
def test_lines_fit_the_terminal(home: Path) -> None:
    """Each entry takes one line of it."""
    answer = run_on_terminal("show", ONE, "--no-pager", "--home", home, columns=90)
    widths = [len(line) + line.count("潮") for line in answer.out.split("\r\n")]
    assert 80 < max(widths) <= 90


def test_pager_is_asked_for_in_this_process(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the text piece by piece, so that a long session starts at once."""
    paged: list[str] = []
    monkeypatch.setattr("steno.cli.show.click.echo_via_pager", paged.extend)
    monkeypatch.setattr("_pytest.capture.EncodedFile.isatty", lambda _: True, raising=False)
    monkeypatch.setattr("_pytest.capture.CaptureIO.isatty", lambda _: True, raising=False)
    assert run("show", ONE, "--home", home).out == ""
    assert paged[0] == "The boat\n"
    assert len(paged) == 2 + len(LINES)
    answer = run("show", ONE, "--raw", 3, "--home", home)
    assert answer.out == '\ufffd broken \\x1b[2J "line\\x0d\n'


def test_a_choice_that_nothing_fits_is_told(run: Run, home: Path) -> None:
    """With exit code 1, so that a script learns of a typing error."""
    answer = run("show", ONE, "--type", "nonsense", "--home", home)
    assert answer.code == 1
    assert "no entry fits" in answer.err
    assert run("show", ONE, "--lines", "90..", "--json", "--home", home).code == 1


def test_subagents_are_named_and_can_be_shown(run: Run, demo: Path) -> None:
    """By the name that the session's end gives."""
    document = run("list", "--all", "--json", "--home", demo).document
    parent = next(row["id"] for row in document["sessions"] if row["subagents"])
    lines = [line for line in run("show", parent, "--home", demo).lines if "sub-agent:" in line]
    assert lines
    name = lines[0].split()[3]
    answer = run("show", name, "--home", demo)
    assert answer.code == 0
    assert "agent: " in answer.out


def test_full_shows_the_arguments_of_tools(run: Run, demo: Path) -> None:
    """Whole texts, not their gist."""
    answer = run("show", "@last", "--full", "--home", demo)
    assert re.search(r"^  [a-z_]+: ", answer.out, re.MULTILINE)
