"""Taking a prompt: hooks that may refuse it, commands, files that it mentions, and the queue."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steno.client import attachments, compaction, endings, lines, loose_lines
from steno.client.answered_here import answered_here
from steno.client.events import TurnBegan
from steno.client.expansion import expanded_body, own_words, parse_command
from steno.client.interrupt import BrokenOffByPerson
from steno.client.mentions import mentioned
from steno.client.noticing import notice
from steno.client.prompts import NOTIFICATION

if TYPE_CHECKING:
    from steno.client.agent import Agent
    from steno.client.definitions import Recipe
    from steno.client.events import TurnEnded
    from steno.client.hooks import Verdict
    from steno.client.lines import Draft
    from steno.client.prompts import Prompt


async def take(agent: Agent, prompt: Prompt) -> bool:
    """Write a prompt down with what goes with it; False where there is nothing to ask the model."""
    if agent.parent_call is not None:
        _begun(agent, lines.said(prompt.content, uuid=prompt.uuid))
        return True
    if prompt.lines:
        _begun(agent, *prompt.lines)
        return True
    is_typed = isinstance(prompt.content, str) and not prompt.is_news
    if is_typed and answered_here(agent, prompt.text):
        return False
    verdict = None
    if not prompt.is_news:
        verdict = await _heard(agent, prompt)
        if verdict.blocked is not None or verdict.stops:
            endings.refused_prompt(agent, prompt, verdict)
            return False
    named = parse_command(prompt.text) if isinstance(prompt.content, str) else None
    if named is not None and named[0] == "compact":
        await compaction.compact_by_hand(agent, named[1])
        return False
    recipe = agent.shared.definitions.recipe(named[0]) if named is not None else None
    if named is not None and recipe is not None:
        await _take_recipe(agent, recipe, named[1], prompt)
    else:
        _begun(agent, _line(agent, prompt))
        # News quote what a model wrote: it must not have files read by that.
        agent.record(*await mentioned(agent, "" if prompt.is_news else prompt.text))
    notice(agent)
    agent.record(*listings(agent))
    if verdict is not None:
        agent.record(*endings.as_drafts(verdict.attachments))
    return True


async def _heard(agent: Agent, prompt: Prompt) -> Verdict:
    """Ask the hooks about a prompt; one that is broken off meanwhile is written down all the same.

    Not before: a prompt that a hook refuses is no part of the conversation.
    """
    told, marks = {"prompt": prompt.text}, endings.agent_marks(agent)
    try:
        hearing = agent.shared.hooks.run("UserPromptSubmit", told, more=marks)
        return await agent.interrupt.race(hearing)
    except (BrokenOffByPerson, asyncio.CancelledError):
        _begun(agent, _line(agent, prompt))
        raise


def listings(agent: Agent) -> list[Draft]:
    """Give the kinds of agents and the skills that there are, where the model does not know yet."""
    known = {line.subtype for line in agent.conversation.lines if line.kind == "attachment"}
    defined, drafts = agent.shared.definitions, []
    if "Agent" in agent.tools and "agent_listing_delta" not in known:
        told = {
            name: f"- {name}: {one.description} (Tools: {', '.join(one.tools or ()) or 'all'})"
            for name, one in sorted(defined.agents.items())
        }
        drafts.append(attachments.agent_listing(told))
    skills = [recipe for recipe in defined.recipes() if recipe.for_model]
    if "Skill" in agent.tools and skills and "skill_listing" not in known:
        text = "\n".join(f"- {recipe.name}: {recipe.description}" for recipe in skills)
        drafts.append(attachments.skill_listing(text, [recipe.name for recipe in skills]))
    return drafts


def _begun(agent: Agent, *drafts: Draft) -> None:
    written = agent.record(*drafts)
    uuid = next(str(line["uuid"]) for line in reversed(written) if line["type"] == "user")
    agent.tell(TurnBegan(prompt_uuid=uuid, parent_call=agent.parent_call))
    if agent.parent_call is None:
        agent.context.backups.begin(uuid)


def _line(agent: Agent, prompt: Prompt) -> Draft:
    return lines.prompt(
        prompt.content,
        permission_mode=agent.shared.judge.mode,
        source=prompt.source,
        origin=prompt.origin,
        uuid=prompt.uuid,
    )


async def _take_recipe(agent: Agent, recipe: Recipe, arguments: str, prompt: Prompt) -> None:
    """Put a command or skill that the person asked for into the conversation."""
    asked = (
        f"<command-message>{recipe.name}</command-message>\n"
        f"<command-name>/{recipe.name}</command-name>\n"
        f"<command-args>{arguments}</command-args>"
    )
    own = agent.shared.own_folder
    if own is None or recipe.path.resolve().is_relative_to(own.resolve()):
        agent.shared.judge.grant(recipe.allowed_tools)
    agent.skill = recipe.name
    _begun(agent, lines.said(asked, uuid=prompt.uuid))
    body = await expanded_body(recipe, arguments, lambda command: run_shell(agent, command))
    agent.record(lines.meta([{"type": "text", "text": body}]))
    words = own_words(recipe, arguments)
    by_person = f"{arguments}\n{words}" if recipe.is_own else arguments
    agent.record(*await mentioned(agent, by_person, words))
    agent.record(attachments.command_permissions(recipe.allowed_tools))


async def run_shell(agent: Agent, command: str) -> str:
    """Run a command of a recipe where the rules allow it without a question."""
    bash = agent.shared.tools.get("Bash")
    given: dict[str, Any] = {"command": command, "description": "Part of a slash command"}
    if bash is None:
        return f"[{command} was not run: there is no Bash tool]"
    decision = agent.shared.judge.decide(bash, given, agent.context)
    if decision.behavior != "allow":
        return f"[{command} was not run: {decision.reason}]"
    answer = await agent.interrupt.race(bash.run(given, replace(agent.context, call_id="")))
    return answer.content if isinstance(answer.content, str) else str(answer.content)


def submit(agent: Agent, prompt: Prompt) -> None:
    """Put a prompt into the queue: it is heard between two steps, or begins the next turn."""
    now = agent.recorder.now()
    waiting = replace(prompt, timestamp=now)
    if agent.is_busy and prompt.source == "typed":
        waiting = replace(waiting, source="queued")
    if agent.is_busy or waiting.source != "typed":
        text = waiting.content if isinstance(waiting.content, str) else None
        line = loose_lines.queue_operation(agent.recorder.session_id, now, "enqueue", text)
        if agent.is_busy:
            agent.record(line)
        else:
            agent.recorder.hold(line)
    agent.shared.queue.put(waiting)


async def run_next(agent: Agent) -> TurnEnded | None:
    """Run the turn of the next prompt in the queue; None where none waits."""
    prompt = agent.shared.queue.take()
    if prompt is None:
        return None
    if prompt.source != "typed":
        line = loose_lines.queue_operation(
            agent.recorder.session_id, agent.recorder.now(), "dequeue"
        )
        agent.recorder.hold(line)
    return await agent.run(prompt)


def hear_queued(agent: Agent) -> None:
    """Tell the model between two steps what was said meanwhile; sub-agents do not hear it."""
    for prompt in agent.shared.queue.take_all() if agent.parent_call is None else ():
        agent.record(
            loose_lines.queue_operation(agent.recorder.session_id, agent.recorder.now(), "remove"),
            attachments.queued_command(
                prompt.content,
                prompt.timestamp,
                mode=NOTIFICATION if prompt.is_news else "prompt",
                origin=prompt.origin,
            ),
        )
