"""Which part of a session an edit is about: some turns, what is old, what is large."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

from steno.edit.blocks import blocks_of, call_of, is_result, is_use, size_of_half
from steno.format.decode import whole
from steno.session.outline import MESSAGE_KINDS, SIDECHAIN
from steno.session.turns import turn_number

if TYPE_CHECKING:
    from steno.session.session import Session
    from steno.session.tool_calls import ToolCall

_LATEST: Final = datetime(9999, 12, 31, tzinfo=UTC).timestamp()
_NEVER: Final = float("-inf")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What an edit is restricted to; nothing where nothing is given."""

    turns: tuple[int, int | None] | None = None
    keep_last: int = 0
    older_than: datetime | timedelta | None = None
    """A time, or how long before the session's last message."""
    larger_than: int | None = None
    """Bytes."""


class Scope:
    """Says of the rows, calls and turns of a session whether an edit is about them."""

    def __init__(self, session: Session, bounds: Bounds) -> None:
        """Take the session and what restricts the edit."""
        self.session = session
        self.bounds = bounds
        self._first, self._last = self._range()
        self.cutoff = self._cutoff()
        """What was before is old, in seconds since 1970; None where age does not matter."""

    def _range(self) -> tuple[int, int]:
        """Give the first and last turn that is meant."""
        turns = self.session.turns
        first, end = self.bounds.turns or (0, None)
        last = len(turns) if end is None else end
        human = [turn.number for turn in turns if turn.is_human]
        if self.bounds.keep_last and human:
            kept = human[-self.bounds.keep_last :][0]
            last = min(last, kept - 1)
        return first, last

    def _cutoff(self) -> float | None:
        age, outline = self.bounds.older_than, self.session.outline
        if age is None:
            return None
        if isinstance(age, datetime):
            return min(age.timestamp(), _LATEST)
        times = (outline.time(row) for row in outline.rows_of(*MESSAGE_KINDS))
        # Measured from the session's own end, a plan of today is that of tomorrow.
        last = max((time for time in times if time is not None), default=_NEVER)
        return last - age.total_seconds()

    @property
    def moment(self) -> datetime | None:
        """The time before which everything is old; None where there is none that can be told."""
        if self.cutoff is None or not 0 <= self.cutoff <= _LATEST:
            return None
        return datetime.fromtimestamp(self.cutoff, UTC)

    def is_own(self, row: int) -> bool:
        """Say whether a line is the conversation's own: that of a sub-agent is never sent."""
        chain = self.session.chain
        is_aside = self.session.outline.has(row, SIDECHAIN)
        return not is_aside or (chain is not None and row in chain.rows)

    def has_turn_of(self, row: int) -> bool:
        """Say whether a row stands in one of the turns that are meant."""
        number = turn_number(self.session.turns, row) or 0
        return self._first <= number <= self._last

    def has_row(self, row: int) -> bool:
        """Say whether a row is meant: by its turn, and by its own time."""
        return self.has_turn_of(row) and self._is_old(self.session.outline.time(row))

    def has_whole_turn_of(self, row: int) -> bool:
        """Say whether the turn that a row stands in is meant: by its number, and by its end."""
        number = turn_number(self.session.turns, row) or 0
        return self.has_turn_of(row) and self._is_old(self._ends.get(number))

    def has_call(self, call: ToolCall, *, result_alone: bool = False) -> bool:
        """Say whether a call is meant: by its turn, the time of its result, and its size."""
        row = call.use_row if call.result_row is None else call.result_row
        is_old = self._is_old(self.session.outline.time(row))
        is_meant = self.has_turn_of(call.use_row) and is_old
        if not is_meant or self.bounds.larger_than is None:
            return is_meant
        use, result = self._sizes.get(call.id, (0, 0))
        return self.is_large(result if result_alone else use + result)

    def is_large(self, size: int) -> bool:
        """Say whether something of that size in bytes is large enough to be meant."""
        return self.bounds.larger_than is None or size > self.bounds.larger_than

    def _is_old(self, time: float | None) -> bool:
        """Say whether a time is old; what has none stays out of it."""
        return self.cutoff is None or (time is not None and time < self.cutoff)

    @cached_property
    def _ends(self) -> dict[int, float]:
        """The newest time in each turn."""
        ends: dict[int, float] = {}
        for row in range(len(self.session.outline)):
            number, time = turn_number(self.session.turns, row), self.session.outline.time(row)
            if number is not None and time is not None:
                ends[number] = max(time, ends.get(number, time))
        return ends

    @cached_property
    def _sizes(self) -> dict[str, tuple[int, int]]:
        """The bytes that each call's input and result take; of copies the largest."""
        sizes: dict[str, tuple[int, int]] = {}
        for _, record in self.session.rows_and_records():
            for _, block in blocks_of(whole(record).body):
                name = call_of(block)
                if isinstance(name, str) and (is_use(block) or is_result(block)):
                    use, result = sizes.get(name, (0, 0))
                    size = size_of_half(block)
                    pair = (
                        (use, max(result, size)) if is_result(block) else (max(use, size), result)
                    )
                    sizes[name] = pair
        return sizes
