"""Items: what they hold, and which rows they stand for."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest

from steno.view.items import (
    AnyItem,
    HiddenItem,
    ParallelGroup,
    SubagentItem,
    ToolItem,
    rows_of,
    tools_in,
)
from steno.view.message_figures import NO_FIGURES
from steno.view.tools.card import ToolCard

NOON = datetime(2026, 1, 3, 12, tzinfo=UTC)


def tool(*rows: int, **own: Any) -> ToolItem:
    """Make a tool call."""
    card = ToolCard("Bash", "Bash")
    return ToolItem(rows=rows, line=1, card=card, call_id="t", message=NO_FIGURES, **own)


def test_every_kind_has_a_word_of_its_own() -> None:
    """By which a template chooses."""
    kinds = [kind.kind for kind in get_args(AnyItem)]
    assert len(kinds) == len(set(kinds)) == 10
    assert all(kinds)


def test_items_do_not_change() -> None:
    """They may be kept and compared."""
    item = HiddenItem(rows=(1,), line=2, what="mode")
    with pytest.raises(FrozenInstanceError):
        item.line = 3  # type: ignore[misc]
    assert item == replace(item)


def test_tools_of_a_group_are_found() -> None:
    """Other items have none."""
    first, second = tool(1, 2), tool(3)
    group = ParallelGroup(rows=(1, 2, 3), line=1, members=(first, second))
    assert tools_in(first) == (first,)
    assert tools_in(group) == (first, second)
    assert tools_in(HiddenItem(rows=(), line=1, what="x")) == ()


def test_rows_of_what_is_inside_count() -> None:
    """Also those of a sub-agent that has no file of its own."""
    agent = SubagentItem(rows=(8, 9), line=0, agent_id="a")
    group = ParallelGroup(rows=(1, 2), line=1, members=(tool(1), tool(2, subagents=(agent,))))
    assert rows_of(group) == {1, 2, 8, 9}


def test_subagent_tells_how_long_it_took() -> None:
    """Where both ends are known; a clock that went backwards gives nought."""
    agent = SubagentItem(rows=(), line=0, agent_id="a", time=NOON)
    assert agent.duration_ms is None
    assert replace(agent, ended=NOON + timedelta(seconds=2)).duration_ms == 2000
    assert replace(agent, ended=NOON - timedelta(seconds=2)).duration_ms == 0
    assert agent.document is None
