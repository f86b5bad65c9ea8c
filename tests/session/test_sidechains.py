"""Sub-agents whose lines stand in the session's own file."""

from __future__ import annotations

from typing import Any

from steno.session.sidechains import Sidechains, holds_main_messages
from tests.held import calls, held, prompt, result, says

SIDE: dict[str, Any] = {"isSidechain": True}


def sides_of(*lines: Any) -> tuple[Sidechains, list[str | None]]:
    """Give the sidechains of some lines, and the sub-agent of each line."""
    session = held(*lines)
    sides = Sidechains(session.outline)
    return sides, [sides.agent_of(row, record) for row, record in session.rows_and_records()]


def test_every_sidechain_line_goes_by_the_prompt_that_it_hangs_on() -> None:
    """Two sub-agents may write by turns; the lines of the conversation are nobody's."""
    _, agents = sides_of(
        prompt("p", None, 0),
        prompt("x", None, 1, **SIDE),
        prompt("y", "p", 1, **SIDE),
        says("x1", "x", 2, **SIDE),
        says("y1", "y", 2, **SIDE),
        says("x2", "x1", 3, **SIDE),
        says("a", "p", 4),
    )
    assert agents == [None, "x", "y", "x", "y", "x", None]


def test_lines_may_tell_their_sub_agent() -> None:
    """Then it goes by its own id."""
    _, agents = sides_of(prompt("p", None, 0), prompt("x", None, 1, agentId="a1", **SIDE))
    assert agents == [None, "a1"]


def test_a_child_may_come_before_its_parent() -> None:
    """File order does not matter where parents are known."""
    _, agents = sides_of(
        says("x2", "x1", 3, **SIDE),
        says("x1", "x", 2, **SIDE),
        prompt("x", None, 1, **SIDE),
        prompt("p", None, 0),
    )
    assert agents == ["x", "x", "x", None]


def test_a_line_that_lost_its_parent_goes_with_the_one_before() -> None:
    """Unless it is a prompt, with which a sub-agent begins."""
    _, agents = sides_of(
        prompt("p", None, 0),
        calls("c", "gone", 1, **SIDE),
        result("r", "other", 2, **SIDE),
        prompt("x", "gone", 3, **SIDE),
        says("x1", "lost", 4, **SIDE),
    )
    assert agents == [None, "c", "c", "x", "x"]


def test_circles_end() -> None:
    """Lines that hang on one another have a first one all the same."""
    sides, agents = sides_of(
        prompt("p", None, 0),
        says("x", "z", 1, **SIDE),
        says("y", "x", 1, **SIDE),
        says("z", "y", 1, **SIDE),
    )
    assert agents == [None, "x", "x", "x"]
    assert sides.roots == {1: 1, 2: 1, 3: 1}


def test_a_first_line_without_an_id_is_known_by_its_place() -> None:
    """Such as a sidechain line of spec 002."""
    _, agents = sides_of(
        prompt("p", None, 0), {"type": "user", "content": "go", **SIDE}, says("a", "p", 1)
    )
    assert agents == [None, "line-2", None]


def test_a_sub_agents_own_file_has_no_sidechains_in_it() -> None:
    """All of its lines are its conversation."""
    sides, agents = sides_of(prompt("x", None, 1, agentId="a1", **SIDE))
    assert agents == [None]
    assert 0 not in sides
    assert not holds_main_messages(held(prompt("x", None, 1, **SIDE)).outline)
    assert holds_main_messages(held(prompt("x", None, 1)).outline)


def test_long_sidechains_are_followed_in_one_go() -> None:
    """Each line is looked at once, however long the chain is."""
    lines = [prompt("p", None, 0), prompt("0", None, 1, **SIDE)]
    lines += [says(str(number), str(number - 1), 1, **SIDE) for number in range(1, 3000)]
    sides, _ = sides_of(*lines, *reversed(lines[2:]))
    assert set(sides.roots.values()) == {1}
