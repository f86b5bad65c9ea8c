"""Work for later: planned, listed, dropped, and wake-ups."""

from __future__ import annotations

from typing import Any

import pytest

from steno.view.parts import OutputPart, TablePart, TextPart
from tests.view.calls import card, only


def test_planned_prompt_says_when() -> None:
    """When it is due is the title, the prompt stands below."""
    record = {"id": "c1", "humanSchedule": "every hour", "recurring": True}
    built = card("CronCreate", {"cron": "0 * * * *", "prompt": "Look."}, structured=record)
    assert (built.title, built.summary) == ("CronCreate: every hour", "c1")
    assert only(built, TextPart).heading == "Prompt"
    once = {**record, "recurring": False}
    assert card("CronCreate", {"cron": "x"}, structured=once).summary == "c1 · once"


def test_plans_are_a_table() -> None:
    """One row for each; without a record, what the model saw."""
    jobs = [{"id": "c1", "cron": "0 * * * *", "prompt": "Look\nout."}, {"id": "c2"}]
    built = card("CronList", {}, structured={"jobs": jobs})
    assert built.summary == "2 plans"
    assert only(built, TablePart).rows == (("c1", "0 * * * *", "Look out."), ("c2", "", ""))
    assert card("CronList", {}, structured={"jobs": []}).parts == ()
    assert only(card("CronList", {}, "none"), OutputPart).text == "none"


def test_dropped_plan_is_named() -> None:
    """With what the client said, or why it failed."""
    built = card("CronDelete", {"id": "c1"}, "Dropped c1.")
    assert (built.title, only(built, TextPart).style) == ("CronDelete c1", "dim")
    assert card("CronDelete", {"id": "c1"}, "No such plan.", is_error=True).summary == (
        "No such plan."
    )
    assert card("CronDelete", {"id": "c1"}).parts == ()


@pytest.mark.parametrize(
    ("asked", "record", "title", "summary"),
    [
        ({"delaySeconds": 90, "reason": "wait for the tide"}, {"clampedDelaySeconds": 60},
         "ScheduleWakeup: wait for the tide", "in 1 min 0 s"),
        ({"delaySeconds": 90}, None, "ScheduleWakeup", "in 1 min 30 s"),
        ({"delaySeconds": "soon"}, None, "ScheduleWakeup", ""),
        ({"stop": True}, {"stopped": True, "cancelledWakeups": 1},
         "ScheduleWakeup: stop", "1 wake-up dropped"),
    ],
)  # fmt: skip
def test_wakeup_says_in_how_long(
    asked: dict[str, Any], record: dict[str, Any] | None, title: str, summary: str
) -> None:
    """What the client made of the delay comes before what was asked."""
    built = card("ScheduleWakeup", asked, structured=record)
    assert (built.title, built.summary) == (title, summary)
