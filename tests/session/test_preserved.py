"""What a compaction kept: rule 12 of docs/resume.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.session.outline import outline_of
from steno.session.preserved import Preserved, find_preserved
from tests.session.transcripts import (
    attachment,
    boundary,
    entries_of,
    line,
    progress,
    reply,
    sent,
    session,
    user,
)

if TYPE_CHECKING:
    from tests.session.transcripts import Body

BEFORE: list[Body] = [user("one"), reply("two"), user("three"), reply("four")]
BEHIND: list[Body] = [user("summary", parent="boundary"), reply("next")]


def preserved(metadata: dict[str, Any], *before: Body) -> list[str | None] | None:
    """Name what a compaction kept, of four lines unless others are given."""
    outline = outline_of(entries_of([*(before or BEFORE), boundary(metadata=metadata), *BEHIND]))
    found = find_preserved(outline, outline.by_uuid["boundary"], metadata)
    return None if found is None else [outline.uuids[row] for row in found.rows]


def listed(*uuids: Any, anchor: Any = "summary", **more: Any) -> dict[str, Any]:
    """Make metadata with a list of kept messages."""
    return {"preservedMessages": {"anchorUuid": anchor, "uuids": list(uuids), **more}}


def segment(head: Any, tail: Any, anchor: Any = "summary") -> dict[str, Any]:
    """Make metadata with the ends of what was kept."""
    return {"preservedSegment": {"headUuid": head, "anchorUuid": anchor, "tailUuid": tail}}


def resumed(metadata: dict[str, Any], *before: Body) -> list[tuple[str, ...]]:
    """Say what a resume behind a compaction sends."""
    return sent(*(before or BEFORE), boundary(metadata=metadata), *BEHIND)


def test_listed_messages_are_kept_in_the_order_of_their_list() -> None:
    """And hang behind the anchor one after the other."""
    assert preserved(listed("four", "three")) == ["four", "three"]
    assert resumed(listed("three", "four")) == [
        ("user", "summary\n", "three"),
        ("assistant", "four"),
        ("assistant", "next"),
    ]


def test_new_parents_are_given_to_the_kept_and_to_what_hung_on_the_anchor() -> None:
    """A row keeps its place in the file; only where it hangs is told anew."""
    outline = outline_of(entries_of([*BEFORE, boundary(), *BEHIND]))
    found = find_preserved(outline, 4, listed("three", "four"))
    assert found == Preserved(boundary=4, anchor=5, rows=(2, 3), parents={2: 5, 3: 2, 6: 3})


def test_without_a_word_of_it_nothing_is_kept() -> None:
    """The compaction cuts off all that came before."""
    assert preserved({}) is None
    assert resumed({}) == [("user", "summary"), ("assistant", "next")]


@pytest.mark.parametrize(
    "metadata",
    [
        listed("three", "gone"),
        listed("three", "four", anchor="gone"),
        listed("three", anchor=None),
        listed(),
        listed("three", 5),
        listed("three", ["four"]),
    ],
)
def test_an_incomplete_list_keeps_nothing(metadata: dict[str, Any]) -> None:
    """One missing uuid or a missing anchor, and all is lost."""
    assert preserved(metadata) is None
    assert resumed(metadata) == [("user", "summary"), ("assistant", "next")]


def test_only_lines_of_the_conversation_can_be_kept() -> None:
    """Progress, unknown types and lines that the client does not read count as missing."""
    before = [*BEFORE, progress("p"), line("zebra", "z")]
    assert preserved(listed("four", "p"), *before) is None
    assert preserved(listed("four", "z"), *before) is None
    hidden = b'{"type":"user","uuid":"h","x":NaN}\n'
    outline = outline_of(entries_of([*BEFORE, hidden, boundary(), *BEHIND]))
    assert find_preserved(outline, 5, listed("four", "h")) is None


def test_attachments_are_kept_only_if_they_are_listed() -> None:
    """As every other line."""
    before = [*BEFORE, attachment("note")]
    assert preserved(listed("four"), *before) == ["four"]
    assert preserved(listed("four", "note"), *before) == ["four", "note"]


def test_a_segment_is_walked_from_its_tail_to_its_head() -> None:
    """Through progress lines, which are not kept."""
    before = [user("one"), reply("two"), progress("p"), user("three"), reply("four")]
    assert preserved(segment("two", "four"), *before) == ["two", "three", "four"]
    assert preserved(segment("four", "four"), *before) == ["four"]


@pytest.mark.parametrize(
    "metadata",
    [segment("gone", "four"), segment("two", "gone"), segment("four", "two"), segment(None, None)],
)
def test_a_broken_walk_keeps_nothing(metadata: dict[str, Any]) -> None:
    """The head must stand above the tail."""
    assert preserved(metadata) is None


def test_a_walk_in_a_circle_ends() -> None:
    """Also where it is progress lines that hang on one another."""
    before = [
        user("one"), progress("p", parent="q"), progress("q", parent="p"),
        reply("two", parent="p"), user("a", parent="b"), user("b", parent="a"),
    ]  # fmt: skip
    assert preserved(segment("one", "two"), *before) is None
    assert preserved(segment("one", "a"), *before) is None


def test_a_list_counts_more_than_a_segment() -> None:
    """Where both are there the segment is not looked at, whatever the list says."""
    both = {**segment("one", "four"), **listed("three", "four")}
    assert preserved(both) == ["three", "four"]
    assert preserved({**segment("one", "four"), **listed()}) is None


def test_the_list_of_all_messages_is_not_used() -> None:
    """It says what there was, not what was kept."""
    assert preserved(listed("three", allUuids=["one", "two", "three"])) == ["three"]


def test_only_the_last_compaction_of_the_file_counts() -> None:
    """What an earlier one kept is as forgotten as the rest."""
    lines = [
        *BEFORE, boundary("first", metadata=listed("four")), user("summary", parent="first"),
        reply("next"), boundary("second"), user("again", parent="second"),
    ]  # fmt: skip
    assert sent(*lines) == [("user", "again")]


def test_an_anchor_among_the_kept_makes_no_circle() -> None:
    """Nobody writes it; nobody must hang on it either."""
    loaded = session(*BEFORE, boundary(metadata=listed("three", "four", anchor="three")))
    assert loaded.chain is not None
    assert len(set(loaded.chain.rows)) == len(loaded.chain.rows)
