"""The message graph: the same for the same lines, whatever their order and their damage."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.chain import Chain
from steno.session.compaction import find_compactions, joins_of
from steno.session.forest import Forest
from steno.session.graph import Gap, build_graph
from steno.session.outline import SIDECHAIN
from steno.session.session import load
from tests.held import (
    attachment,
    calls,
    held,
    place,
    progress,
    prompt,
    result,
    says,
    system,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steno.session.graph import Graph
    from steno.session.session import Session

    Body = dict[str, Any]


def graph_of(session: Session) -> Graph:
    """Build a session's graph as the session itself does."""
    compactions = find_compactions(session.outline, session.records, session.chain)
    return build_graph(session.outline, session.chain, joins_of(compactions))


def test_roots_leaves_gaps_and_circles_are_told() -> None:
    """What hangs together, and what does not."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1),
        result("r", "a", 2),
        progress("g", "a", 2),
        says("o", "gone", 30),
        says("x", "y", 41),
        says("y", "x", 40),
        {"type": "mode", "mode": "normal"},
    )
    graph = build_graph(session.outline)
    assert graph.roots == (0,)
    assert graph.leaves == (2, 3, 4, 5)
    assert graph.gaps == (Gap(4, "gone"),)
    assert graph.cycles == ((6, 5),)
    assert graph.children(1) == (2, 3)
    assert graph.parent(3) == 1
    assert graph.parent(0) is None
    assert graph.parent(6) is None
    assert list(graph.ancestors(3)) == [1, 0]
    assert graph.holds(0)
    assert not graph.holds(7)
    assert graph.forks == ()
    assert [point.row for point in graph.branch_points] == [1]


def test_every_line_of_the_conversation_has_one_branch() -> None:
    """Loose lines have none, and a replaced line has that of the one that replaced it."""
    session = held(
        {"type": "mode", "mode": "normal"},
        prompt("p", None, 0),
        says("a", "p", 1),
        says("a", "p", 1),
        prompt("q", "p", 9),
    )
    graph = graph_of(session)
    assert [graph.branch_of(row) for row in range(5)] == [None, 0, 1, 1, 0]
    assert [list(graph.rows_of(branch.number)) for branch in graph.branches] == [[1, 4], [3]]
    assert [point.row for point in graph.forks] == [1]


def test_a_compaction_does_not_part_the_conversation() -> None:
    """What was said before it is on the same branch, though its boundary names no parent."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        system("b", None, 2, "compact_boundary", logicalParentUuid="a"),
        prompt("s", "b", 2, isCompactSummary=True),
        says("c", "s", 3),
    )
    graph = graph_of(session)
    assert [branch.rows for branch in graph.branches] == [5]
    assert graph.parent(2) == 1
    assert graph.roots == (0, 2)
    assert len(build_graph(session.outline, session.chain).branches) == 2


def test_lines_that_only_we_can_read_are_part_of_it() -> None:
    """The client loses glued lines; the graph does not."""
    glued = held(prompt("p", None, 0)).entries[0].raw.rstrip(b"\n")
    session = held(glued + held(says("a", "p", 1)).entries[0].raw, prompt("q", "a", 9))
    graph = graph_of(session)
    assert session.outline.uuids == ["p", "a", "q"]
    assert [branch.rows for branch in graph.branches] == [3]
    assert graph.leaves == (2,)


IDS = [f"u{number:02}" for number in range(12)]


def make_line(kind: str, uuid: str, parent: str | None, second: int) -> Body:
    """Make a line of some kind."""
    match kind:
        case "prompt":
            return prompt(uuid, parent, second)
        case "meta":
            return prompt(uuid, parent, second, isMeta=True)
        case "agent":
            return prompt(uuid, parent, second, isSidechain=True)
        case "result":
            return result(uuid, parent, second)
        case "call":
            return calls(uuid, parent, second, f"m{second % 3}")
        case "reply":
            return says(uuid, parent, second, f"m{second % 3}")
        case "attachment":
            return attachment(uuid, parent, second)
        case "progress":
            return progress(uuid, parent, second)
        case "boundary":
            return system(uuid, parent, second, "compact_boundary", logicalParentUuid=IDS[0])
        case _:
            return {"type": "comet", **place(uuid, parent, second)}


@st.composite
def lines(draw: st.DrawFn) -> list[Body]:
    """Draw lines with distinct ids that hang on any of them, on none, or on what is gone."""
    count = draw(st.integers(0, len(IDS)))
    kinds = (
        "prompt", "meta", "agent", "result", "call", "reply", "attachment", "progress",
        "boundary", "unknown",
    )  # fmt: skip
    return [
        make_line(
            draw(st.sampled_from(kinds)),
            uuid,
            draw(st.sampled_from([None, "gone", *IDS[:count]])),
            draw(st.integers(0, 9)),
        )
        for uuid in IDS[:count]
    ]


def described(session: Session, graph: Graph) -> dict[str, Any]:
    """Describe a graph by uuids alone."""
    uuids = session.outline.uuids
    return {
        "roots": {uuids[row] for row in graph.roots},
        "leaves": {uuids[row] for row in graph.leaves},
        "gaps": {(uuids[gap.row], gap.parent_uuid) for gap in graph.gaps},
        "cycles": {tuple(uuids[row] for row in cycle) for cycle in graph.cycles},
        "points": {
            uuids[point.row]: (point.kind, {uuids[row] for row in point.children})
            for point in graph.branch_points
        },
        "branches": [
            (
                uuids[one.first], uuids[one.tip], one.fork is not None and uuids[one.fork],
                one.rows, one.kind, one.is_active, one.started, one.ended,
            )
            for one in graph.branches
        ],
        "branch of": {uuids[row]: graph.branch_of(row) for row in range(len(uuids))},
    }  # fmt: skip


