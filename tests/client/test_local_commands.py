"""Commands that the client runs by itself, as lines."""

from __future__ import annotations

from steno.client.local_commands import cleared_lines, command_text, done_lines, shown_lines


def test_what_was_typed_and_what_came_of_it() -> None:
    """A command that shows is of the system, one that changes is of the user."""
    asked, came = shown_lines("cost", "", "Much.")
    assert (asked.before["subtype"], came.before["subtype"]) == ("local_command",) * 2
    assert asked.before["content"] == command_text("cost")
    assert came.before["content"] == "<local-command-stdout>Much.</local-command-stdout>"
    kinds = [draft.before["type"] for draft in done_lines("model", "opus", "Done.")]
    assert kinds == ["user", "user", "user"]
    assert [draft.before["type"] for draft in cleared_lines()] == ["user", "user", "system"]
    assert "<command-args>opus</command-args>" in command_text("model", "opus")
