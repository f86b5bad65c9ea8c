"""Sub-agents: conversations of their own, started by a call, here or in the background."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from steno.client import agent as loop
from steno.client.background import AgentResult
from steno.client.conversation import Conversation
from steno.client.endings import as_drafts
from steno.client.interrupt import BrokenOffByPerson, Interrupt
from steno.client.model_names import full_name
from steno.client.prompts import Prompt
from steno.client.recorder import AgentMeta, new_agent_id
from steno.client.spending import all_tokens
from steno.client.system_prompt import agent_blocks, surroundings
from steno.client.tool import FilesSeen, ToolAnswer, failed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.client.agent import Agent
    from steno.client.definitions import AgentDefinition
    from steno.client.tool import Input, Tool

DEEPEST: Final = 3
"""How many agents may have started one another in a row."""
NOT_FOR_AGENTS: Final = frozenset(
    {"AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "StructuredOutput", "TaskOutput"}
)
"""Tools that speak with the person, or belong to the main conversation."""
GENERAL: Final = "general-purpose"
_COUNTED_AS: Final = {
    "Read": "readCount",
    "Glob": "searchCount",
    "Grep": "searchCount",
    "Bash": "bashCount",
    "Edit": "editFileCount",
    "Write": "editFileCount",
    "NotebookEdit": "editFileCount",
}


@dataclass(frozen=True, slots=True)
class Started:
    """A sub-agent that is about to work."""

    agent: Agent
    agent_id: str
    prompt: str
    description: str
    begun: float


async def spawn(parent: Agent, call_id: str, given: Input) -> ToolAnswer:
    """Run a sub-agent for a call: to its end, or beside the conversation."""
    name = str(given.get("subagent_type") or GENERAL)
    definition = parent.shared.definitions.agents.get(name)
    if definition is None:
        known = ", ".join(sorted(parent.shared.definitions.agents))
        return failed(f"Agent type '{name}' not found. Available agents: {known}")
    if given.get("isolation") is not None:
        return failed("There is no worktree for agents here; ask again without isolation.")
    if parent.depth >= DEEPEST:
        return failed("An agent as deep as this one cannot start another: do it yourself.")
    started = _started(parent, call_id, given, definition)
    if given.get("run_in_background") is True:
        return _in_background(parent, call_id, started)
    await _worked(started)
    return _answer(started)


def _started(parent: Agent, call_id: str, given: Input, definition: AgentDefinition) -> Started:
    """Put a sub-agent together: what it has in common with its parent, and what is its own."""
    agent_id, depth = new_agent_id(), parent.depth + 1
    description = str(given.get("description") or definition.name)
    meta = AgentMeta(
        agent_type=definition.name, description=description, call_id=call_id, depth=depth
    )
    model = _model(given.get("model") or definition.model, parent.model, parent.context.environ)
    is_apart = given.get("run_in_background") is True
    child = loop.Agent(
        shared=parent.shared,
        recorder=parent.recorder.subagent(agent_id, meta, cwd=parent.context.cwd),
        conversation=Conversation(),
        context=replace(parent.context, agent_id=agent_id, seen=FilesSeen(), call_id=""),
        tools=tools_for(definition, parent.shared.tools, depth),
        model=model,
        system=lambda: agent_blocks(
            definition.prompt,
            surroundings(child.context.cwd, model=model, branch=child.recorder.envelope.git_branch),
        ),
        opening=parent.opening,
        # The person breaks off what they wait for; what runs beside it goes on.
        interrupt=Interrupt() if is_apart else parent.interrupt,
        parent_call=call_id,
        agent_type=definition.name,
        depth=depth,
        max_turns=definition.max_turns,
    )
    child.context.spawn = lambda inner, wanted: spawn(child, inner, wanted)
    return Started(child, agent_id, str(given.get("prompt") or ""), description, time.monotonic())


def _model(wanted: object, inherited: str, environ: Mapping[str, str]) -> str:
    if not isinstance(wanted, str) or wanted in ("", "inherit"):
        return inherited
    return full_name(wanted, environ)


def tools_for(
    definition: AgentDefinition, tools: Mapping[str, Tool], depth: int
) -> dict[str, Tool]:
    """Give the tools that an agent has: those of its definition, without those of the person."""
    wanted = None if definition.tools is None else {_bare(name) for name in definition.tools}
    refused = {_bare(name).casefold() for name in definition.disallowed}
    refused |= {name.casefold() for name in NOT_FOR_AGENTS}
    if depth >= DEEPEST or "task" in refused:
        refused |= {"agent", "task"}
    return {
        name: tool
        for name, tool in tools.items()
        if name.casefold() not in refused and (wanted is None or name in wanted)
    }


def _bare(name: str) -> str:
    """Give the tool of a rule such as ``Bash(git:*)``; older definitions say Task for Agent."""
    plain = name.partition("(")[0].strip()
    return "Agent" if plain == "Task" else plain


async def _worked(started: Started) -> None:
    """Let a sub-agent work to its end; a wish to break off is that of its parent, too."""
    agent = started.agent
    marks = {"agent_id": started.agent_id, "agent_type": agent.agent_type}
    verdict = await agent.interrupt.race(agent.shared.hooks.run("SubagentStart", marks))
    if verdict.contexts:
        agent.recorder.hold(*as_drafts(verdict.attachments))
    try:
        await agent.run(Prompt(content=started.prompt))
    finally:
        agent.recorder.close()
    if agent.interrupt.is_wished:
        raise BrokenOffByPerson


def _result(started: Started) -> AgentResult:
    turn = started.agent.turn
    text = turn.text or "; ".join(turn.errors)
    return AgentResult(
        text=text,
        is_error=turn.is_error,
        tokens=all_tokens(turn.last_usage),
        tool_uses=turn.calls,
        duration_ms=round((time.monotonic() - started.begun) * 1000),
    )


def _answer(started: Started) -> ToolAnswer:
    """Give what the agent that started it is told, and what the transcript keeps."""
    agent, result = started.agent, _result(started)
    if result.is_error and not agent.turn.requests:
        return failed(f"The agent could not work: {result.text}")
    said = [{"type": "text", "text": result.text}]
    totals = (
        f"agentId: {started.agent_id}\n<usage>subagent_tokens: {result.tokens}\n"
        f"tool_uses: {result.tool_uses}\nduration_ms: {result.duration_ms}</usage>"
    )
    kept: dict[str, Any] = {
        "status": "completed",
        "prompt": started.prompt,
        "agentId": started.agent_id,
        "agentType": agent.agent_type,
        "content": said,
        "resolvedModel": agent.model,
        "totalDurationMs": result.duration_ms,
        "totalTokens": result.tokens,
        "totalToolUseCount": result.tool_uses,
        "usage": dict(agent.turn.last_usage),
        "toolStats": _stats(agent),
    }
    return ToolAnswer([*said, {"type": "text", "text": totals}], kept)


def _stats(agent: Agent) -> dict[str, int]:
    """Count the calls of an agent by what they are for."""
    counts = dict.fromkeys(
        ["readCount", "searchCount", "bashCount", "editFileCount", "linesAdded", "linesRemoved"], 0
    )
    counts["otherToolCount"] = 0
    for line in agent.conversation.lines:
        for block in line.blocks if line.is_reply else ():
            if block.get("type") == "tool_use":
                counts[_COUNTED_AS.get(str(block.get("name")), "otherToolCount")] += 1
    return counts


def _in_background(parent: Agent, call_id: str, started: Started) -> ToolAnswer:
    """Start a sub-agent beside the conversation; the model is told when it has ended."""

    async def work() -> AgentResult:
        await _worked(started)
        return _result(started)

    task = parent.context.background.start_agent(
        started.agent_id,
        work(),
        description=started.description,
        prompt=started.prompt,
        call_id=call_id,
    )
    task.agent_type = started.agent.agent_type
    text = (
        f"Async agent launched successfully.\nagentId: {started.agent_id}\n"
        "The agent works in the background. You are told by yourself when it has ended; go on "
        "with something else meanwhile, and leave its files and topics alone.\n"
        f"output_file: {task.output}\n"
        "Do not read that file: it is the whole transcript of the agent."
    )
    kept = {
        "isAsync": True,
        "status": "async_launched",
        "agentId": started.agent_id,
        "description": started.description,
        "resolvedModel": started.agent.model,
        "prompt": started.prompt,
        "outputFile": str(task.output),
        "canReadOutputFile": True,
    }
    return ToolAnswer([{"type": "text", "text": text}], kept)
