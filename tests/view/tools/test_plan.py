"""Plans: begun, approved, sent back."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.planning_tools import enter_plan_mode, exit_plan_mode
from steno.testing.tool_run import denied, unanswered
from steno.view.parts import FactsPart, TextPart
from tests.view.calls import card_of, facts_of, only, parts

PLAN = "# Dredge the basin\n\n1. Sound it."


def test_beginning_of_a_plan_is_a_remark() -> None:
    """What the model was told stands in the background."""
    built = card_of(enter_plan_mode())
    assert (built.title, only(built, TextPart).style) == ("EnterPlanMode", "dim")
    assert card_of(unanswered(enter_plan_mode())).parts == ()


def test_approved_plan_is_shown_whole() -> None:
    """Its heading is the title, its file a fact."""
    built = card_of(exit_plan_mode(PLAN, "/p/basin.md"))
    assert (built.title, built.summary) == ("ExitPlanMode: Dredge the basin", "approved")
    assert only(built, TextPart) == TextPart(PLAN, "markdown")
    assert only(built, FactsPart).pairs == (("kept in", "/p/basin.md"),)


def test_refused_plan_says_so() -> None:
    """The plan is there, with the user's reason."""
    built = card_of(denied(exit_plan_mode(PLAN, ""), "too deep"))
    assert (built.status, built.summary) == ("denied", "not approved")
    assert [part.text for part in parts(built, TextPart)] == [PLAN, "too deep"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"planWasEdited": True}, "approved, changed by the user"),
        ({"awaitingLeaderApproval": True}, "awaits the team leader"),
    ],
)
def test_other_verdicts_are_told(more: dict[str, Any], said: str) -> None:
    """A changed plan and one that waits are neither plainly approved nor refused."""
    run = exit_plan_mode(PLAN, "")
    assert card_of(run, structured={**facts_of(run).structured, **more}).summary == said


def test_open_plan_has_no_verdict() -> None:
    """While the user reads it, nothing is decided."""
    assert card_of(unanswered(exit_plan_mode(PLAN, ""))).summary == ""
