"""Sessions as rows of a list."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from steno.catalog.rows import build_row, read_titles
from steno.disk.discover import Home, SessionFile
from tests.written import ONE, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def title_of(path: Path) -> str | None:
    """Give the title of a row."""
    return build_row(SessionFile.at(path)).title


def test_row_says_what_when_where_and_how_much(tmp_path: Path) -> None:
    """What a later release derives is None."""
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
    path = write_lines(
        place(tmp_path, ONE),
        user("mend it", gitBranch="main", timestamp="2026-01-01T00:00:00.000Z"),
        reply("m", usage={"output_tokens": 2}),
        reply("m", usage={"output_tokens": 8}, message={"content": [call]}),
    )
    write_lines(path.with_suffix("") / "subagents" / "agent-a.jsonl", reply("n"))
    (session,) = Home(tmp_path, "work").sessions()
    seen: list[int] = []
    row: dict[str, Any] = asdict(build_row(session, frozenset({ONE}), seen.append))
    assert row == {
        "id": ONE,
        "path": str(path),
        "home": "work",
        "title": "mend it",
        "project": "/tmp/project",
        "branch": "main",
        "started": "2026-01-01T00:00:00.000Z",
        "ended": "2026-01-03T15:44:58.325Z",
        "turns": None,
        "tool_calls": 1,
        "api_messages": 1,
        "output_tokens": 8,
        "cost_usd": None,
        "bytes": path.stat().st_size,
        "subagents": 1,
        "forked_from": None,
        "continues": None,
        "live": True,
        "gone": False,
    }
    assert sum(seen) == path.stat().st_size


def test_file_in_no_home_has_none(tmp_path: Path) -> None:
    """And nobody holds it."""
    row = build_row(SessionFile.at(write_lines(tmp_path / f"{ONE}.jsonl", user())))
    assert (row.home, row.live) == (None, False)


def test_best_title_wins(tmp_path: Path) -> None:
    """The person's own, the model's, the prompt, a summary, the slug."""
    path = tmp_path / "a.jsonl"
    slug = reply(slug="misty-tern")
    summary = {"type": "summary", "summary": "an older session"}
    prompt = user("mend it")
    ours = [{"type": "ai-title", "aiTitle": "Old"}, {"type": "ai-title", "aiTitle": "Mending"}]
    own = {"type": "custom-title", "customTitle": "The mending"}
    assert title_of(write_lines(path)) is None
    assert title_of(write_lines(path, slug)) == "misty-tern"
    assert title_of(write_lines(path, summary, slug)) == "an older session"
    assert title_of(write_lines(path, summary, prompt)) == "mend it"
    assert title_of(write_lines(path, prompt, *ours)) == "Mending"
    assert title_of(write_lines(path, own, prompt, *ours)) == "The mending"


def test_session_answers_to_all_its_names(tmp_path: Path) -> None:
    """Its titles, what a list shows, and its slug; each once."""
    path = tmp_path / "a.jsonl"
    titles = ({"type": "custom-title", "customTitle": "A"}, {"type": "ai-title", "aiTitle": "B"})
    assert read_titles(write_lines(path, user("mend", slug="tern"), *titles)) == ("A", "B", "tern")
    assert read_titles(write_lines(path, user("mend it"))) == ("mend it",)
    assert read_titles(write_lines(path)) == ()
