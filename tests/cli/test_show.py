"""``steno show``: reading a session, turn by turn and line by line."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from steno.config import config_path
from tests.cli.payloads import STYLES
from tests.cli.running import run_child, run_on_terminal
from tests.written import ONE, line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from collections.abc import Iterable
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
    """Give a home with one session of six lines, the last of them from before all years."""
    write_lines(place(tmp_path, ONE), *LINES)
    return tmp_path


def numbers(run: Run, home: Path, *arguments: object) -> list[int]:
    """Give the numbers of the lines that are shown."""
    lines = run("show", "@last", "--entries", "--home", home, *arguments).lines[3:]
    return [int(line.split()[0]) for line in lines if line]


def test_every_line_is_shown_below_title_and_place(run: Run, home: Path) -> None:
    """In the order of the file, each on a line of its own."""
    answer = run("show", ONE, "--entries", "--home", home)
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
    assert run("show", ONE, "--entries", "--home", tmp_path).out == f"(no prompt)\n{ONE}\n\n"
    assert run("show", ONE, "--home", tmp_path).out == f"(no prompt)\n{ONE}\n0 turns\n\n"


def test_full_texts_are_whole(run: Run, home: Path) -> None:
    """Lines stay lines, controls become visible."""
    answer = run("show", ONE, "--entries", "--full", "--home", home)
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


@pytest.mark.parametrize("text", ["x", "", "..", "1..2..3", "-1", "1....3"])
def test_range_that_is_none_is_an_error(run: Run, home: Path, text: str) -> None:
    """With the form that is wanted."""
    for option in ("--lines", "--turns"):
        answer = run("show", ONE, option, text, "--home", home)
        assert (answer.code, answer.out) == (2, "")
        assert f"{option} " in answer.err
        assert "3..7" in answer.err


@pytest.mark.parametrize("other", ["--lines", "--turns"])
def test_tail_and_ranges_do_not_go_together(run: Run, home: Path, other: str) -> None:
    """One of them says all."""
    answer = run("show", ONE, other, "1..", "--tail", "1", "--home", home)
    assert answer.code == 2
    assert f"--tail and {other}" in answer.err


def test_the_last_lines_of_a_type_are_the_last_of_that_type(run: Run, home: Path) -> None:
    """What comes behind them does not count."""
    every = run("show", ONE, "--type", "user", "--json", "--home", home).document["entries"]
    last = run("show", ONE, "--type", "user", "--tail", "1", "--json", "--home", home).document
    assert every
    assert last["entries"] == every[-1:]


@pytest.mark.parametrize("by_line", [["--entries"], ["--lines", "1.."], ["--type", "user"]])
@pytest.mark.parametrize(
    "of_turns", [["--turns", "1"], ["--depth", "full"], ["--branch", "1"], ["--agent", "a"]]
)
def test_lines_and_turns_do_not_go_together(
    run: Run, home: Path, by_line: list[str], of_turns: list[str]
) -> None:
    """Each has its own options."""
    answer = run("show", ONE, *by_line, *of_turns, "--home", home)
    assert answer.code == 2
    assert f"{of_turns[0]} is about turns" in answer.err


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
    document = run("show", ONE, "--entries", "--json", "--home", home).document
    assert document["schema"] == "steno.show/1"
    assert document["turns"] == []
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
    document = run("show", ONE, "--entries", "--json", "--tail", 1, "--home", home).document
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
    for more in (["--entries"], ["--depth", "full"]):
        answer = run_on_terminal("show", ONE, "--no-pager", "--home", home, *more, columns=90)
        lines = STYLES.sub("", answer.out).split("\r\n")
        widths = [len(line) + line.count("潮") for line in lines]
        assert 80 < max(widths) <= 90


def test_pager_is_asked_for_in_this_process(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the text piece by piece, so that a long session starts at once."""
    paged: list[str] = []

    def pager(text: Iterable[str], color: bool | None) -> None:
        assert color is True
        paged.extend(text)

    monkeypatch.setattr("steno.cli.show.click.echo_via_pager", pager)
    monkeypatch.setattr("_pytest.capture.EncodedFile.isatty", lambda _: True, raising=False)
    monkeypatch.setattr("_pytest.capture.CaptureIO.isatty", lambda _: True, raising=False)
    assert run("show", ONE, "--entries", "--home", home).out == ""
    assert paged[0] == "The boat\n"
    assert len(paged) == 3 + len(LINES)
    paged.clear()
    assert run("show", ONE, "--home", home).out == ""
    assert STYLES.sub("", paged[0]) == "The boat\n"
    assert len(paged) > 10
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
    shown = run("show", parent, "--entries", "--home", demo).lines
    lines = [line for line in shown if "sub-agent:" in line]
    assert lines
    name = lines[0].split()[3]
    answer = run("show", name, "--entries", "--home", demo)
    assert answer.code == 0
    assert "agent: " in answer.out
    assert "▌ from an agent" in run("show", name, "--home", demo).out


