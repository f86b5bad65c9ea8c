"""Tests of forks in one file: which branches are joined, and where their lines go."""

from __future__ import annotations

import pytest

from steno.edit.fork_ways import in_order, merge_branches
from steno.errors import UsageError
from tests.session.transcripts import boundary, line, reply, session, user

HEAD = (user("p0", at=0), reply("a0", at=1))
THREE = (
    *HEAD,
    user("p1", at=10, parent="a0"),
    user("p2", at=11, parent="a0"),
    user("p3", at=12, parent="a0"),
    reply("a3", at=13, parent="p3"),
    reply("a1", at=14, parent="p1"),
    reply("a2", at=15, parent="p2"),
)
"""Three resumes of one session at once."""


def test_three_clients_are_put_in_one_row() -> None:
    """By when each began, whichever was the last to write."""
    merged = merge_branches(session(*THREE))
    assert merged is not None
    assert merged.way.parents == {"p2": "a1", "p3": "a2"}
    assert merged.way.leaf == "a3"
    assert len(merged.branches) == 2


def test_lines_stand_in_the_order_of_their_ways() -> None:
    """Those without an id go with the line that they name, else with the one before."""
    loaded = session(
        *THREE,
        line("file-history-snapshot", None, parent=None, messageId="p1"),
        line("mode", None, parent=None, mode="plan"),
        line("last-prompt", None, leafUuid="a2"),
        b"{torn\n",
    )
    merged = merge_branches(loaded)
    assert merged is not None
    assert in_order(loaded, merged.way) == [1, 2, 3, 7, 9, 10, 4, 8, 11, 12, 5, 6]


def test_fork_of_a_fork_is_joined_where_it_begins() -> None:
    """The branch of a branch stands behind the rest of that branch, before the next."""
    merged = merge_branches(
        session(
            *HEAD,
            user("p1", at=10, parent="a0"), user("p2", at=11, parent="a0"),
            reply("a1", at=12, parent="p1"), reply("a2", at=13, parent="p2"),
            user("p3", at=20, parent="a1"), user("p4", at=21, parent="a1"),
            reply("a3", at=22, parent="p3"), reply("a4", at=23, parent="p4"),
            user("p5", at=24, parent="a2"), reply("a5", at=25, parent="p5"),
        )
    )  # fmt: skip
    assert merged is not None
    assert merged.way.parents == {"p4": "a3", "p2": "a4"}
    assert merged.way.leaf == "a5"


def test_fork_of_a_branch_that_was_left_stays_with_it() -> None:
    """Unless the branch itself is named; a branch of it alone cannot be."""
    lines = (
        *HEAD,
        user("p1", at=10), reply("a1", at=11),
        user("p2", at=12), user("p3", at=13, parent="a1"),
        reply("a2", at=14, parent="p2"), reply("a3", at=15, parent="p3"),
        user("p4", at=90, parent="a0"), reply("a4", at=91),
    )  # fmt: skip
    loaded = session(*lines)
    kinds = [branch.kind.value for branch in loaded.graph.branches]
    assert kinds == ["root", "rewind", "fork"]
    assert merge_branches(loaded) is None
    merged = merge_branches(loaded, [1])
    assert merged is not None
    assert merged.way.parents == {"p3": "a2", "p4": "a3"}
    with pytest.raises(UsageError, match="branch 2 begins on branch 1"):
        merge_branches(loaded, [2])


def test_compaction_of_one_client_does_not_hide_the_other() -> None:
    """It kept a message, and so moved the lines of both for a resume; here they are told apart."""
    kept = {"preservedMessages": {"anchorUuid": "s1", "uuids": ["a1"]}}
    merged = merge_branches(
        session(
            *HEAD,
            user("p2", at=9, parent="a0"), user("p1", at=10, parent="a0"),
            reply("a2", at=11, parent="p2"), reply("a1", at=12, parent="p1"),
            boundary("b1", at=13, logicalParentUuid="a1", metadata=kept),
            user("s1", at=14, parent="b1", isCompactSummary=True),
            user("p3", at=15, parent="a2"), reply("a3", at=16),
        )
    )  # fmt: skip
    assert merged is not None
    assert merged.way.ways[0].is_compacted
    assert merged.way.parents == {"p2": "s1"}


def test_session_without_messages_has_nothing_to_merge() -> None:
    """There is no way at all."""
    assert merge_branches(session(line("mode", None, mode="plan"))) is None
