"""The lines that a resume goes by: rules 6 to 13 of docs/resume.md."""

from __future__ import annotations

import pytest

from steno.session.chain import full_path, guessed_links, is_boundary
from steno.session.links import Links
from tests.session.transcripts import (
    Body,
    attachment,
    boundary,
    call,
    command,
    line,
    moment,
    progress,
    reply,
    result,
    sent,
    session,
    system,
    text,
    user,
)


def leaf(*lines: Body | bytes) -> str | None:
    """Name the line that a session stands at; None where there is none."""
    loaded = session(*lines)
    return None if loaded.chain is None else loaded.outline.uuids[loaded.chain.leaf]


def chain(*lines: Body | bytes) -> list[str | None]:
    """Name the lines that a resume goes by."""
    loaded = session(*lines)
    assert loaded.chain is not None
    return [loaded.outline.uuids[row] for row in loaded.chain.rows]


def last_prompt(uuid: object) -> Body:
    """Make a line that writes down where the session stands."""
    return {"type": "last-prompt", "leafUuid": uuid}


# ── the leaf: rules 6 and 7 ──


def test_the_last_message_of_the_file_is_the_leaf() -> None:
    """Rule 6: whatever else hangs on the same line."""
    assert leaf(user("one"), reply("two"), reply("other", parent="one")) == "other"


def test_a_middle_line_written_last_is_the_leaf() -> None:
    """Rule 6: later turns that hang on it are not sent."""
    lines = [user("one", parent=None), user("three", parent="two"), reply("two", parent="one")]
    assert sent(*lines) == [("user", "one"), ("assistant", "two")]


@pytest.mark.parametrize("late", [system("s", "informational", parent="two"), command("c")])
def test_a_late_system_line_decides_by_what_it_hangs_on(late: Body) -> None:
    """Rule 6: also on an old branch, and the newer one is not sent."""
    late = {**late, "parentUuid": "two", "steno:placed": True}
    assert leaf(user("one"), reply("two"), user("three"), reply("four"), late) == "two"


def test_a_late_attachment_decides_in_the_same_way() -> None:
    """Rule 6: from wherever it hangs the nearest message above is taken."""
    lines = [user("one"), reply("two"), user("three"), attachment("x", parent="two")]
    assert leaf(*lines, attachment("y")) == "two"


@pytest.mark.parametrize("parent", [None, "gone"])
def test_a_last_line_with_no_message_above_it_is_passed_over(parent: str | None) -> None:
    """Rule 6: a lost parent is not replaced here, however near in time."""
    assert leaf(user("one"), reply("two"), command("c", parent=parent)) == "two"


def test_lines_that_hang_on_one_another_without_a_message_are_passed_over() -> None:
    """Rule 6: a circle of them, and a long chain."""
    circle = [command("a", parent="b"), command("b", parent="a")]
    assert leaf(user("one"), *circle) == "one"
    many = [command(f"c{at}", parent=f"c{at - 1}") for at in range(3000)]
    assert leaf(user("one", parent=None), *many) == "one"


def test_sidechain_lines_are_no_leaves() -> None:
    """Rule 6: a sub-agent in the same file does not lead the session away."""
    assert leaf(user("one"), reply("two"), user("s", isSidechain=True)) == "two"
    assert leaf(user("one", isSidechain=True)) is None


def test_the_line_that_was_written_down_is_the_leaf() -> None:
    """Rule 7: wherever the note stands, and although the line is no tip of its branch."""
    old = [user("one"), reply("two"), user("three"), reply("four"), user("five")]
    new = [user("other", parent="two"), reply("newest")]
    assert leaf(*old, *new, last_prompt("four")) == "four"
    assert leaf(last_prompt("five"), *old, *new) == "five"


def test_what_hangs_on_a_line_that_was_written_down_is_not_sent() -> None:
    """Rule 7: the leaf is not prolonged to its descendants."""
    lines = [user("one"), reply("two"), user("three"), user("new", parent="one")]
    assert sent(*lines, last_prompt("two")) == [("user", "one"), ("assistant", "two")]


def test_only_the_last_note_with_a_leaf_counts() -> None:
    """Rule 7: one without, or with an empty one, does not take it back."""
    lines = [user("one"), reply("two"), user("three"), user("new", parent="one")]
    notes = [last_prompt("three"), last_prompt("two"), last_prompt(None), last_prompt("")]
    assert leaf(*lines, *notes, {"type": "last-prompt"}) == "two"
    assert leaf(*lines, *notes, last_prompt(5)) == "new"


