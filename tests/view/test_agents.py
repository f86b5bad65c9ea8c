"""Sub-agents as items."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent, agent_in_background, agent_in_file
from steno.testing.build import SessionBuilder, make_session
from steno.testing.shell_tools import bash
from steno.view.agents import find_agents
from steno.view.document import build_document
from steno.view.items import ParallelGroup, SubagentItem, ToolItem
from tests.held import held, prompt, says
from tests.view.reading import all_rows, every, items_of, one, session_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TASK = AgentTask("Count the boats", "How many boats are there?", kind="Explore")


def work(child: SessionBuilder) -> str:
    """Let a sub-agent do something."""
    child.reply(bash("ls boats"))
    child.reply("Three.")
    return "Three boats."


def nested(child: SessionBuilder) -> str:
    """Let a sub-agent ask another one."""
    child.reply(agent(AgentTask("Ask again", "Are you sure?"), work))
    child.reply("Sure.")
    return "Three, really."


def test_a_subagent_stands_with_the_call_that_began_it(tmp_path: Path) -> None:
    """Its conversation is loaded when it is asked for."""
    session = SessionBuilder("agents")
    session.prompt("count")
    session.reply(agent(TASK, work))
    session.reply("Three.")
    document = build_document(load(make_session(tmp_path, session)))
    (found,) = one(ToolItem, items_of(document)).subagents
    assert (found.agent_type, found.description, found.depth) == ("Explore", "Count the boats", 1)
    assert (found.status, found.background) == ("completed", False)
    assert found.duration_ms is not None
    inner = found.document
    assert inner is not None
    assert [item.kind for item in items_of(inner)] == ["prompt", "tool", "reply"]


def test_nested_subagents_stand_with_their_own_calls(tmp_path: Path) -> None:
    """Not with the session's."""
    session = SessionBuilder("nested")
    session.prompt("count")
    session.reply(agent(TASK, nested))
    document = build_document(load(make_session(tmp_path, session)))
    (outer,) = one(ToolItem, items_of(document)).subagents
    assert outer.document is not None
    (inner,) = one(ToolItem, items_of(outer.document)).subagents
    assert (inner.description, inner.depth) == ("Ask again", 2)
    assert inner.document is not None
    assert one(ToolItem, items_of(inner.document)).subagents == ()


def test_a_background_subagent_is_marked(tmp_path: Path) -> None:
    """Its call came back at once."""
    session = SessionBuilder("background")
    session.prompt("count")
    session.reply(agent_in_background(TASK, work), agent(TASK, work))
    document = build_document(load(make_session(tmp_path, session)))
    group = one(ParallelGroup, items_of(document))
    assert [tool.subagents[0].background for tool in group.members] == [True, False]


def test_lines_of_a_subagent_inside_the_file_are_not_lost() -> None:
    """They are told with it, and read from the session's own file."""
    session = SessionBuilder("inside", version="1.0.43")
    session.prompt("count")
    session.reply(agent_in_file(TASK, work))
    session.reply("Three.")
    loaded = session_of(session)
    document = build_document(loaded)
    (found,) = one(ToolItem, items_of(document)).subagents
    assert len(found.rows) == 4
    assert found.document is not None
    assert "reply" in [item.kind for item in items_of(found.document)]
    assert all_rows(document) == set(range(len(loaded.outline)))


def test_a_subagent_without_a_call_stands_where_it_began() -> None:
    """By its time."""
    side: dict[str, Any] = {"isSidechain": True, "agentId": "lost"}
    document = build_document(
        held(
            prompt("p", None, 0), says("a", "p", 1), prompt("x", None, 2, **side),
            says("y", "x", 3, **side), prompt("q", "a", 50), says("b", "q", 51),
        )
    )  # fmt: skip
    first, second = document.turns
    assert [item.agent_id for item in every(SubagentItem, list(first.items()))] == ["lost"]
    assert every(SubagentItem, list(second.items())) == []


def test_the_end_of_a_session_finds_subagents_inside_the_file() -> None:
    """Their lines are read from there."""
    session = SessionBuilder("inside", version="1.0.43")
    session.prompt("hello")
    session.reply("Hello.")
    session.prompt("count")
    session.reply(agent_in_file(TASK, work))
    document = build_document(session_of(session)).tail(1)
    items = [item for turn in document.shown for item in turn.items()]
    (found,) = one(ToolItem, items).subagents
    assert found.document is not None
    assert len(found.rows) == 4


def test_without_agents_none_is_looked_for(tmp_path: Path) -> None:
    """A surface may not want them."""
    session = SessionBuilder("agents")
    session.prompt("count")
    session.reply(agent(TASK, work))
    loaded = load(make_session(tmp_path, session))
    document = build_document(loaded, agents=False)
    assert one(ToolItem, items_of(document)).subagents == ()


def test_subagents_are_found_by_name(tmp_path: Path) -> None:
    """Nested ones too, by the beginning of their ids."""
    session = SessionBuilder("named")
    session.prompt("count")
    session.reply(agent(TASK, nested))
    document = build_document(load(make_session(tmp_path, session)))
    ids = {agent.agent_id for agent in document.subagents("")}
    assert len(ids) == 2
    for name in ids:
        assert [agent.agent_id for agent in document.subagents(name)] == [name]
    assert document.subagents("nobody") == ()


def test_sessions_without_subagents_are_not_read_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the outline speaks of any."""
    session = held(prompt("p", None, 0), says("a", "p", 1))
    monkeypatch.setattr(type(session), "subagents", property(lambda _: 1 / 0))
    assert find_agents(session) == ()


def test_the_end_of_a_session_needs_only_recent_files(tmp_path: Path) -> None:
    """And only the lines that are shown."""
    session = SessionBuilder("recent")
    session.prompt("first")
    session.reply(agent(TASK, work))
    session.clock.tick(7200)
    session.prompt("second")
    session.reply(agent(AgentTask("Late", "And now?"), work))
    path = make_session(tmp_path, session)
    document = build_document(load(path)).tail(1)
    items = [item for turn in document.shown for item in turn.items()]
    (late,) = one(ToolItem, items).subagents
    assert late.description == "Late"
    assert late.document is not None
    assert len(late.document.turns) == 1
    old = [file for file in path.parent.rglob("agent-*.jsonl") if "How many" in file.read_text()]
    os.chmod(old[0], 0)  # noqa: PTH101 - it must not even be opened
    again = build_document(load(path)).tail(1)
    assert len([item for turn in again.shown for item in turn.items()]) == len(items)
