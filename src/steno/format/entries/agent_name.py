"""``agent-name``: the name under which the session's agent is known."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class AgentNameEntry(LooseEntry):
    """A name, given with the session's title or by its team."""

    TAG = "agent-name"
    SINCE = "2.1.81"

    agent_name = text("agentName", since="2.1.81")
    """The name."""
