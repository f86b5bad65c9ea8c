"""A session as a document."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.disk.discover import Home
from steno.session.input_kind import InputKind
from steno.session.session import load, load_file
from steno.testing.mutate import mutations
from steno.view.document import build_document
from steno.view.items import NoticeItem, PromptItem
from tests.held import attachment, calls, held, prompt, result, says, system
from tests.view.reading import all_rows, document_of, every, items_of
from tests.view.test_openings import LINES
from tests.written import user

if TYPE_CHECKING:
    from pathlib import Path


THREE = [
    {"type": "mode", "mode": "plan"},
    prompt("a", None, 0),
    says("b", "a", 1),
    prompt("c", "b", 2),
    calls("d", "c", 3),
    result("e", "d", 4),
    prompt("f", "e", 5),
    says("g", "f", 6),
]


def test_turns_come_in_order_behind_what_stands_before_them() -> None:
    """That has the number nought and no opening."""
    before, first, second, third = document_of(*THREE).turns
    assert (before.number, before.opening, before.input_kind) == (0, None, None)
    assert [turn.number for turn in (first, second, third)] == [1, 2, 3]
    assert [list(turn.rows) for turn in (first, second, third)] == [[1, 2], [3, 4, 5], [6, 7]]
    assert (first.line, first.input_kind, first.is_active) == (2, InputKind.PLAIN, True)
    assert first.started is not None
    assert [item.kind for item in before.items()] == ["notice"]


def test_a_document_of_nothing_has_no_turns() -> None:
    """Nor items."""
    document = document_of()
    assert document.turns == document.shown == ()
    assert document.tail(3).shown == ()
    assert document.between(1).shown == ()


def test_turns_can_be_chosen() -> None:
    """By number or from the end; the numbers stay."""
    document = document_of(*THREE)
    assert [turn.number for turn in document.tail(2).shown] == [2, 3]
    assert [turn.number for turn in document.tail(99).shown] == [0, 1, 2, 3]
    assert [turn.number for turn in document.between(2).shown] == [2, 3]
    assert [turn.number for turn in document.between(1, 2).shown] == [1, 2]
    assert document.between(7, 9).shown == ()
    assert len(document.between(7, 9).turns) == 4


def test_chosen_turns_are_told_as_in_the_whole() -> None:
    """What came before still counts, such as the model that answered."""
    lines = [*THREE, prompt("h", "g", 7), says("i", "h", 8, message={"model": "claude-x"})]
    document = document_of(*lines)
    (last,) = document.tail(1).shown
    assert list(last.items()) == list(document.turns[-1].items())
    assert [item.text for item in every(NoticeItem, list(last.items()))] == ["model: claude-x"]


def test_prompts_are_read_without_the_rest() -> None:
    """The one that opened the turn, and those that were queued."""
    queued = attachment("q", "d", 3.5, type="queued_command", prompt="and this")
    session = held(*THREE[:5], queued, *THREE[5:])
    document = build_document(session)
    turn = document.turns[2]
    read: list[int] = []
    records = session.records
    session.records = lambda rows: records(read.extend(r := list(rows)) or r)  # type: ignore[method-assign, func-returns-value]
    assert [item.text for item in turn.prompts()] == ["prompt c", "and this"]
    assert read == [3, 5]
    assert list(document.turns[0].prompts()) == []
    assert every(PromptItem, list(turn.items())) == list(turn.prompts())


def test_a_turn_that_no_prompt_opened_has_none() -> None:
    """Replies behind a summary."""
    document = document_of(attachment("t", None, 0), says("a", "t", 1))
    (turn,) = document.turns
    assert turn.input_kind is InputKind.START
    assert list(turn.prompts()) == []
    assert [item.kind for item in turn.items()] == ["reply"]


def test_changes_of_the_permission_mode_are_told() -> None:
    """By the prompts, where no lines of their own tell them."""
    lines = [
        prompt("a", None, 0, permissionMode="default"), prompt("b", "a", 1),
        prompt("c", "b", 2, permissionMode="plan"), prompt("d", "c", 3, permissionMode="plan"),
    ]  # fmt: skip
    notices = every(NoticeItem, items_of(document_of(*lines)))
    assert [(item.text, item.line) for item in notices] == [("permission mode: plan", 3)]
    told = {"type": "permission-mode", "permissionMode": "plan"}
    assert len(every(NoticeItem, items_of(document_of(*lines, told)))) == 1


def test_turns_of_another_root_are_not_active() -> None:
    """They are shown in place all the same."""
    lines = [
        prompt("a", None, 0), says("b", "a", 1), prompt("c", None, 90), says("d", "c", 91),
    ]  # fmt: skip
    assert [turn.is_active for turn in document_of(*lines).turns] == [False, True]


def test_model_before_the_first_reply_is_unknown() -> None:
    """What the client made up tells none."""
    synthetic = says("b", "a", 1, message={"model": "<synthetic>"})
    document = document_of(prompt("a", None, 0), synthetic, prompt("c", "b", 2))
    assert document.model_before(0) is None
    assert document.model_before(1) is None
    assert document_of(*THREE).model_before(3) == "claude-opus-4-8"


ANY_LINES: list[Any] = [
    *LINES,
    *THREE,
    system("s", "b", 9, "compact_boundary"),
    user("sum", uuid="z", parentUuid="s", isCompactSummary=True),
    prompt("y", "b", 20),
    says("yy", "y", 21),
]


@given(st.lists(st.sampled_from(ANY_LINES), max_size=10))
def test_no_line_is_lost(lines: list[Any]) -> None:
    """Whatever lines there are, in whatever order: each stands behind some item."""
    session = held(*lines)
    assert all_rows(build_document(session)) == set(range(len(session.outline)))


def test_no_line_of_the_demo_is_lost(demo: Path) -> None:
    """Every session of it."""
    for file in Home(demo).sessions():
        session = load_file(file)
        assert all_rows(build_document(session)) == set(range(len(session.outline))), file.path


@pytest.mark.parametrize("seed", range(60))
def test_no_line_of_a_damaged_session_is_lost(demo: Path, seed: int) -> None:
    """Lines cut, glued, repeated, shuffled and changed in every way that mutations know."""
    rng = Random(seed)
    path = rng.choice(sorted(demo.glob("projects/*/*.jsonl")))
    lines = [line + b"\n" for line in path.read_bytes().split(b"\n")[:-1]]
    for _ in range(4 if lines else 0):
        at = rng.randrange(len(lines))
        lines[at] = mutations(lines[at], rng)
        lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    if seed % 5 == 0:
        rng.shuffle(lines)
    (damaged := demo.parent / f"damaged-{seed}.jsonl").write_bytes(b"".join(lines))
    session = load(damaged)
    assert all_rows(build_document(session)) == set(range(len(session.outline)))


def test_no_line_of_real_sessions_is_lost(corpus: Path) -> None:
    """Of many versions."""
    for file in Home(corpus).sessions():
        session = load_file(file)
        assert all_rows(build_document(session)) == set(range(len(session.outline))), file.path


def test_the_end_of_a_session_is_shown_without_reading_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only lines that can open a turn, and those that are shown."""
    many = [line for n in range(1, 60) for line in _turn(n)]
    session = held(*many)
    read: set[int] = set()
    places = type(session.bodies).lines
    monkeypatch.setattr(
        type(session.bodies), "lines",
        lambda self, asked: places(self, [_noted(read, one) for one in asked]),
    )  # fmt: skip
    document = build_document(session).tail(2)
    shown = [item for turn in document.shown for item in turn.items()]
    assert len(shown) == 6
    results = {line for line in read if line % 4 == 3}
    assert len(results) == 2


def _turn(number: int) -> list[dict[str, Any]]:
    above = None if number == 1 else f"w{number - 1}"
    return [
        prompt(f"p{number}", above, number), calls(f"c{number}", f"p{number}", number + 0.1),
        result(f"r{number}", f"c{number}", number + 0.2),
        says(f"w{number}", f"r{number}", number + 0.3),
    ]  # fmt: skip


def _noted(read: set[int], place: Any) -> Any:
    read.add(place.line)
    return place