def chain_to(session: Session, uuid: str) -> Chain:
    """Give the chain that ends at a line, by parents alone."""
    leaf = session.outline.by_uuid[uuid]
    path = (*reversed([*Forest(session.outline).ancestors(leaf)]), leaf)
    return Chain(leaf, path, 0, path)


@given(drawn=lines(), data=st.data())
def test_lines_give_the_same_graph_in_any_order(drawn: list[Body], data: st.DataObject) -> None:
    """With distinct ids nothing depends on where in the file a line stands."""
    shuffled = data.draw(st.permutations(drawn))
    leaf = data.draw(st.sampled_from([None, *(body["uuid"] for body in drawn)]))
    graphs = []
    for order in (drawn, shuffled):
        session = held(*order)
        chain = None if leaf is None else chain_to(session, leaf)
        graphs.append(described(session, build_graph(session.outline, chain)))
    assert graphs[0] == graphs[1]


def check_whole(session: Session, graph: Graph) -> None:
    """Check that every line is in one branch and can be reached from the top of its tree."""
    rows = range(len(session.outline))
    reached: list[int] = []
    tops = [row for row in rows if graph.parent(row) is None]
    waiting = list(tops)
    while waiting:
        row = waiting.pop()
        reached.append(row)
        waiting.extend(graph.children(row))
    assert sorted(reached) == list(rows)
    branches = [row for branch in graph.branches for row in graph.rows_of(branch.number)]
    assert sorted(branches) == list(rows)
    assert sum(branch.rows for branch in graph.branches) == len(rows)
    broken = {cycle[0] for cycle in graph.cycles}
    assert {*graph.roots, *(gap.row for gap in graph.gaps), *broken} >= set(tops)


@given(drawn=lines(), data=st.data())
def test_dropping_a_line_never_loses_another(drawn: list[Body], data: st.DataObject) -> None:
    """What hung on it begins a tree of its own; circles are walked once."""
    session = held(*drawn)
    check_whole(session, graph_of(session))
    if drawn:
        dropped = data.draw(st.integers(0, len(drawn) - 1))
        rest = held(*drawn[:dropped], *drawn[dropped + 1 :])
        check_whole(rest, graph_of(rest))


def test_a_long_conversation_is_no_matter_of_depth() -> None:
    """Thousands of lines in a row, and a circle of as many, need no recursion."""
    count = 6_000
    chain: list[Body] = [
        says(f"u{at}", f"u{at - 1}" if at else None, at / 100) for at in range(count)
    ]
    session = held(*chain)
    graph = build_graph(session.outline)
    assert [branch.rows for branch in graph.branches] == [count]
    circle = held(says("u0", f"u{count - 1}", 0), *chain[1:])
    assert [len(cycle) for cycle in build_graph(circle.outline).cycles] == [count]


def test_branch_points_of_real_sessions_are_those_seen_in_their_lines(corpus: Path) -> None:
    """Nearly all are fan-out; the forks were looked at one by one."""
    points: Counter[str] = Counter()
    forks: dict[str, list[tuple[str, int]]] = {}
    for path in sorted((corpus / "projects").rglob("*.jsonl")):
        session = load(path)
        graph = graph_of(session)
        points.update(point.kind.value for point in graph.branch_points)
        if graph.forks:
            forks[path.name[:8]] = [
                (point.kind.value, session.outline.line(point.row)) for point in graph.forks
            ]
    assert points["tool_fan_out"] > 300
    assert points["aside"] == 4
    # A prompt that was taken back, and an old client that hung a bash line on its first caveat.
    assert forks == {"03eb5929": [("rewind", 16)], "71c9afe9": [("rewind", 1)]}


@pytest.mark.parametrize(
    ("session_id", "branches"),
    [
        ("03eb5929-52b3-4b13-ada3-b93ae35806b8", [36, 16]),
        ("0cf3db51-1c73-43bb-8d05-dc02739514a5", [212]),
        ("70c88cff-cb35-404f-a974-2a08bab4e4bc", [83, 64]),
        ("0d3a8e6f-290f-4105-a327-a2496e5e2a83", [68]),
        ("839b35f7-4dbd-4d93-9772-3c272cc87caa", [226]),
        ("fe5e1c67-53e7-4862-81ae-d0e013e3270b", [32, 86, 21, 98, 65, 135]),
    ],
    ids=["rewind", "compaction", "gap too wide", "caveat", "micro-compaction", "sub-agents"],
)
def test_branches_of_real_sessions_hold_the_lines_counted_apart(
    corpus: Path, session_id: str, branches: Sequence[int]
) -> None:
    """Each real branch has the lines that hang on its first, and no others."""
    (path,) = (corpus / "projects").rglob(f"{session_id}.jsonl")
    session = load(path)
    graph = graph_of(session)
    assert [branch.rows for branch in graph.branches] == list(branches)
    agents = [branch for branch in graph.branches if branch.kind.value == "sidechain"]
    assert all(session.outline.has(branch.first, SIDECHAIN) for branch in agents)