def test_full_shows_the_arguments_of_tools(run: Run, demo: Path) -> None:
    """Whole texts, not their gist."""
    answer = run("show", "@last", "--entries", "--full", "--home", demo)
    assert re.search(r"^  [a-z_]+: ", answer.out, re.MULTILINE)


AGENTS = "16b08926"
"""The session of the demo with two sub-agents, one of which asked a third."""


def turn_numbers(run: Run, home: Path, name: str, *arguments: object) -> list[int]:
    """Give the numbers of the turns that are shown."""
    lines = run("show", name, "--home", home, *arguments).lines
    return [int(line.split()[1]) for line in lines if line.startswith("── ")]


def test_turns_are_shown_below_title_place_and_size(run: Run, home: Path) -> None:
    """As plain text where there is no terminal."""
    answer = run("show", ONE, "--home", home)
    title, where, size, empty, *lines = answer.lines
    assert (title, empty, answer.code) == ("The boat", "", 0)
    assert where == f"{ONE} · /tmp/project · main"
    assert size.startswith("2 turns · ")
    assert lines[1:3] == ["▌ Mend the boat", "▌ please"]
    assert f"● {'潮' * 600}" in lines
    assert "! line 3 is no record: " in answer.out
    assert "\x1b" not in answer.out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], [1, 2]),
        (["--turns", "2"], [2]),
        (["--turns", "..1"], [1]),
        (["--turns", "2.."], [2]),
        (["--tail", "1"], [2]),
        (["--tail", "9"], [1, 2]),
    ],
)
def test_turns_are_chosen(run: Run, home: Path, arguments: list[str], expected: list[int]) -> None:
    """By number, or from the end."""
    assert turn_numbers(run, home, ONE, *arguments) == expected


def test_turns_that_are_not_there_are_told(run: Run, home: Path) -> None:
    """With exit code 1, and which there are."""
    answer = run("show", ONE, "--turns", "7..9", "--home", home)
    assert answer.code == 1
    assert "from 1 to 2" in answer.err
    assert run("show", ONE, "--turns", "7..9", "--json", "--home", home).code == 1


def test_depth_says_how_much_is_shown(run: Run, demo: Path) -> None:
    """Each shows more than the one before; the third is the default."""
    shown = [
        run("show", AGENTS, "--depth", depth, "--home", demo).out
        for depth in ("prompts", "turns", "tools", "full")
    ]
    assert [len(text) for text in shown] == sorted(map(len, shown))
    assert run("show", AGENTS, "--home", demo).out == shown[2]
    assert run("show", AGENTS, "--full", "--home", demo).out == shown[3]


def test_document_of_turns_holds_items(run: Run, demo: Path) -> None:
    """And no entries."""
    document = run("show", AGENTS, "--json", "--home", demo).document
    assert document["schema"] == "steno.show/1"
    assert (document["title"], document["project"]) == (
        "Audit of five tide stations", "/home/mira/ebb",
    )  # fmt: skip
    assert document["entries"] == []
    kinds = [item["kind"] for turn in document["turns"] for item in turn["items"]]
    assert kinds[0] == "prompt"
    assert "parallel" in kinds
    prompts = run("show", AGENTS, "--json", "--depth", "prompts", "--home", demo).document
    assert {item["kind"] for turn in prompts["turns"] for item in turn["items"]} == {"prompt"}


def test_subagents_are_shown_by_the_beginning_of_their_ids(run: Run, demo: Path) -> None:
    """As the line below their call says."""
    (first, *_) = re.findall(r"--agent (\w+)", run("show", AGENTS, "--home", demo).out)
    answer = run("show", AGENTS, "--agent", first, "--home", demo)
    assert answer.code == 0
    assert "▌ from an agent" in answer.out
    unknown = run("show", AGENTS, "--agent", "nobody", "--home", demo)
    assert (unknown.code, unknown.out) == (2, "")
    assert "no sub-agent nobody" in unknown.err
    many = run("show", AGENTS, "--agent", "a", "--home", demo)
    assert many.code == 2
    assert "may be any of these" in many.err


