"""What the model is told at the start."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from steno.client.system_prompt import (
    HOW,
    WHO,
    agent_blocks,
    opening_words,
    surroundings,
    system_blocks,
)

FACTS = surroundings(Path("/work"), model="m", branch="main", more_folders=(Path("/more"),))


def test_surroundings() -> None:
    """Folders, branch and model are told."""
    for word in ("/work", "/more", "branch main", "Model: m"):
        assert word in FACTS
    assert "Git: no" in surroundings(Path("/work"), model="m")


def test_our_own_words_and_others() -> None:
    """A custom prompt stands instead of ours; what is added comes behind."""
    (ours,) = system_blocks(FACTS, more="MORE")
    assert ours["text"].startswith(WHO)
    assert HOW in ours["text"]
    assert ours["text"].endswith("MORE")
    (custom,) = system_blocks(FACTS, custom="CUSTOM", more="MORE")
    assert custom["text"] == "CUSTOM\n\nMORE"
    assert system_blocks(FACTS, custom="") == []
    assert HOW not in system_blocks(FACTS, tools=False)[0]["text"]


def test_agents_get_their_own_prompt() -> None:
    """A sub-agent hears its definition and where it is."""
    (block,) = agent_blocks("You check.", FACTS)
    assert block["text"].startswith("You check.")
    assert FACTS in block["text"]


def test_the_opening() -> None:
    """The date is always told, memory where there is some."""
    assert opening_words("", date(2026, 1, 2)) == "Today is 2026-01-02."
    assert "RULES" in opening_words("RULES", date(2026, 1, 2))
