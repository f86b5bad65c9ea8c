"""The line below the input."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from steno.cli.chatting.status import cost_of, mode_style, mode_words, next_mode, status_line
from steno.client.spending import ModelSpending
from tests.cli.chatting.bench import MODEL, TalkBench

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("mode", "is_free", "expected"),
    [
        ("default", False, "acceptEdits"),
        ("plan", False, "default"),
        ("plan", True, "bypassPermissions"),
        ("bypassPermissions", True, "default"),
        ("dontAsk", False, "default"),
    ],
)
def test_modes_go_round(mode: str, is_free: bool, expected: str) -> None:
    """The mode that asks for nothing is only reached where it was asked for."""
    assert next_mode(mode, is_free=is_free) == expected


def test_modes_have_words_and_colours() -> None:
    """A mode that nobody knows is told by its name."""
    assert "NOTHING" in mode_words("bypassPermissions")
    assert mode_words("odd") == "odd"
    assert mode_style("default") == ""
    assert "red" in mode_style("bypassPermissions")


def test_the_line_tells_model_mode_context_and_cost(tmp_path: Path) -> None:
    """All four stand in it; a price that nobody knows is no number."""
    bench = TalkBench(tmp_path)

    async def go() -> None:
        async with bench as talk:
            line = status_line(talk.agent, "main")
            assert line.startswith(MODEL)
            assert "asks before changes" in line
            assert "context 0%" in line
            assert line.endswith("$0.00 · main")
            assert not status_line(talk.agent, "HEAD").endswith("HEAD")
            assert status_line(talk.agent, "main", 60).endswith("$0.00")
            assert "Shift-Tab" not in status_line(talk.agent, "main", 60)
            assert status_line(talk.agent, "main", 44).startswith("asks before")
            talk.agent.shared.spending.models["x"] = ModelSpending(cost=Decimal("1.5"))
            assert cost_of(talk.agent) == "$1.50"
            talk.agent.shared.spending.models["y"] = ModelSpending(cost=None)
            assert cost_of(talk.agent) == "cost ?"

    asyncio.run(go())
