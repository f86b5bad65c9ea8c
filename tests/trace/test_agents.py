"""Sub-agents as spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent, agent_in_background, agent_in_file
from steno.testing.build import SessionBuilder, make_session
from steno.testing.shell_tools import bash
from steno.trace.span import SpanKind
from steno.trace.spans import session_traces
from tests.trace.traced import assert_whole

if TYPE_CHECKING:
    from pathlib import Path

    from steno.trace.span import Span, Trace

TASK = AgentTask("look around", "List the files.", kind="Explore")
INNER = AgentTask("look deeper", "List more files.", kind="Plan")


def work(child: SessionBuilder) -> str:
    """Do a sub-agent's work."""
    child.reply(bash("ls", "a.py"))
    child.reply("One file.")
    return "One file."


def nested(child: SessionBuilder) -> str:
    """Do the work of one that begins another."""
    child.reply(agent(INNER, work))
    child.reply("Two levels.")
    return "Two levels."


def named(trace: Trace, name: str) -> Span:
    """Give the one span of a name."""
    (span,) = [span for span in trace.spans if span.name == name]
    return span


def traced(path: Path) -> list[Trace]:
    """Give the traces of a session's file, all of them whole."""
    found = list(session_traces(load(path)))
    for trace in found:
        assert_whole(trace)
    return found


def test_agent_hangs_below_the_call_that_began_it(tmp_path: Path) -> None:
    """With its own replies and tools below it, and nested agents below those."""
    main = SessionBuilder()
    main.prompt("go")
    main.reply(agent(TASK, nested))
    main.reply("Done.")
    (trace,) = traced(make_session(tmp_path, main))
    outer, inner = named(trace, "Explore"), named(trace, "Plan")
    by_id = {span.id: span for span in trace.spans}
    assert outer.parent is not None
    assert inner.parent is not None
    assert by_id[outer.parent].kind is by_id[inner.parent].kind is SpanKind.TOOL
    assert by_id[by_id[inner.parent].parent or ""] is outer
    assert (outer.input, outer.output) == ("List the files.", "Two levels.")
    chats = [span for span in trace.spans if span.kind is SpanKind.CHAT]
    assert [chat.parent for chat in chats].count(inner.id) == 2
    assert not trace.is_running


@pytest.mark.parametrize("lost", ["file", "call"])
def test_agent_that_lost_something_is_still_told(tmp_path: Path, lost: str) -> None:
    """Without its file it is a span alone, without its call a trace of its own."""
    main = SessionBuilder()
    main.prompt("go")
    main.reply(agent(TASK, work))
    path = make_session(tmp_path, main)
    (own,) = path.parent.glob("*/subagents/agent-*.jsonl")
    if lost == "file":
        own.unlink()
        (trace,) = traced(path)
        assert sum(span.kind is SpanKind.AGENT for span in trace.spans) == 2
        return
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0])
    own.with_suffix(".meta.json").unlink(missing_ok=True)
    (trace,) = traced(path)
    assert trace.root.facts["steno.orphan"] is True
    assert (trace.turn_number, trace.last_text) == (None, "One file.")


def test_agent_inside_the_file_is_found(tmp_path: Path) -> None:
    """As 1.0.x wrote them."""
    main = SessionBuilder(version="1.0.24")
    main.prompt("go")
    main.reply(agent_in_file(TASK, work))
    main.reply("Done.")
    (trace,) = traced(make_session(tmp_path, main))
    inner = next(span for span in trace.spans[1:] if span.kind is SpanKind.AGENT)
    assert sum(span.parent == inner.id for span in trace.spans) == 3


def test_agent_in_the_background_keeps_the_turn_open(tmp_path: Path) -> None:
    """Until it is heard of."""
    main = SessionBuilder()
    main.prompt("go")
    main.reply(agent_in_background(TASK, work))
    main.reply("It runs.")
    found = traced(make_session(tmp_path, main))
    assert found[0].is_running


@pytest.mark.parametrize("has_call", [True, False])
def test_agents_that_share_an_id_are_told_apart(tmp_path: Path, *, has_call: bool) -> None:
    """Phoenix takes a span id once in all traces; a copy of the session has the same ones."""
    spans: list[str] = []
    traces: list[str] = []
    for number in range(2):
        main = SessionBuilder(f"session {number}")
        main.prompt("go")
        main.reply(agent(TASK, work, agent_id="a1f7e5b"))
        path = make_session(tmp_path / str(number), main)
        if not has_call:
            path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
            (own,) = path.parent.glob("*/subagents/agent-*.jsonl")
            own.with_suffix(".meta.json").unlink(missing_ok=True)
        (trace,) = traced(path)
        assert traced(path) == [trace]
        spans += [span.id for span in trace.spans]
        traces.append(trace.id)
    assert len(set(spans)) == len(spans)
    assert len(set(traces)) == 2
