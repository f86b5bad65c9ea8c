"""Sub-agents: the question, the answer, and what it took."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.agent_tools import AgentTask, agent, agent_in_background
from steno.testing.tool_run import failed, unanswered
from steno.view.parts import FactsPart, MediaPart, TextPart
from tests.view.calls import card, card_of, figures, parts

TASK = AgentTask("Find leaks", "Look for **leaks** in the pool.", "Explore")


def test_answer_follows_the_prompt() -> None:
    """Both are Markdown, and the line says what it took."""
    built = card_of(agent(TASK, lambda _session: "Two leaks."))
    assert built.title == "Agent Explore: Find leaks"
    assert parts(built, TextPart) == [
        TextPart("Look for **leaks** in the pool.", "markdown", "Prompt"),
        TextPart("Two leaks.", "markdown", "Answer"),
    ]
    assert figures(built).keys() == {"tools", "duration", "tokens"}


def record(**more: Any) -> dict[str, Any]:
    """Make the record of a sub-agent that answered."""
    return {"status": "completed", "agentId": "a1", "content": [], **more}


def test_totals_are_told_in_the_line() -> None:
    """Tools and tokens; the time stands beside every call."""
    took = record(totalToolUseCount=11, totalDurationMs=108_000, totalTokens=33_854)
    built = card("Agent", TASK.arguments(), structured=took)
    assert built.summary == "11 tools · 33,854 tokens"
    assert figures(built) == {"tools": 11, "duration": 108_000, "tokens": 33_854}


def test_totals_are_read_off_what_the_model_was_told() -> None:
    """The text behind the answer has the figures, and is no answer."""
    told = [
        {"type": "text", "text": "Two leaks."},
        {"type": "text", "text": "agentId: a1 (to go on)\n<usage>total_tokens: 900\ntool_uses: 1\n"
         "duration_ms: 1500</usage>"},
    ]  # fmt: skip
    built = card("Task", TASK.arguments(), told)
    assert built.summary == "1 tool · 900 tokens"
    assert [part.text for part in parts(built, TextPart)][1:] == ["Two leaks."]


def test_what_is_known_of_a_sub_agent_is_told() -> None:
    """Its id, model, worktree and what it did, as far as it was kept."""
    stats = {"readCount": 3, "searchCount": 2, "bashCount": 0, "linesAdded": 1, "linesRemoved": 5}
    known = record(
        agentType="Explore", resolvedModel="claude-x", toolStats=stats,
        worktreePath="/w", worktreeBranch="try",
    )  # fmt: skip
    built = card("Agent", {"prompt": "Look.\nClosely.", "name": "nell"}, structured=known)
    assert built.title == "Agent Explore: Look."
    assert parts(built, FactsPart)[0].pairs == (
        ("agent", "a1"), ("name", "nell"), ("model", "claude-x"), ("worktree", "/w · try"),
        ("did", "3 reads · 2 searches · 1 line added · 5 lines removed"),
    )  # fmt: skip


def test_sub_agent_in_the_background_has_no_answer_yet() -> None:
    """What the model is told about it is no answer."""
    built = card_of(agent_in_background(TASK, lambda _session: "later"))
    assert (built.summary, built.status) == ("in the background", "ok")
    assert [part.heading for part in parts(built, TextPart)] == ["Prompt"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"status": "remote_launched"}, "in the cloud"),
        ({"status": "teammate_spawned", "team_name": "tides"}, "joined the team tides"),
    ],
)
def test_other_ways_to_start_are_named(more: dict[str, Any], said: str) -> None:
    """In the cloud and in a team nothing comes back in this call either."""
    assert card("Agent", TASK.arguments(), "started", structured=more).summary == said


def test_answer_may_hold_more_than_text() -> None:
    """Pictures in an answer are shown, and a plain text is an answer, too."""
    picture = {"type": "image", "source": {"media_type": "image/png", "data": "AA"}}
    content = [{"type": "text", "text": "See:"}, picture, {"type": "text", "text": "So."}]
    built = card("Agent", {}, structured=record(content=content))
    assert [part.kind for part in built.parts] == ["text", "media", "text", "facts"]
    assert parts(built, MediaPart)[0].data == "AA"
    assert card("Agent", {}, "Two leaks.").parts == (TextPart("Two leaks.", "markdown", "Answer"),)
    built = card("Agent", {}, structured=record(content="Plain."))
    assert parts(built, TextPart) == [TextPart("Plain.", "markdown", "Answer")]


def test_running_and_failed_sub_agents_show_their_prompt() -> None:
    """There is no answer, but it is known what was asked."""
    run = agent(TASK, lambda _session: "never")
    assert card_of(unanswered(run)).status == "running"
    built = card_of(failed(run, "The agent stopped."))
    assert [(part.heading, part.style) for part in parts(built, TextPart)] == [
        ("Prompt", "markdown"),
        ("", "error"),
    ]
