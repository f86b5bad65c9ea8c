"""``steno tools``: the contract's keys, filters, sums, and calls of a whole home."""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

from steno.cli.tools import ToolsDocument
from steno.testing.agent_tools import AgentTask, agent
from steno.testing.build import SessionBuilder, make_home
from steno.testing.file_tools import edit, read
from steno.testing.outside_tools import mcp
from steno.testing.shell_tools import bash, bash_failed
from steno.testing.tool_run import denied, unanswered
from tests.cli.payloads import STYLES
from tests.cli.running import act_after, run_on_terminal
from tests.written import ONE, TWO, line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

KEYS = [
    "id", "name", "session", "turn", "input", "result", "is_error", "started", "duration_ms",
    "agent",
]  # fmt: skip
FILE = "/home/mira/ebb/src/moon.py"
terminal = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def works(child: SessionBuilder) -> str:
    """Let a sub-agent read a file."""
    child.reply(read(FILE, "phase = 1\n"))
    child.reply("Done.")
    return "Done."


@pytest.fixture
def tides() -> SessionBuilder:
    """Make a session of May with a sub-agent, failures, and a call that was never answered."""
    session = SessionBuilder("tides", start="2026-05-01T10:00:00.000Z", cwd="/home/mira/ebb")
    session.prompt("When is high water?")
    session.reply(bash_failed("ebb KEL", 2, "no such place"), bash("ebb SAN", "04:12").after(7.0))
    session.prompt("Look into it.")
    session.reply(agent(AgentTask("Look", "Look into the moon."), works, agent_id="a17"))
    session.reply(edit(FILE, "phase = 1\n", "1", "2"))
    session.reply(denied(bash("rm -rf /"), "The user doesn't want to proceed."))
    session.reply(unanswered(bash("sleep 999")))
    return session


@pytest.fixture
def boats() -> SessionBuilder:
    """Make a session of June in another project."""
    session = SessionBuilder("boats", start="2026-06-01T10:00:00.000Z", cwd="/home/mira/boats")
    session.prompt("Which boats are in?")
    session.reply(mcp("harbour", "list_boats", {"berth": "7号"}, "Two boats."))
    session.reply("Two.")
    return session


@pytest.fixture
def home(tmp_path: Path, tides: SessionBuilder, boats: SessionBuilder) -> Path:
    """Write both."""
    return make_home(tmp_path / "home", [tides, boats])


def calls(run: Run, home: Path, *arguments: object) -> list[dict[str, Any]]:
    """Give the calls of the document."""
    answer = run("tools", "--json", "--home", home, *arguments)
    found: list[dict[str, Any]] = answer.document["calls"]
    assert answer.code == (0 if found else 1)
    return found


def brief(found: list[dict[str, Any]]) -> list[str]:
    """Give each call by its command, else its name."""
    return [call["input"].get("command") or call["name"] for call in found]


OF_TIDES = ["ebb KEL", "ebb SAN", "Agent", "Read", "Edit", "rm -rf /", "sleep 999"]


def test_document_has_the_keys_of_the_contract(run: Run, home: Path, tides: SessionBuilder) -> None:
    """And more behind them; input and result are whole."""
    document = run("tools", tides.session_id, "--json", "--home", home).document
    assert list(document) == [one.name for one in fields(ToolsDocument)]
    assert (document["schema"], document["session"]) == ("steno.tools/1", tides.session_id)
    assert (document["total"], document["cut"]) == (7, False)
    second = document["calls"][1]
    assert list(second)[: len(KEYS)] == KEYS
    _, use, *_ = tides.bodies("assistant")
    own = {
        "id": use["message"]["content"][0]["id"], "name": "Bash", "session": tides.session_id,
        "turn": 1, "input": {"command": "ebb SAN"}, "result": "04:12", "is_error": False,
        "started": use["timestamp"], "agent": None, "status": "ok", "line": 3, "server": False,
        "title": "Bash: ebb SAN", "summary": "exit 0",
    }  # fmt: skip
    assert {key: second[key] for key in own} == own
    assert second["duration_ms"] == 7010
    assert second["path"].endswith(f"{tides.session_id}.jsonl")


