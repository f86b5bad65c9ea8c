"""Tokens, counted once per API message: of all copies the one with the most output tokens wins."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeAlias

from steno.format.entries.assistant import MADE_UP_ID

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.format.scan import MessageScan, UsageScan

PLACEHOLDER_MOST: Final = 50
"""Output tokens that a usage without a stop reason may tell before the reply was written.

While a reply streams in, its lines carry the count of the stream's first event. Clients before
2.1.59 often stored nothing else, and no stop reason either. In the sample sessions the counts of
such messages end at 49, and the shortest tool call that was counted to its end takes 55 tokens.
"""


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

    @property
    def billed_5m(self) -> int:
        """Cache writes billed for five minutes: also those that no usage has told apart."""
        untold = self.cache_creation_input_tokens - self.cache_creation_1h
        return max(self.cache_creation_5m, untold)

    @property
    def prompt_tokens(self) -> int:
        """All that was sent: outside the cache, read from it and written to it."""
        cached = self.cache_read_input_tokens + self.cache_creation_1h + self.billed_5m
        return self.input_tokens + cached


@dataclass(frozen=True, slots=True)
class Attempt:
    """A run of a model within an API message that is billed apart from the message's tokens."""

    model: str | None
    tokens: TokenCount


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageUsage:
    """One API message as it is billed."""

    message_id: str
    model: str | None
    time: datetime | None = None
    """When its first part came."""
    tokens: TokenCount = TokenCount()
    web_searches: int = 0
    speed: str | None = None
    """``fast`` is dearer than ``standard``."""
    geo: str | None = None
    """Where the model ran, if that was asked for."""
    final: bool = True
    """False where no copy tells the tokens of the finished reply."""
    attempts: tuple[Attempt, ...] = ()


_Terms: TypeAlias = tuple[str | None, str | None, str | None]
"""Model, speed and place: few sets of them in a home, so that a row holds the number of one."""

_TOKENS: Final = 6
_OUTPUT, _SEARCHES, _TERMS, _MOMENT, _SETTLED, _WIDTH = 1, 6, 7, 8, 9, 10
"""Places in a row: first the figures of :class:`TokenCount`, then what else is kept.

A row is settled when a copy carries a stop reason, or two copies show that its output grew.
"""


