"""Where the time of a turn went: waiting for the model, its thinking, tools, and the rest.

Every moment of a turn counts once. It goes to whatever the next line of the conversation tells
of: to the model until its reply came, to tools until their result came, however many ran at the
same time. What a person takes to allow a tool is part of the tool's time; no line tells it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format.content import CALL_BLOCKS, RedactedThinkingBlock, ThinkingBlock
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry, UserKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.format.entry import Entry
    from steno.session.outline import Outline
    from steno.session.turns import Turn


_SILENT: Final = frozenset({UserKind.META, UserKind.COMPACT_SUMMARY})
"""What the client puts in, at whatever time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """How time was spent, in milliseconds."""

    waiting_ms: int = 0
    """For the model's replies, its thinking apart."""
    thinking_ms: int = 0
    """While the model thought, as far as its thinking is stored."""
    tools_ms: int = 0
    """While tools ran, and while they waited for permission."""
    other_ms: int = 0
    """While commands of the client and hooks ran."""

    @property
    def total_ms(self) -> int:
        """All of it."""
        return self.waiting_ms + self.thinking_ms + self.tools_ms + self.other_ms

    def __add__(self, more: Spent) -> Spent:
        return Spent(
            waiting_ms=self.waiting_ms + more.waiting_ms,
            thinking_ms=self.thinking_ms + more.thinking_ms,
            tools_ms=self.tools_ms + more.tools_ms,
            other_ms=self.other_ms + more.other_ms,
        )


@dataclass(frozen=True, slots=True)
class Timing:
    """How the time of a session was spent."""

    turns: tuple[Spent, ...]
    """Turn by turn."""
    person_ms: int
    """Between the turns, until a person spoke again."""

    @property
    def spent(self) -> Spent:
        """The time of all turns."""
        return sum(self.turns, Spent())


def find_timing(
    outline: Outline, rows_and_records: Iterable[tuple[int, Entry]], turns: Sequence[Turn]
) -> Timing:
    """Find where the time went, in one pass over the records of a session."""
    clocks = [_Clock() for _ in turns]
    owners = _owners(turns)
    row_of_turn, place = next(owners, (-1, -1))
    for row, record in rows_and_records:
        if row == row_of_turn:
            clocks[place].see(record, outline.time(row))
            row_of_turn, place = next(owners, (-1, -1))
    return Timing(tuple(clock.spent() for clock in clocks), _between(turns))


def _owners(turns: Sequence[Turn]) -> Iterator[tuple[int, int]]:
    """Yield every row of every turn, in file order, with the turn's place."""
    return ((row, place) for place, turn in enumerate(turns) for row in turn.rows)


def _between(turns: Sequence[Turn]) -> int:
    milliseconds = 0.0
    latest = None
    for turn in turns:
        if turn.is_human and turn.started is not None and latest is not None:
            milliseconds += max(0.0, (turn.started - latest).total_seconds() * 1000)
        ends = (moment for moment in (latest, turn.started, turn.ended) if moment is not None)
        latest = max(ends, default=None)
    return round(milliseconds)


def _is_filler(record: AssistantEntry) -> bool:
    """Say whether the client made a reply up; an error of the API is none of these."""
    if record.is_api_error_message:
        return False
    return bool(record.is_meta or record.is_synthetic)


class _Clock:
    """Runs from the opening of a turn to its last reply or result."""

    def __init__(self) -> None:
        self._now: float | None = None
        self._open: set[str] = set()
        self._seconds = {"waiting": 0.0, "thinking": 0.0, "tools": 0.0, "other": 0.0}

    def see(self, record: Entry, moment: float | None) -> None:
        """Take in the next line of the turn; only what takes the turn on tells of its time."""
        if isinstance(record, AssistantEntry):
            if not _is_filler(record):
                self._see_reply(record, self._pass(moment))
        elif isinstance(record, UserEntry):
            kind = record.kind
            if kind not in _SILENT:
                self._see_user(record, kind, self._pass(moment))

    def _pass(self, moment: float | None) -> float:
        """Go on to a moment, and say how many seconds that took."""
        if moment is None:
            return 0.0
        before = moment if self._now is None else self._now
        self._now = max(before, moment)
        return self._now - before

    def _see_reply(self, record: AssistantEntry, passed: float) -> None:
        blocks = record.blocks
        if any(isinstance(block, (ThinkingBlock, RedactedThinkingBlock)) for block in blocks):
            told = record.thinking_duration_ms
            thought = passed if told is None else min(passed, max(0, told) / 1000)
            self._seconds["thinking"] += thought
            passed -= thought
        self._seconds["waiting"] += passed
        self._open |= {block.id for block in blocks if isinstance(block, CALL_BLOCKS) and block.id}

    def _see_user(self, record: UserEntry, kind: UserKind, passed: float) -> None:
        if kind is UserKind.TOOL_RESULT:
            self._seconds["tools"] += passed
            self._open -= {block.tool_use_id or "" for block in record.tool_results}
        elif kind is UserKind.INTERRUPT:
            self._seconds["tools" if self._open else "waiting"] += passed
        else:
            self._seconds["other"] += passed

    def spent(self) -> Spent:
        """Give the times, which add up to what passed."""
        return Spent(**{f"{name}_ms": round(1000 * took) for name, took in self._seconds.items()})
