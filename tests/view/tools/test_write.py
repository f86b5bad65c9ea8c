"""Written files: new ones as code, changed ones as diffs."""

from __future__ import annotations

from steno.testing.file_tools import write
from steno.testing.tool_run import denied, failed
from steno.view.parts import CodePart, DiffPart, TextPart
from tests.view.calls import HERE, card, card_of, facts_of, figures, only

PATH = f"{HERE}/docs/tide.md"


def test_new_file_is_shown_whole() -> None:
    """Its content stands there with its language, every line of it added."""
    built = card_of(write(PATH, "# Tides\n\nHigh water.\n"))
    assert (built.title, built.summary) == ("Write docs/tide.md", "+3 · new file")
    assert built.parts == (CodePart("# Tides\n\nHigh water.\n", "markdown", PATH, 1),)


def test_changed_file_is_a_diff() -> None:
    """The client's patch says what is new."""
    built = card_of(write(PATH, "a\nB\n", before="a\nb\n"))
    assert built.summary == "+1 -1"
    assert figures(built) == {"lines added": 1, "lines removed": 1}


def test_missing_patch_is_worked_out() -> None:
    """The text before is enough for a diff."""
    run = write(PATH, "a\nB\n", before="a\nb\n")
    record = {**facts_of(run).structured, "structuredPatch": [], "userModified": True}
    built = card_of(run, structured=record)
    assert built.summary == "+1 -1 · changed by the user"
    assert only(built, DiffPart).hunks[0].old_start == 1


def test_without_a_record_nothing_is_claimed_to_be_new() -> None:
    """Only the model's side may say that there was no such file before."""
    built = card("Write", {"file_path": PATH, "content": "a\nb"}, "The file has been updated.")
    assert (built.summary, figures(built)) == ("2 lines", {"lines": 2})
    built = card("Write", {"file_path": PATH, "content": "a\nb"}, "File created successfully.")
    assert built.summary == "+2 · new file"


def test_file_that_was_not_written_is_shown_all_the_same() -> None:
    """What would have been written, why not, and no figures."""
    for run in (failed(write(PATH, "a"), "No space."), denied(write(PATH, "a"), "Not now.")):
        built = card_of(run)
        assert (only(built, CodePart).text, built.figures) == ("a", ())
        assert only(built, TextPart).style == "error"
