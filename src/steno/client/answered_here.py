"""Slash commands that are answered without a model: what it cost, and what there is not here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.client.expansion import parse_command
from steno.client.local_commands import output_text
from steno.client.permissions.names import names
from steno.client.system_lines import local_command

if TYPE_CHECKING:
    from steno.client.agent import Agent

FOR_PEOPLE: Final = names("help clear resume rewind model context permissions quit exit")
"""Commands that only a conversation with a person has."""
_OWN: Final = names("compact")
_NO_COMMAND: Final = "."
"""What no name of a command has, but names of files have."""


def answered_here(agent: Agent, prompt: str) -> bool:
    """Answer a command that no model is asked for; the turn tells the answer."""
    answer = local_answer(agent, prompt)
    if answer is None:
        return False
    output = local_command(output_text(answer))
    agent.record(local_command(prompt.strip()), output)
    agent.turn.text = answer
    return True


def local_answer(agent: Agent, prompt: str) -> str | None:
    """Give the answer to a command that is ours, or that there is not; None for the others."""
    named = parse_command(prompt)
    if named is None or named[0] in _OWN or agent.shared.definitions.recipe(named[0]) is not None:
        return None
    name = named[0]
    if name == "cost":
        return _cost(agent)
    if name in FOR_PEOPLE:
        return f"/{name} is not available here: it is a command of 'steno chat'."
    is_path = _NO_COMMAND in name or Path(f"/{name}").exists()
    return None if is_path else f"Unknown command: /{name}"


def _cost(agent: Agent) -> str:
    spending = agent.shared.spending
    if not spending.models:
        return "Nothing was spent yet."
    cost = spending.cost
    total = "The price of a model is not known" if cost is None else f"${cost:.4f} in all"
    return f"{total}, {spending.api_ms / 1000:.1f} s of waiting for models."
