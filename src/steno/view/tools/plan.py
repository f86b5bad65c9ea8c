"""Plans: when planning began, and the plan that was put before the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.tool_results.plan import EnterPlanModeResult, ExitPlanModeResult
from steno.view.parts import FactsPart, Part, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts
from steno.view.tools.wording import first_line

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

VERDICTS: Final = {"ok": "approved", "denied": "not approved", "error": "not approved"}


def build_enter(facts: ToolFacts) -> ToolCard:
    """Say that planning began."""
    message = facts.typed(EnterPlanModeResult).message or ""
    told = (TextPart(message, "dim"),) if message else ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        status=facts.status,
        parts=(*told, *failure_parts(facts)),
    )


def build_exit(facts: ToolFacts) -> ToolCard:
    """Show the plan, and whether the user approved it."""
    result = facts.typed(ExitPlanModeResult)
    plan = result.plan or facts.text("plan")
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=first_line(plan).lstrip("#").strip(),
        joint=": ",
        summary=_verdict(facts, result),
        status=facts.status,
        parts=(*markdown_parts(plan), *_place(facts, result), *failure_parts(facts)),
    )


def _verdict(facts: ToolFacts, result: ExitPlanModeResult) -> str:
    if result.awaiting_leader_approval:
        return "awaits the team leader"
    verdict = VERDICTS.get(facts.status, "")
    return f"{verdict}, changed by the user" if result.plan_was_edited else verdict


def _place(facts: ToolFacts, result: ExitPlanModeResult) -> tuple[Part, ...]:
    path = result.file_path or facts.text("planFilePath")
    return (FactsPart((("kept in", path),)),) if path else ()
