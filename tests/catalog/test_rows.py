"""Sessions as rows of a list."""

from __future__ import annotations

from dataclasses import asdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from steno.analyse.cost import Prices
from steno.catalog.rows import Closely, Glance, build_row, glance, read_titles
from steno.disk.discover import Home, SessionFile
from tests.written import ONE, TWO, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def title_of(path: Path) -> str | None:
    """Give the title of a row."""
    return build_row(SessionFile.at(path)).title


def test_row_says_what_when_where_and_how_much(tmp_path: Path) -> None:
    """What it cost and where it comes from takes a closer look."""
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
        "turns": 1,
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
        "edited_from": None,
        "edited_by": None,
    }
    assert sum(seen) == path.stat().st_size


def test_closer_look_tells_cost_and_links(tmp_path: Path) -> None:
    """The exact sum over the API messages, each once; and the session that it was forked from."""
    usage = {"input_tokens": 1000, "output_tokens": 100}
    lines = [user("mend it", uuid="a"), reply("m", uuid="b", usage=usage)]
    write_lines(place(tmp_path, TWO), lines[0], {"type": "mode"}, lines[1], user("on", uuid="x"))
    later = {"timestamp": "2030-01-01T00:00:00Z"}
    fork = [*lines, reply("m", uuid="c", usage=usage), user("go on", uuid="d", **later)]
    path = write_lines(place(tmp_path, ONE), *fork)
    session = SessionFile.at(path)
    row = build_row(session, closely=Closely(Prices()))
    # 1000 tokens in at 5 dollars and 100 out at 25 dollars a million.
    assert (row.cost_usd, row.forked_from, row.continues) == ("0.0075", TWO, None)
    assert (row.turns, row.api_messages) == (2, 1)
    assert Closely(Prices()).look(session, Glance(row)) == row


def test_unknown_model_has_no_cost(tmp_path: Path) -> None:
    """A sum without it would be too small."""
    usage = {"input_tokens": 1000}
    path = tmp_path / "a.jsonl"
    lines = [reply("m", usage=usage), reply("n", usage=usage, message={"model": "claude-nobody-9"})]
    row = build_row(SessionFile.at(write_lines(path, *lines)), closely=Closely(Prices()))
    assert row.cost_usd is None
    row = build_row(SessionFile.at(write_lines(path, lines[0])), closely=Closely(Prices()))
    assert row.cost_usd == "0.005"
    row = build_row(SessionFile.at(write_lines(path, user())), closely=Closely(Prices()))
    assert row.cost_usd == "0"


def test_runs_beside_a_reply_are_read_apart(tmp_path: Path) -> None:
    """They are billed, too, and the first reading does not see them."""
    fallback = {
        "type": "fallback",
        "from": {"model": "claude-fable-5"},
        "to": {"model": "claude-opus-4-8"},
    }
    rounds = [
        {"type": "message", "model": "claude-fable-5", "input_tokens": 0, "output_tokens": 1000},
        {
            "type": "fallback_message",
            "model": "claude-opus-4-8",
            "input_tokens": 0,
            "output_tokens": 100,
        },
    ]
    usage = {"input_tokens": 0, "output_tokens": 100, "iterations": rounds}
    said = reply("m", usage=usage, message={"content": [fallback]})
    plain = reply("m", usage={**usage, "iterations": None})
    path = tmp_path / "a.jsonl"
    costs = []
    for line in (plain, said):
        file = SessionFile.at(write_lines(path, line))
        assert (glance(file).messages is None) == (line is said)
        costs.append(Decimal(build_row(file, closely=Closely(Prices())).cost_usd or 0))
    assert costs[0] == Decimal("0.0025")
    assert costs[1] > costs[0]


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
