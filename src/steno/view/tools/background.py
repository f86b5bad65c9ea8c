"""Looking at and ending what runs in the background: shells, tasks and sub-agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format.tool_results.shell import BashOutputResult, KillShellResult
from steno.format.tool_results.tasks import TaskOutputResult, TaskStopResult
from steno.view.parts import CodePart, OutputPart, Part, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, markdown_parts
from steno.view.tools.wording import joined, one_line

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

AGENT_TASK: Final = "local_agent"
"""``task_type`` of a sub-agent."""


@dataclass(frozen=True, slots=True)
class _State:
    """How far a shell or task is, from whichever record of it there is."""

    name: str
    status: str
    exit_code: int | None
    about: str = ""
    """The command, or what a task is about."""
    output: str = ""
    error_output: str = ""
    is_agent: bool = False


def build_output(facts: ToolFacts) -> ToolCard:
    """Show what a shell or a task has printed so far."""
    state = _task_state(facts) if facts.name == "TaskOutput" else _shell_state(facts)
    code = state.exit_code
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=joined(state.name, one_line(state.about)),
        summary=joined(state.status, "" if code is None else f"exit {code}"),
        status=facts.status,
        parts=(*_output_parts(state), *failure_parts(facts)),
        figures=() if code is None else (Figure("exit code", code),),
    )


def _output_parts(state: _State) -> tuple[Part, ...]:
    if state.is_agent:
        return markdown_parts(state.output, "Answer")
    parts: list[Part] = []
    if state.output.strip("\n"):
        parts.append(OutputPart(state.output.strip("\n")))
    if state.error_output.strip("\n"):
        parts.append(OutputPart(state.error_output.strip("\n"), is_error=True, heading="stderr"))
    return tuple(parts)


def _shell_state(facts: ToolFacts) -> _State:
    result = facts.typed(BashOutputResult)
    name = facts.text("bash_id", "shell_id", "task_id", "agentId") or result.shell_id or ""
    if result.body or facts.status != "ok":
        return _State(
            name,
            result.status or "",
            result.exit_code,
            result.command or "",
            result.stdout or "",
            result.stderr or "",
        )
    told = facts.result_text
    printed = between(told, "stdout") or between(told, "output")
    status, code = between(told, "status"), _number(between(told, "exit_code"))
    tagged = bool(printed or status)
    return _State(name, status, code, "", printed if tagged else told, between(told, "stderr"))


def _task_state(facts: ToolFacts) -> _State:
    result = facts.typed(TaskOutputResult)
    task, told = result.task, facts.result_text
    name = facts.text("task_id") or ((task.task_id or "") if task else "")
    if task is not None:
        return _State(
            name,
            joined(_retrieval(result.retrieval_status), _words(task.status)),
            task.exit_code,
            task.description or "",
            task.result or task.output or "",
            task.error or "",
            task.task_type == AGENT_TASK,
        )
    is_agent = between(told, "task_type") == AGENT_TASK
    status = joined(_retrieval(between(told, "retrieval_status")), _words(between(told, "status")))
    output = between(told, "output")
    return _State(name, status, _number(between(told, "exit_code")), "", output, "", is_agent)


def _retrieval(status: str | None) -> str:
    # That it could be looked at goes without saying; that it timed out does not.
    return "" if status == "success" else _words(status)


def _words(status: str | None) -> str:
    return (status or "").replace("_", " ")


def build_stop(facts: ToolFacts) -> ToolCard:
    """Show which shell or task was ended."""
    shell, task = facts.typed_or_told(KillShellResult), facts.typed_or_told(TaskStopResult)
    name = facts.text("task_id", "shell_id", "bash_id") or task.task_id or shell.shell_id or ""
    message, command = task.message or "", task.command or ""
    parts: tuple[Part, ...] = ()
    if command and task.task_type != AGENT_TASK:
        parts = (CodePart(command, "bash"),)
    if message:
        parts = (*parts, TextPart(message, "dim"))
    status = "error" if shell.success is False else facts.status
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=joined(name, one_line(command)),
        summary="stopped" if status == "ok" else "",
        status=status,
        parts=(*parts, *failure_parts(facts)),
    )


def between(text: str, tag: str) -> str:
    """Give what stands between the first opening and the last closing mark of that name."""
    _, opened, rest = text.partition(f"<{tag}>")
    inside, closed, _ = rest.rpartition(f"</{tag}>")
    return inside.strip("\n") if opened and closed else ""


def _number(digits: str) -> int | None:
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None  # noqa: PLR2004 - no exit code is longer