class MessageTable:
    """The API messages seen so far, each with the usage of its best copy.

    Kept as rows of numbers in one array: a table of 300,000 messages takes about 60 MB.
    """

    def __init__(self) -> None:
        """Begin with no messages."""
        self._starts: dict[str, int] = {}
        """Where the row of each message begins."""
        self._numbers = array("q")
        self._terms: dict[_Terms, int] = {}
        self._nameless: set[int] = set()
        """The terms without a model."""
        self._attempts: dict[str, tuple[Attempt, ...]] = {}

    def __len__(self) -> int:
        """Count the distinct messages."""
        return len(self._starts)

    def __contains__(self, message_id: str) -> bool:
        """Say whether a message is known."""
        return message_id in self._starts

    def see(
        self, message: MessageScan, time: datetime | None = None, *, knows_model: bool = True
    ) -> None:
        """Take one line's copy of a message that has an id of its own, and the line's time."""
        # What no id tells apart is not counted, and does not begin to be when a repair gives one.
        if not message.id or message.id.startswith(MADE_UP_ID):
            return
        usage, moment = message.usage, _moment(time)
        model = message.model if knows_model else None
        if usage is None:
            terms = self._number((model, None, None))
            self._take(message.id, (*_NO_FIGURES, terms, moment, 0))
            return
        terms = self._number((model, usage.speed, usage.inference_geo))
        settled = message.stop_reason is not None
        self._take(message.id, (*_figures(usage), terms, moment, settled))

    def note_attempts(self, message_id: str, attempts: tuple[Attempt, ...]) -> None:
        """Keep what is billed apart from a message; the fullest account of it wins."""
        if len(attempts) > len(self._attempts.get(message_id, ())):
            self._attempts[message_id] = attempts

    def merge(self, other: MessageTable, *, unless_in: MessageTable | None = None) -> None:
        """Take all messages of another table, except those that ``unless_in`` holds."""
        unwanted = unless_in if unless_in is not None else ()
        self._take_all(other, (name for name in other._starts if name not in unwanted))

    def improve(self, other: MessageTable) -> None:
        """Take better copies of the messages that are known already from another table."""
        self._take_all(other, (name for name in other._starts if name in self._starts))

    def total(self) -> TokenCount:
        """Add up the messages."""
        return TokenCount(*(sum(self._numbers[place::_WIDTH]) for place in range(_TOKENS)))

    def usages(self) -> Iterator[MessageUsage]:
        """Yield every message as it is billed, in the order in which they were first seen."""
        terms = list(self._terms)
        for message_id, start in self._starts.items():
            row = self._numbers[start : start + _WIDTH]
            model, speed, geo = terms[row[_TERMS]]
            yield MessageUsage(
                message_id=message_id,
                model=model,
                time=_time(row[_MOMENT]),
                tokens=TokenCount(*row[:_TOKENS]),
                web_searches=row[_SEARCHES],
                speed=speed,
                geo=geo,
                final=_is_final(row[_SETTLED], row[_OUTPUT]),
                attempts=self._attempts.get(message_id, ()),
            )

    def without_final_usage(self) -> int:
        """Count the messages of which no copy tells the tokens of the finished reply.

        A copy does that if it carries a stop reason beside its usage, if it tells more output
        tokens than another copy, or more than PLACEHOLDER_MOST. A short reply that an old client
        stored without a stop reason is counted here, too: nothing tells it from a placeholder.
        """
        settled, outputs = self._numbers[_SETTLED::_WIDTH], self._numbers[_OUTPUT::_WIDTH]
        return sum(not _is_final(*row) for row in zip(settled, outputs, strict=True))

    def _number(self, terms: _Terms) -> int:
        number = self._terms.setdefault(terms, len(self._terms))
        if terms[0] is None:
            self._nameless.add(number)
        return number

    def _take_all(self, other: MessageTable, message_ids: Iterable[str]) -> None:
        terms = [self._number(terms) for terms in other._terms]
        for message_id in message_ids:
            start = other._starts[message_id]
            row = other._numbers[start : start + _WIDTH]
            row[_TERMS] = terms[row[_TERMS]]
            self._take(message_id, row)
            self.note_attempts(message_id, other._attempts.get(message_id, ()))

    def _take(self, message_id: str, row: Sequence[int]) -> None:
        numbers, start = self._numbers, self._starts.get(message_id)
        if start is None:
            self._starts[message_id] = len(numbers)
            numbers.extend(row)
            return
        known, output = numbers[start + _OUTPUT], row[_OUTPUT]
        grown = known != output and known > 0 < output
        settled = numbers[start + _SETTLED] or row[_SETTLED] or grown
        moment = min(numbers[start + _MOMENT], row[_MOMENT])
        terms = self._told(numbers[start + _TERMS], row[_TERMS], is_better=output >= known)
        if output >= known:
            numbers[start : start + _WIDTH] = array("q", row)
        numbers[start + _SETTLED] = settled
        numbers[start + _MOMENT] = moment
        numbers[start + _TERMS] = terms

    def _told(self, old: int, new: int, *, is_better: bool) -> int:
        """Give the terms of the better of two copies, or of the one that names the model."""
        if (old in self._nameless) is not (new in self._nameless):
            return new if old in self._nameless else old
        return new if is_better else old


def _is_final(settled: int, output: int) -> bool:
    return bool(settled) or output > PLACEHOLDER_MOST


_MOST: Final = (1 << 63) - 1
_NO_FIGURES: Final = (0,) * (_TOKENS + 1)


def _figures(usage: UsageScan) -> tuple[int, ...]:
    """Give a usage's figures in the order of :class:`TokenCount`, then the web searches."""
    tiers, tools = usage.cache_creation, usage.server_tool_use
    figures = (
        usage.input_tokens or 0,
        usage.output_tokens or 0,
        usage.cache_creation_input_tokens or 0,
        usage.cache_read_input_tokens or 0,
        0 if tiers is None else tiers.ephemeral_1h_input_tokens or 0,
        0 if tiers is None else tiers.ephemeral_5m_input_tokens or 0,
        0 if tools is None else tools.web_search_requests or 0,
    )
    if min(figures) < 0 or max(figures) > _MOST:
        return tuple(min(max(figure, 0), _MOST) for figure in figures)
    return figures


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_EARLIEST: Final = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_LATEST: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_NEVER: Final = _MOST
"""The moment of a line without a time: later than all others, so that any time beats it."""


def _moment(time: datetime | None) -> int:
    """Give a time as microseconds, exactly; none where it lies outside of what UTC can tell."""
    if time is None:
        return _NEVER
    moment = (time - _EPOCH) // _MICROSECOND
    return moment if _EARLIEST <= moment <= _LATEST else _NEVER


def _time(moment: int) -> datetime | None:
    return None if moment == _NEVER else _EPOCH + moment * _MICROSECOND
