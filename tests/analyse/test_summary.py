"""A session in figures."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from steno.analyse.inventory import take_inventory
from steno.analyse.summary import summarise
from steno.analyse.timing import Spent
from steno.session.session import load
from tests.held import calls, held, place, prompt, result, says, system
from tests.written import ONE, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

USAGE = {"input_tokens": 1000, "output_tokens": 100}


def test_session_is_summed_up(tmp_path: Path) -> None:
    """Turns, messages, models, cost, time, tools, files, compactions, branches, sub-agents."""
    edit = {"type": "tool_use", "id": "t", "name": "Edit", "input": {"file_path": "/a"}}
    patch = {"structuredPatch": [{"lines": ["-a", "+b", "+c"]}]}
    done = {"type": "tool_result", "tool_use_id": "t", "content": "ok"}
    path = write_lines(
        tmp_path / f"{ONE}.jsonl",
        prompt("a", None, 0),
        reply("m1", **place("b", "a", 2), message={"content": [edit]}, usage=USAGE),
        user([done], **place("c", "b", 5), toolUseResult=patch),
        says("d", "c", 6, usage=USAGE),
        prompt("e", "a", 20),
        calls("f", "e", 21, usage=USAGE, isSidechain=None),
        result("g", "f", 22),
        system("x", None, 30, "compact_boundary", logicalParentUuid="g"),
        prompt("s", "x", 31, isCompactSummary=True),
        prompt("h", "s", 40),
    )
    agent = {"isSidechain": True, "agentId": "a1"}
    write_lines(
        path.with_suffix("") / "subagents" / "agent-a1.jsonl", prompt("z", None, 1, **agent)
    )
    summary = summarise(load(path))
    assert (summary.id, summary.lines) == (ONE, 10)
    assert summary.started == datetime(2026, 1, 3, 10, 0, 0, tzinfo=UTC)
    assert summary.ended == datetime(2026, 1, 3, 10, 0, 40, tzinfo=UTC)
    assert (summary.turns, summary.human_turns, summary.open_turns) == (3, 3, 2)
    assert (summary.api_messages, summary.models) == (3, {"claude-opus-4-8": 3})
    assert summary.usage.output_tokens == 300
    # Three times 1000 tokens in at 5 dollars and 100 out at 25 dollars a million.
    assert (summary.cost_usd, summary.unpriced_models) == ("0.0225", ())
    assert summary.spent == Spent(waiting_ms=4000, tools_ms=4000)
    assert summary.person_ms == 14_000 + 18_000
    assert (summary.tool_calls, summary.tool_errors) == (2, 0)
    assert [(tool.name, tool.calls, tool.total_ms) for tool in summary.tools] == [
        ("Bash", 1, 1000), ("Edit", 1, 3000),
    ]  # fmt: skip
    assert [(file.path, file.added, file.removed) for file in summary.files] == [("/a", 2, 1)]
    assert (summary.subagents, summary.compactions, summary.branches) == (1, 1, 1)


def test_entries_at_hand_are_summed_up() -> None:
    """They have neither a file nor an id."""
    unknown = says("b", "a", 2, usage=USAGE, message={"model": "claude-nobody-9"})
    summary = summarise(held(prompt("a", None, 0), unknown))
    assert (summary.id, summary.api_messages) == (None, 1)
    assert (summary.cost_usd, summary.unpriced_models) == (None, ("claude-nobody-9",))
    empty = summarise(held())
    assert (empty.started, empty.turns, empty.cost_usd) == (None, 0, "0")


def test_summary_agrees_with_the_inventory_on_the_corpus(corpus: Path) -> None:
    """Turns, calls, messages and tokens, for every session."""
    for path in sorted(corpus.glob("projects/*/*.jsonl")):
        summary, inventory = summarise(load(path)), take_inventory(path)
        assert summary.human_turns == inventory.human_turns, path
        assert summary.tool_calls <= inventory.tool_calls, path
        assert summary.api_messages == len(inventory.messages), path
        assert summary.usage == inventory.messages.total(), path
