"""Sub-agents, tied to the calls that began them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.discover import Home, SessionFile
from steno.disk.subagents import AgentId, SubagentFile, SubagentLayout
from steno.session.session import from_entries, load
from steno.session.subagents import Subagent, agent_entries, find_subagents
from steno.testing.agent_tools import (
    AgentTask,
    agent,
    agent_in_background,
    agent_in_file,
    task_notification,
)
from steno.testing.build import HomeBuilder, SessionBuilder, make_session
from steno.testing.shell_tools import bash
from tests.held import held, place, progress, prompt, says
from tests.written import line_of, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

TASK = AgentTask("look around", "List the files.", kind="Explore")


def work(child: SessionBuilder) -> str:
    """Do a sub-agent's work."""
    child.reply(bash("ls", "a.py"))
    child.reply("One file.")
    return "One file."


def found_in(path: Path, **own: Any) -> tuple[Subagent, ...]:
    """Find the sub-agents of the session in a file."""
    session = load(path)
    files = SessionFile.at(path).subagents
    return find_subagents(session.outline, session.rows_and_records(), files, **own)


def found_among(*lines: Any, **own: Any) -> tuple[Subagent, ...]:
    """Find the sub-agents of some lines."""
    session = held(*lines)
    return find_subagents(session.outline, session.rows_and_records(), **own)


def call_ids(session: SessionBuilder) -> list[str]:
    """Give the ids of all calls of a session, in order."""
    return [
        block["id"]
        for body in session.bodies("assistant")
        for block in body["message"]["content"]
        if block["type"] == "tool_use"
    ]


@pytest.mark.parametrize("layout", ["session", "flat", "project"])
def test_a_file_in_every_layout_is_tied_to_its_call(tmp_path: Path, layout: str) -> None:
    """And tells what the sub-agent was asked, and when it worked."""
    session = SessionBuilder()
    session.prompt("what is there?")
    session.reply(agent(TASK, work, layout=layout))
    (found,) = found_in(make_session(tmp_path, session))
    child = session.subagents[0].session
    assert (found.agent_id, found.layout) == (child.stamp.agent_id, layout)
    assert (found.tool_use_id, found.tied_by) == (call_ids(session)[0], "agentId")
    assert (found.agent_type, found.description) == ("Explore", "look around")
    assert (found.prompt, found.status, found.background) == (TASK.prompt, "completed", False)
    assert (found.depth, found.parent_agent_id, found.workflow) == (1, None, None)
    assert found.path is not None
    assert found.path.name == f"agent-{found.agent_id}.jsonl"
    assert found.started is not None
    assert found.ended is not None
    assert found.started < found.ended
    assert list(found.rows) == []


def test_a_sub_agents_sub_agents_are_tied_to_calls_in_its_own_file(tmp_path: Path) -> None:
    """All files lie in one folder; the results there tell nothing but the note does."""

    def delegate(child: SessionBuilder) -> str:
        child.reply(agent(AgentTask("deeper", "Go deeper."), work))
        return "Done."

    session = SessionBuilder()
    session.prompt("dig")
    session.reply(agent(AgentTask("dig", "Dig."), delegate))
    outer, inner = found_in(make_session(tmp_path, session))
    parent = session.subagents[0].session
    assert (outer.depth, outer.tied_by, outer.parent_agent_id) == (1, "agentId", None)
    assert (inner.depth, inner.tied_by) == (2, "toolUseId")
    assert (inner.parent_agent_id, inner.tool_use_id) == (outer.agent_id, call_ids(parent)[0])


def test_background_sub_agents_end_with_their_notice(tmp_path: Path) -> None:
    """Until then they were only launched."""
    session = SessionBuilder()
    session.prompt("in the background")
    session.reply(agent_in_background(TASK, work))
    (launched,) = found_in(make_session(tmp_path / "a", session))
    assert (launched.status, launched.background) == ("async_launched", True)
    notice = task_notification("x", launched.agent_id, "/tmp/x", "failed", "It failed")
    session.user(notice)
    (failed,) = found_in(make_session(tmp_path / "b", session))
    assert (failed.status, failed.background, failed.tied_by) == ("failed", True, "agentId")


