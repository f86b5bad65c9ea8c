"""Times for a person, in the time zone of the reader, and for a program, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from steno.format.entry import parse_time


def local_time(moment: datetime | None) -> datetime | None:
    """Give a time in the reader's zone; None where no clock of this system can show it."""
    try:
        return None if moment is None else moment.astimezone()
    except (OverflowError, ValueError, OSError):  # the first or last days of all years
        return None


def shown(stamp: str | datetime | None, form: str = "%Y-%m-%d %H:%M") -> str:
    """Write a stored time for a person; nothing where it is none."""
    moment = local_time(parse_time(stamp) if isinstance(stamp, str) else stamp)
    return "" if moment is None else moment.strftime(form)


def iso(moment: datetime | None) -> str | None:
    """Write a time for a program, as the client writes it."""
    if moment is None:
        return None
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:  # the first or last day of all years, in another zone
        return moment.isoformat()
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
