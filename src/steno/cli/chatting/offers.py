"""What could be agreed to so that the same call is not asked about again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.client.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.client.agent import Agent
    from steno.client.permissions.context import Decision
    from steno.client.person import Wish
    from steno.client.tool import Tool

    Changes = tuple[Mapping[str, Any], ...]

EDITS: Final[Mapping[str, Any]] = {
    "type": "setMode",
    "mode": "acceptEdits",
    "destination": "session",
}


def for_session(changes: Iterable[Mapping[str, Any]]) -> Changes:
    """Give changes of the rules, for as long as this session lasts."""
    return tuple({**change, "destination": "session"} for change in changes)


def offered(agent: Agent, wish: Wish) -> Changes:
    """Give the changes that would let the same call pass; none where no change does.

    A rule for a command does not cover the file that its output goes to: then the mode in which
    files are edited without a question may, alone or with rules.
    """
    judge, tool = agent.shared.judge, agent.shared.tools.get(wish.tool)
    if tool is None or not isinstance(judge, Rulebook):
        return for_session(wish.suggestions)
    for changes in _candidates(judge, tool, agent, wish):
        if changes and _decided(judge, tool, agent, wish, changes).behavior == "allow":
            return changes
    return ()


def _candidates(judge: Rulebook, tool: Tool, agent: Agent, wish: Wish) -> Iterator[Changes]:
    yield for_session(wish.suggestions)
    if judge.mode == "default":
        yield (EDITS,)
        asked = _decided(judge, tool, agent, wish, (EDITS,))
        yield (EDITS, *for_session(asked.suggestions))


def _decided(judge: Rulebook, tool: Tool, agent: Agent, wish: Wish, changes: Changes) -> Decision:
    return judge.with_changes(changes).decide(tool, wish.given, agent.context)
