"""``steno tree``: the drawing, its headline, and the contract's keys."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from steno.testing.build import SessionBuilder, make_home
from steno.testing.shell_tools import bash
from tests.cli.payloads import STYLES
from tests.cli.running import run_on_terminal
from tests.written import ONE, TWO, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

KEYS = {
    "nodes": ["uuid", "parent", "type", "line", "branch"],
    "branches": ["number", "kind", "active"],
    "compactions": ["uuid", "line", "kind"],
    "subagents": ["id", "type", "description"],
}
terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.fixture
def session() -> SessionBuilder:
    """Make a session that was taken back, with parallel tools."""
    session = SessionBuilder("tree", cwd="/home/mira/ebb", git_branch="main")
    session.prompt("When is high water?")
    session.reply(bash("ebb SAN", "04:12"), bash("ebb KEL", "05:20"))
    stay = session.reply("At 04:12.")[-1]
    session.prompt("And tomorrow?")
    session.reply("Later.")
    session.rewind(stay)
    session.prompt("昨天呢？")
    session.reply("Earlier.")
    session.loose("custom-title", customTitle="Tides")
    return session


@pytest.fixture
def home(tmp_path: Path, session: SessionBuilder) -> Path:
    """Write it."""
    return make_home(tmp_path, [session])


def test_document_has_the_keys_of_the_contract(
    run: Run, demo: Path, home: Path, session: SessionBuilder
) -> None:
    """And more behind them."""
    document = run("tree", "@last", "--json", "--home", home).document
    assert document["schema"] == "steno.tree/1"
    assert document["session"] == session.session_id
    assert document["path"].endswith(f"{session.session_id}.jsonl")
    assert len(document["nodes"]) == len(session.records) - 1
    assert [branch["kind"] for branch in document["branches"]] == ["root", "rewind"]
    seen = set()
    for path in sorted(demo.glob("projects/*/*.jsonl")):
        whole = run("tree", path, "--json").document
        for name, keys in KEYS.items():
            for row in whole[name][:1]:
                assert list(row)[: len(keys)] == keys
                seen.add(name)
    assert seen == set(KEYS)


def test_drawing_says_which_session_it_is_and_what_is_in_it(
    run: Run, home: Path, session: SessionBuilder
) -> None:
    """Then comes the tree."""
    answer = run("tree", "@last", "--home", home)
    assert (answer.code, answer.err) == (0, "")
    title, place_line, counts, empty, *tree = answer.lines
    assert title == "Tides"
    assert place_line == f"{session.session_id} · /home/mira/ebb · main"
    assert counts == "11 lines · 3 turns · 1 other branch"
    assert empty == ""
    starts = ["● lines 1-6", "┬ line 6: rewind", "│ ○ branch 1  lines 7-8", "● lines 9-10"]
    assert [line.startswith(start) for line, start in zip(tree, starts, strict=True)] == [True] * 4


def test_turns_and_lines_are_shown_when_asked_for(run: Run, home: Path) -> None:
    """One line each."""
    plain = run("tree", "@last", "--home", home).lines
    turns = run("tree", "@last", "--turns", "--home", home).lines
    every = run("tree", "@last", "--all", "--home", home).lines
    assert len(turns) == len(plain) + 3
    assert len(every) == len(plain) + 11
    assert any("tool fan-out, 2 on it" in line for line in every)
    assert not any("fan-out" in line for line in plain)


def test_uuids_are_shown_with_every_line(run: Run, home: Path, session: SessionBuilder) -> None:
    """So that 'steno messages --at' can be told where to go back to."""
    text = run("tree", "@last", "--all", "--home", home).out
    for body in session.bodies("user"):
        assert body["uuid"][:8] in text


@terminal
@pytest.mark.parametrize("columns", [60, 100])
def test_drawing_fits_the_terminal(home: Path, columns: int) -> None:
    """With and without every line; Chinese characters take two columns."""
    for extra in ([], ["--all"], ["--turns"]):
        answer = run_on_terminal(
            "tree", "@last", "--no-pager", "--home", home, *extra, columns=columns
        )
        lines = STYLES.sub("", answer.out).replace("\r", "").split("\n")
        assert answer.code == 0
        assert all(cell_len(line) <= columns for line in lines)
        assert any("昨天呢" in line for line in lines)


def test_sessions_that_it_has_to_do_with_are_named(run: Run, tmp_path: Path) -> None:
    """And by what that is known."""
    origin = {"sessionId": TWO, "messageUuid": "old"}
    write_lines(
        place(tmp_path, ONE),
        user("go on", sessionId=TWO),
        user("further", uuid="v", parentUuid="u", forkedFrom=origin),
        reply(uuid="w", parentUuid="v"),
    )
    text = run("tree", "@last", "--home", tmp_path).out
    assert f"continues {TWO} (line 1: first line)" in text
    assert f"is a fork of {TWO} (line 2: forked from)" in text


def test_session_that_hangs_on_another_is_told_by_the_line(run: Run, tmp_path: Path) -> None:
    """Where nothing names the other session."""
    write_lines(place(tmp_path, ONE), user("go on", parentUuid="elsewhere"), reply(parentUuid="u"))
    text = run("tree", "@last", "--home", tmp_path).out
    assert "continues another session, by line elsewhere (line 1: lost parent)" in text
    assert "1 line without its parent" in text


def test_cleared_session_does_not_know_what_came_before(run: Run, tmp_path: Path) -> None:
    """It says so all the same."""
    command = "<command-name>/clear</command-name>"
    write_lines(place(tmp_path, ONE), user(command), reply(parentUuid="u"))
    text = run("tree", "@last", "--home", tmp_path).out
    assert "was begun by clearing another session (line 1: clear command)" in text


def test_only_some_of_many_links_are_named(run: Run, tmp_path: Path) -> None:
    """The others are counted."""
    lines = [user("x", uuid=f"u{number}", sessionId=f"other-{number}") for number in range(9)]
    write_lines(place(tmp_path, ONE), *lines)
    text = run("tree", "@last", "--home", tmp_path).out
    assert text.count("continues other-") == 5
    assert "continues 4 other sessions as well" in text


def test_session_without_a_graph_is_explained(run: Run, tmp_path: Path) -> None:
    """Its lines can be seen all the same."""
    write_lines(place(tmp_path, ONE), {"type": "mode", "mode": "plan"})
    answer = run("tree", "@last", "--home", tmp_path)
    assert answer.code == 0
    assert "no line of this session has an id" in answer.err
    assert "plan" in run("tree", "@last", "--all", "--home", tmp_path).out
    assert run("tree", "@last", "--json", "--home", tmp_path).document["nodes"] == []


def test_unknown_session_is_an_error(run: Run, home: Path) -> None:
    """As in every command."""
    assert run("tree", "nobody", "--home", home).code == 2
    assert run("tree", "--home", home).code == 2


def test_every_session_of_the_demo_is_drawn(run: Run, demo: Path) -> None:
    """And every line of each, whatever is wrong with it."""
    for path in sorted(demo.glob("projects/**/*.jsonl")):
        answer = run("tree", path, "--all")
        assert answer.code == 0
        stored = sum(1 for _ in path.read_bytes().split(b"\n")) - 1
        assert len(answer.lines) >= stored


def test_headline_says_whose_turns_and_which_agents_have_no_file(run: Run, tmp_path: Path) -> None:
    """Elsewhere the person's turns and the sub-agents' files are counted."""
    task = {"origin": {"kind": "task-notification"}}
    block = {"type": "tool_use", "id": "t", "name": "Task", "input": {"description": "Look"}}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "Boats."}
    write_lines(
        place(tmp_path, ONE),
        user("Look", uuid="a"),
        reply("m", uuid="b", parentUuid="a", message={"content": [block]}),
        user([done], uuid="c", parentUuid="b", toolUseResult={"agentId": "gone"}),
        user("<task-notification>", uuid="d", parentUuid="c", **task),
    )
    lines = run("tree", ONE, "--home", tmp_path).lines
    assert "4 lines · 2 turns, 1 of them by you · 1 sub-agent, 1 without a file" in lines


def test_source_names_what_was_made_of_it(run: Run, home: Path, session: SessionBuilder) -> None:
    """The first few of them, and how many more there are."""
    places = ("--home", home, "--db", home / "data")
    first = run("clone", session.session_id, "--json", *places).document["result"]["session"]
    assert f"steno clone made {first} of it" in run("tree", session.session_id, *places).out
    for _ in range(5):
        run("fork", session.session_id, "--at", "1", *places)
    text = run("tree", session.session_id, *places).out
    assert text.count(" of it\n") == 5
    assert "edits made 1 other session of it as well" in text
    made = run("tree", session.session_id, "--json", *places).document["edited_into"]
    assert made[0] == {"session": first, "edit": "clone"}
    assert [one["edit"] for one in made[1:]] == ["fork"] * 5


def test_damaged_record_of_edits_is_told(run: Run, home: Path) -> None:
    """Once, beside the tree, and beside a list."""
    (home / "data").mkdir()
    (home / "data" / "state.db").write_bytes(b"nonsense")
    for command in (["tree", "@last"], ["list"]):
        answer = run(*command, "--home", home, "--db", home / "data")
        assert answer.code == 0
        assert answer.err.count("which session was made of which is not known") == 1
        assert "state.db" in answer.err
