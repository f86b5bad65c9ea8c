"""Errors about edits say which edit it is, and what state it is in."""

from __future__ import annotations

from pathlib import Path

from steno.errors.edits import EditStateError, KeptBytesError, UnresumableResultError


def test_edit_at_the_wrong_point_is_named() -> None:
    """With the state that it is in, if there is such an edit."""
    assert "edit 3 was undone already, so it cannot be undone" in str(
        EditStateError(3, "undone", "undone")
    )
    assert "there is no edit 9" in str(EditStateError(9, None, "undone"))


def test_kept_bytes_that_are_gone_are_named() -> None:
    """And that nothing was changed."""
    error = KeptBytesError(Path("/a"), "it is gone")
    assert all(part in str(error) for part in ("/a", "it is gone", "nothing was changed", "retry"))


def test_result_that_breaks_leads_to_a_repair() -> None:
    """The command can be copied."""
    assert "'steno repair abc'" in str(UnresumableResultError("abc", "failed"))
