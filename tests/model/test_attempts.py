"""Trying again, with pauses and an end."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.errors import BusyModelError, NoKeyError
from steno.model.attempts import MOST_SECONDS, Attempts, PassingError, said_wait

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def busy(wait: float | None = None) -> PassingError:
    """Make an error that may pass."""
    return PassingError(lambda attempts: BusyModelError("x", "busy", attempts), wait)


@given(st.integers(1, 9), st.integers(0, 12), st.floats(0, 1))
def test_attempts_and_pauses_are_bounded(most: int, failures: int, chance: float) -> None:
    """Each pause is at least half of what it may be, and there is one less than attempts."""
    pauses: list[float] = []
    left = [busy() for _ in range(failures)]

    def act() -> str:
        if left:
            raise left.pop()
        return "done"

    attempts = Attempts(most, 1.0, pauses.append, lambda: chance)
    if failures < most:
        assert attempts.run(act) == "done"
        assert len(pauses) == failures
    else:
        with pytest.raises(BusyModelError) as caught:
            attempts.run(act)
        assert caught.value.attempts == most
        assert len(pauses) == most - 1
    wanted = [min(MOST_SECONDS, 2.0**number) for number in range(len(pauses))]
    assert all(a / 2 <= b <= a for a, b in zip(wanted, pauses, strict=True))


def test_other_errors_are_final() -> None:
    """They are not tried again."""
    calls = []

    def act() -> None:
        calls.append(1)
        raise NoKeyError

    with pytest.raises(NoKeyError):
        Attempts().run(act)
    assert calls == [1]


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "7"}, 1.5),
        ({"retry-after": "Mon, 02 Mar 2026 09:00:30 GMT"}, 30.0),
        ({"retry-after": "Mon, 02 Mar 2026 09:00:30 -0000"}, 30.0),
        ({"retry-after": "Mon, 02 Mar 2026 08:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_service_says_how_long_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    """In seconds, thousandths of them, or as a date."""
    assert said_wait(headers, NOW) == seconds


def test_endless_wait_is_not_waited() -> None:
    """Whatever the service says."""
    wait = said_wait({"retry-after": "inf"})
    with pytest.raises(BusyModelError):
        Attempts(sleep=lambda _: pytest.fail("slept")).run(
            lambda: (_ for _ in ()).throw(busy(wait))
        )
