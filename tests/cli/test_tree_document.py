"""The message graph as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.cli.tree_document import build_document
from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent
from steno.testing.build import SessionBuilder, make_session
from tests.held import attachment, calls, held, prompt, result, says, stamp, system

if TYPE_CHECKING:
    from pathlib import Path


def works(child: SessionBuilder) -> str:
    """Let a sub-agent answer."""
    child.reply("Boats.")
    return "Boats."


def test_every_line_of_the_graph_is_a_node() -> None:
    """With the parent that it names, also one that is not there."""
    session = held(
        {"type": "mode", "mode": "plan"},
        prompt("p", None, 0),
        attachment("t", "p", 1),
        says("a", "p", 2),
        prompt("x", "gone", 3, isSidechain=True),
    )
    nodes = build_document(session).nodes
    assert [(n.uuid, n.parent, n.type, n.line, n.branch) for n in nodes] == [
        ("p", None, "user", 2, 0),
        ("t", "p", "attachment", 3, 0),
        ("a", "p", "assistant", 4, 0),
        ("x", "gone", "user", 5, 1),
    ]
    assert [n.subtype for n in nodes] == [None, "skill_listing", None, None]
    assert [n.on_chain for n in nodes] == [True, False, True, False]
    assert [n.sidechain for n in nodes] == [False, False, False, True]
    assert nodes[0].timestamp == stamp(0)


def test_branches_say_where_they_begin_and_end() -> None:
    """By uuid and by line; the points say why."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("old", "a", 2),
        says("b", "old", 3),
        prompt("new", "a", 4),
        calls("c", "new", 5, of="m"),
        calls("d", "c", 6, of="m"),
        result("rc", "c", 7),
        result("rd", "d", 8),
        says("e", "rd", 9),
    )
    document = build_document(session)
    active, left = document.branches
    assert (active.number, active.kind, active.active, active.fork) == (0, "root", True, None)
    assert (active.first, active.tip, active.tip_line, active.lines) == ("p", "e", 10, 8)
    assert (left.number, left.kind, left.active) == (1, "rewind", False)
    assert (left.fork, left.fork_line, left.first, left.first_line) == ("a", 2, "old", 3)
    assert (left.tip, left.started, left.ended) == ("b", stamp(2), stamp(3))
    points = [(one.line, one.kind, one.is_fork, one.children) for one in document.points]
    assert points == [(2, "rewind", True, [3, 5]), (6, "tool_fan_out", False, [7, 8])]


def test_gaps_and_circles_are_told_by_line() -> None:
    """Where the graph is broken."""
    session = held(
        prompt("p", "gone", 0), says("a", "p", 1), prompt("x", "y", 2), says("y", "x", 3)
    )
    document = build_document(session)
    assert (document.gaps, document.cycles) == ([1], [[3, 4]])


def test_compactions_say_what_they_did(tmp_path: Path) -> None:
    """By line, so that they can be looked at."""
    session = SessionBuilder("compacted")
    session.prompt("Look.")
    kept = session.reply("Here.")[-1]
    session.compact("We looked.", trigger="manual", keep=[kept])
    session.prompt("Again.")
    session.reply("There.")
    (one,) = build_document(load(make_session(tmp_path, session))).compactions
    assert (one.line, one.kind, one.trigger, one.follows_line, one.summary_line) == (
        3, "full", "manual", 2, 4,
    )  # fmt: skip
    assert (one.preserved_lines, one.dropped_lines, one.dropped_messages) == ([2], 1, 1)
    assert (one.on_chain, one.in_force, one.cleared_calls) == (True, True, [])
    assert one.pre_tokens is not None
    assert one.post_tokens is not None
    assert one.dropped_tokens == one.pre_tokens - one.post_tokens


def test_small_compactions_name_the_calls_that_they_cut() -> None:
    """A resume does not look at them."""
    told = {"trigger": "auto", "compactedToolIds": ["toolu_1"]}
    session = held(
        prompt("p", None, 0),
        system("s", "p", 1, "microcompact_boundary", microcompactMetadata=told),
    )
    (one,) = build_document(session).compactions
    assert (one.kind, one.cleared_calls, one.summary_line) == ("micro", ["toolu_1"], None)


def test_sub_agents_name_their_call(tmp_path: Path) -> None:
    """And where it stands."""
    session = SessionBuilder("agents")
    session.prompt("Look.")
    session.reply(agent(AgentTask("Look", "Look around.", "Explore"), works, agent_id="a17"))
    (one,) = build_document(load(make_session(tmp_path, session))).subagents
    use = next(session.bodies("assistant"))["message"]["content"][0]
    assert (one.id, one.type, one.description) == ("a17", "Explore", "Look")
    assert (one.call, one.call_line, one.turn, one.tied_by) == (use["id"], 2, 1, "agentId")
    assert (one.parent, one.depth, one.layout, one.status) == (None, 1, "session", "completed")
    assert one.path is not None
    assert one.path.endswith("agent-a17.jsonl")


def test_other_sessions_are_named(tmp_path: Path) -> None:
    """With every sign of them."""
    origin = {"sessionId": "other", "messageUuid": "u1"}
    session = SessionBuilder("fork")
    session.prompt("Look.", forkedFrom=origin)
    session.reply("Here.")
    session.loose("summary", summary="Tides", leafUuid="elsewhere")
    document = build_document(load(make_session(tmp_path, session)))
    assert (document.forked_from, document.continues) == ("other", None)
    links = [(one.kind, one.sign, one.line, one.session, one.uuid) for one in document.links]
    assert links == [
        ("forked", "forked_from", 1, "other", "u1"),
        ("summary_of", "leaf_uuid", 3, None, "elsewhere"),
    ]
