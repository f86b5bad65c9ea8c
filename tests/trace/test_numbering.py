"""The numbers of turns."""

from __future__ import annotations

from typing import Any

from steno.trace.numbering import Numbering
from tests.session.transcripts import boundary, reply, session, user


def numbers(*lines: Any, unanswered: tuple[int, ...] = ()) -> list[int]:
    """Count the turns of some lines."""
    opened = session(*lines)
    counted = Numbering(opened, opened.turns)
    return [counted.count(at, is_answered=at not in unanswered) for at in range(len(opened.turns))]


def test_answered_turns_count_on() -> None:
    """The others keep the number that they would have."""
    lines = [part for name in "abc" for part in (user(name), reply(f"r{name}"))]
    assert numbers(*lines) == [1, 2, 3]
    assert numbers(*lines, unanswered=(1,)) == [1, 2, 2]


def test_chain_counts_not_the_file() -> None:
    """A turn beside another has its number; a new root begins anew."""
    lines = (
        user("a"), reply("b"), user("c", parent="b"), reply("d"), user("e", parent="b"), reply("f"),
        user("g", parent=None), reply("h"),
    )  # fmt: skip
    assert numbers(*lines) == [1, 2, 2, 1]


def test_compaction_does_not_begin_anew() -> None:
    """What it follows leads on."""
    lines = (user("a"), reply("b"), boundary(logicalParentUuid="b"), user("c"), reply("d"))
    assert numbers(*lines) == [1, 2]


def test_lines_without_links_count_in_file_order() -> None:
    """Without ids (spec 002), and where the parent is lost."""
    lines = (user(None, "a"), reply(None, of="m"), user(None, "b"), reply(None, of="n"))
    assert numbers(*lines) == [1, 2]
    lost = (user("a"), reply("b"), user("c", parent="gone"), reply("d"))
    assert numbers(*lost) == [1, 2]
