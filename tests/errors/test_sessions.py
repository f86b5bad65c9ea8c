"""Errors about sessions say where was looked, and what to try."""

from __future__ import annotations

from pathlib import Path

from steno.errors.sessions import (
    MOST_CANDIDATES_SHOWN,
    AmbiguousSessionError,
    SessionNotFoundError,
)


def test_session_not_found_says_where_and_what_to_try() -> None:
    """Also without any home."""
    error = SessionNotFoundError("tides", [Path("/a"), Path("/b")])
    assert str(error).startswith(f"no session called 'tides' in {Path('/a')}, {Path('/b')}. Try ")
    assert "no home at all" in str(SessionNotFoundError("x", []))
    assert error.name == "tides"


def test_ambiguous_session_lists_some_candidates() -> None:
    """And says how many more there are."""
    few = AmbiguousSessionError("a", ["one", "two"])
    assert str(few).endswith(":\n  one\n  two")
    assert "more" not in str(few)
    many = AmbiguousSessionError("a", [f"c{n}" for n in range(MOST_CANDIDATES_SHOWN + 3)])
    assert str(many).endswith("  ... and 3 more")
    assert str(many).count("\n") == MOST_CANDIDATES_SHOWN + 1
    assert len(many.candidates) == MOST_CANDIDATES_SHOWN + 3
