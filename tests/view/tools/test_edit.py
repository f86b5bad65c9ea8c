"""Edits: real diffs with right numbers where they can be known."""

from __future__ import annotations

from steno.testing.file_tools import edit, multi_edit
from steno.testing.tool_run import denied, failed, unanswered
from steno.view.parts import DiffPart, TextPart
from tests.view.calls import HERE, card, card_of, facts_of, figures, only

PATH = f"{HERE}/src/tide.py"
BEFORE = "".join(f"line {number}\n" for number in range(1, 21))


def numbers(diff: DiffPart) -> list[tuple[str, int | None, int | None]]:
    """Give the changed lines with their numbers."""
    return [
        (line.kind, line.old_number, line.new_number)
        for hunk in diff.hunks
        for line in hunk.lines
        if line.kind != " "
    ]


def test_edit_is_a_diff_with_the_numbers_of_the_patch() -> None:
    """The path, the change in figures, and each changed line with its number."""
    built = card_of(edit(PATH, BEFORE, "line 12\n", "twelve\nand a half\n"))
    assert (built.title, built.path, built.summary) == (
        "Edit src/tide.py",
        "src/tide.py",
        "+2 -1",
    )
    assert numbers(only(built, DiffPart)) == [("-", 12, None), ("+", None, 12), ("+", None, 13)]
    assert figures(built) == {"lines added": 2, "lines removed": 1}
    assert only(built, DiffPart).language == "python"


def test_original_gives_the_numbers_where_the_patch_is_missing() -> None:
    """The replacement is made again in the text before."""
    run = edit(PATH, BEFORE, "line 12\n", "twelve\n")
    record = {**facts_of(run).structured, "structuredPatch": []}
    assert numbers(only(card_of(run, structured=record), DiffPart)) == [
        ("-", 12, None),
        ("+", None, 12),
    ]


def test_all_occurrences_are_replaced_where_asked() -> None:
    """A replacement of all is one of every place, otherwise of the first."""
    run = edit(PATH, "a\nb\na\n", "a", "x", replace_all=True)
    record = {**facts_of(run).structured, "structuredPatch": []}
    assert card_of(run, structured=record).summary == "+2 -2"
    once = edit(PATH, "a\nb\na\n", "a", "x")
    record = {**facts_of(once).structured, "structuredPatch": []}
    assert card_of(once, structured=record).summary == "+1 -1"


def test_original_that_does_not_hold_the_piece_says_nothing() -> None:
    """Then only the two pieces are compared, without numbers."""
    run = edit(PATH, BEFORE, "line 12\n", "twelve\n")
    record = {**facts_of(run).structured, "structuredPatch": [], "originalFile": "another file\n"}
    assert numbers(only(card_of(run, structured=record), DiffPart)) == [
        ("-", None, None),
        ("+", None, None),
    ]


def test_edit_without_a_record_shows_what_was_asked() -> None:
    """Files of sub-agents keep only the arguments; a running edit has no more either."""
    run = edit(PATH, BEFORE, "line 12", "twelve")
    assert card_of(run, structured=None).summary == "+1 -1"
    built = card_of(unanswered(run))
    assert (built.status, built.summary) == ("running", "")
    assert only(built, DiffPart).added == 1


def test_change_of_the_user_is_told() -> None:
    """What was written is not what the model asked for."""
    run = edit(PATH, BEFORE, "line 12", "twelve")
    record = {**facts_of(run).structured, "userModified": True}
    assert card_of(run, structured=record).summary == "+1 -1 · changed by the user"


def test_failed_and_denied_edits_changed_nothing() -> None:
    """The change that was asked for is shown, and counted nowhere."""
    run = edit(PATH, BEFORE, "line 12", "twelve")
    built = card_of(failed(run, "File has changed."))
    assert (built.status, built.summary, figures(built)) == ("error", "File has changed.", {})
    assert [part.kind for part in built.parts] == ["diff", "text"]
    built = card_of(denied(run, "not this file"))
    assert (built.status, built.summary) == ("denied", "")
    assert only(built, TextPart).text == "not this file"


def test_several_edits_are_one_diff() -> None:
    """All replacements of a call stand in one diff."""
    built = card_of(multi_edit(PATH, BEFORE, ("line 2\n", "two\n"), ("line 19\n", "nineteen\n")))
    assert (built.title, built.summary) == ("MultiEdit src/tide.py", "+2 -2 · 2 edits")
    assert len(only(built, DiffPart).hunks) == 2


def test_several_edits_follow_one_another() -> None:
    """A later replacement may be of what an earlier one put in."""
    steps = [
        {"old_string": "line 2\n", "new_string": "two\n"},
        {"old_string": "two\n", "new_string": "zwei\n", "replace_all": True},
    ]
    record = {"originalFileContents": BEFORE, "structuredPatch": []}
    built = card("MultiEdit", {"file_path": PATH, "edits": steps}, structured=record)
    assert numbers(only(built, DiffPart)) == [("-", 2, None), ("+", None, 2)]


def test_several_edits_without_a_record_are_compared_one_by_one() -> None:
    """Each replacement is a hunk, whose place nobody knows."""
    steps = [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}, 7]
    built = card("MultiEdit", {"file_path": PATH, "edits": steps})
    assert [hunk.old_start for hunk in only(built, DiffPart).hunks] == [None, None]
