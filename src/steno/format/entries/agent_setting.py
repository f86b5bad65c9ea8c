"""``agent-setting``: the kind of agent that the session runs as."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class AgentSettingEntry(LooseEntry):
    """The agent chosen when the client was started."""

    TAG = "agent-setting"
    SINCE = "2.1.197"

    agent_setting = text("agentSetting", since="2.1.197")
    """The agent's name."""
