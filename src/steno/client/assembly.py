"""Puts a session together: settings, rules, hooks, tools and the agent; begins and ends it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from steno.client import endings
from steno.client.agent import Agent
from steno.client.background import BackgroundTasks, output_folder
from steno.client.backups import Backups
from steno.client.client_config import SOURCES
from steno.client.conversation import Conversation
from steno.client.definitions import Definitions, load_definitions
from steno.client.events import CallTold
from steno.client.expansion import expanded_body
from steno.client.hooks import Hooks, hooks_in
from steno.client.memory import Memory, memory_text
from steno.client.model_names import model_named
from steno.client.options import Options
from steno.client.planning import SessionPlanning
from steno.client.progress_lines import write_progress
from steno.client.prompts import NOTIFICATION, Prompt
from steno.client.rulebook import Rulebook, is_hidden, open_rulebook, rules_of
from steno.client.shared import Shared
from steno.client.side_requests import SMALL_MODEL, SMALL_VARIABLE, SideRequests
from steno.client.spending import Spending
from steno.client.structured import NAME as STRUCTURED
from steno.client.structured import StructuredOutput
from steno.client.subagents import spawn
from steno.client.system_prompt import opening_words, surroundings, system_blocks
from steno.client.taking import run_shell, submit
from steno.client.tool import ToolContext
from steno.client.tools import builtin_tools
from steno.client.tools.services import Services
from steno.session.models import DEFAULT_MODEL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from steno.client.client_config import ClientConfig
    from steno.client.events import Tell
    from steno.client.opening import Opened
    from steno.client.person import Person
    from steno.client.tool import Tool
    from steno.model.exchange import Exchange

QUIET = frozenset({"TodoWrite", "AskUserQuestion"})
"""Tools that only sessions have which ask for them, or which have a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a session is put together from."""

    opened: Opened
    home: Path
    cwd: Path
    exchange: Exchange
    config: ClientConfig
    person: Person
    tell: Tell
    environ: Mapping[str, str]
    options: Options = field(default_factory=Options)
    model: str | None = None
    permission_mode: str | None = None
    allowed: Sequence[str] = ()
    disallowed: Sequence[str] = ()
    tools: Sequence[str] | None = None
    """The built-in tools that there are; None for the usual ones."""
    more_tools: Sequence[Tool] = ()
    """Such as those of MCP servers."""
    more_folders: tuple[Path, ...] = ()
    agents: str | Mapping[str, Any] | None = None
    definitions: Definitions | None = None
    sources: Sequence[str] = SOURCES
    """Whose settings, memory and definitions count."""
    tells_project: bool = True
    """Whether the model is told what the project's files say of it."""
    keeps_files: bool = True
    """Whether files are copied before they are changed."""
    spending: Spending | None = None
    """What was spent so far; None for nothing."""

    @property
    def variables(self) -> dict[str, str]:
        """The environment, with what the settings say of it."""
        return {**self.environ, **self.config.env}


def assemble(parts: Parts) -> Agent:
    """Put a session together; nothing is asked and nothing is written yet."""
    recorder, cwd = parts.opened.recorder, parts.cwd
    rulebook = open_rulebook(
        parts.permission_mode or "default",
        rules_of(parts.config, allowed=parts.allowed, disallowed=parts.disallowed),
        cwd,
        home=parts.home,
        more=parts.more_folders,
    )
    said = parts.model or parts.opened.model
    model = said or model_named(parts.config.model, parts.variables) or DEFAULT_MODEL
    user, project = "user" in parts.sources, "project" in parts.sources
    definitions = parts.definitions or load_definitions(
        parts.home, cwd, parts.agents, user=user, project=project
    )
    project = project and parts.tells_project
    memory = Memory(home=parts.home, root=cwd, user=user, project=project)
    shared = _shared(parts, rulebook, definitions)
    shared.memory = memory
    context = _context(parts, rulebook)
    agent = Agent(
        shared=shared,
        recorder=recorder,
        conversation=Conversation(parts.opened.past.lines if parts.opened.past else ()),
        context=context,
        tools={},
        model=model,
        system=lambda: _system(parts, agent),
        opening=partial(_opening, memory),
        max_turns=parts.options.max_turns,
        dropped_tokens=parts.opened.past.dropped_tokens if parts.opened.past else 0,
        held_before=len(recorder.held),
    )
    shared.tools = tools_of(parts, agent, rulebook)
    agent.tools = dict(shared.tools)
    context.spawn = lambda call, given: spawn(agent, call, given)
    context.background.ended = lambda task: submit(
        agent, Prompt(content=task.notice(), origin=NOTIFICATION)
    )
    if parts.options.progress_lines:
        write_progress(agent)
    return agent


