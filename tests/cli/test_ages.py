"""Ages on the command line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from steno.cli.ages import read_age
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("30min", timedelta(minutes=30)), ("2h", timedelta(hours=2)), (" 3D ", timedelta(days=3)),
        ("2 w", timedelta(weeks=2)), ("0h", timedelta()),
        ("2026-05-31T14:00Z", datetime(2026, 5, 31, 14, tzinfo=UTC)),
        ("2026-05-31T14:00:01+02:00", datetime(2026, 5, 31, 12, 0, 1, tzinfo=UTC)),
        ("2026-05-31T14:00", datetime(2026, 5, 31, 14).astimezone()),
        ("2026-05-31 14:00", datetime(2026, 5, 31, 14).astimezone()),
        ("2026-5-31", datetime(2026, 5, 31).astimezone()),
    ],
)  # fmt: skip
def test_ages_are_read(text: str, age: datetime | timedelta) -> None:
    """As so long ago, or as a time, which is one of the reader's zone unless it names one."""
    assert read_age(text) == age


def test_days_have_names() -> None:
    """Today stands for its beginning."""
    now = datetime.now().astimezone()
    found = read_age("yesterday")
    assert isinstance(found, datetime)
    assert timedelta(hours=22) < now - found < timedelta(hours=50)


@pytest.mark.parametrize(
    "text", ["", "frog", "7", "7m", "-7d", "2026-02-30", "25:00", "999999w", "2026-05-31T25:00"]
)
def test_what_is_no_age_is_told_with_what_is_one(run: Run, tmp_path: Path, text: str) -> None:
    """In words, and nothing is done."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("trim", ONE, "--images", "--older-than", text, "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert f"{text!r} is no age; write 30min, 2h, 3d or 2w" in answer.err
