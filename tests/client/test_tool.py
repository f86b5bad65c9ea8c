"""Answers of tools: an error is told to the model, and kept as a text for people."""

from __future__ import annotations

from steno.client.tool import FilesSeen, ToolAnswer, failed


def test_error_is_kept_as_a_text() -> None:
    """The real client keeps a string wherever a result is an error."""
    answer = failed("there is no such file")
    assert answer.is_error
    assert answer.content == "there is no such file"
    assert answer.kept == "Error: there is no such file"
    assert failed("no", kept="User rejected tool use").kept == "User rejected tool use"


def test_plain_answer_neither_fails_nor_ends_the_turn() -> None:
    """And brings no further lines."""
    answer = ToolAnswer("fine")
    assert (answer.is_error, answer.ends_turn, answer.new_lines, dict(answer.meta)) == (
        False, False, (), {},
    )  # fmt: skip


def test_files_seen_are_of_one_agent() -> None:
    """What one has read another has not."""
    one, other = FilesSeen(), FilesSeen()
    one.stamps["/a"] = 1
    assert other.stamps == {}
