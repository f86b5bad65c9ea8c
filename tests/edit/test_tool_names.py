"""The names of tools that the user gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.edit.tool_names import spelled, uncalled
from steno.errors import UsageError
from tests.edit.edited import CONVERSATION, in_home, told
from tests.session.transcripts import call, user

if TYPE_CHECKING:
    from pathlib import Path


def test_case_does_not_matter(tmp_path: Path) -> None:
    """Neither of a tool of the client nor of one that only the session knows."""
    session = in_home(tmp_path, *CONVERSATION, told("x", call("c", "FindIt")))
    assert spelled(session, ["bash", "FINDIT", "webFetch"]) == {"Bash", "FindIt", "WebFetch"}
    assert spelled(session, []) == frozenset()


def test_misspelt_tool_is_refused_with_those_that_are_called(tmp_path: Path) -> None:
    """The most called first; a session without calls says so."""
    session = in_home(tmp_path / "a", *CONVERSATION, told("x", call("c")))
    with pytest.raises(UsageError, match=r"'Bsh'; this session calls Bash \(2\), Read \(1\)\."):
        spelled(session, ["Read", "Bsh"])
    with pytest.raises(UsageError, match="calls none"):
        spelled(in_home(tmp_path / "b", user("a")), ["Bsh"])
    many = [told(f"x{n}", call(f"c{n}", f"Tool{n}")) for n in range(20)]
    with pytest.raises(UsageError, match="…"):
        spelled(in_home(tmp_path / "c", *many), ["Bsh"])


def test_tool_that_is_only_not_called_is_fine(tmp_path: Path) -> None:
    """A script may name the same tools for all sessions."""
    session = in_home(tmp_path, *CONVERSATION)
    names = spelled(session, ["WebFetch", "mcp__tides__table", "Bash"])
    assert uncalled(session, names) == ("WebFetch", "mcp__tides__table")