def test_sub_agents_inside_the_file_are_tied_by_their_prompts() -> None:
    """Clients of 1.0.x kept them there; equal prompts are handed out in order."""
    session = SessionBuilder(version="1.0.51")
    session.prompt("look")
    session.reply(agent_in_file(TASK, work))
    session.reply(agent_in_file(TASK, work))
    first, second = found_among(*session.records)
    assert [one.tool_use_id for one in (first, second)] == call_ids(session)[::2]
    for found in (first, second):
        assert (found.layout, found.tied_by, found.path) == ("in_file", "prompt", None)
        assert (found.prompt, found.agent_type) == (TASK.prompt, "Explore")
    bodies = list(session.bodies())
    sidechain = [row for row, body in enumerate(bodies) if body["isSidechain"]]
    assert [*first.rows, *second.rows] == sidechain
    assert first.agent_id == bodies[first.rows[0]]["uuid"]


def opened(session: Session) -> Any:
    """Give what opens the sub-agents of a session."""

    def open_(found: Subagent) -> Session:
        if found.path is not None:
            return load(found.path)
        return from_entries(agent_entries(found, session.records(found.rows)))

    return open_


def test_a_sub_agents_lines_are_a_session_of_their_own(tmp_path: Path) -> None:
    """From its file, or from where its lines stand."""
    session = SessionBuilder(version="1.0.51")
    session.prompt("look")
    session.reply(agent_in_file(TASK, work))
    main = held(*session.records)
    (found,) = found_among(*session.records, opener=opened(main))
    assert found.session is not None
    assert [entry.type for entry in found.session.entries] == [
        "user", "assistant", "user", "assistant",
    ]  # fmt: skip
    assert [entry.line for entry in found.session.entries] == [1, 2, 3, 4]
    modern = SessionBuilder()
    modern.prompt("look")
    modern.reply(agent(TASK, work))
    (found,) = found_in(make_session(tmp_path, modern), opener=opened(main))
    assert found.session is not None
    assert found.session.path == found.path
    assert found_among(*session.records)[0].session is None


def carried(number: int, body: dict[str, Any] | None, **own: Any) -> dict[str, Any]:
    """Make a progress line that carries a line of a sub-agent."""
    data = {"type": "agent_progress", "agentId": "a1", "message": body, **own}
    line = progress(f"g{number}", "c", number, **data)
    return line | {"toolUseID": f"agent_msg_{number}", "parentToolUseID": "t"}


def started(call_id: str = "t", prompt_text: str = "Go.", **own: Any) -> dict[str, Any]:
    """Make a call that begins a sub-agent."""
    arguments = {"prompt": prompt_text, "subagent_type": "Explore", **own}
    block = {"type": "tool_use", "id": call_id, "name": "Task", "input": arguments}
    return reply(f"m_{call_id}", message={"content": [block]}, **place(f"c_{call_id}", None, 1))


def gave(call_id: str, structured: Any, **own: Any) -> dict[str, Any]:
    """Make the result of such a call."""
    block = {"type": "tool_result", "tool_use_id": call_id, "content": "ok", **own}
    return user([block], toolUseResult=structured, **place(f"r_{call_id}", None, 60))


def test_progress_lines_stand_in_for_a_missing_file() -> None:
    """They carry the sub-agent's lines; a line that grew counts once."""
    asked = {"type": "user", "uuid": "x", "message": {"role": "user", "content": "Go."}}
    short = {"type": "assistant", "uuid": "y", "message": {"id": "m", "content": []}}
    whole = {"type": "assistant", "uuid": "y", "message": {"id": "m", "content": [
        {"type": "text", "text": "done"}]}}  # fmt: skip
    nameless = {"type": "user", "message": {"content": "more"}}
    lines = [
        prompt("p", None, 0),
        started(),
        carried(2, asked, prompt="Go."),
        carried(3, short),
        carried(4, None),
        carried(5, whole),
        carried(6, nameless),
    ]
    main = held(*lines)
    (found,) = found_among(*lines, opener=opened(main))
    assert (found.agent_id, found.layout, found.tied_by) == ("a1", "progress", "progress")
    assert (found.tool_use_id, found.prompt, found.status) == ("t", "Go.", None)
    assert list(found.rows) == [2, 3, 4, 5, 6]
    assert found.session is not None
    bodies = [entry.body for entry in found.session.entries]
    assert [body.get("uuid") for body in bodies] == ["x", "y", None]
    assert bodies[1]["message"] == whole["message"]
    assert [body["parentUuid"] for body in bodies] == [None, "x", "y"]
    assert {body["agentId"] for body in bodies} == {"a1"}


def test_a_result_ties_what_progress_carried() -> None:
    """It names the sub-agent itself."""
    line = {"type": "user", "uuid": "x", "message": {"content": "Go."}}
    (found,) = found_among(
        started(), carried(2, line), gave("t", {"agentId": "a1", "status": "completed"})
    )
    assert (found.layout, found.tied_by, found.status) == ("progress", "agentId", "completed")


