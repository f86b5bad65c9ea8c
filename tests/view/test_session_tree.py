"""The message graph as a tree to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.branches import BranchKind, PointKind
from steno.session.compaction import Compaction
from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent, agent_in_file
from steno.testing.build import SessionBuilder, make_session
from steno.testing.demo import write_demo
from steno.testing.shell_tools import bash
from steno.view.session_tree import BranchStart, Parting, SessionTree, Stretch
from tests.held import attachment, calls, held, progress, prompt, result, says, system
from tests.written import line_of

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

TASK = AgentTask("Look around", "Look around the harbour.")


def works(child: SessionBuilder) -> str:
    """Let a sub-agent call a tool."""
    child.reply(bash("ls quay", "boats"))
    return "Two boats."


def begins_another(child: SessionBuilder) -> str:
    """Let a sub-agent begin one of its own."""
    child.reply(agent(TASK, works, agent_id="inner"))
    return "Done."


def drawn(session: Session) -> list[str]:
    """Give the parts of a tree in short, indented."""
    return ["  " * depth + brief(part) for depth, part in SessionTree(session).walk()]


def brief(part: object) -> str:
    """Give a part in short."""
    if isinstance(part, Stretch):
        return f"{part.first_line}-{part.last_line} turns {len(part.turns)} calls {part.tool_calls}"
    if isinstance(part, Parting):
        return f"{part.kind.value} at {part.line}"
    if isinstance(part, BranchStart):
        return f"branch {part.branch.number} {part.branch.kind.value}"
    assert isinstance(part, Compaction)
    return f"compacted at {part.line}"


def test_session_without_forks_is_one_stretch() -> None:
    """What parallel tools and attachments leave beside one another is no branch."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, of="m"),
        calls("b", "a", 2, of="m"),
        result("ra", "a", 3),
        result("rb", "b", 4),
        attachment("t", "rb", 5),
        says("c", "rb", 6),
        prompt("q", "c", 7),
        says("d", "q", 8),
    )
    assert drawn(session) == ["branch 0 root", "1-9 turns 2 calls 2"]
    (_, (_, stretch)) = SessionTree(session).walk()
    assert isinstance(stretch, Stretch)
    assert stretch.words == "prompt p"
    assert [turn.number for turn in stretch.turns] == [1, 2]
    assert list(stretch.rows) == list(range(9))
    assert stretch.started is not None
    assert stretch.ended is not None
    assert (stretch.ended - stretch.started).total_seconds() == 8


def test_branch_that_was_left_stands_below_the_line_that_it_leaves() -> None:
    """What follows on the other way comes behind it, and is no deeper than before."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("old", "a", 2),
        says("b", "old", 3),
        prompt("older", "b", 4),
        says("c", "older", 5),
        prompt("again", "b", 6),
        says("d", "again", 7),
        prompt("new", "a", 8),
        says("e", "new", 9),
    )
    assert drawn(session) == [
        "branch 0 root",
        "1-2 turns 1 calls 0",
        "rewind at 2",
        "  branch 1 rewind",
        "  3-4 turns 1 calls 0",
        "  rewind at 4",
        "    branch 2 rewind",
        "    5-6 turns 1 calls 0",
        "  7-8 turns 1 calls 0",
        "9-10 turns 1 calls 0",
    ]


def test_reply_without_a_prompt_gives_the_words_of_its_stretch() -> None:
    """As at a line that was answered twice."""
    other = {"content": [{"type": "text", "text": "Otherwise."}]}
    session = held(prompt("p", None, 0), says("a", "p", 1, message=other), says("b", "p", 2))
    stretches = [part for _, part in SessionTree(session).walk() if isinstance(part, Stretch)]
    assert [(one.branch.kind, one.words) for one in stretches] == [
        (BranchKind.ROOT, "prompt p"),
        (BranchKind.RETRY, "Otherwise."),
        (BranchKind.ROOT, "hi"),
    ]
    kinds = [part.kind for _, part in SessionTree(session).walk() if isinstance(part, Parting)]
    assert kinds == [PointKind.RETRY]


def test_stretch_without_any_words_has_none() -> None:
    """It may hold no message at all."""
    session = held(attachment("t", None, 0), says("a", None, 1, message={"content": []}))
    words = [part.words for _, part in SessionTree(session).walk() if isinstance(part, Stretch)]
    assert words == ["", ""]


def test_compaction_divides_and_small_ones_are_counted() -> None:
    """The boundary is the first line behind the divider."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        system("s", "a", 2, "microcompact_boundary", microcompactMetadata={}),
        prompt("q", "s", 3),
        says("b", "q", 4),
        system("c", None, 5, "compact_boundary", logicalParentUuid="b", compactMetadata={}),
        prompt("sum", "c", 6, isCompactSummary=True),
        prompt("n", "sum", 7),
        says("d", "n", 8),
    )
    assert drawn(session) == [
        "branch 0 root",
        "1-5 turns 2 calls 0",
        "compacted at 6",
        "6-9 turns 1 calls 0",
    ]
    stretches = [part for _, part in SessionTree(session).walk() if isinstance(part, Stretch)]
    assert [one.small_compactions for one in stretches] == [1, 0]


def test_stretches_that_begin_on_their_own_come_in_file_order() -> None:
    """Also before the one that a resume goes by."""
    session = held(
        prompt("p", None, 0), says("a", "p", 1), prompt("x", "gone", 2), says("y", "x", 3),
        prompt("c1", "c2", 4), says("c2", "c1", 5), prompt("n", None, 6), says("o", "n", 7),
    )  # fmt: skip
    assert drawn(session) == [
        "branch 1 root",
        "1-2 turns 1 calls 0",
        "branch 2 lost",
        "3-4 turns 1 calls 0",
        "branch 3 cycle",
        "5-6 turns 1 calls 0",
        "branch 0 root",
        "7-8 turns 1 calls 0",
    ]


