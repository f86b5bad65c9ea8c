"""Turns by the numbers that the user gives: from the beginning, or back from the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.session.session import Session
    from steno.session.turns import Turn

_NUMBER: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)


def turn_at(session: Session, at: str) -> Turn | None:
    """Give the turn of a number; -1 is the last one that a person opened, -2 the one before it.

    None where the session has no such turn. Where no person spoke, all turns count.
    """
    if _NUMBER.fullmatch(at) is None or not int(at):
        return None
    turns, number = session.turns, int(at)
    if number > 0:
        return turns[number - 1] if number <= len(turns) else None
    asked = [turn for turn in turns if turn.is_human] or list(turns)
    return asked[number] if -number <= len(asked) else None


def unknown_point(session: Session, at: str) -> str:
    """Say that a session has no such point, and where to look for one."""
    return (
        f"the session has no line with the uuid {at!r}, nor a turn of that number; 'steno turns "
        f"{session.id}' lists its {count(len(session.turns), 'turn')}, and -1 is your last prompt"
    )