def _shared(parts: Parts, rulebook: Rulebook, definitions: Definitions) -> Shared:
    recorder = parts.opened.recorder

    def common() -> dict[str, Any]:
        told: dict[str, Any] = {
            "session_id": recorder.session_id,
            "transcript_path": str(recorder.path),
            "cwd": recorder.envelope.cwd,
        }
        if recorder.position.prompt_id is not None:
            told["prompt_id"] = recorder.position.prompt_id
        effort = {"level": parts.options.thinking.effort or parts.options.effort_level}
        return {**told, "permission_mode": rulebook.mode, "effort": effort}

    return Shared(
        exchange=parts.exchange,
        judge=rulebook,
        person=parts.person,
        hooks=Hooks(
            table=hooks_in(parts.config.values),
            cwd=parts.cwd,
            environ=parts.variables,
            common=common,
            tell=parts.tell,
        ),
        tell=parts.tell,
        definitions=definitions,
        tools={},
        options=parts.options,
        spending=parts.spending or Spending(),
        own_folder=None if parts.config.is_trusted else parts.home,
    )


def _context(parts: Parts, rulebook: Rulebook) -> ToolContext:
    recorder, variables = parts.opened.recorder, parts.variables

    async def not_yet(_call: str, _given: Any) -> Any:
        raise NotImplementedError("it is set when the agent is there")

    return ToolContext(
        session_id=recorder.session_id,
        session_path=recorder.path,
        agent_id=None,
        cwd=parts.cwd,
        root=parts.cwd,
        more_folders=parts.more_folders,
        environ=variables,
        seen=parts.opened.seen,
        backups=_backups(parts),
        background=BackgroundTasks(output_folder(variables, parts.cwd, recorder.session_id)),
        person=parts.person,
        tell=lambda call, text: parts.tell(CallTold(call_id=call, text=text)),
        spawn=not_yet,
        hides=rulebook.hides,
    )


def _backups(parts: Parts) -> Backups:
    """Give the copies of files that there are; a fork begins with what its origin knows of them."""
    opened, recorder = parts.opened, parts.opened.recorder

    def note(line: dict[str, Any]) -> None:
        recorder.append(line)

    backups = Backups(parts.home, recorder.session_id, parts.cwd, note, on=parts.keeps_files)
    if backups.on:
        forked_from = opened.forked_from
        backups.take_up(opened.snapshots(), parts.more_folders, forked_from=forked_from)
        if opened.forked_from is not None:
            recorder.owed[:0] = backups.lines()
    return backups


def tools_of(parts: Parts, agent: Agent, rulebook: Rulebook) -> dict[str, Tool]:
    """Give the tools of a session by name."""
    small = parts.variables.get(SMALL_VARIABLE) or SMALL_MODEL
    side = SideRequests(parts.exchange, agent.shared.spending, small, agent.model)

    async def skill_body(name: str, arguments: str, _: ToolContext) -> str | None:
        recipe = agent.shared.definitions.recipe(name)
        if recipe is None:
            return None
        return await expanded_body(recipe, arguments, partial(run_shell, agent))

    built_in = builtin_tools(
        Services(
            ask_small_model=side.ask_small_model,
            search_web=side.search_web,
            skill_body=skill_body,
            skill_names=lambda: [one.name for one in agent.shared.definitions.recipes()],
            planning=SessionPlanning(parts.home, rulebook, agent.recorder),
        )
    )
    if parts.tools is not None:
        wanted = {name for name in parts.tools if name in built_in}
    else:
        is_alone = not parts.options.is_interactive
        wanted = {name for name in built_in if not (is_alone and name in QUIET)} - {"TodoWrite"}
    chosen: dict[str, Tool] = {name: tool for name, tool in built_in.items() if name in wanted}
    chosen |= {tool.name: tool for tool in parts.more_tools}
    chosen = {n: tool for n, tool in chosen.items() if not is_hidden(n, parts.disallowed)}
    if parts.options.json_schema is not None:
        chosen[STRUCTURED] = StructuredOutput(parts.options.json_schema)
    return chosen


def _system(parts: Parts, agent: Agent) -> list[dict[str, Any]]:
    facts = surroundings(
        agent.context.cwd,
        model=agent.model,
        branch=agent.recorder.envelope.git_branch,
        more_folders=parts.more_folders,
    )
    return system_blocks(
        facts,
        custom=parts.options.system_prompt,
        more=parts.options.append_system_prompt,
        tools=bool(agent.tools),
    )


def _opening(memory: Memory) -> str:
    """Read what people wrote down; each time, for it may be changed while a session runs."""
    return opening_words(memory_text(memory.whole()), datetime.now(UTC).astimezone().date())


async def begin(agent: Agent, source: str) -> None:
    """Let SessionStart hooks speak: ``startup``, ``resume``, ``clear``; their lines come first."""
    verdict = await agent.shared.hooks.run("SessionStart", {"source": source})
    agent.recorder.hold(*endings.as_drafts(verdict.attachments))


async def end(agent: Agent, reason: str = "other") -> None:
    """End a session: what runs beside it is stopped, hooks are told, all is on the disk."""
    await agent.context.background.stop_all()
    await agent.shared.finish()
    await agent.shared.hooks.run("SessionEnd", {"reason": reason})
    agent.recorder.note_leaf()
    agent.recorder.close()
