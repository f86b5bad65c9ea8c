"""What the items of a session are built from: its lines, and what is known about them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from steno.session.outline import HAS_RESULT
from steno.view.notices.loose import find_news
from steno.view.openings import find_openings
from steno.view.order import ReadingOrder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.format.entry import Entry
    from steno.session.branches import Branch, PointKind
    from steno.session.compaction import Compaction
    from steno.session.session import Session
    from steno.view.agents import AgentBook
    from steno.view.openings import Opening


class Source:
    """A session as the builders of items see it; everything is worked out when asked for."""

    def __init__(self, session: Session, agents: AgentBook, *, is_live: bool = False) -> None:
        """Take the session and its sub-agents; a live one may have calls that still run."""
        self.session = session
        self.outline = session.outline
        self.agents = agents
        self.is_live = is_live

    def lines(self, rows: Iterable[int]) -> Iterator[tuple[int, Entry]]:
        """Read the records of some rows, in the order asked for."""
        wanted = list(rows)
        return zip(wanted, self.session.records(wanted), strict=True) if wanted else iter(())

    def record(self, row: int) -> Entry:
        """Read the record of one row."""
        return next(self.session.records([row]))

    def _read(self, rows: Sequence[int]) -> Iterable[Entry]:
        return self.session.records(rows) if rows else ()

    @cached_property
    def order(self) -> ReadingOrder:
        """Which lines are read where."""
        return ReadingOrder(self.outline, self.session.graph)

    @cached_property
    def openings(self) -> dict[int, Opening]:
        """The lines that open turns, by row."""
        return {one.row: one for one in find_openings(self.outline, self._read)}

    @cached_property
    def news(self) -> frozenset[int]:
        """The rows that change a title, a mode or the like."""
        return find_news(self.outline, self._read)

    @cached_property
    def compactions(self) -> dict[int, Compaction]:
        """The compactions of this conversation by the row at which each is told."""
        found = self.session.compactions
        return {one.row: one for one in found if not self.order.is_agents(one.row)}

    @cached_property
    def summaries(self) -> frozenset[int]:
        """The rows of summaries that are told with their compaction."""
        told = (one.summary_row for one in self.compactions.values())
        return frozenset(row for row in told if row is not None and row not in self.compactions)

    @cached_property
    def forks(self) -> dict[int, list[Branch]]:
        """The other branches by the row that they part at."""
        return self.order.forks()

    @cached_property
    def points(self) -> dict[int, PointKind]:
        """Why the conversation parts at a row."""
        return {point.row: point.kind for point in self.session.graph.branch_points}

    def is_replaced(self, row: int) -> bool:
        """Say whether a later line with the same id took a row's place."""
        uuid = self.outline.uuids[row]
        return uuid is not None and self.outline.by_uuid[uuid] != row

    def results_on(self, row: int) -> list[int]:
        """Give the rows with results that hang on a row, looking through progress lines."""
        graph = self.session.graph
        found: list[int] = []
        waiting = [row] if graph.holds(row) else []
        while waiting:
            for child in graph.children(waiting.pop()):
                if self.outline.has(child, HAS_RESULT):
                    found.append(child)
                elif self.outline.kind(child) == "progress":
                    waiting.append(child)
        return sorted(found)

    def line_above(self, row: int) -> int | None:
        """Give the row that a row hangs on, looking through progress lines."""
        graph = self.session.graph
        above = graph.parent(row) if graph.holds(row) else None
        while above is not None and self.outline.kind(above) == "progress":
            above = graph.parent(above)
        return above
