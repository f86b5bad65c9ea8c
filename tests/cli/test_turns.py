"""``steno turns``: the contract's keys, filters, and what the table marks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

from steno.testing.agent_tools import AgentTask, agent
from steno.testing.build import SessionBuilder, make_home
from steno.testing.shell_tools import bash
from tests.cli.payloads import STYLES
from tests.cli.running import run_on_terminal
from tests.written import ONE, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

KEYS = [
    "number", "uuid", "prompt_id", "input_kind", "round_kind", "text", "started", "ended",
    "api_messages", "tool_calls", "complete",
]  # fmt: skip
terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def works(child: SessionBuilder) -> str:
    """Let a sub-agent answer."""
    child.reply("Boats.")
    return "Boats."


@pytest.fixture
def session() -> SessionBuilder:
    """Make a session in which all that a table marks has happened."""
    session = SessionBuilder("turns", cwd="/home/mira/ebb")
    session.prompt("When is high water?\n\nIn Sandhaven.")
    first = session.reply(bash("ebb SAN", "04:12"), bash("ebb KEL", "05:20"))[-1]
    session.reply("At 04:12.")
    session.prompt("And now something that will be taken back")
    session.reply("Hm.")
    session.rewind(first)
    session.reply("At 04:12 and 16:37.")
    session.prompt("今天满潮几点？")
    session.user("[Request interrupted by user]")
    session.prompt("Once more")
    session.synthetic("API Error: 529", isApiErrorMessage=True)
    session.prompt([
        {"type": "text", "text": "What is on it?"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}},
    ])  # fmt: skip
    session.attach("queued_command", prompt="and in Kelpie Bay?", commandMode="prompt")
    session.reply(bash("ebb picture", "a curve"))
    return session


@pytest.fixture
def home(tmp_path: Path, session: SessionBuilder) -> Path:
    """Write it."""
    return make_home(tmp_path, [session])


def turns(run: Run, home: Path, *arguments: object) -> list[dict[str, Any]]:
    """Give the turns of the document."""
    found: list[dict[str, Any]] = run(
        "turns", "@last", "--json", "--home", home, *arguments
    ).document["turns"]
    return found


def numbers(run: Run, home: Path, *arguments: object) -> list[int]:
    """Give the numbers of the turns that are listed."""
    return [turn["number"] for turn in turns(run, home, *arguments)]


def test_document_has_the_keys_of_the_contract(
    run: Run, home: Path, session: SessionBuilder
) -> None:
    """And more behind them."""
    document = run("turns", "@last", "--json", "--home", home).document
    assert document["schema"] == "steno.turns/1"
    assert document["session"] == session.session_id
    assert document["path"].endswith(f"{session.session_id}.jsonl")
    assert (document["total"], document["human_turns"]) == (5, 5)
    first = document["turns"][0]
    assert list(first)[: len(KEYS)] == KEYS
    opening = next(session.bodies("user"))
    own = {
        "number": 1, "uuid": opening["uuid"], "prompt_id": opening["promptId"],
        "input_kind": "plain", "round_kind": "new_session", "text": opening["message"]["content"],
        "started": opening["timestamp"], "api_messages": 2, "tool_calls": 2, "complete": True,
        "line": 1, "is_human": True, "is_active": True, "branch": 0, "interrupted": False,
        "error": False, "images": 0, "context": [], "prompts": [],
    }  # fmt: skip
    assert {key: first[key] for key in own} == own
    assert first["duration_ms"] > 1000


def test_what_went_wrong_is_told(run: Run, home: Path) -> None:
    """Interrupts, errors, dead branches, turns without an end, what was queued."""
    _, taken_back, stopped, broken, last = turns(run, home)
    assert (taken_back["is_active"], taken_back["branch"]) == (False, 1)
    assert (stopped["interrupted"], stopped["complete"]) == (True, False)
    assert (broken["error"], broken["complete"], broken["api_messages"]) == (True, False, 0)
    assert (last["input_kind"], last["images"], last["complete"]) == ("image", 1, False)
    assert [prompt["text"] for prompt in last["prompts"]] == ["and in Kelpie Bay?"]
    assert [prompt["input_kind"] for prompt in last["prompts"]] == ["queued"]


def test_table_is_for_programs_where_there_is_no_terminal(run: Run, home: Path) -> None:
    """Times as they are stored, milliseconds, one line for each text."""
    rows = run("turns", "@last", "--home", home).rows
    assert [row["turn"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0]["text"] == "When is high water? In Sandhaven."
    assert rows[0]["started"].endswith("Z")
    assert int(rows[0]["took"]) > 1000
    assert [row["state"] for row in rows] == ["", "branch 1", "interrupted", "error", "open"]
    assert rows[4]["text"] == "What is on it? · 1 image · 1 more queued"
    assert (rows[0]["replies"], rows[0]["tools"]) == ("2", "2")


@terminal
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_table_fits_the_terminal_and_dims_dead_branches(home: Path, columns: int) -> None:
    """Chinese characters take two columns."""
    answer = run_on_terminal("turns", "@last", "--home", home, columns=columns)
    lines = answer.out.replace("\r", "").split("\n")
    assert all(cell_len(STYLES.sub("", line)) <= columns for line in lines)
    (dead,) = [line for line in lines if "branch 1" in line]
    assert "\x1b[2m" in dead
    (alive,) = [line for line in lines if "满潮" in line]
    assert "\x1b[2m" not in alive


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], [1, 2, 3, 4, 5]),
        (["--human"], [1, 2, 3, 4, 5]),
        (["--active"], [1, 3, 4, 5]),
        (["--open"], [3, 4, 5]),
        (["--kind", "image"], [5]),
        (["--kind", "image", "--kind", "plain", "--active"], [1, 3, 4, 5]),
        (["--kind", "bash"], []),
    ],
    ids=str,
)
def test_filters(run: Run, home: Path, arguments: list[str], expected: list[int]) -> None:
    """Alone and together; nothing that fits exits with 1."""
    assert numbers(run, home, *arguments) == expected
    answer = run("turns", "@last", "--home", home, *arguments)
    assert answer.code == (0 if expected else 1)
    assert len(answer.rows if expected else []) == len(expected)
    if not expected:
        assert answer.out == ""
        assert answer.err == "steno: none of the 5 turns fits; loosen the filters.\n"
    elif len(expected) < 5:
        assert answer.err == f"{len(expected)} of 5 turns.\n"
    else:
        assert answer.err == ""


def test_turns_of_other_senders_are_no_humans(run: Run, tmp_path: Path) -> None:
    """A sub-agent's prompts come from another agent, and no resume goes by its file."""
    session = SessionBuilder("agents")
    session.prompt("Look.")
    task = AgentTask("Look around", "Look around the harbour.")
    session.reply(agent(task, works, agent_id="a17"))
    home = make_home(tmp_path, [session])
    answer = run("turns", "agent-a17", "--home", home)
    (row,) = answer.rows
    assert (row["kind"], row["state"], row["text"]) == ("agent", "", "Look around the harbour.")
    assert run("turns", "agent-a17", "--human", "--home", home).code == 1
    document = run("turns", "agent-a17", "--json", "--home", home).document
    assert (document["total"], document["human_turns"]) == (1, 0)


