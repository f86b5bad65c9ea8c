"""``agent-color``: the colour in which the session's agent is shown."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, text


class AgentColorEntry(LooseEntry):
    """A colour."""

    TAG = "agent-color"
    SINCE = NAMED

    agent_color = text("agentColor", since=NAMED)
    """The colour's name."""
