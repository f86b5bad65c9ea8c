"""Days and seconds as a person names them on the command line: ``2026-05-31``, ``7d``, ``2.5``."""

from __future__ import annotations

import math
import re
from datetime import date, datetime, timedelta
from typing import Any, Final

import click

_DATE: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_AGO: Final = re.compile(r"(\d{1,9})([dw])", re.ASCII)
_NAMED: Final = {"today": 0, "yesterday": 1}
_DAYS_OF: Final = {"d": 1, "w": 7}


# In older releases of click it is not generic.
class _Seconds(click.ParamType):  # type: ignore[type-arg]
    """A number of seconds from 0 up."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read it, or say what is wrong."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 <= seconds < math.inf:
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


SECONDS: Final = _Seconds()
"""For options that take a number of seconds."""


def as_day(_: click.Context, __: click.Parameter, value: str | None) -> date | None:
    """Read the day that an option names, in the reader's zone, or say how one is written."""
    try:
        return None if value is None else read_day(value, today())
    except (ValueError, OverflowError):
        problem = (
            f"{value!r} is no day; write 2026-05-31, today, yesterday, "
            "7d (seven days ago) or 2w (two weeks ago)."
        )
        raise click.BadParameter(problem) from None


def today() -> date:
    """Give the day that it is where the reader is."""
    return datetime.now().astimezone().date()


def read_day(text: str, now: date) -> date:
    """Read a day; ValueError or OverflowError for what is none."""
    word = text.strip().lower()
    if word in _NAMED:
        return now - timedelta(days=_NAMED[word])
    if ago := _AGO.fullmatch(word):
        return now - timedelta(days=int(ago[1]) * _DAYS_OF[ago[2]])
    if match := _DATE.fullmatch(word):
        year, month, day = map(int, match.groups())
        return date(year, month, day)
    raise ValueError(text)
