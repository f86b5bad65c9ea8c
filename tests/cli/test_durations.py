"""How long something took."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from steno.cli.durations import in_words, milliseconds, took
from steno.cli.output import Cell

NOON = datetime(2026, 5, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("started", "ended", "expected"),
    [
        (NOON, NOON + timedelta(seconds=1.5), 1500),
        (NOON, NOON, 0),
        (NOON, NOON - timedelta(seconds=1), None),
        (None, NOON, None),
        (NOON, None, None),
    ],
)
def test_duration_is_known_where_both_ends_are(
    started: datetime | None, ended: datetime | None, expected: int | None
) -> None:
    """And where they do not contradict each other."""
    assert milliseconds(started, ended) == expected


def test_duration_is_words_for_a_person_and_a_number_for_a_program() -> None:
    """Nothing where it is not known."""
    assert took(108_000) == Cell("1 min 48 s", "108000")
    assert took(None) == Cell("", "")
    assert (in_words(400), in_words(None)) == ("0.4 s", "")
