"""One session that fails is told, and whatever is wrong with all of them is raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.errors import BusyStateError, StenoError, UsageError, WriteFailedError
from steno.trace.one_session import attempt

PATH = Path("/home/mira/one.jsonl")


def failing(error: Exception) -> None:
    """Fail."""
    raise error


def complained(error: StenoError) -> None:
    """Fail, for nobody was to be told anything."""
    pytest.fail(str(error))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (UsageError("it is odd"), "it is odd"),
        (PermissionError(13, "forbidden"), "one.jsonl"),
        (KeyError("words of a transcript"), "KeyError at test_one_session.py:"),
    ],
)
def test_fault_of_one_session_is_told(error: Exception, words: str) -> None:
    """With its place where it is one of ours, and never with words of a transcript."""
    told: list[StenoError] = []
    assert not attempt(PATH, lambda: failing(error), told.append)
    (one,) = told
    assert words in str(one)
    assert "words of a transcript" not in str(one)


@pytest.mark.parametrize("error", [WriteFailedError(PATH, "full"), BusyStateError(PATH)])
def test_fault_of_all_is_raised(error: StenoError) -> None:
    """The next session would fare no better."""
    with pytest.raises(type(error)):
        attempt(PATH, lambda: failing(error), complained)


def test_what_works_is_true() -> None:
    """And nobody is told anything."""
    assert attempt(PATH, lambda: None, complained)
