"""Rounds of a turn."""

from __future__ import annotations

from typing import Any

from steno.view.agents import AgentBook
from steno.view.rounds import Round, split_rounds
from steno.view.source import Source
from tests.held import attachment, calls, held, progress, prompt, result, says


def rounds_of(*lines: dict[str, Any] | bytes) -> list[Round]:
    """Part some lines."""
    session = held(*lines)
    source = Source(session, AgentBook(tuple, lambda *_: None))
    return list(split_rounds(source, range(len(session.outline))))


def test_a_new_message_begins_a_new_round() -> None:
    """The prompt has one of its own."""
    first, second, third = rounds_of(
        prompt("p", None, 0),
        attachment("t", "p", 0.1),
        calls("a", "t", 1, of="m"),
        calls("b", "a", 1, of="m"),
        result("ra", "a", 2),
        result("rb", "b", 3),
        says("c", "rb", 4),
    )
    assert [line.row for line in first.beside] == [0, 1]
    assert first.replies == []
    assert (second.message_id, [line.row for line in second.replies]) == ("m", [2, 3])
    assert [line.row for line in second.beside] == [4, 5]
    assert [line.row for line in third.replies] == [6]
    assert [one.is_last for one in (first, second, third)] == [False, False, True]
    assert second.rows == [2, 3, 4, 5]


def test_parts_of_a_message_stay_together() -> None:
    """Although a result came between them."""
    _, only = rounds_of(
        prompt("p", None, 0),
        calls("a", "p", 1, of="m"),
        result("ra", "a", 2),
        calls("b", "a", 3, of="m"),
    )
    assert [line.row for line in only.replies] == [1, 3]
    assert [line.row for line in only.lines] == [1, 2, 3]


def test_replies_without_an_id_are_rounds_of_their_own() -> None:
    """Nothing says that they belong together."""
    nameless: dict[str, Any] = {"message": {"id": None}}
    found = rounds_of(says("a", None, 0, **nameless), says("b", "a", 1, **nameless))
    assert [len(one.replies) for one in found] == [1, 1]


def test_bodies_of_progress_and_replaced_lines_are_not_read() -> None:
    """A running command may leave thousands."""
    first, second = rounds_of(
        prompt("p", None, 0), progress("g", "p", 1), prompt("p", None, 2), says("a", "p", 3)
    )
    assert (first.replaced, first.progress, [line.row for line in first.beside]) == ([0], [1], [2])
    assert len(second.replies) == 1


def test_no_lines_are_one_empty_round() -> None:
    """Which gives no items."""
    (only,) = rounds_of()
    assert (only.rows, only.is_last) == ([], True)
