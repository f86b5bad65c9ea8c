"""Every tool call of a session: its own and those of its sub-agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.errors import FileChangedError, UnreadableFileError
from steno.session import all_calls
from steno.session.all_calls import find_calls, read_calls
from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent, agent_in_file
from steno.testing.build import SessionBuilder, make_session
from steno.testing.shell_tools import bash
from steno.testing.tool_run import failed, unanswered
from tests.held import held, progress, prompt, result, says
from tests.written import line_of

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.all_calls import FoundCall

TASK = AgentTask("Look around", "Look around the harbour.")


def works(child: SessionBuilder) -> str:
    """Let a sub-agent call a tool."""
    child.reply(bash("ls quay", "boats"))
    child.reply("Two boats.")
    return "Two boats."


def begins_another(child: SessionBuilder) -> str:
    """Let a sub-agent begin one of its own."""
    child.reply(agent(TASK, works, agent_id="inner"))
    return "Done."


@pytest.fixture
def session() -> SessionBuilder:
    """Make a session of two turns; the second begins a sub-agent, which begins another."""
    session = SessionBuilder("calls", cwd="/home/mira/ebb")
    session.prompt("Look.")
    session.reply(bash("pwd", "/home/mira/ebb"))
    session.reply("Here.")
    session.prompt("Look further.")
    session.reply(agent(TASK, begins_another, agent_id="outer"), failed(bash("false"), "exit 1"))
    session.reply("There.")
    return session


def brief(found: list[FoundCall]) -> list[tuple[str, str | None, int | None]]:
    """Give calls in short: tool, sub-agent, turn."""
    return [(one.call.name, one.call.agent_id, one.call.turn) for one in found]


def test_calls_of_sub_agents_come_behind_and_belong_to_the_turn_that_began_them(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """Those of nested ones too, by way of the one that the session itself began."""
    loaded = load(make_session(tmp_path, session))
    found = find_calls(loaded)
    assert brief(found) == [
        ("Bash", None, 1),
        ("Agent", None, 2),
        ("Bash", None, 2),
        ("Agent", "outer", 2),
        ("Bash", "inner", 2),
    ]
    assert {one.session_id for one in found} == {session.session_id}
    assert [one.in_last_turn for one in found] == [False, True, True, True, True]
    assert [one.path and one.path.name for one in found][2:] == [
        f"{session.session_id}.jsonl", "agent-outer.jsonl", "agent-inner.jsonl",
    ]  # fmt: skip


def test_without_agents_only_the_sessions_own_calls_are_found(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """Also where a sub-agent's lines stand in the session's own file."""
    session.reply(agent_in_file(TASK, works))
    loaded = load(make_session(tmp_path, session))
    assert [name for name, _, _ in brief(find_calls(loaded, agents=False))] == [
        "Bash", "Agent", "Bash", "Task",
    ]  # fmt: skip
    inside = [one for one in brief(find_calls(loaded)) if one[1] not in (None, "inner", "outer")]
    assert [(name, turn) for name, _, turn in inside] == [("Bash", 2)]


def test_file_of_a_sub_agent_is_read_as_its_own(tmp_path: Path, session: SessionBuilder) -> None:
    """It belongs to the session that its lines name; its turns are its own."""
    path = make_session(tmp_path, session)
    own = path.with_suffix("") / "subagents" / "agent-outer.jsonl"
    (found,) = find_calls(load(own))
    assert (found.call.name, found.call.agent_id, found.call.turn) == ("Agent", "outer", 1)
    assert found.session_id == session.session_id
    assert brief(find_calls(load(own), agents=False)) == [("Agent", "outer", 1)]


def test_copy_of_a_call_in_a_sub_agents_file_counts_once(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """A sub-agent that was forked off begins with lines of its parent."""
    copied = next(body for body in session.bodies("assistant"))
    path = make_session(tmp_path, session)
    own = path.with_suffix("") / "subagents" / "agent-inner.jsonl"
    own.write_bytes(line_of({**copied, "isSidechain": True}) + own.read_bytes())
    found = find_calls(load(path))
    assert len(found) == 5
    assert found[0].path == path


def test_calls_without_an_id_all_count() -> None:
    """Nothing tells whether two of them are one."""
    block = {"type": "tool_use", "name": "Bash", "input": {}}
    message = {"content": [block, block]}
    session = held(prompt("p", None, 0), says("a", "p", 1, message=message))
    found = find_calls(session)
    assert [one.call.id for one in found] == ["", ""]
    assert [one.session_id for one in found] == [None, None]


def test_sub_agent_that_is_only_told_of_in_progress_lines_is_found() -> None:
    """Its file is missing, so it has no path."""
    carried = {"type": "assistant", "uuid": "x", "message": {
        "id": "msg_x", "role": "assistant", "content": [
            {"type": "tool_use", "id": "toolu_x", "name": "Grep", "input": {"pattern": "tide"}}
        ],
    }}  # fmt: skip
    news = {"type": "agent_progress", "agentId": "gone", "message": carried}
    launch = {"type": "tool_use", "id": "toolu_a", "name": "Task", "input": {"prompt": "Look."}}
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1, message={"content": [launch]}),
        {**progress("n", "a", 2, **news), "parentToolUseID": "toolu_a", "toolUseID": "agent_1"},
        result("r", "a", 3),
    )
    found = find_calls(session)
    assert brief(found) == [("Task", None, 1), ("Grep", "gone", 1)]
    (records,) = [one for one in read_calls(found) if one.found.call.agent_id]
    assert records.call.input == {"pattern": "tide"}
    assert records.found.path is None


def test_sub_agent_that_nothing_ties_to_a_call_has_no_turn(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """Its calls are listed all the same."""
    path = make_session(tmp_path, session)
    stray = path.with_suffix("") / "subagents" / "agent-stray.jsonl"
    lines = (path.with_suffix("") / "subagents" / "agent-inner.jsonl").read_bytes()
    stray.write_bytes(
        lines.replace(b'"inner"', b'"stray"')
        .replace(b"toolu_", b"toolu_stray_")
        .replace(b"Look around", b"Stroll about")
    )
    found = brief(find_calls(load(path)))
    assert ("Bash", "inner", 2) in found
    assert ("Bash", "stray", None) in found


def test_unreadable_file_of_a_sub_agent_is_told_and_left_out(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """The others are not lost for it."""
    path = make_session(tmp_path, session)
    loaded = load(path)
    assert len(loaded.subagents) == 2
    (path.with_suffix("") / "subagents" / "agent-inner.jsonl").unlink()
    told: list[object] = []
    assert len(find_calls(loaded, complain=told.append)) == 4
    assert [type(error) for error in told] == [UnreadableFileError]
    assert len(find_calls(loaded)) == 4


def test_contents_are_read_in_the_order_asked_for(
    tmp_path: Path, session: SessionBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In batches, however small."""
    monkeypatch.setattr(all_calls, "BATCH", 2)
    found = find_calls(load(make_session(tmp_path, session)))[::-1]
    read = list(read_calls(found))
    assert [one.found for one in read] == found
    assert [one.call.input.get("command") for one in read] == [
        "ls quay",
        None,
        "false",
        None,
        "pwd",
    ]
    assert [one.call.is_error for one in read] == [False, False, True, False, False]
    last = read[-1].call
    assert (last.result, last.structured["stdout"]) == ("/home/mira/ebb", "/home/mira/ebb")
    assert all(one.found.call.reader is None for one in read)


