"""``steno list``: filters, orders, and the contract's keys."""

from __future__ import annotations

import os
import re
import sys
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

from steno.catalog.rows import build_row
from steno.cli.list import table_of
from steno.cli.output import UNKNOWN, Cell, dollars
from steno.cli.terminal import shorten
from steno.config import config_path
from steno.disk.discover import SessionFile
from tests.cli.payloads import STYLES
from tests.cli.running import act_after, run_on_terminal
from tests.written import ONE, THREE, TWO, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

KEYS = [
    "id", "path", "home", "title", "project", "branch", "started", "ended", "turns", "tool_calls",
    "api_messages", "output_tokens", "cost_usd", "bytes", "subagents", "forked_from", "continues",
    "live", "gone", "edited_from", "edited_by",
]  # fmt: skip
terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
NAMES = {ONE: "one", TWO: "two", THREE: "three"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give three sessions that differ in everything."""
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
    write_lines(
        place(tmp_path, ONE),
        user("Mend the boat", gitBranch="main", cwd="/home/mira/Boat", timestamp=day(1)),
        reply("a", usage={"output_tokens": 500}, timestamp=day(2)),
        seconds=300,
    )
    write_lines(
        place(tmp_path, TWO),
        user(
            "Count the tides",
            gitBranch="feat",
            cwd="C:\\Users\\mira\\tide\\",
            timestamp=day(5),
            **own("1"),
        ),
        reply(
            "b",
            usage={"output_tokens": 20},
            message={"content": [call]},
            timestamp=day(5),
            **own("2"),
        ),
        reply(
            "c",
            usage={"output_tokens": 30},
            message={"content": [call]},
            timestamp=day(9),
            **own("3"),
        ),
        seconds=100,
    )
    write_lines(place(tmp_path, THREE), {"type": "mode", "mode": "plan"}, seconds=200)
    write_lines(tmp_path / "sessions" / "1.json", {"pid": os.getpid(), "sessionId": TWO})
    return tmp_path


def own(uuid: str) -> dict[str, str]:
    """Give the ids of a line of the second session."""
    return {"uuid": uuid, "sessionId": TWO}


def day(number: int) -> str:
    """Give a time on a day in May."""
    return f"2026-05-{number:02}T10:00:00.000Z"


def names(run: Run, home: Path, *arguments: object) -> list[str]:
    """List sessions by their short names."""
    rows = run("list", "--json", "--home", home, *arguments).document["sessions"]
    return [NAMES[row["id"]] for row in rows]


def test_document_has_exactly_the_keys_of_the_contract(run: Run, home: Path) -> None:
    """Turns, cost and links are filled in; a call counts once, however often it was written."""
    document = run("list", "--json", "--home", home).document
    assert document["schema"] == "steno.list/1"
    assert document["total"] == 3
    assert [list(row) for row in document["sessions"]] == [KEYS] * 3
    row: dict[str, Any] = next(row for row in document["sessions"] if row["id"] == TWO)
    assert {key: row[key] for key in KEYS if key not in ("path", "home", "bytes")} == {
        "id": TWO, "title": "Count the tides", "project": "C:\\Users\\mira\\tide\\",
        "branch": "feat", "started": day(5), "ended": day(9), "turns": 1, "tool_calls": 1,
        "api_messages": 2, "output_tokens": 50, "cost_usd": "0.00125", "subagents": 0,
        "forked_from": None, "continues": None, "live": True, "gone": False,
        "edited_from": None, "edited_by": None,
    }  # fmt: skip


def test_table_is_short(run: Run, home: Path) -> None:
    """Whole ids and paths, times as they are stored, bare figures."""
    newest, untitled, live = run("list", "--home", home).rows
    assert newest["session"] == ONE
    assert (newest["title"], newest["project"]) == ("Mend the boat", "/home/mira/Boat")
    assert (newest["modified"], newest["tokens out"]) == ("1970-01-01T00:05:00.000Z", "500")
    assert newest["size"] == str(place(home, ONE).stat().st_size)
    assert newest["agents"] == "0"
    assert (untitled["title"], untitled["project"]) == ("(no prompt)", "")
    assert (live["session"], live["project"]) == (TWO, "C:\\Users\\mira\\tide\\")


@terminal
@pytest.mark.parametrize("columns", [80, 100, 150, 250])
@pytest.mark.parametrize("command", [["list", "--all"], []], ids=str)
def test_ids_times_and_figures_are_whole_on_every_terminal(
    run: Run, demo: Path, command: list[str], columns: int
) -> None:
    """And the title keeps most of itself; nothing is wider than the terminal."""
    answer = run_on_terminal(*command, "--home", demo, columns=columns)
    text = STYLES.sub("", answer.out).replace("\r", "")
    key = "sessions" if command else "recent"
    rows = run(*command, "--json", "--home", demo).document[key]
    for row in rows:
        (line,) = [line for line in text.split("\n") if line.startswith(row["id"][:8])]
        assert cell_len(line) <= columns
        assert re.search(r"^.{8}[*<+ ]* *\d{4}-\d\d-\d\d \d\d:\d\d  | {20}", line)
        assert shorten(" ".join((row["title"] or "(no prompt)").split()), 26)[:-1] in line
        assert re.search(rf" {re.escape(dollars(row['cost_usd']) or UNKNOWN)}(?: |$)", line)
    everything = ["project", "branch", "prompts", "tools", "size", "agents"]
    wanted = {80: ["project"], 100: ["project", "prompts"], 150: everything}
    heading = next(line for line in text.split("\n") if line.startswith("session")).split()
    assert set(wanted.get(columns, wanted[150])) <= set(heading)


def test_unknown_cost_is_told_with_its_models(run: Run, tmp_path: Path) -> None:
    """A person sees a sign for it, a program an empty cell; a known cost needs no note."""
    usage = {"input_tokens": 1000}
    write_lines(place(tmp_path, ONE), reply("m", usage=usage))
    assert run("list", "--home", tmp_path).err == ""
    unknown = {"model": "claude-nobody-9"}
    write_lines(place(tmp_path, TWO), reply("n", usage=usage, message=unknown))
    answer = run("list", "--home", tmp_path)
    assert answer.err == "?: no certain price is known for claude-nobody-9.\n"
    assert sorted(row["cost"] for row in answer.rows) == ["", "0.005"]
    row = build_row(SessionFile.at(place(tmp_path, TWO)))
    table = table_of([row])
    assert table.rows[0][table.columns.index("cost")] == Cell(UNKNOWN, "")


def test_live_session_has_a_star_on_a_terminal(home: Path) -> None:
    """Programs ask for the document."""
    rows = build_row(SessionFile.at(place(home, TWO)), frozenset({TWO}))
    cell = table_of([rows]).rows[0][0]
    assert cell == Cell(f"{TWO[:8]}*", TWO)


@pytest.mark.parametrize(
    ("sort", "column"),
    [
        ("modified", "modified"), ("ended", "ended"), ("started", "started"), ("size", "size"),
        ("tokens", "tokens out"), ("messages", "messages"), ("tools", "tools"),
        ("turns", "prompts"), ("cost", "cost"),
    ],
)  # fmt: skip
def test_column_that_is_sorted_by_is_shown(run: Run, home: Path, sort: str, column: str) -> None:
    """And in order; a copied home would look unsorted otherwise."""
    values = [row[column] for row in run("list", "--sort", sort, "--home", home).rows]
    kind: Any = str if column in ("modified", "ended", "started") else Decimal
    assert values == sorted(values, key=kind, reverse=True)
    assert len(set(values)) > 1
    row = build_row(SessionFile.at(place(home, ONE)))
    table = table_of([row], {row.path: datetime.now(UTC)}, sort)
    assert column in table.columns
    assert column not in table.drop


def test_two_homes_have_a_column(run: Run, home: Path, tmp_path: Path) -> None:
    """One alone has none."""
    write_lines(place(tmp_path / "other", ONE), user("copy"))
    rows = run("list", "--home", f"a={home}", "--home", f"b={tmp_path / 'other'}").rows
    assert sorted(row["home"] for row in rows) == ["a", "a", "a", "b"]
    assert "home" not in run("list", "--home", home).rows[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["one", "three", "two"]),
        (["--reverse"], ["two", "three", "one"]),
        (["--limit", "2"], ["one", "three"]),
        (["-n", "1", "--reverse"], ["two"]),
        (["--sort", "modified"], ["one", "three", "two"]),
        (["--sort", "ended"], ["two", "one", "three"]),
        (["--sort", "started"], ["two", "one", "three"]),
        (["--sort", "started", "--reverse"], ["three", "one", "two"]),
        (["--sort", "size", "-n", "1"], ["two"]),
        (["--sort", "tokens"], ["one", "two", "three"]),
        (["--sort", "messages"], ["two", "one", "three"]),
        (["--sort", "tools", "-n", "1"], ["two"]),
        (["--project", "boat"], ["one"]),
        (["--project", "mira"], ["one", "two"]),
        (["--branch", "feat"], ["two"]),
        (["--branch", "EA"], ["two"]),
        (["mend", "BOAT"], ["one"]),
        (["mira", "feat"], ["two"]),
        (["boat", "feat"], []),
        (["--since", "2000w"], ["one", "two"]),
        (["--since", "today"], []),
        (["--until", "yesterday", "tides"], ["two"]),
        (["--title", "TIDES"], ["two"]),
        (["--since", "2026-05-03"], ["two"]),
        (["--since", "2026-05-02"], ["one", "two"]),
        (["--until", "2026-05-04"], ["one"]),
        (["--until", "2026-05-05"], ["one", "two"]),
        (["--since", "2026-05-03", "--until", "2026-05-04"], []),
        (["--live"], ["two"]),
        (["--live", "--project", "boat"], []),
        (["--title", "o", "--limit", "1"], ["one"]),
    ],
)
def test_filters_and_orders(
    run: Run, home: Path, arguments: list[str], expected: list[str]
) -> None:
    """Alone and together; nothing found exits with 1."""
    assert names(run, home, *arguments) == expected
    assert run("list", "--home", home, *arguments).code == (0 if expected else 1)


def test_nothing_that_fits_is_told(run: Run, home: Path) -> None:
    """The document is there, and empty."""
    answer = run("list", "--json", "--title", "nothing like it", "--home", home)
    assert (answer.code, answer.document["sessions"], answer.document["total"]) == (1, [], 3)
    assert "loosen the filters" in answer.err


def test_limit_comes_from_the_configuration(run: Run, home: Path) -> None:
    """Unless the command line says otherwise."""
    config_path().parent.mkdir(parents=True)
    config_path().write_text("[list]\nlimit = 1\n")
    assert names(run, home) == ["one"]
    assert names(run, home, "-n", 2) == ["one", "three"]
    assert names(run, home, "--all") == ["one", "three", "two"]
    assert "1 of 3 sessions; --all" in run("list", "--home", home).err
    assert run("list", "--all", "--home", home).err == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], ""),
        (["-n", "3"], ""),
        (["-n", "2"], "2 of 3 sessions; --all shows all.\n"),
        (["-n", "2", "--sort", "size"], "2 of 3 sessions; --all shows all.\n"),
        (["mira"], "2 sessions fit (of 3).\n"),
        (["tides"], "1 session fits (of 3).\n"),
        (["tides", "-n", "1"], "1 session fits (of 3).\n"),
        (["mira", "-n", "2", "--sort", "size"], "2 sessions fit (of 3).\n"),
        (["mira", "-n", "1"], "The first 1 that fit (of 3 sessions); --all shows all that fit.\n"),
        (
            ["mira", "-n", "1", "--sort", "size"],
            "The first 1 that fit (of 3 sessions); --all shows all that fit.\n",
        ),
    ],
    ids=str,
)
def test_note_says_what_is_not_shown(run: Run, home: Path, arguments: list[str], told: str) -> None:
    """And names --all only where the limit could have cut something off."""
    assert run("list", "--home", home, *arguments).err == told


def test_only_thirty_are_shown_unless_asked(run: Run, demo: Path) -> None:
    """Most people want the newest."""
    assert len(run("list", "--json", "--home", demo).document["sessions"]) == 30
    document = run("list", "--json", "--all", "--home", demo).document
    assert len(document["sessions"]) == document["total"] > 30


@pytest.mark.parametrize("where", ["empty", "missing"])
def test_home_without_sessions_exits_with_1_and_advice(
    run: Run, tmp_path: Path, where: str
) -> None:
    """Whether or not the folder exists."""
    home = tmp_path / where
    if where == "empty":
        home.mkdir()
    answer = run("list", "--home", home)
    assert (answer.code, answer.out) == (1, "")
    assert str(home) in answer.err
    assert ("there is no such folder" in answer.err) == (where == "missing")
    assert "steno demo DIR" in answer.err


def test_file_that_vanishes_is_passed_over(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the listing and the reading."""
    act_after(monkeypatch, "steno.cli.list.newest_sessions_first", place(home, ONE).unlink)
    answer = run("list", "--json", "--home", home)
    assert answer.code == 0
    assert [NAMES[row["id"]] for row in answer.document["sessions"]] == ["three", "two"]
    assert f"passed over: cannot read {place(home, ONE)}: there is no such file." in answer.err


def test_times_at_the_end_of_all_days_are_no_trouble(run: Run, tmp_path: Path) -> None:
    """A hostile line may name the year 1 or 9999 in any time zone."""
    write_lines(place(tmp_path, ONE), user(timestamp="0001-01-01T00:00:00+14:00"))
    write_lines(place(tmp_path, TWO), user(timestamp="9999-12-31T23:59:59-14:00"))
    for arguments in (["--sort", "ended"], ["--sort", "started"], []):
        assert run("list", "--home", tmp_path, *arguments).code == 0
    assert run("list", "--since", "2026-01-01", "--home", tmp_path).code == 1


def test_several_homes_are_told_apart(run: Run, home: Path, tmp_path: Path) -> None:
    """The same session may lie in both."""
    other = tmp_path / "other"
    write_lines(place(other, ONE), user("copy"))
    document = run("list", "--json", "--home", f"a={home}", "--home", f"b={other}").document
    assert document["total"] == 4
    assert sorted(row["home"] for row in document["sessions"]) == ["a", "a", "a", "b"]


def test_what_an_edit_made_is_told(run: Run, tmp_path: Path) -> None:
    """With new ids nothing in the files tells; the record of edits does, and tree says the same."""
    write_lines(place(tmp_path / "home", ONE), user(), reply())
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    made = run("clone", ONE, "--json", *places).document["result"]["session"]
    trimmed = run("trim", ONE, "--thinking", "--json", *places).document["result"]["session"]
    rows = {row["id"]: row for row in run("list", "--json", *places).document["sessions"]}
    keys = ("forked_from", "edited_from", "edited_by")
    assert [rows[made][key] for key in keys] == [ONE, ONE, "clone"]
    assert [rows[trimmed][key] for key in keys] == [None, ONE, "trim"]
    assert [rows[ONE][key] for key in keys] == [None, None, None]
    for name in (made, trimmed, ONE):
        tree = run("tree", name, "--json", *places).document
        assert [tree[key] for key in keys] == [rows[name][key] for key in keys]
    assert f"made of {ONE} by steno trim" in run("tree", trimmed, *places).out
    marks = {row["session"]: row for row in run("list", *places).rows}
    assert marks.keys() == {made, trimmed, ONE}
    assert {row["title"] for row in marks.values()} == {"hello"}


def test_branch_that_holds_a_secret_is_masked(run: Run, tmp_path: Path) -> None:
    """In what programs get, too: of the list and of the overview."""
    token = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    write_lines(place(tmp_path, ONE), user(f"use {token}", gitBranch=f"fix/{token}"))
    for arguments in (["list"], []):
        answer = run(*arguments, "--json", "--home", tmp_path)
        assert token not in answer.out
        assert "fix/" in answer.out


@pytest.mark.skipif(os.name == "nt", reason="needs a terminal of POSIX")
def test_person_sees_what_an_edit_made_of_what(run: Run, tmp_path: Path) -> None:
    """In front of the title, and the marks are explained where there are some."""
    write_lines(place(tmp_path / "home", ONE), user(), reply())
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    assert "Marks:" not in run_on_terminal("list", *places).out
    run("trim", ONE, "--thinking", *places)
    for columns in (40, 80, 140):
        out = STYLES.sub("", run_on_terminal("list", *places, columns=columns).out)
        assert "(trim" in out
        assert "~ made of another by an edit." in " ".join(out.split())
        plain = re.sub(r"\x1b\[[0-9;]*m|\r", "", out)
        assert max(map(len, plain.split("\n"))) <= columns