def test_a_sub_agent_of_which_only_its_call_tells_is_missing() -> None:
    """It is listed, without lines."""
    (found, late) = found_among(
        started(),
        gave("t", {"agentId": "a1", "status": "completed", "agentType": "Plan"}),
        started("u", run_in_background=True, name="bob", description="d"),
        gave("u", {"agentId": "a2", "status": "async_launched", "isAsync": True}),
        user(task_notification("u", "a2", "/tmp/a2", "killed", "x"), **place("n", None, 99)),
        opener=opened(held()),
    )
    assert (found.layout, found.path, found.session) == ("missing", None, None)
    assert (found.prompt, found.agent_type, found.status) == ("Go.", "Explore", "completed")
    assert found.started is not None
    assert found.ended is not None
    assert (found.ended - found.started).total_seconds() == 59
    assert (late.status, late.background, late.name, late.description) == (
        "killed", True, "bob", "d",
    )  # fmt: skip
    assert late.ended is not None
    assert (late.ended - found.started).total_seconds() == 98


def test_calls_that_began_nothing_are_no_sub_agents() -> None:
    """Refused, broken off, or of another tool."""
    assert (
        found_among(
            started(),
            gave("t", "Error: no such type", is_error=True),
            started("u"),
            says("a", None, 1),
        )
        == ()
    )


def test_a_file_that_nothing_tells_of_is_listed(tmp_path: Path) -> None:
    """Its note may still say how deep it was, and which call that was."""
    session = SessionBuilder()
    session.prompt("look")
    home = HomeBuilder()
    path = home.add_session(session)
    folder = path.removesuffix(".jsonl") + "/subagents"
    side = prompt("x", None, 1, isSidechain=True, agentId="a1")
    home.add(f"{folder}/agent-a1.jsonl", line_of(side))
    home.add(f"{folder}/agent-a1.meta.json", b'{"spawnDepth":3,"toolUseId":"gone","name":"bob"}')
    home.add(f"{folder}/agent-a2.jsonl", b"")
    home.add(f"{folder}/agent-a3.jsonl", b"")
    home.add(f"{folder}/agent-a3.meta.json", b'{"spawnDepth":-3}')
    home.write(tmp_path)
    known, *empty = found_in(tmp_path / path)
    assert (known.tied_by, known.tool_use_id, known.depth, known.name) == (None, "gone", 3, "bob")
    assert [(one.started, one.ended, one.depth, one.prompt) for one in empty] == [
        (None, None, 1, None)
    ] * 2


def test_a_file_that_cannot_be_read_is_listed(tmp_path: Path) -> None:
    """It is there, and that is all that can be said."""
    file = SubagentFile(
        tmp_path / "agent-a1.jsonl", AgentId("a1"), None, SubagentLayout.SESSION, 0, 0
    )
    (found,) = found_among(prompt("p", None, 0), agent_files=[file])
    assert (found.agent_id, found.path, found.tied_by) == ("a1", file.path, None)


def test_workflows_have_many_sub_agents(tmp_path: Path) -> None:
    """All are tied to the one call, which says nothing of each."""
    session = SessionBuilder()
    session.prompt("review")
    session.put(
        reply("m", message={"content": [
            {"type": "tool_use", "id": "w", "name": "Workflow", "input": {"script": "…"}}]})
    )  # fmt: skip
    session.put(gave("w", {"status": "async_launched", "runId": "wf_1", "taskId": "k"}))
    home = HomeBuilder()
    path = home.add_session(session)
    folder = path.removesuffix(".jsonl") + "/subagents/workflows/wf_1"
    for name in ("a1", "a2"):
        line = prompt(name, None, 1, isSidechain=True, agentId=name)
        home.add(f"{folder}/agent-{name}.jsonl", line_of(line))
    home.write(tmp_path)
    agents = found_in(tmp_path / path)
    assert [(one.agent_id, one.prompt) for one in agents] == [
        ("a1", "prompt a1"),
        ("a2", "prompt a2"),
    ]
    for found in agents:
        assert (found.layout, found.workflow, found.tied_by) == ("workflow", "wf_1", "workflow")
        assert (found.tool_use_id, found.status, found.background) == ("w", None, True)