def test_contents_equal_those_that_are_read_one_by_one(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """The batch is only faster."""
    session.reply(unanswered(bash("sleep 9")))
    loaded = load(make_session(tmp_path, session))
    single = {call.id: (call.input, call.result, call.structured) for call in loaded.tool_calls}
    read = [one.call for one in read_calls(find_calls(loaded, agents=False))]
    assert {call.id: (call.input, call.result, call.structured) for call in read} == single
    assert read[-1].result is None


def test_file_that_is_another_by_now_is_told_once_and_its_calls_are_left_out(
    tmp_path: Path, session: SessionBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without anybody to tell it to it is an error."""
    monkeypatch.setattr(all_calls, "BATCH", 1)
    path = make_session(tmp_path, session)
    found = find_calls(load(path))
    other = tmp_path / "other"
    other.write_bytes(path.read_bytes())
    other.replace(path)
    told: list[object] = []
    assert [one.call.agent_id for one in read_calls(found, told.append)] == ["outer", "inner"]
    assert [type(error) for error in told] == [FileChangedError]
    with pytest.raises(FileChangedError):
        list(read_calls(found))


def test_result_in_another_file_is_read_from_there(tmp_path: Path, session: SessionBuilder) -> None:
    """What is left over in one file answers what is left open in another."""
    path = make_session(tmp_path, session)
    own = path.with_suffix("") / "subagents" / "agent-inner.jsonl"
    lines = own.read_bytes().split(b"\n")
    moved = [line for line in lines if b'"tool_result"' in line]
    own.write_bytes(b"\n".join(line for line in lines if line not in moved))
    path.write_bytes(path.read_bytes() + b"\n".join(moved) + b"\n")
    inner = [one for one in read_calls(find_calls(load(path))) if one.call.agent_id == "inner"]
    assert [one.call.result for one in inner] == ["boats"]


def test_line_that_a_later_one_replaces_calls_nothing() -> None:
    """Of a repeated uuid only the last line counts."""
    replies = [
        says("a", "p", 1, message={"content": [{"type": "tool_use", "id": name, "name": "Bash"}]})
        for name in ("toolu_old", "toolu_new")
    ]
    session = held(prompt("p", None, 0), *replies)
    assert [one.call.id for one in find_calls(session)] == ["toolu_new"]


def test_sub_agent_of_which_only_its_call_tells_has_no_calls(
    tmp_path: Path, session: SessionBuilder
) -> None:
    """Its file is missing, and nothing carried its lines."""
    path = make_session(tmp_path, session)
    (path.with_suffix("") / "subagents" / "agent-outer.jsonl").unlink()
    loaded = load(path)
    assert {agent.agent_id: agent.layout.value for agent in loaded.subagents} == {
        "outer": "missing", "inner": "session",
    }  # fmt: skip
    told: list[object] = []
    found = brief(find_calls(loaded, complain=told.append))
    assert [agent_id for _, agent_id, _ in found] == [None, None, None, "inner"]
    assert told == []