def test_calls_of_a_session_come_in_the_order_of_time(
    run: Run, home: Path, tides: SessionBuilder
) -> None:
    """Those of sub-agents where they belong, in the turn that began them."""
    found = calls(run, home, tides.session_id)
    assert brief(found) == OF_TIDES
    assert [call["turn"] for call in found] == [1, 1, 2, 2, 2, 2, 2]
    assert [call["agent"] for call in found] == [None, None, None, "a17", None, None, None]
    assert [call["status"] for call in found] == [
        "error", "ok", "ok", "ok", "ok", "denied", "interrupted",
    ]  # fmt: skip
    assert [call["is_error"] for call in found] == [True, False, False, False, False, True, False]
    assert (found[6]["result"], found[6]["duration_ms"]) == (None, None)
    assert found[3]["path"].endswith("agent-a17.jsonl")


def test_calls_of_a_home_come_newest_first(run: Run, home: Path) -> None:
    """Over all sessions."""
    found = calls(run, home)
    assert brief(found)[0] == "mcp__harbour__list_boats"
    started = [call["started"] for call in found]
    assert started == sorted(started, reverse=True)
    assert len(found) == 8
    assert run("tools", "--json", "--home", home).document["session"] is None


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--name", "bash"], ["sleep 999", "rm -rf /", "ebb SAN", "ebb KEL"]),
        (["--name", "mcp__*"], ["mcp__harbour__list_boats"]),
        (["--name", "Edit", "--name", "Read"], ["Edit", "Read"]),
        (["--errors"], ["rm -rf /", "ebb KEL"]),
        (["--slow", "7000"], ["ebb SAN"]),
        (["--since", "2026-05-20"], ["mcp__harbour__list_boats"]),
        (["--until", "2026-05-20", "--name", "Edit"], ["Edit"]),
        (["--since", "2026-05-02", "--until", "2026-05-20"], []),
        (["--project", "BOATS"], ["mcp__harbour__list_boats"]),
        (["--no-agents", "--name", "Read"], []),
        (["-n", "2"], ["mcp__harbour__list_boats", "sleep 999"]),
        (["--errors", "-n", "1"], ["rm -rf /"]),
        (["--errors", "-n", "1", "--all"], ["rm -rf /", "ebb KEL"]),
        (["--name", "nothing"], []),
    ],
    ids=str,
)
def test_filters(run: Run, home: Path, arguments: list[str], expected: list[str]) -> None:
    """Alone and together; nothing that fits exits with 1."""
    assert brief(calls(run, home, *arguments)) == expected
    answer = run("tools", "--home", home, *arguments)
    assert answer.code == (0 if expected else 1)
    if not expected:
        assert answer.err == "steno: no tool call fits; loosen the filters.\n"
        assert answer.out == ""


def test_limit_of_a_session_keeps_the_newest_in_the_order_of_time(
    run: Run, home: Path, tides: SessionBuilder
) -> None:
    """It is cut at the front."""
    assert brief(calls(run, home, tides.session_id, "-n", 2)) == OF_TIDES[-2:]
    document = run("tools", tides.session_id, "-n", 2, "--json", "--home", home).document
    assert (document["total"], document["cut"]) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], ""),
        (["-n", "8"], ""),
        (["-n", "3"], "The newest 3 calls; --all shows all.\n"),
        (["-n", "1", "--errors"], "The newest call that fit; --all shows all that fit.\n"),
    ],
    ids=str,
)
def test_note_says_that_there_are_more(
    run: Run, home: Path, arguments: list[str], told: str
) -> None:
    """Only where the limit could have cut something off."""
    assert run("tools", "--home", home, *arguments).err == told


def test_table_is_for_programs_where_there_is_no_terminal(
    run: Run, home: Path, tides: SessionBuilder
) -> None:
    """Whole ids, titles and milliseconds."""
    rows = {row["call"]: row for row in run("tools", "--home", home).rows}
    slow = rows["Bash: ebb SAN"]
    assert (slow["session"], slow["turn"], slow["agent"]) == (tides.session_id, "1", "")
    assert (slow["tool"], slow["status"], slow["took"]) == ("Bash", "ok", "7010")
    assert slow["started"].endswith("Z")
    assert rows["Read src/moon.py"]["agent"] == "a17"
    own = run("tools", tides.session_id, "--no-agents", "--home", home).rows
    assert "session" not in own[0]
    assert "agent" not in own[0]


