"""Times for a person and for a program."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from steno.cli.clock import iso, local_time, shown

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def _in_shanghai() -> Iterator[None]:
    """Move the reader eight hours east, and back."""
    if not hasattr(time, "tzset"):
        pytest.skip("needs a system whose time zone a program can change")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC-8")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_in_shanghai")
def test_people_see_their_own_time() -> None:
    """A stored time is UTC, the reader's is not."""
    assert shown("2026-08-14T20:58:00.000Z") == "2026-08-15 04:58"
    assert shown(datetime(2026, 8, 14, 20, 58, tzinfo=UTC), "%H:%M") == "04:58"


@pytest.mark.parametrize(
    "stamp", [None, "yesterday", "", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"]
)
def test_what_no_clock_can_show_is_left_empty(stamp: str | None) -> None:
    """Or shown, where it can be; never an exception."""
    assert isinstance(shown(stamp), str)


def test_programs_get_utc() -> None:
    """As the client writes it."""
    assert iso(datetime(2026, 8, 14, 20, 58, 1, 250_000, tzinfo=UTC)) == "2026-08-14T20:58:01.250Z"
    assert iso(None) is None
    first_day = datetime.fromisoformat("0001-01-01T00:00:00+08:00")
    assert iso(first_day) == first_day.isoformat()
    assert local_time(None) is None
