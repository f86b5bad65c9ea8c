"""Everything that the real client is put through: the lab's scenarios and our own."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.interop import made_hooks, made_sessions, made_tools, made_typing
from tests.interop.lab import TMUX, is_typed

if TYPE_CHECKING:
    from tests.interop.lab import Scenario

_LAB: Final = Path(__file__).resolve().parents[3] / "shared" / "interop" / "scenarios"


@cache
def all_scenarios() -> dict[str, Scenario]:
    """Give the scenarios by name: those of the lab, where there is one, and our own."""
    theirs = {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(_LAB.glob("*.json"))
    }
    return theirs | OWN


OWN: Final[dict[str, Scenario]] = {
    "made_planning_tools": made_tools.planning_tools(),
    "made_file_tools": made_tools.file_tools(),
    "made_pictures": made_tools.pictures(),
    "made_old_todos": made_tools.old_todos(),
    "made_mcp": made_tools.mcp(),
    "made_mcp_searched": made_tools.mcp(env={"ENABLE_TOOL_SEARCH": "true"}),
    "made_compaction_when_full": made_sessions.compaction_when_full(),
    "made_compaction_when_refused": made_sessions.compaction_when_refused(),
    "made_starts": made_sessions.starts(),
    "made_worktree": made_sessions.worktree_and_pull_request(),
    "made_plans": made_sessions.plans(),
    "made_rare_blocks": made_sessions.rare_blocks(),
    "made_limits": made_sessions.limits(),
    "made_agents_in_agents": made_sessions.agents_in_agents(),
    "made_messages": made_sessions.messages_between_agents(),
    "made_hooks": made_hooks.hooks_of_every_kind(),
    "made_hooks_that_stop": made_hooks.hooks_that_stop(),
    "made_typing": made_typing.interrupts_and_commands(),
}


def why_not(scenario: Scenario) -> str | None:
    """Give the reason why a scenario cannot be run on this machine, None if it can."""
    return "needs tmux to type at the client" if is_typed(scenario) and TMUX is None else None