@pytest.mark.parametrize("named", ["gone", "p", "z"])
def test_a_note_of_no_line_of_the_conversation_is_ignored(named: str) -> None:
    """Rule 7: an unknown uuid, a progress line, a line of an unknown type."""
    lines = [user("one"), reply("two"), progress("p"), line("zebra", "z"), user("n", parent="one")]
    assert leaf(*lines, last_prompt(named)) == "n"


def test_a_note_of_an_earlier_line_of_the_same_branch_is_ignored() -> None:
    """Rule 7: the session has gone on since."""
    assert leaf(user("one"), reply("two"), user("three"), last_prompt("two")) == "three"


def test_a_note_of_a_system_line_means_the_message_above_it() -> None:
    """Rule 7: and where there is none above, the note is ignored."""
    lines = [user("one"), reply("two"), command("c"), user("new", parent="one")]
    assert leaf(*lines, last_prompt("c")) == "two"
    assert leaf(*lines, command("lost", parent=None), last_prompt("lost")) == "new"


def test_a_note_that_is_not_read_does_not_count() -> None:
    """Rule 7: the line holds what is no JSON."""
    lines = [user("one"), reply("two"), user("new", parent="one")]
    assert leaf(*lines, b'{"type":"last-prompt","leafUuid":"two","x":NaN}\n') == "new"


def test_after_nothing_but_local_commands_the_last_line_is_the_leaf() -> None:
    """Rule 6: there is no message that it could be."""
    assert leaf(command("c"), command("d")) == "d"
    assert sent(command("c"), command("d"), attachment("x")) == [("user", "c\n", "d")]
    assert sent(system("s", "informational")) == []


def test_without_any_line_or_with_messages_of_a_sidechain_alone_there_is_no_leaf() -> None:
    """Rule 6: whatever a note says."""
    assert leaf() is None
    assert leaf(command("c", isSidechain=True)) is None
    assert leaf(command("c"), user("s", isSidechain=True), last_prompt("c")) is None


# ── behind the leaf: rule 8 ──


def test_system_lines_and_attachments_behind_the_leaf_come_along() -> None:
    """Rule 8: all that can be reached through such lines, in file order."""
    lines = [user("one"), reply("two"), attachment("x", parent="two"), command("c", parent="two")]
    assert chain(*lines, attachment("y", parent="x")) == ["one", "two", "x", "c", "y"]


def test_also_those_that_are_a_sidechains_and_those_that_lead_on() -> None:
    """Rule 8: although another turn hangs on one of them."""
    lines = [user("one"), reply("two"), attachment("x", isSidechain=True, parent="two")]
    on = [command("c", parent="two"), user("three", parent="c"), attachment("y", parent="two")]
    assert chain(*lines, *on) == ["one", "two", "x", "c", "y"]


def test_lines_behind_the_leaf_that_hang_on_one_another_are_taken_once() -> None:
    """Rule 8: those that are on the path already, too."""
    lines = [attachment("x", parent="y"), attachment("y", parent="x"), user("one", parent="x")]
    assert chain(*lines) == ["y", "x", "one"]
    circle = [attachment("x", parent="one"), user("one", parent="x"), attachment("y", parent="one")]
    assert chain(*circle) == ["x", "one", "y"]


# ── the path: rules 9 to 11 ──


def test_a_path_goes_on_over_a_lost_parent_that_is_near() -> None:
    """Rule 9: and ends where none is near enough."""
    lines = [user("far", at=0), user("one", at=6, parent="gone"), reply("two", at=8, parent="lost")]
    assert chain(*lines) == ["one", "two"]


def test_a_line_that_is_its_own_parent_is_bridged_or_cut() -> None:
    """Rule 9: what was already passed is as good as lost."""
    assert chain(user("one", at=0), reply("two", parent="two", at=2)) == ["one", "two"]
    assert chain(user("one", at=0), reply("two", parent="two", at=20)) == ["two"]


def test_a_circle_of_parents_never_loops() -> None:
    """Rule 9: each line is on the path once."""
    lines = [user("one", parent="three"), reply("two"), user("three")]
    assert chain(*lines) == ["one", "two", "three"]


def test_progress_lost_long_before_counts_as_the_childs_own_loss() -> None:
    """Rule 9: it is the time of the line behind it that is measured by."""
    lines = [user("one", at=0), progress("p", parent="gone", at=3), reply("two", at=30)]
    assert chain(*lines) == ["two"]


