"""Trying again: with growing pauses, a little chance in them, and an end."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.errors import ModelError

T = TypeVar("T")
MOST_SECONDS: Final = 60.0
"""The longest pause; whoever wants a longer one is not asked again."""


class PassingError(Exception):
    """Something that may be over soon; ``final`` makes the error for when it is not."""

    def __init__(
        self, final: Callable[[int], ModelError], wait: float | None = None, reason: str = ""
    ) -> None:
        """Take what to raise after so many attempts, and the seconds to wait if that was said.

        ``reason`` tells in a few words why it is tried again.
        """
        super().__init__(reason)
        self.final = final
        self.wait = wait
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often something is tried, and how long the pauses are."""

    most: int = 5
    first_pause: float = 1.0
    sleep: Callable[[float], object] = time.sleep
    chance: Callable[[], float] = random.random

    def run(self, act: Callable[[], T]) -> T:
        """Act until it works; a PassingError is tried again, up to a bound."""
        number = 0
        while True:
            number += 1
            try:
                return act()
            except PassingError as error:
                pause = self.pause(number, error.wait)
                if pause is None:
                    raise error.final(number) from error.__cause__
            self.sleep(pause)

    def pause(self, number: int, said: float | None = None) -> float | None:
        """Give the seconds to wait after so many attempts; None where that was the last.

        ``said`` is how long the other side wants to be left alone.
        """
        # Who all failed at once should not all come back at once.
        grown = min(MOST_SECONDS, self.first_pause * 2.0 ** (number - 1))
        pause = grown * (0.5 + self.chance() / 2) if said is None else said
        return None if number >= self.most or pause > MOST_SECONDS else pause


def said_wait(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Read how many seconds a server asks to wait; None where it does not say."""
    for key, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(key, "")) * unit
        except ValueError:
            continue
        if seconds >= 0:
            return seconds
    return _until(headers.get("retry-after", ""), now or datetime.now(UTC))


def _until(date: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())
