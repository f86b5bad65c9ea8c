"""Sessions that are only at hand, made of short lines whose ids and parents a test can read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.decode import decode
from steno.session.session import from_entries
from tests.written import line_of, reply, user

if TYPE_CHECKING:
    from steno.session.session import Session

    Body = dict[str, Any]


def held(*lines: Body | bytes) -> Session:
    """Make a session of lines, one entry each."""
    raw = [line if isinstance(line, bytes) else line_of(line) for line in lines]
    return from_entries(decode(one, line=number) for number, one in enumerate(raw, 1))


def stamp(second: float) -> str:
    """Give the time so many seconds after the beginning."""
    minutes, seconds = divmod(second, 60)
    return f"2026-01-03T10:{int(minutes):02}:{seconds:06.3f}Z"


def place(uuid: str, parent: str | None, second: float) -> Body:
    """Give the keys by which a line hangs together with others."""
    return {"uuid": uuid, "parentUuid": parent, "timestamp": stamp(second)}


def prompt(uuid: str, parent: str | None, second: float, **own: Any) -> Body:
    """Make a prompt."""
    return user(f"prompt {uuid}", **place(uuid, parent, second), **own)


def says(uuid: str, parent: str | None, second: float, of: str = "", **own: Any) -> Body:
    """Make a reply, as part of an API message; without one it is a message of its own."""
    return reply(of or f"msg_{uuid}", **place(uuid, parent, second), **own)


def calls(uuid: str, parent: str | None, second: float, of: str = "", **own: Any) -> Body:
    """Make a reply that calls a tool."""
    block = {"type": "tool_use", "id": f"toolu_{uuid}", "name": "Bash", "input": {}}
    body = {"content": [block], "stop_reason": "tool_use"}
    return says(uuid, parent, second, of, message=body, **own)


def result(uuid: str, parent: str | None, second: float, **own: Any) -> Body:
    """Make the result of a call."""
    block = {"type": "tool_result", "tool_use_id": f"toolu_{parent}", "content": "done"}
    return user([block], **place(uuid, parent, second), **own)


def system(uuid: str, parent: str | None, second: float, subtype: str, **own: Any) -> Body:
    """Make a system line."""
    return {"type": "system", "subtype": subtype, **place(uuid, parent, second), **own}


def attachment(uuid: str, parent: str | None, second: float, **own: Any) -> Body:
    """Make an attachment."""
    inner = {"type": "skill_listing", **own}
    return {"type": "attachment", "attachment": inner, **place(uuid, parent, second)}


def progress(uuid: str, parent: str | None, second: float, **own: Any) -> Body:
    """Make a progress line."""
    inner = {"type": "bash_progress", **own}
    return {"type": "progress", "data": inner, **place(uuid, parent, second)}
