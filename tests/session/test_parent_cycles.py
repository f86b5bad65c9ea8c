"""Lines that hang on one another in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session import parent_cycles
from steno.session.check_file import check_file
from steno.session.forest import Forest
from tests.held import held, progress, prompt, says
from tests.written import write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

    Body = dict[str, Any]


def told(session: Session) -> list[tuple[int | None, str, str]]:
    """Give line, severity and message of the circles that were found."""
    found = [one for one in session.findings if one.code == "parent-cycle"]
    return [(one.line, one.severity, one.message) for one in found]


def test_sound_links_are_passed_in_silence() -> None:
    """Also where a line stands before its parent, or was written again."""
    lines = [prompt("a", None, 1), says("b", "a", 2)]
    assert told(held(*lines)) == told(held(*lines[::-1])) == told(held(*lines, lines[0])) == []


def test_circle_at_which_history_is_cut_is_an_error() -> None:
    """The client ends the history where its parents lead it back."""
    lines = [
        prompt("a", None, 1), says("b", "a", 2), prompt("c", "d", 60), says("d", "c", 61),
        prompt("e", "d", 62), says("f", "e", 63),
    ]  # fmt: skip
    message = "Lines 3 and 4 hang on one another in a circle; a resume loses history there."
    assert told(held(*lines)) == [(3, "error", message)]


def test_line_that_hangs_on_itself_is_told() -> None:
    """It cuts what stands more than five seconds before it."""
    lines = [prompt("a", None, 1), says("b", "a", 2), prompt("c", "c", 60), says("d", "c", 61)]
    assert told(held(*lines)) == [(3, "error", "It hangs on itself; a resume loses history there.")]


def test_circle_that_turns_the_order_round_is_an_error() -> None:
    """Nothing is lost, but the reply comes before what was asked."""
    lines = [prompt("a", "b", 1), says("b", "a", 2), prompt("c", "a", 3), says("d", "c", 4)]
    message = "Lines 1 and 2 hang on one another in a circle; a resume sends them in the wrong "
    assert told(held(*lines)) == [(1, "error", f"{message}order.")]


def test_circle_that_a_resume_gets_by_is_a_warning() -> None:
    """At the very beginning, where the line before is near, and beside the conversation."""
    first = [prompt("a", "a", 1), says("b", "a", 2)]
    near = [prompt("a", None, 1), says("b", "a", 2), prompt("c", "c", 3), says("d", "c", 4)]
    beside = [*first[1:], prompt("a", None, 1), progress("p", "q", 3), progress("q", "p", 4)]
    for lines in (first, near, beside):
        (found,) = told(held(*lines))
        assert found[1] == "warning"
        assert "a resume loses nothing by it" in found[2]


def test_sub_agents_file_is_looked_at_as_well() -> None:
    """Nobody resumes it, so no harm is told."""
    lines = [prompt("a", "b", 1, isSidechain=True), says("b", "a", 2, isSidechain=True)]
    assert [severity for _, severity, _ in told(held(*lines))] == ["warning"]


def test_long_circle_names_some_of_its_lines() -> None:
    """From the oldest on."""
    names = [f"u{number}" for number in range(9)]
    lines = [prompt(name, names[at - 1], at) for at, name in enumerate(names)]
    (found,) = told(held(*lines))
    assert found[2].startswith("Lines 1, 2, 3, 4, 5 and 4 more hang on one another in a circle")


def test_many_circles_are_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that do harm are told first."""
    monkeypatch.setattr(parent_cycles, "MOST_CYCLES", 1)
    loops = [progress(name, name, 1) for name in "xyz"]
    lines = [prompt("a", None, 1), says("b", "a", 2), prompt("c", "c", 60), says("d", "c", 61)]
    assert [found[:2] for found in told(held(*loops, *lines))] == [(None, "warning"), (6, "error")]
    (more, _) = told(held(*loops, *lines))
    assert more[2] == "3 more circles of lines that hang on one another."


def test_no_body_is_read_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The outline knows all that is needed."""
    session = held(prompt("a", "b", 1), says("b", "a", 2))
    chain = session.chain
    monkeypatch.setattr(type(session.bodies), "lines", None)
    assert len(list(parent_cycles.cycles_of(session.outline, chain))) == 1


NAMES = st.sampled_from("abcdefgh")


@given(st.lists(st.tuples(NAMES, NAMES, st.integers(0, 30), st.booleans()), max_size=12))
def test_every_circle_is_found_and_the_check_ends(
    tmp_path_factory: pytest.TempPathFactory, graph: list[tuple[str, str, int, bool]]
) -> None:
    """However lines hang on one another; the circles are counted by walking up from each line."""
    lines = [(prompt if own else says)(uuid, parent, at) for uuid, parent, at, own in graph]
    path = write_lines(tmp_path_factory.mktemp("cycles") / "a.jsonl", *lines)
    found = [one for one in check_file(path).findings if one.code == "parent-cycle"]
    parents = {uuid: parent for uuid, parent, _, _ in graph}
    circles = {circle for uuid in parents if (circle := circle_from(uuid, parents))}
    assert len(found) == len(circles)
    numbers = {uuid: number for number, (uuid, *_) in enumerate(graph, 1)}
    lines_in = {numbers[uuid] for circle in circles for uuid in circle}
    assert {one.line for one in found} <= lines_in


def circle_from(uuid: str, parents: dict[str, str]) -> frozenset[str]:
    """Give the circle that a line is part of; nothing where it is in none."""
    way = [uuid]
    while (above := parents.get(way[-1])) is not None and above not in way:
        way.append(above)
    return frozenset(way) if above == uuid else frozenset()


@pytest.mark.parametrize("count", [2_000])
def test_large_circle_is_one_finding(tmp_path: Path, count: int) -> None:
    """Of any length."""
    lines = [prompt(f"u{at}", f"u{(at - 1) % count}", at % 50) for at in range(count)]
    found = check_file(write_lines(tmp_path / "a.jsonl", *lines)).findings
    assert [one.code for one in found if one.code == "parent-cycle"] == ["parent-cycle"]
    assert len(Forest(held(*lines).outline).cycles) == 1
