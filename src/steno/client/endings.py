"""How a turn goes on after an answer, and how it ends: well, at a limit, broken off, refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from steno.client import attachments, lines, system_lines
from steno.client.api_failures import refusal
from steno.client.structured import NAME as STRUCTURED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.client.agent import Agent
    from steno.client.events import TurnEnded
    from steno.client.hooks import Verdict
    from steno.client.lines import ApiFailure, Draft
    from steno.client.prompts import Prompt

CUT_OFF: Final = (
    "Your answer reached its longest length and was cut off. Go on exactly where it ended, "
    "without repeating anything, and in smaller pieces."
)
MOST_CUT: Final = 3
"""How often a model may go on after an answer that was too long."""
IN_FORM: Final = f"Give the answer to the user by calling {STRUCTURED} now; plain text is not read."
MOST_REMINDED: Final = 5
MOST_SENT_BACK: Final = 8
"""How often Stop hooks may send a model back in a row."""


async def goes_on(agent: Agent, message: Mapping[str, Any], request_id: str | None) -> bool:
    """Look at an answer without calls: the turn is over unless something is missing."""
    match message.get("stop_reason"):
        case "refusal":
            failed(agent, refusal(request_id))
            return False
        case "max_tokens" | "model_context_window_exceeded" if agent.turn.cut < MOST_CUT:
            agent.turn.cut += 1
            agent.record(lines.meta(CUT_OFF))
            return not is_at_limit(agent)
        case "pause_turn" if agent.turn.cut < MOST_CUT:
            # Not by the bare words of the model: few models take those as the last message.
            agent.turn.cut += 1
            agent.record(lines.go_on())
            return not is_at_limit(agent)
    if is_over_budget(agent) or _is_formless(agent):
        return not agent.turn.is_error
    return await _sent_back(agent)


def _is_formless(agent: Agent) -> bool:
    """Remind the model of the form that was asked for; True where that is needed, or in vain."""
    if agent.parent_call is not None or agent.shared.options.json_schema is None:
        return False
    agent.turn.reminded += 1
    if agent.turn.reminded > MOST_REMINDED:
        agent.turn.fail(
            "error_max_structured_output_retries", "The model did not answer in the form asked for"
        )
    elif not is_at_limit(agent):
        agent.record(lines.meta(IN_FORM))
    return True


async def _sent_back(agent: Agent) -> bool:
    """Ask the hooks whether the model may stop; True where it may not yet."""
    event = "Stop" if agent.parent_call is None else "SubagentStop"
    if not agent.shared.hooks.has(event):
        return False
    told: dict[str, Any] = {"stop_hook_active": agent.turn.stop_hook_active}
    if agent.parent_call is not None:
        told["agent_transcript_path"] = str(agent.recorder.path)
    told |= {
        "last_assistant_message": agent.turn.text,
        "background_tasks": [task.body() for task in agent.context.background.running()],
        "session_crons": [],
    }
    verdict = await agent.interrupt.race(
        agent.shared.hooks.run(event, told, more=agent_marks(agent))
    )
    first = [verdict.stopped_by] if verdict.stopped_by is not None else []
    agent.record(*as_drafts([*first, *verdict.attachments]))
    is_over = verdict.stops or verdict.blocked is None
    if not is_over:
        agent.turn.stop_hook_active = True
        agent.record(lines.meta(f"{event} hook feedback:\n{verdict.blocked}"))
    if agent.parent_call is None and agent.shared.options.is_interactive:
        agent.record(system_lines.stop_hook_summary(_summed_up(verdict)))
    return not (is_over or _is_sent_back_in_vain(agent, event) or is_at_limit(agent))


def _is_sent_back_in_vain(agent: Agent, event: str) -> bool:
    """Count how often hooks keep the model from stopping: for ever would be paid for by somebody.

    The real client gives up after as many.
    """
    agent.turn.sent_back += 1
    if agent.turn.sent_back <= MOST_SENT_BACK:
        return False
    told = f"A {event} hook blocked {agent.turn.sent_back} times in a row; the turn ends here."
    agent.record(system_lines.informational(told, level="warning"))
    return True


def _summed_up(verdict: Verdict) -> system_lines.StopHooks:
    """Give what the Stop hooks did; of one that objects it is not told how long it took."""
    told = [
        {"command": run.command} | ({} if run.objects else {"durationMs": run.duration_ms})
        for run in verdict.runs
    ]
    failed = (one for one in verdict.attachments if one["type"] == "hook_non_blocking_error")
    objections = [verdict.blocked] if verdict.blocked is not None else []
    return system_lines.StopHooks(
        call_id=verdict.event_id,
        hooks=told,
        errors=[*objections, *(str(one["stderr"]) for one in failed)],
        contexts=verdict.contexts,
        stop_reason=verdict.stop_reason,
        prevented=verdict.stops,
        has_output=bool(verdict.attachments or objections),
    )


def agent_marks(agent: Agent) -> dict[str, Any]:
    """Give what hooks are told of a sub-agent; nothing for the main conversation."""
    told: dict[str, Any] = {"cwd": str(agent.context.cwd)}
    if agent.parent_call is not None:
        told |= {"agent_id": agent.context.agent_id, "agent_type": agent.agent_type or ""}
    return told


def is_at_limit(agent: Agent) -> bool:
    """Say whether the model may not be asked again; the turn has failed then."""
    most, taken = agent.max_turns, agent.turn.requests
    if most is not None and taken >= most:
        agent.record(attachments.max_turns_reached(most, taken + 1))
        agent.turn.fail("error_max_turns", f"Reached maximum number of turns ({most})")
        return True
    return is_over_budget(agent)


def is_over_budget(agent: Agent) -> bool:
    """Say whether more was spent than may be."""
    budget = agent.shared.options.max_budget
    if budget is None or agent.shared.spending.known_cost < budget:
        return False
    agent.turn.fail("error_max_budget_usd", f"Reached maximum budget (${budget})")
    return True


def broken_off(agent: Agent) -> None:
    """Write down that the person broke off."""
    for_tool = agent.turn.is_calling
    is_known = for_tool and agent.shared.options.is_interactive
    message_id = agent.recorder.position.message_id if is_known else None
    agent.record(lines.interrupt(for_tool=for_tool, message_id=message_id))
    agent.turn.fail("error_during_execution")


def failed(agent: Agent, failure: ApiFailure) -> None:
    """Write down that the model could not be asked; the turn tells it as its answer."""
    agent.record(lines.api_error(failure, message_id=str(uuid4())))
    agent.turn.text, agent.turn.is_error = failure.text, True
    agent.turn.stop_reason = failure.stop_reason


def refused_prompt(agent: Agent, prompt: Prompt, verdict: Verdict) -> None:
    """Write down that a hook did not let a prompt pass: the model never sees it."""
    reason = verdict.blocked or verdict.stop_reason or "Stopped by hook"
    told = (
        f"UserPromptSubmit operation blocked by hook:\n{reason}\n\nOriginal prompt: {prompt.text}"
    )
    notice = system_lines.informational(told, level="warning", prevents_continuation=True)
    agent.record(notice)
    agent.turn.text = told


def ended(agent: Agent) -> TurnEnded:
    """Bring a turn to the disk and tell how it ended."""
    if agent.parent_call is None and agent.shared.options.is_interactive:
        so_far = agent.turn.ended(agent.shared.spending, None)
        count = agent.recorder.position.messages
        agent.record(system_lines.turn_duration(so_far.duration_ms, count))
    agent.recorder.note_leaf()
    told = agent.turn.ended(agent.shared.spending, agent.parent_call)
    if agent.parent_call is None:
        agent.tell(told)
    return told


def as_drafts(held: Iterable[Mapping[str, Any]]) -> list[Draft]:
    """Make lines of attachments."""
    return [
        attachments.attachment(
            str(one["type"]), **{key: value for key, value in one.items() if key != "type"}
        )
        for one in held
    ]
