"""Gives MCP servers a little time before the first prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.client.interrupt import BrokenOffByPerson

if TYPE_CHECKING:
    from steno.cli.chatting.talk import Talk

PATIENCE: Final = 5.0
"""Seconds that the first prompt waits."""


async def connected(talk: Talk) -> bool:
    """Wait for servers that are not there yet, once; False where the person breaks that off."""
    missing = talk.desk.missing_servers()
    if talk.has_waited or not missing:
        return True
    talk.has_waited, before = True, talk.doing(f"Connecting to {', '.join(missing)} ...")
    talk.agent.interrupt.forget()
    try:
        await talk.agent.interrupt.race(talk.desk.await_servers(PATIENCE))
    except BrokenOffByPerson:
        return False
    if missing := talk.desk.missing_servers():
        names = ", ".join(missing)
        talk.notice(f"still connecting to {names}: what it offers comes when it is there", "info")
    talk.doing(before)
    return True
