"""The trees that the lines of a file make."""

from __future__ import annotations

from steno.session.forest import LOOP, OUTSIDE, Forest
from steno.session.outline import LOST, ROOT
from tests.held import attachment, held, progress, prompt, says
from tests.written import reply, user


def test_lines_of_every_type_hang_together() -> None:
    """Chains run through progress, attachments and types that nobody knows yet."""
    outline = held(
        prompt("p", None, 0),
        attachment("t", "p", 1),
        progress("g", "t", 2),
        {"type": "comet", "uuid": "c", "parentUuid": "g"},
        says("a", "c", 4),
    ).outline
    forest = Forest(outline)
    assert list(forest.parents) == [ROOT, 0, 1, 2, 3]
    assert list(forest.ancestors(4)) == [3, 2, 1, 0]
    assert list(forest.downwards()) == [0, 1, 2, 3, 4]
    assert forest.is_leaf(4)
    assert not forest.is_leaf(3)


def test_children_come_in_file_order_and_before_no_parent() -> None:
    """A child may stand before its parent in the file, but never in the walk downwards."""
    outline = held(
        says("second", "p", 9),
        prompt("p", None, 0),
        says("first", "p", 1),
    ).outline
    forest = Forest(outline)
    assert forest.children(1) == [0, 2]
    assert list(forest.downwards()) == [1, 0, 2]


def test_loose_and_replaced_lines_are_outside() -> None:
    """A line without an id has no place unless it is a message; a repeated id has only one."""
    outline = held(
        {"type": "mode", "mode": "normal"},
        prompt("p", None, 0),
        prompt("p", None, 0),
        reply("msg_1", uuid=None, parentUuid="p"),
        b"not json\n",
    ).outline
    forest = Forest(outline)
    assert list(forest.parents) == [OUTSIDE, OUTSIDE, ROOT, 2, OUTSIDE]
    assert list(forest.rows()) == [2, 3]
    assert not forest.holds(0)
    assert list(forest.starts()) == [2]


def test_a_lost_parent_begins_a_tree() -> None:
    """What hangs on a line that is not there is kept, under the line that lost it."""
    outline = held(prompt("p", None, 0), says("a", "gone", 1), says("b", "a", 2)).outline
    forest = Forest(outline)
    assert list(forest.parents) == [ROOT, LOST, 1]
    assert list(forest.starts()) == [0, 1]


def test_a_circle_is_cut_above_its_oldest_line() -> None:
    """A circle is found once, however long it is and whatever hangs on it."""
    outline = held(
        says("b", "a", 2),
        says("tail", "c", 9),
        says("c", "b", 3),
        says("a", "c", 1),
    ).outline
    forest = Forest(outline)
    assert forest.cycles == ((3, 0, 2),)
    assert list(forest.parents) == [3, 2, 0, LOOP]
    assert sorted(forest.downwards()) == [0, 1, 2, 3]


def test_a_line_may_hang_on_itself_and_circles_are_several() -> None:
    """The smallest circle is one line; each is found on its own."""
    outline = held(
        user(uuid="self", parentUuid="self"),
        says("a", "b", 1),
        says("b", "a", 2),
    ).outline
    forest = Forest(outline)
    assert forest.cycles == ((0,), (1, 2))
    assert list(forest.starts()) == [0, 1]


def test_a_join_gives_a_parent_to_a_root_alone() -> None:
    """A line that names its own parent keeps it, and nothing joins what is outside."""
    outline = held(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("q", None, 2),
        says("b", "q", 3),
        {"type": "mode"},
        prompt("r", None, 5),
    ).outline
    forest = Forest(outline, {2: 1, 3: 0, 5: 4})
    assert list(forest.parents) == [ROOT, 0, 1, 2, OUTSIDE, ROOT]


def test_a_join_never_closes_a_circle() -> None:
    """Lines that are said to follow each other cannot both do."""
    outline = held(prompt("p", None, 0), says("a", "p", 1), prompt("q", None, 2)).outline
    forest = Forest(outline, {0: 2, 2: 1})
    assert list(forest.parents) == [2, 0, ROOT]
    assert list(Forest(outline, {0: 1, 2: 2}).parents) == [ROOT, 0, ROOT]
