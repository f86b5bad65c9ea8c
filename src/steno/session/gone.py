"""Sessions whose file is gone, and of which only the files of their sub-agents are left."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from steno.session.bodies import HeldBodies
from steno.session.outline import outline_of
from steno.session.session import Session
from steno.session.subagents import find_subagents

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.disk.subagents import SubagentFile
    from steno.session.subagents import Subagent


class GoneSession(Session):
    """A session without a line of its own."""

    def __init__(self, files: tuple[SubagentFile, ...]) -> None:
        """Take the files of its sub-agents, one at least."""
        super().__init__(outline_of([]), HeldBodies([]))
        self.files = files

    @property
    def id(self) -> str | None:
        """The session that the sub-agents name; None where they name none."""
        return self.files[0].session_id

    @property
    def path(self) -> Path | None:
        """The first of the files that are left."""
        return self.place

    @property
    def place(self) -> Path:
        """The same: there is always one."""
        return self.files[0].path

    @cached_property
    def subagents(self) -> tuple[Subagent, ...]:
        """The sub-agents, in the order in which they began."""
        return find_subagents(self.outline, (), self.files, opener=self.open_subagent)


def gone_sessions(lost: Iterable[SubagentFile]) -> list[GoneSession]:
    """Put the sub-agents that belong to no session in a home together by the session they name."""
    by_session: dict[tuple[str | None, Path], list[SubagentFile]] = {}
    for file in lost:
        by_session.setdefault((file.session_id, file.path.parent), []).append(file)
    return [GoneSession(tuple(files)) for files in by_session.values()]