def test_sidechain_lines_on_the_path_are_sent() -> None:
    """Rule 10: like all others."""
    lines = [user("one", isSidechain=True), reply("two", isSidechain=True), user("three")]
    assert chain(*lines) == ["one", "two", "three"]


def test_a_path_ends_at_its_root() -> None:
    """Rule 10: what stands before it in the file is another conversation."""
    assert chain(user("old"), reply("older"), user("new", parent=None)) == ["new"]


def test_everything_up_to_the_last_compaction_goes() -> None:
    """Rule 11: with or without a summary behind it."""
    lines = [user("one"), reply("two"), boundary(parent="two"), user("three")]
    assert sent(*lines) == [("user", "three")]


def test_a_compaction_as_the_last_line_leaves_nothing() -> None:
    """Rule 11: where it hangs on the conversation; else it is passed over (rule 6)."""
    assert sent(user("one"), reply("two"), boundary(parent="two")) == []
    assert sent(user("one"), boundary(parent=None)) == [("user", "one")]


def test_a_compaction_that_is_not_on_the_path_does_nothing() -> None:
    """Rule 11: the branch that goes on has never been compacted."""
    lines = [user("one"), reply("two"), boundary(parent="two"), user("three", parent="two")]
    assert sent(*lines) == [("user", "one"), ("assistant", "two"), ("user", "three")]


def test_a_micro_compaction_does_nothing() -> None:
    """Rule 11: the results that it speaks of are sent whole."""
    lines = [user("one"), system("m", "microcompact_boundary"), reply("two")]
    assert sent(*lines) == [("user", "one"), ("assistant", "two")]


def test_a_summary_is_a_message_like_any_other_and_summary_lines_are_none() -> None:
    """Rule 11: what makes a compaction is its boundary alone."""
    lines = [{"type": "summary", "summary": "s", "leafUuid": "two"}, user("one")]
    assert sent(*lines, user("two", isCompactSummary=True)) == [("user", "one\n", "two")]


def test_the_path_tells_where_the_last_compaction_ended() -> None:
    """It goes on above it, for those who want to know what was there."""
    loaded = session(user("one"), boundary(parent="one"), user("two"), reply("three"))
    assert loaded.chain is not None
    assert (loaded.chain.path, loaded.chain.start) == ((0, 1, 2, 3), 2)
    assert loaded.chain.rows == (2, 3)


# ── forks: rule 13 ──


def test_parallel_calls_and_their_results_come_back() -> None:
    """Rule 13: each result hangs on its own call, and only the last is on the path."""
    lines = [
        user("one"),
        reply("a", call("c1"), of="m"), reply("b", call("c2"), of="m"),
        user("r2", [result("c2")], parent="b"), user("r1", [result("c1")], parent="a"),
        reply("two"),
    ]  # fmt: skip
    assert chain(*lines) == ["one", "a", "b", "r2", "r1", "two"]


def test_lost_parts_stand_behind_the_last_part_on_the_path() -> None:
    """Rule 13: first the parts by time, then the results by time."""
    lines = [
        user("one"),
        reply("a", call("c1"), of="m", at=5), reply("d", call("c4"), of="m", at=9, parent="a"),
        reply("b", call("c2"), of="m", at=7, parent="a"),
        user("r4", [result("c4")], at=20, parent="d"),
        user("r2", [result("c2")], at=15, parent="b"),
        user("r1", [result("c1")], at=25, parent="a"), reply("two"),
    ]  # fmt: skip
    assert chain(*lines) == ["one", "a", "b", "d", "r2", "r4", "r1", "two"]


def test_a_part_without_a_time_comes_first() -> None:
    """Rule 13: no time is before all time."""
    lines = [
        user("one"), reply("a", of="m"), reply("b", of="m", parent="a", at=1),
        reply("c", of="m", parent="a", timestamp="0"), user("two", parent="a"),
    ]  # fmt: skip
    assert chain(*lines) == ["one", "a", "c", "b", "two"]


def test_a_sidechain_part_comes_back_too() -> None:
    """Rule 13: the id of the message is all that counts."""
    lines = [user("one"), reply("a", of="m"), reply("s", of="m", parent=None, isSidechain=True)]
    assert chain(*lines, user("two", parent="a")) == ["one", "a", "s", "two"]


def test_a_result_behind_progress_comes_back() -> None:
    """Rule 13: progress is looked through as everywhere."""
    lines = [user("one"), reply("a", call("c"), of="m"), progress("p"), user("r", [result("c")])]
    assert chain(*lines, user("two", parent="a")) == ["one", "a", "r", "two"]


