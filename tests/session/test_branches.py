"""Where conversations part, and which line belongs to which branch."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from steno.session.branches import BranchKind, PointKind, find_branches
from steno.session.chain import Chain
from steno.session.forest import Forest
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
from tests.written import reply, user

if TYPE_CHECKING:
    from steno.session.branches import Branching
    from steno.session.session import Session

    Body = dict[str, Any]


def divided(session: Session, *, at: str | None = None, active: bool = True) -> Branching:
    """Divide a session into branches, with the chain that it has or the one up to a line."""
    forest = Forest(session.outline)
    if at is not None:
        leaf = session.outline.by_uuid[at]
        path = (*reversed([*forest.ancestors(leaf)]), leaf)
        return find_branches(forest, Chain(leaf, path, 0, path))
    return find_branches(forest, session.chain if active else None)


def points(session: Session, branching: Branching) -> dict[str | None, str]:
    """Give the kinds of the branch points by uuid."""
    return {session.outline.uuids[point.row]: point.kind.value for point in branching.points}


def lines_of(session: Session, branching: Branching) -> list[str]:
    """Give the uuids of each branch's lines, in file order."""
    uuids = session.outline.uuids
    return [
        "".join(
            uuids[row] or "?" for row, at in enumerate(branching.numbers) if at == branch.number
        )
        for branch in branching.branches
    ]


def test_one_line_after_another_is_one_branch() -> None:
    """A plain conversation has one branch, with its ends and its times."""
    session = held(prompt("p", None, 0), says("a", "p", 2), prompt("q", "a", 5), says("b", "q", 9))
    branching = divided(session)
    assert branching.points == ()
    (branch,) = branching.branches
    assert (branch.first, branch.tip, branch.rows, branch.fork) == (0, 3, 4, None)
    assert branch.kind is BranchKind.ROOT
    assert branch.is_active
    assert branch.started == datetime(2026, 1, 3, 10, 0, 0, tzinfo=UTC)
    assert branch.ended == datetime(2026, 1, 3, 10, 0, 9, tzinfo=UTC)


def test_parallel_tools_are_no_fork() -> None:
    """Results hang on their own calls, and the next reply on the last: all is one branch."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, "m"),
        calls("b", "a", 1, "m"),
        calls("c", "b", 1, "m"),
        result("C", "c", 2),
        result("A", "a", 3),
        result("B", "b", 4),
        says("d", "B", 5),
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "tool_fan_out", "b": "tool_fan_out"}
    assert lines_of(session, branching) == ["pabcCABd"]
    assert not any(point.is_fork for point in branching.points)


def test_progress_and_hooks_beside_a_call_are_fan_out() -> None:
    """News of a running tool hang on its call like its result."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1),
        progress("g", "a", 2),
        progress("h", "g", 3),
        attachment("t", "a", 3),
        result("A", "a", 4),
        says("b", "A", 5),
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "tool_fan_out"}
    assert lines_of(session, branching) == ["paghtAb"]


def test_an_interrupt_behind_one_of_several_results_is_no_fork() -> None:
    """What the client says behind a refused call goes with it, whatever else goes on."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, "m"),
        calls("b", "a", 1, "m"),
        result("A", "a", 2),
        user("[Request interrupted by user for tool use]", **place("i", "A", 3)),
        result("B", "b", 4),
        says("c", "B", 5),
    )
    for branching in (divided(session), divided(session, active=False)):
        assert points(session, branching) == {"a": "tool_fan_out"}
        assert lines_of(session, branching) == ["pabAiBc"]


def test_parts_of_one_message_beside_one_another_are_fan_out() -> None:
    """Two lines of one API message on the same line are no two replies."""
    session = held(
        prompt("p", None, 0), says("a", "p", 1, "m"), says("b", "a", 2, "m"), says("c", "a", 3, "m")
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "tool_fan_out"}
    assert len(branching.branches) == 1


def test_notices_beside_the_conversation_are_asides() -> None:
    """System lines and attachments hang where they like and stay with their parent."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        system("s", "a", 2, "turn_duration"),
        attachment("t", "a", 2),
        prompt("q", "a", 3),
        says("b", "q", 4),
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "aside"}
    assert lines_of(session, branching) == ["pastqb"]


