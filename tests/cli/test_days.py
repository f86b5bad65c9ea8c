"""Days on the command line."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

import pytest

from steno.cli.days import read_day, today

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

NOW = date(2026, 3, 1)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-02-28", date(2026, 2, 28)),
        ("2026-2-8", date(2026, 2, 8)),
        ("today", NOW),
        (" Today ", NOW),
        ("yesterday", date(2026, 2, 28)),
        ("0d", NOW),
        ("7d", date(2026, 2, 22)),
        ("2W", date(2026, 2, 15)),
    ],
)
def test_days_are_read(text: str, day: date) -> None:
    """As dates, by name, and by how long ago they were."""
    assert read_day(text, NOW) == day


@pytest.mark.parametrize(
    "text", ["", "frog", "7", "7m", "-7d", "2026-02-30", "2026-02", "999999999d", "9999999999d"]
)
@pytest.mark.parametrize(
    "command", [["list", "--until"], ["list", "--since"], ["history", "--since"]]
)
def test_what_is_no_day_is_told_with_what_is_one(
    run: Run, tmp_path: Path, command: list[str], text: str
) -> None:
    """In words, not in codes of a programming language."""
    answer = run(*command, text, "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert f"{command[-1]}': {text!r} is no day; write 2026-05-31, today, yesterday" in answer.err
    assert "%" not in answer.err


def test_today_is_the_readers_day() -> None:
    """In the local time zone."""
    before = datetime.now().astimezone().date()
    assert before <= today() <= datetime.now().astimezone().date()
