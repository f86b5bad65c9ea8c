"""How far another program got with sessions before a sink was ours, as it was taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from steno.store.edit_rows import restored, stored

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.store.database import StateDatabase

_PUT: Final = """
INSERT INTO sent_before (sink, session_id, last_line, turn_count) VALUES (?, ?, ?, ?)
ON CONFLICT (sink, session_id) DO UPDATE SET
    last_line = max(last_line, excluded.last_line),
    turn_count = max(turn_count, excluded.turn_count)
"""


class Progress(NamedTuple):
    """How far somebody got with a session."""

    session_id: str
    last_line: int
    turn_count: int


class SentElsewhere:
    """What other programs sent, by sink and session."""

    def __init__(self, state: StateDatabase) -> None:
        """Take the open state.db."""
        self.state = state

    def take_over(self, sink: str, progress: Iterable[Progress]) -> int:
        """Record how far somebody got; say how many sessions that were. It never goes back."""
        rows = [(sink, stored(one.session_id), one.last_line, one.turn_count) for one in progress]
        with self.state.writing() as connection:
            connection.executemany(_PUT, rows)
        return len(rows)

    def of_sink(self, sink: str) -> dict[str, Progress]:
        """Give what is known of a sink, by session."""
        query = "SELECT session_id, last_line, turn_count FROM sent_before WHERE sink = ?"
        found = [Progress(restored(row[0]), *row[1:]) for row in self.state.rows(query, (sink,))]
        return {one.session_id: one for one in found}