def test_command_beside_the_conversation_is_aside(run: Run, tmp_path: Path) -> None:
    """It is on no branch of its own, and a resume does not go by it."""
    command = "<command-name>/status</command-name>"
    write_lines(
        place(tmp_path, ONE),
        user("caveat", uuid="c", isMeta=True),
        user(command, uuid="s", parentUuid="c"),
        user("go on", uuid="p", parentUuid="c", timestamp="2026-01-03T15:45:58.325Z"),
        reply(uuid="r", parentUuid="p", timestamp="2026-01-03T15:46:58.325Z"),
    )
    rows = run("turns", "@last", "--home", tmp_path).rows
    assert [(row["text"], row["state"]) for row in rows] == [("/status", "aside"), ("go on", "")]


def test_replies_before_the_first_prompt_are_a_turn_that_goes_on(run: Run, tmp_path: Path) -> None:
    """It has no words of its own."""
    write_lines(place(tmp_path, ONE), reply("m"))
    (row,) = run("turns", "@last", "--home", tmp_path).rows
    assert (row["kind"], row["text"]) == ("start", "(goes on)")


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--human"], 1), (["--json"], 0)])
def test_session_without_turns_is_explained(
    run: Run, tmp_path: Path, arguments: list[str], code: int
) -> None:
    """Nothing found is no error, unless something was looked for."""
    write_lines(place(tmp_path, ONE), {"type": "mode", "mode": "plan"})
    answer = run("turns", "@last", "--home", tmp_path, *arguments)
    assert answer.code == code
    assert "this session has no turns" in answer.err


def test_unknown_session_is_an_error(run: Run, home: Path) -> None:
    """As in every command."""
    assert run("turns", "nobody", "--home", home).code == 2
    assert run("turns", "@last", "--kind", "beauty", "--home", home).code == 2


def test_turns_of_others_are_told(run: Run, tmp_path: Path) -> None:
    """A list of sessions counts the person's alone."""
    told = user(
        "<task-notification>", uuid="c", parentUuid="b", origin={"kind": "task-notification"}
    )
    asked = [user("Look", uuid="a"), reply("m", uuid="b", parentUuid="a")]
    write_lines(place(tmp_path, ONE), *asked, told)
    assert run("turns", ONE, "--home", tmp_path).err == "2 turns, 1 of them by you.\n"
    (row,) = run("list", "--home", tmp_path).rows
    assert row["prompts"] == "1"