def test_a_result_that_hangs_elsewhere_is_not_found() -> None:
    """Rule 13: on another line, on an attachment, or on nothing, whatever else it says."""
    lines = [
        user("one"), reply("a", call("c"), of="m"), attachment("x"),
        user("r1", [result("c")]), user("r2", [result("c")], parent="one"),
        user("r3", [result("c")], parent="gone", sourceToolAssistantUUID="a"),
        user("two", parent="a"),
    ]  # fmt: skip
    assert chain(*lines) == ["one", "a", "two"]


def test_what_hangs_on_a_result_that_came_back_does_not() -> None:
    """Rule 13: neither text nor attachments."""
    lines = [user("one"), reply("a", call("c"), of="m"), user("r", [result("c")])]
    behind = [attachment("x"), user("more", parent="r"), user("two", parent="a")]
    assert chain(*lines, *behind) == ["one", "a", "r", "two"]


def test_a_user_line_without_a_result_beside_the_path_does_not_come_back() -> None:
    """Rule 13: it is a branch that was left."""
    assert chain(user("one"), reply("a"), user("left"), user("two", parent="a")) == [
        "one", "a", "two",
    ]  # fmt: skip


def test_a_rewind_into_a_message_brings_the_rest_of_it_back() -> None:
    """Rule 13: the client knows messages, not lines."""
    lines = [user("one"), reply("a", text("first"), of="m"), reply("b", text("second"), of="m")]
    assert chain(*lines, user("two", parent="a")) == ["one", "a", "b", "two"]


def test_lines_without_a_message_id_are_nobodys_parts() -> None:
    """Rule 13: an id is needed."""
    lines = [user("one"), reply("a", message={"id": None}), reply("b", message={"id": None})]
    assert chain(*lines, user("two", parent="a")) == ["one", "a", "two"]


# ── the whole history ──


def history(*lines: Body | bytes) -> list[str | None]:
    """Name the lines up to the end, across compactions."""
    loaded = session(*lines)
    assert loaded.chain is not None
    rows = full_path(Links(loaded.outline), loaded.chain.leaf)
    return [loaded.outline.uuids[row] for row in rows]


def test_the_whole_history_goes_on_above_a_compaction() -> None:
    """With the last message that stood before it in the file."""
    lines = [user("one"), reply("two"), command("c"), boundary("b"), user("sum", parent="b")]
    assert history(*lines) == ["one", "two", "b", "sum"]


def test_the_whole_history_crosses_every_compaction() -> None:
    """One after the other, up to the first line."""
    lines = [
        user("one"), boundary("b"), user("two", parent="b"), reply("three"),
        boundary("d"), user("four", parent="d"),
    ]  # fmt: skip
    assert history(*lines) == ["one", "b", "two", "three", "d", "four"]


def test_the_whole_history_of_a_file_that_begins_with_a_compaction_is_what_is_there() -> None:
    """Neither sidechains nor lines without a message above them stand before it."""
    lines = [user("s", isSidechain=True), command("c", parent=None)]
    assert history(*lines, boundary("b"), user("two", parent="b")) == ["b", "two"]
    assert history(boundary("b"), user("two", parent="b")) == ["b", "two"]


def test_lines_before_a_compaction_that_hang_on_it_are_taken_once() -> None:
    """A strange file makes a short path, and no loop."""
    lines = [user("x", parent="b"), user("y", parent="x"), user("z", parent="b")]
    assert history(*lines, boundary("b"), user("two", parent="b")) == ["z", "b", "two"]


def test_lines_that_lead_to_what_was_passed_are_no_history() -> None:
    """A command of the new conversation that stands before the compaction in the file."""
    lines = [command("c", parent="two"), boundary("b"), user("two", parent="b")]
    assert history(*lines) == ["b", "two"]


def test_a_boundary_is_a_system_line_of_that_subtype() -> None:
    """An attachment that calls itself so is none."""
    loaded = session(boundary("b"), attachment("x", "compact_boundary"), user("one", at=0))
    assert [is_boundary(loaded.links, row) for row in range(3)] == [True, False, False]
    assert moment(0) == "2026-03-02T09:00:00.000Z"


def test_guessed_links_are_those_that_no_line_names() -> None:
    """Neither a parent that is there counts, nor one behind lines of progress."""
    lines = [user("one"), progress("p"), reply("two"), user("three", parent="lost", at=2)]
    loaded = session(*lines, reply("four"))
    assert loaded.chain is not None
    assert loaded.chain.path == (0, 2, 3, 4)
    assert guessed_links(loaded.links, loaded.chain.path) == {3: 2}
