"""Tests of ways: where one begins and ends, and how they are hung behind one another."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from steno.edit.ways import Way, alone, one_behind_the_other, way_along
from steno.errors import UsageError
from tests.session.transcripts import (
    boundary,
    call,
    command,
    progress,
    reply,
    result,
    session,
    user,
)

WAY = Way((0,), "first", "end", "leaf", 5.0, is_compacted=False, needed=frozenset({"leaf"}))


def _way(name: str, started: float, *, is_compacted: bool = False) -> Way:
    return Way(
        (0,), f"{name}-first", f"{name}-end", f"{name}-leaf", started,
        is_compacted=is_compacted, needed=frozenset({name}),
    )  # fmt: skip


def test_earlier_way_comes_first() -> None:
    """The other one hangs behind its end, and the last message is that of the last."""
    merged = one_behind_the_other([alone(_way("b", 2.0)), alone(_way("a", 1.0))])
    assert merged.parents == {"b-first": "a-end"}
    assert (merged.leaf, merged.end) == ("b-leaf", "b-end")
    assert merged.needed == {"a", "b"}


def test_compacted_way_comes_first_and_two_are_refused() -> None:
    """Behind another one a compaction would hide that."""
    ways = [alone(_way("a", 1.0)), alone(_way("b", 2.0, is_compacted=True))]
    assert one_behind_the_other(ways).parents == {"a-first": "b-end"}
    with pytest.raises(UsageError, match="both parts were compacted"):
        one_behind_the_other([ways[1], ways[1]])


def test_way_with_nothing_to_hang_is_passed_over() -> None:
    """What only answers a call of before stays where the call is."""
    ways = [
        alone(_way("a", 1.0)),
        alone(replace(_way("b", 2.0), first=None)),
        alone(_way("c", 3.0)),
    ]
    merged = one_behind_the_other(ways)
    assert merged.parents == {"c-first": "a-end"}
    assert one_behind_the_other(ways[:2]).leaf == "a-leaf"


def test_way_and_what_it_led_to_are_one() -> None:
    """With the links of both."""
    then = alone(replace(_way("b", 9.0), links={"x": "y"}))
    both = alone(replace(_way("a", 1.0), links={"v": "w"}), then)
    assert both.parents == {"v": "w", "x": "y"}
    assert both.end == "b-end"


def test_results_and_parts_of_an_older_message_are_not_the_first() -> None:
    """The first is what is newly said, with the progress that leads to it."""
    loaded = session(
        user("p"), reply("a", call("t1"), of="m"), reply("b", call("t2"), of="m"),
        user("r", [result("t1")]), progress("g"), reply("c"),
    )  # fmt: skip
    way = way_along(loaded, [2, 3, 5], 5, {"m"})
    assert (way.first, way.end, way.leaf) == ("g", "c", "c")
    assert way.needed == {"b", "r", "c"}
    assert way_along(loaded, [2, 3], 3, {"m"}).first is None


def test_guessed_links_are_written_down_and_what_trails_is_put_in_a_row() -> None:
    """Lines of another way that come near would change what the client guesses."""
    loaded = session(
        user("p"), reply("a", parent="lost"), command("c1", parent="a"), command("c2", parent="a")
    )
    way = way_along(loaded, [0, 1, 2, 3], 1)
    assert way.links == {"a": "p", "c2": "c1"}
    assert way.end == "c2"


def test_what_is_needed_begins_behind_a_compaction() -> None:
    """What it dropped is not sent anyway."""
    loaded = session(user("p"), boundary(), user("s", isCompactSummary=True), reply("a"))
    way = way_along(loaded, [0, 1, 2, 3], 3)
    assert way.is_compacted
    assert way.needed == {"s", "a"}


def test_line_without_an_id_cannot_be_hung() -> None:
    """Nothing could name it as its parent."""
    loaded = session(user("p"), reply(None))
    with pytest.raises(UsageError, match="a line without an id"):
        way_along(loaded, [0, 1], 1)


def test_way_without_times_began_last() -> None:
    """Nobody knows when."""
    loaded = session(user("p", timestamp="never"))
    assert way_along(loaded, [0], 0).started == math.inf