def test_local_commands_under_one_caveat_are_asides() -> None:
    """Old clients hung every local command on the same caveat; only one of them went on."""
    session = held(
        user("caveat", **place("v", None, 0), isMeta=True),
        user("/clear", **place("c", "v", 1)),
        user("ls", **place("l", "v", 2)),
        prompt("p", "l", 3),
        says("a", "p", 4),
    )
    branching = divided(session)
    assert points(session, branching) == {"v": "aside"}
    assert lines_of(session, branching) == ["vclpa"]


def test_a_new_prompt_on_an_older_line_is_a_rewind() -> None:
    """Nothing marks it: the next prompt simply hangs higher up."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("q", "a", 2),
        says("b", "q", 3),
        prompt("r", "a", 8),
        says("c", "r", 9),
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "rewind"}
    assert lines_of(session, branching) == ["parc", "qb"]
    old = branching.branches[1]
    assert (old.kind, old.fork, old.first, old.tip) == (BranchKind.REWIND, 1, 2, 3)
    assert not old.is_active
    assert branching.points[0].is_fork
    assert branching.points[0].children == (2, 4)


def test_a_rewind_of_a_rewind_gives_three_branches() -> None:
    """Each way that was left is a branch of its own, numbered by age."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("q", "a", 2),
        prompt("r", "a", 4),
        says("c", "r", 5),
        prompt("s", "a", 6),
        says("d", "s", 7),
    )
    branching = divided(session)
    assert lines_of(session, branching) == ["pasd", "q", "rc"]


def test_ways_that_overlap_in_time_are_a_fork() -> None:
    """Two clients that resume one session write their prompts side by side."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("q", "a", 10),
        prompt("r", "a", 11),
        says("b", "q", 12),
        says("c", "r", 13),
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "fork"}
    assert lines_of(session, branching) == ["parc", "qb"]
    assert branching.branches[1].kind is BranchKind.FORK


def test_two_replies_to_one_prompt_are_a_retry() -> None:
    """The same prompt was answered twice, by different API messages."""
    session = held(prompt("p", None, 0), says("a", "p", 1), says("b", "p", 5), prompt("q", "b", 9))
    branching = divided(session)
    assert points(session, branching) == {"p": "retry"}
    assert lines_of(session, branching) == ["pbq", "a"]
    assert branching.branches[1].kind is BranchKind.RETRY


def test_replies_without_an_id_are_messages_of_their_own() -> None:
    """Nothing says that they belong together."""
    session = held(
        prompt("p", None, 0),
        reply(None, **place("a", "p", 1)),
        reply(None, **place("b", "p", 5)),
    )
    assert points(session, divided(session)) == {"p": "retry"}


def test_replies_on_two_results_of_a_fan_out_are_a_retry() -> None:
    """A fan-out of which both arms go on is a fork all the same."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, "m"),
        calls("b", "a", 1, "m"),
        result("A", "a", 2),
        result("B", "b", 3),
        says("c", "A", 4),
        says("d", "B", 5),
    )
    branching = divided(session, active=False)
    assert points(session, branching) == {"a": "retry"}
    # Without a chain the longer way stays: over b there is one line more.
    assert lines_of(session, branching) == ["pabBd", "Ac"]


def test_what_a_resume_brings_back_stays_on_the_active_branch() -> None:
    """The other arm of a fan-out is still sent; only what was said behind it is left."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, "m"),
        calls("b", "a", 1, "m"),
        result("A", "a", 2),
        result("B", "b", 3),
        says("d", "B", 5),
        says("c", "A", 6),
    )
    branching = divided(session)
    assert points(session, branching) == {"a": "tool_fan_out", "B": "rewind"}
    assert lines_of(session, branching) == ["pabABc", "d"]


def test_going_back_without_a_word_leaves_a_branch() -> None:
    """Where the session stands on an older line, what came after it is no longer active."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        system("s", "a", 1, "turn_duration"),
        prompt("q", "s", 2),
        says("b", "q", 3),
    )
    branching = divided(session, at="s")
    assert lines_of(session, branching) == ["pas", "qb"]
    (point,) = branching.points
    assert (point.kind, point.row, point.children) == (PointKind.REWIND, 2, (3,))
    assert branching.branches[0].tip == 2
    assert branching.branches[1].kind is BranchKind.REWIND


