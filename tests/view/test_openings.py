"""Where turns begin: the same lines and numbers as the full reading finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.disk.discover import Home
from steno.session.input_kind import InputKind
from steno.session.session import load_file
from steno.view.openings import Opening, find_openings
from tests.held import attachment, calls, held, progress, prompt, result, says, system
from tests.written import user

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.session.session import Session


def agree(session: Session) -> bool:
    """Say whether both readings find the same turns."""
    found = find_openings(session.outline, session.records)
    ours = [(one.row, one.number, one.input_kind) for one in found]
    return ours == [(turn.row, turn.number, turn.input_kind) for turn in session.turns]


def test_only_lines_that_may_open_a_turn_are_read() -> None:
    """Results, which are most of a file, are not."""
    session = held(prompt("a", None, 0), calls("b", "a", 1), result("c", "b", 2), says("d", "c", 3))
    asked: list[int] = []

    def read(rows: Sequence[int]) -> Iterable[Entry]:
        asked.extend(rows)
        return session.records(rows)

    found = find_openings(session.outline, read)
    assert [(one.row, one.input_kind) for one in found] == [(0, InputKind.PLAIN)]
    assert asked == [0]


def test_mode_of_the_prompt_is_kept() -> None:
    """So that a change of it can be told."""
    session = held(prompt("a", None, 0, permissionMode="plan"))
    expected = Opening(0, 1, InputKind.PLAIN, "plan")
    assert find_openings(session.outline, session.records) == (expected,)


def test_replies_before_the_first_prompt_are_a_turn() -> None:
    """It begins with the first line of the conversation."""
    session = held({"type": "mode"}, attachment("t", None, 0), says("a", "t", 1))
    (opening,) = find_openings(session.outline, session.records)
    assert (opening.row, opening.number, opening.input_kind) == (1, 1, InputKind.START)
    assert agree(session)


def test_a_flag_that_is_none_hides_no_reply() -> None:
    """Only true is true."""
    assert agree(held(says("a", None, 0, isMeta=[1]), prompt("p", "a", 1)))
    assert agree(held(says("a", None, 0, isMeta=True), prompt("p", "a", 1)))


LINES: list[Any] = [
    prompt("p", None, 0), prompt("q", "p", 1, isMeta=True), says("a", "p", 2),
    says("m", "p", 2, isMeta=True), calls("c", "a", 3), result("r", "c", 4),
    progress("g", "c", 4), attachment("t", "p", 5), system("s", "a", 6, "turn_duration"),
    user("<command-name>/x</command-name>", uuid="x"),
    user("<bash-input>ls</bash-input>", uuid="b"),
    user("<task-notification><summary>s</summary></task-notification>", uuid="n"),
    prompt("side", None, 7, isSidechain=True), says("said", "side", 8, isSidechain=True),
    {"type": "mode", "mode": "normal"}, b"broken\n", prompt("p", "a", 9),
]  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=8))
def test_both_readings_agree(lines: list[Any]) -> None:
    """Whatever lines there are, in whatever order."""
    assert agree(held(*lines))


def test_both_readings_agree_on_the_demo(demo: Path) -> None:
    """Every session of it."""
    assert all(agree(load_file(file)) for file in Home(demo).sessions())


def test_both_readings_agree_on_real_sessions(corpus: Path) -> None:
    """Of many versions."""
    files = list(Home(corpus).sessions())
    assert len(files) > 50
    assert [file.path.name for file in files if not agree(load_file(file))] == []


@pytest.mark.parametrize("lines", [(), ({"type": "mode"},), (b"broken\n",)])
def test_without_messages_there_are_no_turns(lines: tuple[Any, ...]) -> None:
    """Neither prompt nor reply."""
    session = held(*lines)
    assert find_openings(session.outline, session.records) == ()
