"""The files of sub-agents: each is mended as a conversation of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.edit.plan import Role
from steno.edit.repairs.workpiece import Workpiece
from steno.session.outline import SIDECHAIN, Outline
from steno.session.session import Session, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from steno.edit.belongings import Belonging

NOT_FOUND: Final = frozenset({"unreachable-history", "call-without-result"})
"""Findings that no sub-agent's file has: nobody rewinds one, and each ends as it was broken off."""


class OwnLines(Outline):
    """The lines of a sub-agent's file: there they are the conversation, and no side of one."""

    def has(self, row: int, flag: int) -> bool:
        """Say whether a row carries a flag; none is a sidechain."""
        return super().has(row, flag & ~SIDECHAIN)


def subagent_works(beside: Iterable[Belonging]) -> Iterator[tuple[Path, Workpiece]]:
    """Begin the work on every sub-agent's file among those beside a session."""
    for one in beside:
        if one.role is Role.SUBAGENT:
            yield one.path, work_on(load(one.path))


def work_on(session: Session) -> Workpiece:
    """Begin the work on a session, or on the file of a sub-agent."""
    if session.agent_id is None:
        return Workpiece(session)
    own = OwnLines()
    for number, entry in enumerate(session.entries, 1):
        own.add_entry(entry, number)
    seen = Session(own.finish(), session.bodies, session.file, session.stamp)
    return Workpiece(seen, OwnLines)
