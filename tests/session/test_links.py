"""Which lines count, and on what they hang: rules 1 to 5, 9 and 12 of docs/resume.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.session.links import Links
from steno.session.outline import LOST, ROOT, outline_of
from tests.session.transcripts import (
    ABSENT,
    attachment,
    boundary,
    entries_of,
    line,
    progress,
    reply,
    sent,
    session,
    system,
    user,
)

if TYPE_CHECKING:
    from tests.session.transcripts import Body


def links(*lines: Body | bytes) -> Links:
    """Link lines, without looking for a compaction."""
    return Links(outline_of(entries_of(lines)))


def held(found: Links) -> list[str | None]:
    """Name the lines of the conversation."""
    return [found.outline.uuids[row] for row in found.rows]


def parent(found: Links, uuid: str) -> str | int | None:
    """Name a line's parent; ROOT or LOST where it has none."""
    row = found.parent(found.outline.by_uuid[uuid])
    return row if row < 0 else found.outline.uuids[row]


def stand_in(found: Links, uuid: str, *passed: str) -> str | None:
    """Name the line that replaces the lost parent of another; None where none does."""
    rows = found.outline.by_uuid
    row = found.stand_in(rows[uuid], {rows[name] for name in (uuid, *passed)})
    return None if row == ROOT else found.outline.uuids[row]


def test_only_four_types_make_a_conversation() -> None:
    """Rule 1: every other type is not there, also one with a uuid of its own."""
    lines = user("u"), reply("a"), system("s", "informational"), attachment("x")
    assert held(links(*lines, progress("p"), line("zebra", "z"))) == ["u", "a", "s", "x"]


def test_the_child_of_an_unknown_line_has_lost_its_parent() -> None:
    """Rule 1: the chain does not lead through it, although it is there."""
    found = links(user("one"), line("zebra", "z"), reply("two"))
    assert parent(found, "two") == LOST


def test_a_session_is_cut_at_an_unknown_line_that_stands_long_before() -> None:
    """Rule 1 and 9: what came before it is not sent, and nobody says so."""
    lines = user("one", at=0), line("zebra", "z", at=1), reply("two", at=9)
    assert sent(*lines) == [("assistant", "two")]


def test_progress_is_looked_through_however_much_of_it_there_is() -> None:
    """Rule 2: parents are followed through any number of progress lines."""
    found = links(user("one"), *(progress(f"p{number}") for number in range(40)), reply("two"))
    assert parent(found, "two") == "one"
    assert parent(found, "p3") == "one"


def test_progress_that_hangs_on_nothing_ends_the_search() -> None:
    """Rule 2: at a root it is a root, at a lost parent it is lost."""
    assert parent(links(progress("p", parent=None), reply("two")), "two") == ROOT
    assert parent(links(progress("p", parent="gone"), reply("two")), "two") == LOST


def test_progress_in_a_circle_leads_nowhere() -> None:
    """Rule 2: nobody walks round for ever, and what hangs on it has lost its parent."""
    found = links(progress("p", parent="q"), progress("q", parent="p"), reply("a"), user("b"))
    assert [parent(found, uuid) for uuid in ("a", "p", "q")] == [LOST, LOST, LOST]
    assert parent(found, "b") == "a"


def test_progress_that_is_not_read_is_not_looked_through() -> None:
    """It was glued to another record, so the client has never seen it."""
    found = links(
        b'{"type":"user","uuid":"u","message":{"role":"user","content":"x"}}'
        b'{"type":"progress","uuid":"p","parentUuid":"u"}\n',
        reply("a", parent="p"),
    )
    assert parent(found, "a") == LOST


