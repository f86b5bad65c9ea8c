"""What a bundle may hold: names that lead nowhere else, and files of a session only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.bundle_names import (
    MANIFEST,
    MemberRole,
    folded,
    is_harmless,
    member_name,
    role_of,
    split_name,
)


@pytest.mark.parametrize(
    ("inside", "role"),
    [
        ("session.jsonl", MemberRole.SESSION),
        ("subagents/agent-x.jsonl", MemberRole.SUBAGENT),
        ("subagents/agent-x.meta.json", MemberRole.META),
        ("subagents/workflows/run/agent-x.jsonl", MemberRole.SUBAGENT),
        ("subagents/workflows/run/journal.jsonl", MemberRole.WORKFLOW),
        ("workflows/run.json", MemberRole.WORKFLOW),
        ("tool-results/x.txt", MemberRole.TOOL_RESULT),
        ("tool-results/mcp-x.txt", MemberRole.TOOL_RESULT),
        ("file-history/0123456789abcdef@v12", MemberRole.FILE_HISTORY),
        ("file-history/other", None),
        ("file-history/0123456789abcdef@v1/x", None),
        ("file-history", None),
        ("settings.json", None),
        ("hooks/stop.sh", None),
        ("memory/MEMORY.md", None),
        ("subagents/run.sh", None),
        ("other.jsonl", None),
    ],
)
def test_role_is_told_by_the_path(inside: str, role: MemberRole | None) -> None:
    """And by nothing else; what is none of a session's files has none."""
    assert role_of(inside) is role


def test_names_are_taken_apart() -> None:
    """As they were put together."""
    assert split_name(member_name(7, "tool-results/x")) == (7, "tool-results/x")
    for name in ("sessions/0/x", "sessions/01/x", "sessions/1/", "x", MANIFEST, "sessions/1/../x"):
        assert split_name(name) is None


@pytest.mark.parametrize(
    "inside",
    ["", ".", "..", "a/../b", "/a", "a//b", "a/", "a\\b", "a:b", "C:", "a\0", "\x1b", "a\n", "a.",
     "a ", " a", "nul", "COM1.txt", "a/con/b", "x" * 201, "文" * 67, "x/" * 8 + "x",
     "/".join(["y" * 150] * 5), "\ud800", "*", "a?", "CONIN$", "conout$.txt", "com1 .txt",
     "a\u202etxt.js", "a\u200b", "a\u2028"],
)  # fmt: skip
def test_names_that_may_do_harm_are_told(inside: str) -> None:
    """On any system."""
    assert not is_harmless(inside)


@given(st.lists(st.text(alphabet="abc0._- é文@", min_size=1, max_size=9), min_size=1, max_size=5))
def test_harmless_names_stay_below_their_folder(parts: list[str]) -> None:
    """Whatever they are made of."""
    inside = "/".join(parts)
    if is_harmless(inside):
        assert not {"", ".", ".."} & set(inside.split("/"))


def test_names_are_folded_as_other_systems_see_them() -> None:
    """Case, and composed or wide letters, tell nothing apart there."""
    assert folded("É.TXT") == folded("é.txt") == folded("e\u0301.txt")
    assert folded("ａ") == folded("A")
    assert folded("a") != folded("b")