def test_going_back_beside_a_notice_leaves_a_branch() -> None:
    """That a notice trails behind the line does not hide what was said."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        system("s", "a", 1, "turn_duration"),
        prompt("q", "a", 2),
    )
    branching = divided(session, at="s")
    assert points(session, branching) == {"a": "rewind"}
    assert lines_of(session, branching) == ["pas", "q"]


def test_a_prompt_on_an_arm_that_a_resume_goes_by_is_seen() -> None:
    """The active way counts also where nothing answered it yet."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1, "m"),
        progress("g", "a", 2),
        result("A", "a", 3),
        says("b", "A", 4),
        prompt("q", "g", 9),
    )
    branching = divided(session)
    assert lines_of(session, branching) == ["pagAq", "b"]
    assert points(session, branching) == {"a": "tool_fan_out", "A": "rewind"}


def test_separate_roots_are_branches_of_their_own() -> None:
    """A second root, a lost parent and a circle each begin a branch."""
    session = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        says("l", "gone", 20),
        says("x", "y", 30),
        says("y", "x", 31),
        prompt("r", None, 40),
        says("b", "r", 41),
    )
    branching = divided(session)
    assert lines_of(session, branching) == ["rb", "pa", "l", "xy"]
    kinds = [branch.kind.value for branch in branching.branches]
    assert kinds == ["root", "root", "lost", "cycle"]


def test_a_bridged_gap_is_one_branch() -> None:
    """Where a resume finds the lost parent by its time, both sides are the active branch."""
    session = held(
        prompt("p", None, 0), says("a", "p", 1), prompt("q", "gone", 3), says("b", "q", 4)
    )
    branching = divided(session)
    assert lines_of(session, branching) == ["paqb"]
    assert branching.branches[0].first == 0
    assert branching.branches[0].kind is BranchKind.ROOT


def test_sub_agents_in_the_file_have_branches_of_their_own() -> None:
    """Old clients wrote their lines into the session's file, as roots or behind their call."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1),
        prompt("s", None, 2, isSidechain=True),
        says("t", "s", 3, isSidechain=True),
        prompt("u", "a", 4, isSidechain=True),
        result("A", "a", 5),
        says("b", "A", 6),
    )
    branching = divided(session)
    assert lines_of(session, branching) == ["paAb", "st", "u"]
    assert [branch.kind.value for branch in branching.branches[1:]] == ["sidechain"] * 2
    assert [branch.fork for branch in branching.branches] == [None, None, 1]
    assert branching.points == ()


def test_without_a_chain_the_longest_branch_comes_first() -> None:
    """A sub-agent's own file has no line to resume at."""
    session = held(
        prompt("s", None, 0, isSidechain=True),
        prompt("p", None, 1, isSidechain=True),
        says("a", "p", 2, isSidechain=True),
        prompt("q", "a", 3, isSidechain=True),
        prompt("r", "a", 9, isSidechain=True),
        says("b", "q", 4, isSidechain=True),
    )
    assert session.chain is None
    branching = divided(session)
    assert lines_of(session, branching) == ["paqb", "s", "r"]
    assert not any(branch.is_active for branch in branching.branches)
    assert branching.branches[0].kind is BranchKind.SIDECHAIN


def test_lines_without_a_time_or_an_id_have_a_branch_too() -> None:
    """What lacks a time comes last among equals, and times are unknown."""
    session = held(
        user("one", uuid="p", timestamp=None),
        reply("m", uuid=None, parentUuid="p", timestamp=None),
        user("two", uuid="q", parentUuid="p", timestamp="yesterday"),
    )
    branching = divided(session, active=False)
    assert sorted(branching.numbers) == [0, 0, 1]
    assert {branch.started for branch in branching.branches} == {None}
    assert points(session, branching) == {"p": "rewind"}


def test_an_empty_file_has_no_branches() -> None:
    """There is nothing to divide."""
    branching = divided(held())
    assert (branching.branches, branching.points, list(branching.numbers)) == ((), (), [])
