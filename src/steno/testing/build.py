"""Everything to make up transcripts with: lines, sessions, and homes to put them in.

::

    session = SessionBuilder("tides", cwd="/home/mira/ebb")
    session.prompt("When is high water in Sandhaven?")
    session.reply(think("Look it up."), read("/home/mira/ebb/sandhaven.csv", TABLE))
    session.reply("At 04:12 and 16:37.")
    make_session(folder, session)

What is not given is made up, and always in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.testing.agent_tools import AgentTask, agent
from steno.testing.home import HomeBuilder, make_home, make_session
from steno.testing.lines import (
    CLIENT_VERSION,
    FIRST,
    HERE,
    MODEL,
    SESSION_ID,
    Link,
    Reply,
    Stamp,
    chained,
    make_assistant,
    make_attachment,
    make_compaction,
    make_loose,
    make_progress,
    make_snapshot,
    make_synthetic,
    make_system,
    make_tool_call,
    make_tool_result,
    make_tool_use,
    make_user,
)
from steno.testing.seeded import START, Clock, Ids
from steno.testing.session import SessionBuilder, Settings, Subagent, redacted, think
from steno.testing.tokens import Tokens
from steno.testing.tool_run import Outcome, ToolRun

if TYPE_CHECKING:
    from steno.testing.agent_tools import Work

__all__ = [
    "CLIENT_VERSION", "FIRST", "HERE", "MODEL", "SESSION_ID", "START", "AgentTask", "Clock",
    "HomeBuilder", "Ids", "Link", "Outcome", "Reply", "SessionBuilder", "Settings", "Stamp",
    "Subagent", "Tokens", "ToolRun", "chained", "make_assistant", "make_attachment",
    "make_compaction", "make_fork", "make_home", "make_loose", "make_progress", "make_session",
    "make_snapshot", "make_subagent", "make_synthetic", "make_system", "make_tool_call",
    "make_tool_result", "make_tool_use", "make_user", "redacted", "think",
]  # fmt: skip


def make_fork(session: SessionBuilder, seed: str = "fork") -> SessionBuilder:
    """Give a fork of a session: the same chain under another id."""
    return session.fork(seed)


def make_subagent(session: SessionBuilder, task: AgentTask, work: Work) -> SessionBuilder:
    """Have a session start a sub-agent and wait for it; give the sub-agent's own lines."""
    session.reply(agent(task, work))
    return session.subagents[-1].session
