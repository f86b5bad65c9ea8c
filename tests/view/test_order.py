"""The order in which lines are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from steno.view.order import ReadingOrder
from tests.held import calls, held, prompt, result, says
from tests.written import user

if TYPE_CHECKING:
    from steno.session.session import Session

CHAIN = [prompt("a", None, 0), says("b", "a", 1), prompt("c", "b", 2), says("d", "c", 3)]


def order_of(session: Session) -> ReadingOrder:
    """Give the order of a session."""
    return ReadingOrder(session.outline, session.graph)


def names(session: Session, rows: Any) -> list[str | None]:
    """Name rows by their uuids."""
    return [session.outline.uuids[row] for row in rows]


@given(st.permutations(CHAIN))
def test_no_line_comes_before_the_one_that_it_hangs_on(lines: list[Any]) -> None:
    """Whatever the order in the file."""
    session = held(*lines)
    order = order_of(session)
    stretches = [order.main(), *map(order.branch, order.others)]
    read = [names(session, rows) for rows in stretches]
    assert all(stretch == sorted(map(str, stretch)) for stretch in read)
    assert sorted(uuid for stretch in read for uuid in stretch if uuid) == list("abcd")


def test_loose_lines_stand_where_they_stand_in_the_file() -> None:
    """Broken and blank ones too, and the copies that a later line replaced."""
    first, second, third, fourth = CHAIN
    session = held(b"broken\n", first, {"type": "mode"}, second, first, b"\n", third, fourth)
    assert [*order_of(session).main()] == [0, 1, 2, 4, 3, 5, 6, 7]


def test_other_branches_are_told_at_their_forks() -> None:
    """They can be had by their number."""
    session = held(*CHAIN, prompt("x", "b", 9), says("y", "x", 10))
    order = order_of(session)
    assert names(session, order.main()) == ["a", "b", "x", "y"]
    ((row, (branch,)),) = order.forks().items()
    assert session.outline.uuids[row] == "b"
    assert names(session, order.branch(branch.number)) == ["c", "d"]
    assert names(session, order.rest(row)) == ["x", "y"]
    assert [*order.branch(99)] == []


def test_stretches_that_hang_on_nothing_are_read_in_place() -> None:
    """A second root is no branch of the first."""
    session = held(*CHAIN, prompt("x", None, 90), says("y", "x", 91))
    order = order_of(session)
    assert len(order.main()) == 6
    assert order.forks() == {}
    assert order.branch_of(0) != order.branch_of(5)


def test_lines_of_subagents_are_told_with_them() -> None:
    """Unless the whole file is one's own."""
    side: dict[str, Any] = {"isSidechain": True}
    agent = [prompt("p", None, 5, **side), says("q", "p", 6, **side)]
    session = held(*CHAIN, *agent)
    order = order_of(session)
    assert names(session, order.main()) == ["a", "b", "c", "d"]
    assert order.is_agents(4)
    assert [*order.rest(4)] == []
    alone = held(*agent)
    assert len(order_of(alone).main()) == 2


def test_ways_that_part_from_a_subagent_are_read_in_place() -> None:
    """The line at which they part is told elsewhere."""
    side: dict[str, Any] = {"isSidechain": True}
    lines = [
        prompt("a", None, 0), prompt("s", "a", 1, **side), says("b", "s", 2),
        says("c", "s", 3, of="m"), {"type": "last-prompt", "leafUuid": "a"}, prompt("z", "a", 9),
    ]  # fmt: skip
    session = held(*lines)
    order = order_of(session)
    assert {"a", "b", "c", "z"} <= set(names(session, order.main()))
    assert order.forks() == {}


def test_nothing_follows_a_line_beside_the_conversation() -> None:
    """It has no branch."""
    session = held(*CHAIN, {"type": "mode"})
    order = order_of(session)
    assert order.branch_of(4) is None
    assert [*order.rest(4)] == []


def test_parallel_results_stay_on_the_branch() -> None:
    """They are no ways of their own."""
    lines = [
        prompt("a", None, 0), calls("b", "a", 1, of="m"), calls("c", "b", 1.1, of="m"),
        result("rb", "b", 2), result("rc", "c", 3), says("d", "rc", 4),
    ]  # fmt: skip
    session = held(*lines)
    assert names(session, order_of(session).main()) == ["a", "b", "c", "rb", "rc", "d"]


def test_circles_are_read_once() -> None:
    """Each line of them."""
    session = held(user("1", uuid="a", parentUuid="b"), user("2", uuid="b", parentUuid="a"))
    assert sorted(order_of(session).main()) == [0, 1]
