"""Ages as a person gives them on the command line: ``2h``, ``3d``, ``2w``, or since when."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import Final

import click

from steno.cli.days import read_day, today

_AGE: Final = re.compile(r"(\d{1,5})\s*(min|h|d|w)", re.ASCII)
_UNITS: Final = {"min": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def as_age(_: click.Context, __: click.Parameter, value: str | None) -> datetime | timedelta | None:
    """Read the age or the time that an option names, or say how one is written."""
    try:
        return None if value is None else read_age(value)
    except (ValueError, OverflowError):
        problem = (
            f"{value!r} is no age; write 30min, 2h, 3d or 2w, "
            "or a time such as 2026-05-31T14:00, 2026-05-31 or yesterday."
        )
        raise click.BadParameter(problem) from None


def read_age(text: str) -> datetime | timedelta:
    """Read how long ago something was, or when; ValueError or OverflowError for neither.

    A time without a zone is one of the reader's zone, and a day stands for its beginning.
    """
    word = text.strip()
    if age := _AGE.fullmatch(word.lower()):
        return timedelta(**{_UNITS[age[2]]: int(age[1])})
    try:
        return datetime.combine(read_day(word, today()), time()).astimezone()
    except ValueError:
        moment = datetime.fromisoformat(word)
        return moment if moment.tzinfo else moment.astimezone()
