"""Tool calls drawn."""

from __future__ import annotations

from typing import Any

import pytest

from steno.cli.rendering.cards import CardDrawer
from steno.cli.rendering.depth import Depth, limits_of
from steno.cli.rendering.paper import drawing_paper, gutter, plain_paper
from steno.cli.rendering.parts import PartDrawer
from steno.cli.rendering.signs import SIGNS
from steno.view.items import ParallelGroup, SubagentItem, ToolItem
from steno.view.message_figures import NO_FIGURES
from steno.view.parts import ChecklistPart, OutputPart, QuestionPart, Step, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.diff import text_diff


def drawer(depth: Depth = Depth.TOOLS, width: int = 50, *, plain: bool = False) -> CardDrawer:
    """Give what draws cards."""
    paper = plain_paper() if plain else drawing_paper(width)
    return CardDrawer(paper, SIGNS, PartDrawer(paper, SIGNS, limits_of(depth)), depth)


def tool(card: ToolCard, milliseconds: int | None = None) -> ToolItem:
    """Make a call."""
    return ToolItem(
        rows=(1,), line=1, card=card, call_id="t", message=NO_FIGURES, duration_ms=milliseconds
    )


def drawn(card: ToolCard, milliseconds: int | None = None, **how: Any) -> list[str]:
    """Draw a call."""
    return list(drawer(**how).draw(tool(card, milliseconds), gutter("")))


@pytest.mark.parametrize(
    ("status", "summary", "line"),
    [
        ("ok", "exit 0", "✓ Bash: look  exit 0"),
        ("error", "exit 1", "✗ Bash: look  exit 1"),
        ("denied", "", "⊘ Bash: look  not allowed"),
        ("interrupted", "", "■ Bash: look  stopped"),
        ("running", "", "… Bash: look  running"),
    ],
)
def test_a_line_says_what_happened(status: Any, summary: str, line: str) -> None:
    """And how it went."""
    card = ToolCard("Bash", "Bash", "look", summary, status, joint=": ")
    assert drawn(card) == [line]


def test_time_stands_at_the_right_margin() -> None:
    """Where it is worth telling."""
    card = ToolCard("Bash", "Bash", "look")
    assert drawn(card, 4200) == ["✓ Bash look" + " " * 34 + "4.2 s"]
    assert drawn(card, 99) == drawn(card, None) == ["✓ Bash look"]


def test_long_arguments_give_way_to_what_came_of_it() -> None:
    """Of a path the end is kept."""
    path = "/home/mira/a/very/long/way/down/to/the/harbour.py"
    (line,) = drawn(ToolCard("Read", "Read", path, "14 lines", path=path))
    assert line.startswith("✓ Read …")
    assert line.endswith("harbour.py  14 lines")
    assert len(line) <= 50
    (line,) = drawn(ToolCard("Bash", "Bash", "words " * 30, "exit 0 " * 20, joint=": "), 1000)
    assert len(line) == 50
    assert line.startswith("✓ Bash: words")
    assert "exit 0" in line
    whole = drawn(ToolCard("Read", "Read", path, "14 lines", path=path), 900, depth=Depth.FULL)
    assert "".join(line.strip() for line in whole) == f"✓ Read{path}  14 lines  0.9 s"
    (plain,) = drawn(ToolCard("Read", "Read", path, "14 lines", path=path), plain=True)
    assert path in plain


def test_what_matters_stands_below() -> None:
    """Changes, errors, steps, questions; output only in full."""
    parts = (
        text_diff("a", "x", "y"), TextPart("prose"), TextPart("why", "error"), OutputPart("out"),
        OutputPart("err", is_error=True), ChecklistPart((Step("do", "pending"),)),
        QuestionPart("Go?"),
    )  # fmt: skip
    card = ToolCard("Odd", "Odd", status="error", parts=parts)
    below = [line.strip() for line in drawn(card)[1:]]
    assert below == ["1 - x", "1 + y", "why", "│ err", "☐ do", "Go?"]
    assert len(drawn(card, depth=Depth.FULL)) == 9


def test_an_error_is_not_told_twice() -> None:
    """The line says it already."""
    card = ToolCard("Edit", "Edit", "a", "not found", "error", (TextPart("not found", "error"),))
    assert drawn(card) == ["✗ Edit a  not found"]


def test_warnings_of_a_command_that_went_well_are_folded_away() -> None:
    """Many programs write to the error output."""
    card = ToolCard("Bash", "Bash", parts=(OutputPart("note", is_error=True),))
    assert len(drawn(card)) == 1


def test_plans_are_shown() -> None:
    """Their words matter as much as any change."""
    card = ToolCard("ExitPlanMode", "ExitPlanMode", parts=(TextPart("the plan"),))
    assert drawn(card)[1].strip() == "the plan"


def test_a_view_that_failed_is_told_in_full() -> None:
    """It is no matter of a reader."""
    card = ToolCard("Odd", "Odd", problem="the view failed")
    assert drawn(card) == ["✓ Odd"]
    assert drawn(card, depth=Depth.FULL) == ["✓ Odd", "    the view failed"]


def test_groups_say_how_many_ran() -> None:
    """And how long they took together."""
    members = (tool(ToolCard("A", "A")), tool(ToolCard("B", "B")))
    group = ParallelGroup(rows=(1,), line=1, members=members, duration_ms=3000)
    (line,) = drawer().draw_group(group, gutter(""))
    assert line.split() == ["┌", "2", "tools", "at", "once", "3.0", "s"]


def agent(**own: Any) -> SubagentItem:
    """Make a sub-agent."""
    return SubagentItem(rows=(), line=0, agent_id="a1b2c3d4e5f6", **own)


def test_subagents_say_how_to_see_what_they_did() -> None:
    """And their status, unless all went well."""
    lines = drawer().draw_agent(agent(status="completed"), gutter(""), tied=True)
    assert list(lines) == ["↳ --agent a1b2c3d4 shows what it did"]
    failed = agent(status="async_launched", agent_type="Explore", description="Look around")
    (line,) = drawer(width=100).draw_agent(failed, gutter(""), tied=False)
    assert line.startswith("↳ Explore · Look around · async launched  --agent")
    (line,) = drawer(Depth.FULL).draw_agent(agent(), gutter(""), tied=True)
    assert line == "↳ sub-agent"
