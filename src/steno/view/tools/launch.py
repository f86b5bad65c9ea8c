"""What is started in the background by other means than a shell: monitors and workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.background import MonitorResult, WorkflowResult
from steno.view.parts import CodePart, FactsPart, Part, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.wording import duration, file_name, first_line, joined

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts


def build_monitor(facts: ToolFacts) -> ToolCard:
    """Show the command whose output wakes the model."""
    result = facts.typed(MonitorResult)
    command = facts.text("command")
    limit = result.timeout_ms
    how_long = "" if limit is None else f"at most {duration(limit / 1000)}"
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("description") or first_line(command),
        joint=": ",
        summary=joined(result.task_id or "", "" if result.persistent else how_long),
        status=facts.status,
        parts=(
            *((CodePart(command.strip("\n"), "bash"),) if command else ()),
            *failure_parts(facts),
        ),
        figures=() if limit is None else (Figure("time limit", limit, "ms"),),
    )


def build_workflow(facts: ToolFacts) -> ToolCard:
    """Show the script of sub-agents that was started."""
    result = facts.typed(WorkflowResult)
    place = result.script_path or facts.text("scriptPath", "script_path")
    name = result.workflow_name or facts.text("name") or file_name(place)
    script = facts.text("script")
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=joined(name, result.summary or "") or first_line(script),
        summary="in the cloud" if result.status == "remote_launched" else result.task_id or "",
        status="error" if result.error else facts.status,
        parts=(
            *((CodePart(script, "javascript"),) if script else ()),
            *_known(result),
            *_remarks(result),
            *failure_parts(facts),
        ),
    )


def _known(result: WorkflowResult) -> tuple[Part, ...]:
    pairs = (
        ("run", result.run_id),
        ("script", result.script_path),
        ("transcripts", result.transcript_dir),
        ("session", result.session_url),
    )
    known = tuple((name, value) for name, value in pairs if value)
    return (FactsPart(known),) if known else ()


def _remarks(result: WorkflowResult) -> tuple[Part, ...]:
    warning = (TextPart(result.warning, "dim"),) if result.warning else ()
    return (*warning, TextPart(result.error, "error")) if result.error else warning