def test_other_branches_are_shown_by_their_number(run: Run, tmp_path: Path) -> None:
    """As the branch point says."""
    lines = [
        user("first", uuid="a"), reply("m1", uuid="b", parentUuid="a"),
        user("blue", uuid="c", parentUuid="b"), reply("m2", uuid="d", parentUuid="c"),
        user("red", uuid="e", parentUuid="b"), reply("m3", uuid="f", parentUuid="e"),
    ]  # fmt: skip
    write_lines(place(tmp_path, ONE), *lines)
    shown = run("show", ONE, "--home", tmp_path).out
    assert "▌ red" in shown
    assert "▌ blue" not in shown
    (number,) = re.findall(r"--branch (\d+) shows it", shown)
    other = run("show", ONE, "--branch", number, "--home", tmp_path)
    assert "▌ blue" in other.out
    assert "▌ red" not in other.out
    missing = run("show", ONE, "--branch", 9, "--home", tmp_path)
    assert (missing.code, missing.out) == (2, "")


def test_the_newest_title_counts_wherever_it_stands(run: Run, tmp_path: Path) -> None:
    """Also in the middle of a long file."""
    filler = [{"type": "mode", "mode": "normal"}] * 300
    titles = [{"type": "ai-title", "aiTitle": "By the model"}, {"type": "custom-title"}]
    write_lines(place(tmp_path, ONE), user("go"), *filler, *titles, *filler)
    assert run("show", ONE, "--home", tmp_path).lines[0] == "By the model"


def test_title_is_the_one_that_a_list_shows(run: Run, demo: Path) -> None:
    """For every session."""
    rows = run("list", "--all", "--json", "--home", demo).document["sessions"]
    assert len(rows) > 40
    for row in rows:
        document = run("show", row["path"], "--depth", "prompts", "--json").document
        assert document["title"] == row["title"]


def test_a_running_call_is_not_called_stopped(run: Run, tmp_path: Path) -> None:
    """Where a client is still at work on the session."""
    block = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "sleep"}}
    lines = [
        user("go", uuid="a"),
        reply("m", uuid="b", parentUuid="a", message={"content": [block]}),
    ]
    write_lines(place(tmp_path, ONE), *lines)
    assert "■ Bash: sleep  stopped" in run("show", ONE, "--home", tmp_path).out
    live = {"pid": os.getpid(), "sessionId": ONE, "cwd": "/tmp/project"}
    write_lines(tmp_path / "sessions" / f"{os.getpid()}.json", live)
    assert "… Bash: sleep  running" in run("show", ONE, "--home", tmp_path).out


@posix
def test_terminal_gets_colours_unless_it_wants_none(home: Path) -> None:
    """And a file never does."""
    arguments = ("show", ONE, "--no-pager", "--home", home)
    colours = {"TERM": "xterm-256color"}
    assert b"\x1b[1m" in run_on_terminal(*arguments, environ=colours).raw
    assert b"36m" in run_on_terminal(*arguments, environ=colours).raw
    plain = run_on_terminal(*arguments, environ={**colours, "NO_COLOR": "1"})
    assert b"36m" not in plain.raw
    assert b"\x1b" not in run_on_terminal(*arguments, environ={"TERM": "dumb"}).raw
    assert b"\x1b" not in run_child(*arguments, **colours).raw


def test_signs_fit_what_the_output_can_hold(home: Path) -> None:
    """Where that is not Unicode, they are ASCII."""
    answer = run_child("show", ONE, "--home", home, PYTHONIOENCODING="latin-1")
    assert answer.code == 0
    assert "> Mend the boat" in answer.raw.decode("latin-1")


def test_loading_the_command_is_quick(home: Path) -> None:
    """Help needs neither the drawing nor the items of a session."""
    code = (
        "import sys, steno.cli.show; slow = {'rich', 'markdown_it', 'pygments', 'genai_prices', "
        "'steno.view.document'}; sys.exit(bool(slow & set(sys.modules)))"
    )
    assert run_child(code=code).code == 0
    used = (
        "import sys; from steno.cli.main import main; main(sys.argv[1:]); "
        "sys.exit('genai_prices' in sys.modules)"
    )
    assert run_child("show", ONE, "--home", home, code=used).code == 0
