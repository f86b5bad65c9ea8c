"""Work that is planned for later: cron jobs and wake-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.background import ScheduleWakeupResult
from steno.format.tool_results.schedule import CronCreateResult, CronJob, CronListResult
from steno.view.parts import Part, TablePart, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts, result_parts
from steno.view.tools.facts import member
from steno.view.tools.wording import count, duration, joined, one_line

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build_create(facts: ToolFacts) -> ToolCard:
    """Show the prompt that was planned, and when it is due."""
    result = facts.typed(CronCreateResult)
    when = result.human_schedule or facts.text("cron")
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=when,
        joint=": ",
        summary=joined(result.id or "", "" if result.recurring in (None, True) else "once"),
        status=facts.status,
        parts=(*markdown_parts(facts.text("prompt"), "Prompt"), *failure_parts(facts)),
    )


def build_list(facts: ToolFacts) -> ToolCard:
    """Show the prompts that are planned."""
    jobs = facts.typed(CronListResult).jobs
    if jobs is None or facts.status != "ok":
        return ToolCard(facts.name, facts.name, status=facts.status, parts=result_parts(facts))
    table = TablePart(("plan", "due", "prompt"), tuple(_row(job) for job in jobs))
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        summary=count(len(jobs), "plan"),
        status=facts.status,
        parts=(table,) if jobs else (),
        figures=(Figure("plans", len(jobs)),),
    )


def _row(job: CronJob) -> tuple[str, str, str]:
    return job.id or "", job.human_schedule or job.cron or "", one_line(job.prompt or "")


def build_delete(facts: ToolFacts) -> ToolCard:
    """Show the plan that was dropped."""
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("id"),
        status=facts.status,
        parts=failure_parts(facts) or _words(facts),
    )


def _words(facts: ToolFacts) -> tuple[Part, ...]:
    words = facts.result_text.strip()
    return (TextPart(words, "dim"),) if words else ()


def build_wakeup(facts: ToolFacts) -> ToolCard:
    """Show when the session goes on by itself, and with what."""
    result = facts.typed(ScheduleWakeupResult)
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument="stop" if facts.flag("stop") else facts.text("reason"),
        joint=": ",
        summary=_due(facts, result),
        status=facts.status,
        parts=(*markdown_parts(facts.text("prompt"), "Prompt"), *failure_parts(facts)),
    )


def _due(facts: ToolFacts, result: ScheduleWakeupResult) -> str:
    if result.stopped:
        return f"{count(result.cancelled_wakeups or 0, 'wake-up')} dropped"
    asked = member(facts.input, "delaySeconds")
    delay = result.clamped_delay_seconds
    if delay is None and type(asked) in (int, float):
        delay = asked
    return "" if delay is None else f"in {duration(delay)}"
