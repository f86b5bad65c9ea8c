"""Tokens, counted once per API message: of all copies the one with the most output tokens wins."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steno.format.scan import MessageScan, UsageScan


@dataclass(frozen=True, slots=True)
class TokenCount:
    """Tokens of one message or of many."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0
    cache_creation_1h: int = 0
    """Of the cache writes those that stay for an hour."""
    cache_creation_5m: int = 0
    """Of the cache writes those that stay for five minutes."""


class MessageTable:
    """The API messages seen so far, each with the tokens of its best copy.

    Kept in columns: a table of 300,000 messages takes about 60 MB.
    """

    def __init__(self) -> None:
        """Begin with no messages."""
        self._rows: dict[str, int] = {}
        self._columns = tuple(array("q") for _ in range(6))

    def __len__(self) -> int:
        """Count the distinct messages."""
        return len(self._rows)

    def __contains__(self, message_id: str) -> bool:
        """Say whether a message is known."""
        return message_id in self._rows

    def see(self, message: MessageScan) -> None:
        """Take one line's copy of a message that has an id."""
        if message.id is not None:
            self._take(message.id, _figures(message.usage))

    def merge(self, other: MessageTable, *, unless_in: MessageTable | None = None) -> None:
        """Take all messages of another table, except those that ``unless_in`` holds."""
        for message_id, row in other._rows.items():
            if unless_in is None or message_id not in unless_in:
                self._take(message_id, tuple(column[row] for column in other._columns))

    def improve(self, other: MessageTable) -> None:
        """Take better copies of the messages that are known already from another table."""
        for message_id in self._rows.keys() & other._rows.keys():
            row = other._rows[message_id]
            self._take(message_id, tuple(column[row] for column in other._columns))

    def _take(self, message_id: str, figures: tuple[int, ...]) -> None:
        row = self._rows.get(message_id)
        if row is None:
            self._rows[message_id] = len(self._columns[0])
            for column, figure in zip(self._columns, figures, strict=True):
                column.append(figure)
        elif figures[1] >= self._columns[1][row]:
            for column, figure in zip(self._columns, figures, strict=True):
                column[row] = figure

    def total(self) -> TokenCount:
        """Add up the messages."""
        return TokenCount(*(sum(column) for column in self._columns))


_MOST = (1 << 63) - 1


def _figures(usage: UsageScan | None) -> tuple[int, ...]:
    """Give a usage's figures in the order of :class:`TokenCount`."""
    if usage is None:
        return (0,) * 6
    tiers = usage.cache_creation
    figures = (
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_creation_input_tokens,
        usage.cache_read_input_tokens,
        None if tiers is None else tiers.ephemeral_1h_input_tokens,
        None if tiers is None else tiers.ephemeral_5m_input_tokens,
    )
    return tuple(min(figure, _MOST) if figure and figure > 0 else 0 for figure in figures)