def test_a_teammates_file_begins_with_a_tagged_prompt(tmp_path: Path) -> None:
    """The tags are no part of what it was asked."""
    side = {"isSidechain": True, "agentId": "a1"}
    words = '<teammate-message teammate_id="lead">\nGo.\n</teammate-message>'
    path = write_lines(
        tmp_path / "agent-a1.jsonl",
        user("body", isMeta=True, timestamp="soon", **side),
        user(words, **side),
        user("Later.", **side),
    )
    file = SubagentFile(path, AgentId("a1"), None, SubagentLayout.FLAT, 0, 0)
    (found,) = found_among(started(), agent_files=[file])
    assert (found.tied_by, found.prompt, found.layout) == ("prompt", "Go.", "flat")


def test_lines_that_stand_in_two_places_are_one_sub_agent(tmp_path: Path) -> None:
    """Its file goes before what the session's own file holds of it."""
    side: dict[str, Any] = {"isSidechain": True, "agentId": "a1"}
    path = write_lines(tmp_path / "agent-a1.jsonl", prompt("x", None, 1, **side))
    file = SubagentFile(path, AgentId("a1"), None, SubagentLayout.SESSION, 0, 0)
    line = {"type": "user", "uuid": "x", "message": {"content": "Go."}}
    lines = [prompt("p", None, 0), started(), carried(2, line), prompt("x", None, 3, **side)]
    (found,) = found_among(*lines, agent_files=[file])
    assert (found.path, found.tied_by) == (path, "progress")
    (inside,) = found_among(*lines)
    assert (inside.layout, inside.tied_by, list(inside.rows)) == ("in_file", "progress", [3])


REAL: dict[str, dict[tuple[str, str | None], int]] = {
    "7acd37a8-2745-4b58-a8a9-46164b22ad9e": {("flat", None): 4},
    "a7da6a22-facc-4fcd-8bab-f83c87862004": {("flat", "agentId"): 1},
    "fe5e1c67-53e7-4862-81ae-d0e013e3270b": {("in_file", "prompt"): 5},
    "5c0375b4-57a5-4f26-b12d-d022ee4e51b7": {("in_file", "prompt"): 2},
    "3b1b6293-65e1-4c3e-9f95-d530143332f2": {("progress", "agentId"): 1},
    "6af70815-f797-419c-b957-abbc09f18bb3": {("progress", "progress"): 1},
    "1cd4e81e-c965-4804-bcb3-528cd9728724": {("missing", "agentId"): 1, ("progress", "agentId"): 1},
    "29ccd257-68b1-427f-ae5f-6524b7cb6f20": {("session", "agentId"): 1},
    "ef958aa1-0e93-49f0-bb71-150f63befcd1": {("session", "agentId"): 6},
    "eb000000-0000-4000-8000-000000000001": {("session", "agentId"): 1},
    "33330000-0000-4000-8000-000000000001": {("session", "agentId"): 9, ("session", "prompt"): 1},
    "ef000000-0000-4000-8000-000000000001": {("session", "agentId"): 2},
    "11110000-0000-4000-8000-000000000001": {("workflow", "workflow"): 4},
    "be2220da-eaff-40d2-b482-9f05cced3187": {("missing", "agentId"): 7},
}
"""The sub-agents of sessions in every layout, and what ties them, counted by hand."""


@pytest.mark.parametrize("session_id", REAL)
def test_sub_agents_of_real_sessions_are_as_counted_by_hand(corpus: Path, session_id: str) -> None:
    """Sessions of versions from 1.0.98 to 2.1.219."""
    (path,) = corpus.glob(f"projects/*/{session_id}.jsonl")
    counted: dict[tuple[str, str | None], int] = {}
    for found in found_in(path):
        key = (found.layout.value, None if found.tied_by is None else found.tied_by.value)
        counted[key] = counted.get(key, 0) + 1
    assert counted == REAL[session_id]


def test_real_nested_sub_agents_hang_on_one_another(corpus: Path) -> None:
    """Three deep, and two with two each."""
    (path,) = corpus.glob("projects/*/33330000-0000-4000-8000-000000000001.jsonl")
    depths = {one.agent_id: (one.depth, one.parent_agent_id) for one in found_in(path)}
    assert depths["nschain3"] == (3, "nschain2")
    assert depths["nsleaf12"] == (2, "nsmid001")
    assert depths["nsleaf21"] == (2, "nsmid002")
    assert depths["nsintr01"] == (1, None)


def test_every_tie_of_the_corpus_leads_to_a_call(corpus: Path) -> None:
    """The call is in the session's file or in that of the sub-agent above."""
    for file in Home(corpus).sessions():
        agents = found_in(file.path)
        paths = [file.path, *(one.path for one in agents if one.path is not None)]
        text = b"".join(path.read_bytes() for path in paths)
        for found in agents:
            if found.tied_by is not None:
                assert str(found.tool_use_id).encode() in text