def test_sub_agents_stand_with_the_call_that_began_them(tmp_path: Path) -> None:
    """Nested ones below their parents; those inside the file are no branches."""
    session = SessionBuilder("tree")
    session.prompt("Look.")
    session.reply(agent(TASK, begins_another, agent_id="outer"), agent_in_file(TASK, works))
    session.reply("Done.")
    tree = SessionTree(load(make_session(tmp_path, session)))
    start, stretch = [part for _, part in tree.walk()]
    assert isinstance(start, BranchStart)
    assert isinstance(stretch, Stretch)
    told = [
        (one.agent.layout.value, one.depth, one.call and one.call.name) for one in stretch.agents
    ]
    assert told == [("session", 0, "Agent"), ("session", 1, "Agent"), ("in_file", 0, "Task")]
    assert stretch.tool_calls == 2
    assert tree.lost_agents == ()


def test_sub_agents_without_their_call_are_kept_apart(tmp_path: Path) -> None:
    """Whether nothing ties them, or the call that is named is not there."""
    session = SessionBuilder("tree")
    session.prompt("Look.")
    session.reply("No.")
    path = make_session(tmp_path, session)
    for name, note in (("a1", {}), ("a2", {"toolUseId": "toolu_gone"})):
        own = path.with_suffix("") / "subagents" / f"agent-{name}.jsonl"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_bytes(line_of(prompt(name, None, 1, isSidechain=True, agentId=name)))
        own.with_suffix(".meta.json").write_bytes(line_of(note))
    tree = SessionTree(load(path))
    assert sorted(one.agent.agent_id for one in tree.lost_agents) == ["a1", "a2"]
    assert [one.call for one in tree.lost_agents] == [None, None]
    assert drawn(tree.session) == ["branch 0 root", "1-2 turns 1 calls 0"]


def test_lines_beside_the_conversation_are_known_by_what_they_stand_behind() -> None:
    """Loose ones, bad ones, and ones that a later line replaced."""
    session = held(
        {"type": "mode"},
        prompt("p", None, 0),
        b"bad\n",
        prompt("p", None, 0),
        says("a", "p", 1),
        {"type": "summary", "summary": "x"},
    )
    assert SessionTree(session).beside() == {-1: [0, 1, 2], 4: [5]}


def test_branches_that_hang_on_a_sub_agents_line_are_not_lost() -> None:
    """A line of the main conversation may hang anywhere in a damaged file."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("s", "a", 2, isSidechain=True),
        says("t", "s", 3, isSidechain=True),
        prompt("u", "t", 4, isSidechain=True),
        says("v", "u", 5, isSidechain=True),
        prompt("w", "t", 6),
        says("x", "w", 7),
        prompt("y", "a", 8),
        says("z", "y", 9),
    )
    assert told_rows(session) == [0, 1, 6, 7, 8, 9]


def told_rows(session: Session) -> list[int]:
    """Give the rows of all stretches, sorted."""
    parts = [part for _, part in SessionTree(session).walk()]
    return sorted(row for part in parts if isinstance(part, Stretch) for row in part.rows)


@given(st.data())
def test_every_line_of_every_graph_is_told_once(data: st.DataObject) -> None:
    """Whatever hangs on whatever, forwards, backwards and in circles."""
    names = [f"n{number}" for number in range(data.draw(st.integers(1, 14)))]
    makers = st.sampled_from([prompt, says, calls, progress, attachment])
    lines = [
        {
            **data.draw(makers)(name, data.draw(st.sampled_from([None, "gone", *names])), number),
            "isSidechain": data.draw(st.booleans()),
        }
        for number, name in enumerate(names)
    ]
    session = held(*lines)
    tree = SessionTree(session)
    order = tree._order
    main = [row for row in range(len(names)) if not order.is_agents(row)]
    assert told_rows(session) == main
    numbers = [part.branch.number for _, part in tree.walk() if isinstance(part, BranchStart)]
    assert len(numbers) == len(set(numbers))


def test_thousands_of_nested_rewinds_are_walked_through() -> None:
    """Without recursion, so without end."""
    lines = [prompt("p", None, 0), says("a0", "p", 1)]
    for number in range(2000):
        lines += [
            prompt(f"x{number}", f"a{number}", 2 + number),
            says(f"a{number + 1}", f"x{number}", 2.5 + number),
        ]
    lines += [prompt("n", "p", 3590), says("o", "n", 3591)]
    session = held(*lines)
    assert len(told_rows(session)) == len(lines)


@pytest.mark.parametrize("name", ["demo", "corpus"])
def test_every_line_of_real_sessions_is_told_once(
    request: pytest.FixtureRequest, name: str
) -> None:
    """As a stretch, beside one, or of a sub-agent; and every sub-agent somewhere."""
    if name == "corpus":
        paths = sorted(request.getfixturevalue("corpus").glob("projects/*/*.jsonl"))
    else:
        home = request.getfixturevalue("tmp_path")
        write_demo(home / "demo")
        paths = sorted(home.glob("demo/projects/*/*.jsonl"))
    assert paths
    for path in paths:
        tree = SessionTree(load(path))
        parts = [part for _, part in tree.walk()]
        stretches = [part for part in parts if isinstance(part, Stretch)]
        rows = [row for part in stretches for row in part.rows]
        beside = [row for some in tree.beside().values() for row in some]
        inside = filter(tree._order.is_agents, range(len(tree.outline)))
        assert {*rows, *beside, *inside} == set(range(len(tree.outline))), path
        assert len(rows) == len(set(rows))
        agents = sum(len(part.agents) for part in stretches) + len(tree.lost_agents)
        assert agents == len(tree.session.subagents)
