"""Folders, the mode and rules together say what may be read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.client.permissions import reach
from steno.client.permissions.context import PermissionContext, listed_rules
from steno.client.permissions.paths import Place, place_of

if TYPE_CHECKING:
    from tests.client.permissions.places import Places


def place(text: str, context: PermissionContext) -> Place:
    """Give a place that exists for sure."""
    found = place_of(text, context.cwd, context.home)
    assert found is not None
    return found


def test_reading_is_free_inside(context: PermissionContext, places: Places) -> None:
    """Outside it takes a rule or a further folder."""
    outside = place(str(places.outside / "o.txt"), context)
    assert reach.may_read(place("README.md", context), context)
    assert not reach.may_read(outside, context)
    ruled = listed_rules({"allow": [f"Read(/{places.outside}/**)"]}, "flag")
    assert reach.may_read(outside, replace(context, rules=ruled))
    assert reach.may_read(outside, replace(context, more_folders=(places.outside,)))


def test_writing_takes_a_mode_or_a_rule(context: PermissionContext) -> None:
    """Protected places need a word in any case."""
    accepting = replace(context, mode="acceptEdits")
    ruled = replace(context, rules=listed_rules({"allow": ["Edit(**)"]}, "flag"))
    assert not reach.may_write(place("a", context), context)
    for allowed in (accepting, ruled):
        assert reach.may_write(place("a", context), allowed)
        assert not reach.may_write(place(".git/a", context), allowed)
        assert not reach.may_write(place("~/a", context), allowed)


def test_files_of_our_own_are_reachable(context: PermissionContext, places: Places) -> None:
    """A plan or a kept result lies elsewhere and is ours."""
    own = replace(context, own_files=(places.outside / "deep",))
    assert reach.is_reachable(place(str(places.outside / "deep" / "p.txt"), context), own)
    assert not reach.is_reachable(place(str(places.outside / "o.txt"), context), own)
