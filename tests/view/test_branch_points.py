"""Branch points and the ways on from them."""

from __future__ import annotations

from steno.session.branches import BranchKind, PointKind
from steno.view.items import BranchItem
from tests.held import attachment, held, prompt, result, says
from tests.view.reading import all_rows, document_of, items_in, items_of, one
from tests.written import user

REWOUND = [
    prompt("a", None, 0),
    says("b", "a", 1),
    prompt("c", "b", 2),
    says("d", "c", 3),
    prompt("e", "b", 10),
    says("f", "e", 11),
    prompt("g", "f", 12),
]


def test_the_ways_on_are_told_where_they_part() -> None:
    """The oldest first, each with its size and its first words."""
    items = items_in(*REWOUND)
    assert [item.kind for item in items] == [
        "prompt", "reply", "branch", "prompt", "reply", "prompt",
    ]  # fmt: skip
    item = one(BranchItem, items)
    assert (item.point, item.line, item.rows) == (PointKind.REWIND, 2, ())
    dead, active = item.alternatives
    assert (dead.is_here, dead.is_active, dead.kind) == (False, False, BranchKind.REWIND)
    assert (dead.first_words, dead.lines, dead.turns) == ("prompt c", 2, 1)
    assert (active.is_here, active.is_active, active.kind) == (True, True, None)
    assert (active.first_words, active.lines, active.turns) == ("prompt e", 3, 2)
    assert dead.started is not None
    assert active.started is not None
    assert dead.started < active.started


def test_other_ways_can_be_read() -> None:
    """By the number that is told."""
    document = document_of(*REWOUND)
    item = one(BranchItem, items_of(document))
    other = document.branch(item.alternatives[0].branch)
    assert [turn.number for turn in other.turns] == [2]
    assert [item.kind for item in items_of(other)] == ["prompt", "reply"]
    assert not other.turns[0].is_active
    assert all_rows(document) == set(range(7))


def test_a_second_reply_is_a_way_of_its_own() -> None:
    """Its words are the reply's, and it opens no turn."""
    item = one(BranchItem, items_in(prompt("a", None, 0), says("b", "a", 1), says("c", "a", 5)))
    assert item.point is PointKind.RETRY
    assert [(way.first_words, way.turns) for way in item.alternatives] == [("hi", 0), ("hi", 0)]


def test_going_back_without_a_word_leaves_one_way() -> None:
    """What the session stands at has no lines behind it."""
    last = {"type": "last-prompt", "leafUuid": "t"}
    item = one(BranchItem, items_in(*REWOUND[:4], attachment("t", "b", 5), last))
    assert [way.is_here for way in item.alternatives] == [False]


def test_ways_without_words_or_times_are_told_all_the_same() -> None:
    """Nothing is said on them."""
    lines = [
        prompt("a", None, 0), says("b", "a", 1), prompt("e", "b", 5), says("f", "e", 6),
        user("x", uuid="m", parentUuid="b", timestamp="never"),
        says("n", "m", 8, message={"content": []}), {"type": "last-prompt", "leafUuid": "f"},
    ]  # fmt: skip
    item = one(BranchItem, items_in(*lines))
    assert [way.first_words for way in item.alternatives] == ["prompt e", "x"]


def test_branches_of_branches_are_told_on_them() -> None:
    """Not on the way that the session took."""
    deeper = [prompt("x", "d", 4), says("y", "x", 5), prompt("z", "d", 6), says("zz", "z", 7)]
    document = document_of(*REWOUND[:4], *deeper, *REWOUND[4:])
    item = one(BranchItem, items_of(document))
    inner = one(BranchItem, items_of(document.branch(item.alternatives[0].branch)))
    assert sorted(way.first_words for way in inner.alternatives) == ["prompt x", "prompt z"]
    assert not any(way.is_active for way in inner.alternatives)
    assert all_rows(document) == set(range(len(held(*REWOUND, *deeper).outline)))


def test_results_and_metas_give_no_first_words() -> None:
    """What the user said comes behind them."""
    lines = [
        *REWOUND[:4], attachment("t", "b", 9), result("r", "t", 9.5), prompt("e", "r", 10),
        says("f", "e", 11),
    ]  # fmt: skip
    item = one(BranchItem, items_in(*lines))
    assert [way.first_words for way in item.alternatives] == ["prompt c", "prompt e"]