def test_the_way_through_much_progress_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not once for each of the many lines behind it."""
    much = [progress(f"p{number}") for number in range(200)]
    found = links(user("u"), *much, *(user(f"u{at}", parent="p199") for at in range(200)))
    steps: list[int] = []

    def counting(row: int) -> int:
        steps.append(row)
        return found.outline.parents[row]

    monkeypatch.setattr(found, "_next", counting)
    assert {found.parent(row) for row in range(201, 401)} == {0}
    assert len(steps) <= 401


def test_a_repeated_uuid_is_its_last_line_in_its_last_place() -> None:
    """Rule 3: the later line replaces the earlier one."""
    found = links(user("one", "old"), reply("two"), user("one", "new", parent=None))
    assert found.rows == [1, 2]
    assert parent(found, "two") == "one"
    assert not found.holds(0)


def test_lines_without_a_uuid_share_one_slot() -> None:
    """Rule 4: the last of them survives; one that the client does not read has no part in it."""
    hidden = b'{"type":"user","x":NaN}\n'
    assert links(user(None, "a"), user("u"), user(None, "b"), hidden).rows == [1, 2]


def test_a_line_without_a_uuid_is_the_leaf_or_stands_in() -> None:
    """Rule 4: it can be reached in these two ways alone."""
    assert sent(user(None, "a"), user(None, "b")) == [("user", "b")]
    near = [user(None, "a", at=0), reply("two", parent="gone", at=2)]
    assert sent(*near) == [("user", "a"), ("assistant", "two")]
    assert sent(user(None, "a", at=0), reply("two", parent=None, at=2)) == [("assistant", "two")]


def test_version_session_and_folder_of_a_line_do_not_matter() -> None:
    """Rule 5: a line of another session is a line like any other."""
    strange = {"version": "99.0.0", "sessionId": "other", "cwd": "/elsewhere"}
    assert sent(user("one", **strange), reply("two")) == [("user", "one"), ("assistant", "two")]


def test_a_parent_lost_five_seconds_ago_is_bridged() -> None:
    """Rule 9: the latest line that is at most five seconds older takes its place."""
    found = links(user("one", at=0), reply("two", parent="gone", at=5))
    assert stand_in(found, "two") == "one"


def test_a_parent_lost_a_millisecond_earlier_is_not() -> None:
    """Rule 9: the history is cut there, silently."""
    found = links(user("one", at=0), reply("two", parent="gone", at=5.001))
    assert stand_in(found, "two") is None


def test_the_latest_line_stands_in_wherever_it_is_in_the_file() -> None:
    """Rule 9: also one behind, and one of the same time."""
    found = links(
        user("old", at=1), reply("orphan", parent="gone", at=4), user("same", at=4),
        user("younger", at=4.001), user("near", at=3),
    )  # fmt: skip
    assert stand_in(found, "orphan") == "same"
    assert stand_in(found, "orphan", "same") == "near"
    assert stand_in(found, "orphan", "same", "near", "old") is None


def test_of_equally_late_lines_the_first_in_the_file_stands_in() -> None:
    """Rule 9: and the next of them where that one was passed before."""
    found = links(user("a", at=2), user("b", at=2), reply("orphan", parent="gone", at=3))
    assert stand_in(found, "orphan") == "a"
    assert stand_in(found, "orphan", "a") == "b"


def test_neither_sidechain_nor_progress_nor_a_timeless_line_stands_in() -> None:
    """Rule 9: only a line of the main conversation with a time does."""
    found = links(
        user("side", at=2, isSidechain=True), progress("p", at=2), user("t", timestamp="x"),
        reply("orphan", parent="gone", at=3),
    )  # fmt: skip
    assert stand_in(found, "orphan") is None


def test_an_orphan_without_a_time_is_cut_off() -> None:
    """Rule 9: there is nothing to measure by."""
    found = links(user("one"), reply("two", parent="gone", timestamp="x"))
    assert stand_in(found, "two") is None


@pytest.mark.parametrize("parent_uuid", [None, ABSENT])
def test_no_parent_is_a_root(parent_uuid: str | None) -> None:
    """Rule 10: whether it is null or not there at all."""
    assert parent(links(user("one"), reply("two", parent=parent_uuid)), "two") == ROOT


def test_asides_are_the_notices_that_hang_on_a_line_in_file_order() -> None:
    """Messages are none; what hangs on a lost parent, or on nothing, is kept apart."""
    found = links(
        user("one"),
        system("b", "turn_duration", parent="one"),
        reply("c", parent="one"),
        system("a", "turn_duration", parent="one"),
        system("d", "turn_duration", parent="gone"),
        system("e", "turn_duration", parent=None),
    )
    assert found.asides == {0: [1, 3], LOST: [4], ROOT: [5]}


def kept(*lines: Body, uuids: list[str], anchor: str = "summary") -> Links:
    """Link lines before a compaction that kept some of them, with the summary behind it."""
    metadata = {"preservedMessages": {"anchorUuid": anchor, "uuids": uuids}}
    summary = user("summary", parent="boundary")
    return session(*lines, boundary(metadata=metadata), summary, reply("next")).links


def test_what_a_compaction_kept_stands_behind_its_anchor() -> None:
    """Rule 12: in the order of its list, and every other line before it is forgotten."""
    found = kept(user("one"), reply("two"), user("three"), uuids=["three", "two"])
    assert held(found) == ["boundary", "summary", "three", "two", "next"]
    assert [parent(found, uuid) for uuid in ("three", "two", "next")] == ["summary", "three", "two"]


def test_what_hung_on_a_forgotten_line_hangs_on_the_last_that_was_kept() -> None:
    """Rule 12: so a late line of the old conversation goes on behind the summary."""
    found = session(
        user("one"), reply("two"), user("three"),
        boundary(metadata={"preservedMessages": {"anchorUuid": "summary", "uuids": ["two"]}}),
        user("summary", parent="boundary"), reply("late", parent="three"),
    ).links  # fmt: skip
    assert parent(found, "late") == "two"


def test_progress_that_was_forgotten_is_not_looked_through() -> None:
    """Rule 12: what hung on it hangs on the last that was kept, too."""
    found = session(
        user("one"), progress("p"), reply("two", parent="one"),
        boundary(metadata={"preservedMessages": {"anchorUuid": "summary", "uuids": ["two"]}}),
        user("summary", parent="boundary"), reply("late", parent="p"),
    ).links  # fmt: skip
    assert parent(found, "late") == "two"


def test_progress_line_behind_its_child_is_not_looked_through() -> None:
    """Tried with the client: it reads the file once, so such a parent is lost (rules 2 and 9)."""
    far = (user("a", at=0), reply("b", parent="p", at=100), progress("p", parent="a", at=50))
    assert sent(*far) == [("assistant", "b")]
    near = (user("a", at=0), user("q", at=97), *far[1:])
    assert sent(*near) == [("user", "a\n", "q"), ("assistant", "b")]
    turned = (
        user("a", at=0), progress("p", parent="o", at=60), progress("o", parent="a", at=50),
        reply("b", parent="p", at=100),
    )  # fmt: skip
    assert sent(*turned) == [("assistant", "b")]
