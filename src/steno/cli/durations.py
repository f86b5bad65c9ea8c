"""How long something took, in milliseconds for a program and in words for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.cli.output import Cell
from steno.view.tools.wording import duration

if TYPE_CHECKING:
    from datetime import datetime


def milliseconds(started: datetime | None, ended: datetime | None) -> int | None:
    """Say how long something took; None where that is not known, or the times contradict it."""
    if started is None or ended is None or ended < started:
        return None
    return round((ended - started).total_seconds() * 1000)


def in_words(number: int | None) -> str:
    """Write a duration for a person; nothing where it is not known."""
    return "" if number is None else duration(number / 1000)


def took(number: int | None) -> Cell:
    """Put a duration into a table."""
    return Cell(in_words(number), "" if number is None else str(number))
