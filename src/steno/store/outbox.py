"""The outbox: which traces a sink has, which wait, and why.

A trace is put in with its content, which stays until the sink has said that it took it; what is
known of it afterwards is a hash, so that it is sent again only when it has changed.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from steno.store.edit_rows import restored, stored
from steno.store.upgrade import NOW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.store.database import StateDatabase

BoxState = Literal["waiting", "sent", "failed"]
"""To be sent; taken by the sink as it is; refused by it for what it is."""
ELSEWHERE: Final = "elsewhere"
"""Stands for the hash of what another program has sent."""
WITHIN: Final = "within"
"""Stands for the hash of what is a part of another trace."""
COMPRESSION: Final = 1
"""Of payloads: they stay for a short time, so speed counts."""


class Rank(NamedTuple):
    """Which of several copies of a turn counts: the greater one."""

    api_messages: int
    earliest: int
    """The earliest time in any line of the copy's file; the smaller one counts."""
    session_id: str
    """Where all else is the same, the smaller one counts."""
    size: int = 0
    """The bytes of its content: a copy from which something was cut out does not count."""

    def beats(self, other: Rank) -> bool:
        """Say whether this copy counts where the other one was there before."""
        if self.api_messages != other.api_messages:
            return self.api_messages > other.api_messages
        own = (self.earliest, -self.size, self.session_id)
        return own < (other.earliest, -other.size, other.session_id)


class Taken(StrEnum):
    """What became of a trace that was offered."""

    NEW = "new"
    """It waits now, for the first time or because it changed."""
    WAITING = "waiting"
    """It waited already, and is the same."""
    UNCHANGED = "unchanged"
    """The sink has it already, as it is."""
    REFUSED = "refused"
    """The sink has refused it as it is."""
    SEEN = "seen"
    """A copy of it in another session counts instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxed:
    """A trace to be sent."""

    trace_id: str
    rank: Rank
    turn_number: int | None
    payload: bytes
    path: str = ""
    """The file that it was read from."""
    holds: tuple[str, ...] = ()
    """Traces that are a part of it: a copy of one that stands alone is not sent."""

    @property
    def sha256(self) -> str:
        """The hash of its content."""
        return hashlib.sha256(self.payload).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRow:
    """What is known of a trace and a sink."""

    sink: str
    trace_id: str
    state: BoxState
    session_id: str
    turn_number: int | None
    attempts: int
    last_error: str | None
    changed_at: str
    sent_at: str | None
    size: int


@dataclass(frozen=True, slots=True)
class BoxCount:
    """How many traces of a sink are in which state."""

    sink: str
    waiting: int
    sent: int
    failed: int


_KNOWN: Final = """
SELECT state, api_messages, earliest, session_id, content_sha256, size, source_path FROM outbox
WHERE sink = ? AND trace_id = ?
"""
_PUT: Final = f"""
INSERT INTO outbox (
    sink, trace_id, state, session_id, source_path, turn_number, api_messages, earliest,
    content_sha256, changed_at, size, payload
) VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?, ?, {NOW}, ?, ?)
ON CONFLICT (sink, trace_id) DO UPDATE SET
    state = 'waiting', session_id = excluded.session_id, source_path = excluded.source_path,
    turn_number = excluded.turn_number,
    api_messages = excluded.api_messages, earliest = excluded.earliest,
    content_sha256 = excluded.content_sha256, changed_at = excluded.changed_at,
    size = excluded.size, payload = excluded.payload, attempts = 0, last_error = NULL
"""  # noqa: S608 - NOW is a constant of ours
_SENT: Final = f"""
UPDATE outbox SET state = 'sent', sent_sha256 = content_sha256, sent_at = {NOW}, payload = NULL,
    attempts = attempts + 1, last_error = NULL
WHERE sink = ? AND trace_id = ? AND content_sha256 = ?
"""  # noqa: S608
_KNOWN_AS: Final = f"""
UPDATE outbox SET state = 'sent', content_sha256 = ?, sent_sha256 = ?,
    sent_at = {NOW}, payload = NULL