@terminal
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_table_fits_the_terminal(home: Path, columns: int) -> None:
    """Chinese characters take two columns; the tool is not named twice."""
    answer = run_on_terminal("tools", "--home", home, columns=columns)
    text = STYLES.sub("", answer.out).replace("\r", "")
    assert all(cell_len(line) <= columns for line in text.split("\n"))
    assert "Bash: " not in text
    assert "rm -rf /" in text


def test_home_is_cut_to_fifty_for_a_person(run: Run, tmp_path: Path) -> None:
    """A program gets all."""
    session = SessionBuilder("many")
    session.prompt("Go.")
    for number in range(60):
        session.reply(bash(f"echo {number}", str(number)))
    home = make_home(tmp_path, [session])
    answer = run("tools", "--home", home)
    assert (len(answer.rows), answer.err) == (50, "The newest 50 calls; --all shows all.\n")
    assert answer.rows[0]["call"] == "Bash: echo 59"
    assert len(run("tools", "--all", "--home", home).rows) == 60
    assert len(run("tools", "@last", "--home", home).rows) == 60
    assert len(calls(run, home)) == 60


def test_summary_sums_up_by_tool(run: Run, home: Path) -> None:
    """The document has the sums as well, and leaves the calls out."""
    answer = run("tools", "--summary", "--home", home)
    rows = {row["tool"]: row for row in answer.rows}
    assert answer.out.startswith("# Tools\n")
    assert answer.rows[0]["tool"] == "Bash"
    assert (rows["Bash"]["calls"], rows["Bash"]["errors"], rows["Bash"]["no result"]) == (
        "4", "2", "1",
    )  # fmt: skip
    assert int(rows["Bash"]["longest"]) == 7010
    document = run("tools", "--summary", "--json", "--home", home).document
    assert (document["calls"], document["total"]) == ([], 8)
    bash_sum = document["tools"][0]
    assert (bash_sum["name"], bash_sum["calls"], bash_sum["longest_ms"]) == ("Bash", 4, 7010)
    whole = run("tools", "--json", "--home", home).document
    assert whole["tools"] == document["tools"]


def test_files_are_summed_up(run: Run, home: Path) -> None:
    """By how often they were read and changed."""
    answer = run("tools", "--files", "--home", home)
    assert answer.rows == [
        {"file": FILE, "reads": "1", "changes": "1", "added": "1", "removed": "1", "errors": "0"}
    ]
    both = run("tools", "--summary", "--files", "--home", home).out
    assert both.startswith("# Tools\n")
    assert "\n# Files\n" in both
    none = run("tools", "--files", "--name", "Bash", "--home", home)
    assert (none.code, none.out) == (0, "")
    assert "none of these calls read or changed a file" in none.err


def test_copies_of_a_call_in_forks_are_listed_once(
    run: Run, tmp_path: Path, tides: SessionBuilder
) -> None:
    """As one of the session that was written to last."""
    fork = tides.fork("fork")
    fork.prompt("Otherwise?")
    fork.reply(bash("ebb GRP", "06:40"))
    home = make_home(tmp_path / "both", [tides, fork])
    found = calls(run, home)
    assert len(found) == 8
    owners = {call["input"].get("command"): call["session"] for call in found}
    assert owners["ebb SAN"] == fork.session_id
    assert brief(calls(run, home, tides.session_id)) == OF_TIDES


