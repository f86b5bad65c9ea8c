"""Results that are too large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.large_results import MOST_CHARACTERS, kept_aside
from steno.client.tool import ToolAnswer

if TYPE_CHECKING:
    from pathlib import Path


def test_a_large_result_is_kept_aside(tmp_path: Path) -> None:
    """The model sees the beginning and where the rest is; the file is nobody else's."""
    answer = ToolAnswer("ü" * (MOST_CHARACTERS + 1), {"kept": 1})
    shown = kept_aside(answer, "mcp__a__b", tmp_path / "s.jsonl")
    assert isinstance(shown.content, str)
    assert len(shown.content) < 3000
    (path,) = (tmp_path / "s" / "tool-results").iterdir()
    assert str(path) in shown.content
    assert path.read_text("utf-8") == answer.content
    assert path.stat().st_mode & 0o777 == 0o600
    assert shown.kept == {"kept": 1}


def test_others_stay_as_they_are(tmp_path: Path) -> None:
    """Short results, blocks, and tools that bound themselves are left alone."""
    long = "x" * (MOST_CHARACTERS + 1)
    for tool, answer in (
        ("Grep", ToolAnswer("short")),
        ("Grep", ToolAnswer([{"type": "text", "text": long}])),
        ("Read", ToolAnswer(long)),
    ):
        assert kept_aside(answer, tool, tmp_path / "s.jsonl") is answer
    assert list(tmp_path.iterdir()) == []
