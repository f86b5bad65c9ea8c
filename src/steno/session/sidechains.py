"""Sub-agents whose lines stand in the session's own file (1.0.x): which line is whose."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from steno.session.outline import HAS_RESULT, MESSAGE_KINDS, SIDECHAIN

if TYPE_CHECKING:
    from steno.format.entry import Entry
    from steno.session.outline import Outline


def holds_main_messages(outline: Outline) -> bool:
    """Say whether a file has messages of its own; a sub-agent's file has only sidechain lines."""
    return any(not outline.has(row, SIDECHAIN) for row in outline.rows_of(*MESSAGE_KINDS))


def is_own_line(outline: Outline, row: int, *, is_main: bool) -> bool:
    """Say whether a row is a line of a file's own conversation that no later line replaces.

    ``is_main`` says whether the file has messages of its own, as :func:`holds_main_messages`.
    """
    return outline.is_current(row) and not (is_main and outline.has(row, SIDECHAIN))


class Sidechains:
    """The sidechain lines of a session's file by the prompt that each of them hangs on."""

    def __init__(self, outline: Outline) -> None:
        """Take the outline; a sub-agent's own file has no sub-agents in it."""
        self._outline = outline
        self._inside = holds_main_messages(outline)

    def __contains__(self, row: int) -> bool:
        """Say whether a row is a line of a sub-agent inside the session's file."""
        return self._inside and self._outline.has(row, SIDECHAIN)

    def agent_of(self, row: int, record: Entry) -> str | None:
        """Name the sub-agent that wrote a line: its id, or the uuid of its first line."""
        if row not in self:
            return None
        told = record.body.get("agentId")
        return told if isinstance(told, str) and told else self.name_of(self.roots[row])

    def name_of(self, root: int) -> str:
        """Name the sub-agent that begins at a row."""
        return self._outline.uuids[root] or f"line-{self._outline.line(root)}"

    @cached_property
    def roots(self) -> dict[int, int]:
        """The first row of its sub-agent, for every sidechain row.

        A line that hangs on nothing and is no prompt goes with the sidechain line before it.
        """
        roots: dict[int, int] = {}
        latest: int | None = None
        for row in range(len(self._outline)):
            if row not in self:
                continue
            if row not in roots:
                way, top = self._way_up(row, roots)
                root = roots.get(top)
                if root is None:
                    root = top if latest is None or self._is_prompt(top) else roots[latest]
                roots.update(dict.fromkeys(way, root))
            latest = row
        return roots

    def _way_up(self, row: int, known: dict[int, int]) -> tuple[list[int], int]:
        """Follow parents up to one that is known, or as far as they are sidechain lines.

        A circle ends at its first row.
        """
        way = [row]
        passed = {row}
        parent = self._outline.parents[row]
        while parent >= 0 and parent in self and parent not in known and parent not in passed:
            way.append(parent)
            passed.add(parent)
            parent = self._outline.parents[parent]
        if parent in known:
            return way, parent
        return way, min(passed) if parent in passed else way[-1]

    def _is_prompt(self, row: int) -> bool:
        return self._outline.kind(row) == "user" and not self._outline.has(row, HAS_RESULT)
