"""The sinks that an outbox has had to do with: where they are, and why one takes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.store.upgrade import NOW

if TYPE_CHECKING:
    from steno.store.database import StateDatabase


@dataclass(frozen=True, slots=True)
class KnownSink:
    """A sink as it was when something was last collected for it."""

    sink: str
    """Its name in the outbox: the one of the configuration, and a hash of address and profile."""
    url: str
    profile: str
    problem: str | None
    """Why it took nothing when it was last tried; None where it did."""
    tried_at: str | None

    @property
    def name(self) -> str:
        """What the user calls it."""
        return name_of(self.sink)


def name_of(sink: str) -> str:
    """Give the name of the configuration out of that of the outbox."""
    return sink.partition(":")[0]


class KnownSinks:
    """The sinks that a state.db knows."""

    def __init__(self, state: StateDatabase) -> None:
        """Take the open state.db."""
        self.state = state

    def all(self) -> dict[str, KnownSink]:
        """Give every sink by its name in the outbox."""
        rows = self.state.rows("SELECT sink, url, profile, problem, tried_at FROM sinks", ())
        return {row[0]: KnownSink(*row) for row in rows}

    def remember(self, sink: str, url: str, profile: str) -> None:
        """Record where a sink is."""
        query = (
            "INSERT INTO sinks (sink, url, profile) VALUES (?, ?, ?) ON CONFLICT (sink) DO NOTHING"
        )
        with self.state.writing() as connection:
            connection.execute(query, (sink, url, profile))

    def tell(self, sink: str, problem: str | None) -> None:
        """Record that a sink was tried, and why it took nothing."""
        query = f"UPDATE sinks SET problem = ?, tried_at = {NOW} WHERE sink = ?"  # noqa: S608
        with self.state.writing() as connection:
            connection.execute(query, (problem, sink))

    def forget(self, sink: str, *, sent: bool) -> int:
        """Drop what waits for a sink and what it refused; with ``sent`` what it has, too.

        What is dropped with ``sent`` is sent anew. Gives how many traces were dropped.
        """
        which = "" if sent else " AND state != 'sent'"
        with self.state.writing() as connection:
            dropped = connection.execute(f"DELETE FROM outbox WHERE sink = ?{which}", (sink,))  # noqa: S608
            if sent:
                connection.execute("DELETE FROM sent_before WHERE sink = ?", (sink,))
                connection.execute("DELETE FROM sinks WHERE sink = ?", (sink,))
            return dropped.rowcount