WHERE sink = ? AND trace_id = ?
"""  # noqa: S608
_TRIED: Final = """
UPDATE outbox SET attempts = attempts + 1, last_error = ?, state = ?
WHERE sink = ? AND trace_id = ? AND content_sha256 = ? AND state != 'sent'
"""
_ROW: Final = (
    "sink, trace_id, state, session_id, turn_number, attempts, last_error, changed_at, "
    "sent_at, size"
)


class Waiting(NamedTuple):
    """A trace that waits, and which content of it."""

    trace_id: str
    sha256: str
    size: int


class Outbox:
    """The traces that a state.db knows."""

    def __init__(self, state: StateDatabase) -> None:
        """Take the open state.db."""
        self.state = state

    def offer(self, sink: str, traces: Iterable[Boxed]) -> dict[str, Taken]:
        """Put in what a sink has not got yet as it is, and say what became of each."""
        with self.state.writing():
            return {one.trace_id: self._offer(sink, one) for one in traces}

    def _offer(self, sink: str, boxed: Boxed) -> Taken:
        known = self.state.rows(_KNOWN, (sink, boxed.trace_id))
        if known:
            ((state, messages, earliest, session_id, sha256, size, path),) = known
            if sha256 == WITHIN:
                return Taken.SEEN
            owner = Rank(messages, earliest, restored(session_id), size)
            is_other = not _is_same_copy(boxed, owner, restored(path))
            if is_other and not boxed.rank.beats(owner):
                return Taken.SEEN
            if sha256 in (boxed.sha256, ELSEWHERE):
                return _SAME[state]
        self._put(sink, boxed)
        self._mark_within(sink, boxed)
        return Taken.NEW

    def _mark_within(self, sink: str, boxed: Boxed) -> None:
        """Record that the parts of a trace go with it; one that waits alone is taken back."""
        for name in boxed.holds:
            if not self.was_sent(sink, name):
                part = Boxed(trace_id=name, rank=boxed.rank, turn_number=None, payload=b"")
                self._put(sink, part)
                self.state.connection.execute(_KNOWN_AS, (WITHIN, WITHIN, sink, name))

    def _put(self, sink: str, boxed: Boxed) -> None:
        payload = zlib.compress(boxed.payload, COMPRESSION)
        rank = boxed.rank
        values = (
            sink, boxed.trace_id, stored(rank.session_id), stored(boxed.path), boxed.turn_number,
            rank.api_messages, rank.earliest, boxed.sha256, len(boxed.payload), payload,
        )  # fmt: skip
        self.state.connection.execute(_PUT, values)

    def was_sent(self, sink: str, trace_id: str) -> bool:
        """Say whether a sink has got a trace, in whichever state and from whomever."""
        query = "SELECT sent_sha256 FROM outbox WHERE sink = ? AND trace_id = ?"
        return any(sha256 is not None for (sha256,) in self.state.rows(query, (sink, trace_id)))

    def has_sent(self, sink: str, boxed: Boxed) -> bool:
        """Say whether a sink has got a trace as it is."""
        query = "SELECT sent_sha256 FROM outbox WHERE sink = ? AND trace_id = ?"
        sent = self.state.rows(query, (sink, boxed.trace_id))
        return any(sha256 == boxed.sha256 for (sha256,) in sent)

    def mark_known(self, sink: str, traces: Iterable[Boxed]) -> None:
        """Record that a sink has traces from elsewhere: they are never sent, whatever changes.

        One that waits is taken back: a copy of it was looked at before.
        """
        with self.state.writing() as connection:
            for one in traces:
                if not self.was_sent(sink, one.trace_id):
                    self._put(sink, one)
                    connection.execute(_KNOWN_AS, (ELSEWHERE, ELSEWHERE, sink, one.trace_id))
                    self._mark_within(sink, one)

    def waiting(self, sink: str) -> list[Waiting]:
        """List what waits for a sink, the oldest first."""
        query = (
            "SELECT trace_id, content_sha256, size FROM outbox "
            "WHERE sink = ? AND state = 'waiting' ORDER BY rowid"
        )
        return [Waiting(*row) for row in self.state.rows(query, (sink,))]

    def payloads(self, sink: str, traces: Iterable[Waiting]) -> Iterator[bytes]:
        """Give the content of traces that wait; one that changed meanwhile is left out."""
        query = (
            "SELECT payload FROM outbox WHERE sink = ? AND trace_id = ? AND content_sha256 = ? "
            "AND payload IS NOT NULL"
        )
        for one in traces:
            for (payload,) in self.state.rows(query, (sink, one.trace_id, one.sha256)):
                yield zlib.decompress(payload)

    def mark_sent(self, sink: str, traces: Iterable[Waiting]) -> None:
        """Record that a sink took traces, as they were then."""
        with self.state.writing() as connection:
            connection.executemany(_SENT, [(sink, one.trace_id, one.sha256) for one in traces])

    def mark_tried(
        self, sink: str, traces: Iterable[Waiting], error: str, *, is_final: bool = False
    ) -> None:
        """Record that an attempt failed; a final one is not repeated until the trace changes."""
        state = "failed" if is_final else "waiting"
        values = [(error, state, sink, one.trace_id, one.sha256) for one in traces]
        with self.state.writing() as connection:
            connection.executemany(_TRIED, values)

    def retry(self, sink: str) -> int:
        """Let a sink have what it refused once more; say how many those are."""
        query = "UPDATE outbox SET state = 'waiting' WHERE sink = ? AND state = 'failed'"
        with self.state.writing() as connection:
            return connection.execute(query, (sink,)).rowcount

    def counts(self) -> tuple[BoxCount, ...]:
        """Count the traces of every sink by their state."""
        query = (
            "SELECT sink, state, count(*) FROM outbox WHERE content_sha256 != ? "
            "GROUP BY sink, state ORDER BY sink"
        )
        found: dict[str, dict[str, int]] = {}
        for sink, state, count in self.state.rows(query, (WITHIN,)):
            found.setdefault(sink, {})[state] = count
        return tuple(
            BoxCount(sink, count.get("waiting", 0), count.get("sent", 0), count.get("failed", 0))
            for sink, count in found.items()
        )

    def unsent(self, sink: str, limit: int = 20) -> tuple[BoxRow, ...]:
        """List what waits for a sink or was refused by it: what was tried, then the latest."""
        query = (
            f"SELECT {_ROW} FROM outbox WHERE sink = ? AND state != 'sent' "  # noqa: S608
            "ORDER BY last_error IS NULL, changed_at DESC, rowid DESC LIMIT ?"
        )
        return tuple(_row(row) for row in self.state.rows(query, (sink, limit)))


def _is_same_copy(boxed: Boxed, owner: Rank, path: str) -> bool:
    """Say whether a trace comes from where the known one came from, or from where that has moved.

    One session id may stand in two files, such as in an older copy of a home.
    """
    if boxed.rank.session_id != owner.session_id:
        return False
    return boxed.path == path or not Path(path).exists()


_SAME: Final[dict[str, Taken]] = {
    "waiting": Taken.WAITING,
    "sent": Taken.UNCHANGED,
    "failed": Taken.REFUSED,
}


def _row(row: tuple[Any, ...]) -> BoxRow:
    names = [name.strip() for name in _ROW.split(",")]
    values = {name: restored(value) for name, value in zip(names, row, strict=True)}
    return BoxRow(**values)