def test_call_of_a_live_session_may_be_running(
    run: Run, home: Path, tides: SessionBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it was left behind."""
    monkeypatch.setattr("steno.cli.tools.live_ids", lambda _: frozenset({tides.session_id}))
    assert calls(run, home, tides.session_id)[-1]["status"] == "running"
    monkeypatch.setattr("steno.cli.tools.live_ids", lambda _: frozenset({"another"}))
    assert calls(run, home, tides.session_id)[-1]["status"] == "interrupted"


def test_sub_agents_whose_session_is_gone_are_listed_too(
    run: Run, home: Path, tides: SessionBuilder
) -> None:
    """They belong to the session that their lines name."""
    next(home.glob(f"projects/*/{tides.session_id}.jsonl")).unlink()
    found = calls(run, home, "--name", "Read")
    assert [(call["agent"], call["session"]) for call in found] == [("a17", tides.session_id)]
    assert run("tools", "--no-agents", "--name", "Read", "--home", home).code == 1


def test_file_that_vanishes_is_passed_over(
    run: Run, home: Path, tides: SessionBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the listing and the reading; asked for by name it is an error."""
    path = next(home.glob(f"projects/*/{tides.session_id}.jsonl"))
    with monkeypatch.context() as patch:
        act_after(patch, "steno.cli.tools.select", lambda: path.unlink(missing_ok=True))
        answer = run("tools", "--json", "--home", home)
        assert brief(answer.document["calls"]) == ["mcp__harbour__list_boats"]
        assert f"passed over: cannot read {path}" in answer.err
    path.write_bytes(b"")
    with monkeypatch.context() as patch:
        act_after(patch, "steno.cli.tools.select", lambda: path.unlink(missing_ok=True))
        assert run("tools", tides.session_id, "--home", home).code == 2


def test_file_that_is_replaced_while_reading_is_passed_over(
    run: Run, home: Path, tides: SessionBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document is whole all the same."""
    path = next(home.glob(f"projects/*/{tides.session_id}.jsonl"))

    def replace() -> None:
        other = path.with_suffix(".new")
        other.write_bytes(path.read_bytes())
        other.replace(path)

    act_after(monkeypatch, "steno.cli.tools.live_ids", replace)
    for arguments in (["--json"], []):
        answer = run("tools", "--no-agents", "--name", "Bash", "--home", home, *arguments)
        assert "has changed since it was read" in answer.err
        assert answer.code == 0
    assert answer.out == ""


def test_hostile_values_leave_a_document_that_every_reader_takes(run: Run, tmp_path: Path) -> None:
    """NaN, halves of characters, nesting without end, and shapes that nobody wrote."""
    deep = b"[" * 3000 + b"]" * 3000
    block = b'{"type":"tool_use","id":"%s","name":"Odd","input":%s}'
    blocks = [
        block % (b"nan", b'{"a":NaN,"b":"\\ud800"}'),
        block % (b"deep", deep),
        block % (b"half", b'{"a":' + b"[" * 700 + b'"\\ud800"' + b"]" * 700 + b"}"),
        block % (b"text", b'"just a text"'),
    ]
    body = line_of(reply("m", uuid="a", parentUuid="u", message={"content": ["BLOCKS"]}))
    write_lines(place(tmp_path, ONE), user(uuid="u"), body.replace(b'"BLOCKS"', b",".join(blocks)))
    answer = run("tools", "--json", "--home", tmp_path)
    document = json.loads(answer.out, parse_constant=pytest.fail)
    inputs = {call["id"]: call["input"] for call in document["calls"]}
    assert inputs["nan"] == {"a": None, "b": "\ud800"}
    assert "nested too deeply" in json.dumps(inputs["deep"])
    assert "nested too deeply" in json.dumps(inputs["half"])
    assert inputs["text"] == "just a text"
    assert run("tools", "--summary", "--home", tmp_path).code == 0


def test_nothing_called_is_explained(run: Run, tmp_path: Path) -> None:
    """It is no error, since nothing was looked for."""
    write_lines(place(tmp_path, ONE), user(), reply())
    one = run("tools", ONE, "--home", tmp_path)
    assert (one.code, one.err) == (0, "steno: no tool was called in this session.\n")
    every = run("tools", "--home", tmp_path)
    assert (every.code, every.err) == (0, "steno: no tool was called in the home.\n")
    empty = run("tools", "--home", tmp_path / "nowhere")
    assert (empty.code, empty.out) == (0, "")
    assert "steno demo DIR" in empty.err


@pytest.mark.parametrize(
    "arguments",
    [["nobody"], ["--since", "someday"], ["--slow", "-1"], ["--slow", "fast"], ["-n", "0"]],
    ids=str,
)
def test_wrong_use_exits_with_2(run: Run, home: Path, arguments: list[str]) -> None:
    """And says what is wrong."""
    answer = run("tools", "--home", home, *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert "steno: " in answer.err


def test_several_homes_are_read_as_one(run: Run, home: Path, tmp_path: Path) -> None:
    """Each session of each of them."""
    other = tmp_path / "other"
    call = {"type": "tool_use", "id": "t", "name": "Glob", "input": {"pattern": "*"}}
    write_lines(place(other, TWO), user(), reply("x", message={"content": [call]}))
    found = calls(run, home, "--home", other)
    assert len(found) == 9
    assert found[-1]["name"] == "Glob"
