"""Whether a call may run: what hooks say, what the rules say, and what the person says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steno.client.person import Wish
from steno.client.tool import ToolAnswer, failed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.client.agent import Agent
    from steno.client.hooks import Verdict
    from steno.client.permissions.context import Decision
    from steno.client.tool import Tool, ToolContext


@dataclass(frozen=True, slots=True)
class Wondered:
    """A call about which somebody has to decide."""

    tool: Tool
    call_id: str
    given: Mapping[str, Any]
    verdict: Verdict
    """What hooks said."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What was decided."""

    given: Mapping[str, Any]
    """The input that it runs with."""
    refusal: ToolAnswer | None = None
    """What the model is told where it may not run."""
    interrupts: bool = False
    """Whether the person ended the turn with it."""


async def judged(agent: Agent, about: Wondered, context: ToolContext) -> Judged:
    """Decide on a call: a no of anybody's counts, a hook's yes answers a question of the rules."""
    verdict, given = about.verdict, about.given
    if verdict.permission == "deny":
        return Judged(given, failed(verdict.reason or "Denied by a hook"))
    decision = agent.shared.judge.decide(about.tool, given, context)
    if decision.behavior == "deny":
        told = f"Permission to use {about.tool.name} has been denied: {decision.reason}."
        return Judged(given, failed(told))
    is_asked = decision.behavior == "ask" or verdict.permission == "ask"
    # Whoever wrote down that they want to be asked is asked: a hook cannot answer that.
    if not is_asked or (verdict.permission == "allow" and not decision.is_ruled):
        return Judged(given)
    return await _asked(agent, about, decision)


def _notify(agent: Agent, wish: Wish) -> None:
    """Let hooks know that somebody is asked; the question does not wait for them."""
    told = {
        "message": f"steno needs your permission to use {wish.tool}",
        "notification_type": "permission_prompt",
    }
    if agent.shared.hooks.has("Notification"):
        agent.shared.beside(agent.shared.hooks.run("Notification", told))


async def _asked(agent: Agent, about: Wondered, decision: Decision) -> Judged:
    """Ask whoever is there; one question at a time."""
    wish = Wish(
        tool=about.tool.name,
        given=about.given,
        call_id=about.call_id,
        agent_id=agent.context.agent_id,
        reason=about.verdict.reason or decision.reason,
        suggestions=decision.suggestions,
    )
    async with agent.shared.asking:
        # What was asked before may have changed the rules so that nothing is to be asked now.
        again = agent.shared.judge.decide(about.tool, about.given, agent.context)
        if again.behavior == "allow" and about.verdict.permission != "ask":
            return Judged(about.given)
        _notify(agent, wish)
        word = await agent.shared.person.may_use(wish)
    if word.updates:
        agent.shared.judge.apply(word.updates)
    if word.behavior == "allow":
        return Judged(about.given if word.given is None else word.given)
    return Judged(about.given, failed(word.message or decision.reason), word.interrupt)
