"""Errors about state.db say that it was left alone, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.errors.state import (
    BusyStateError,
    DamagedStateError,
    ForeignStateError,
    NewerStateError,
    StateError,
)

if TYPE_CHECKING:
    from steno.errors.base import StenoError

PATH = Path("/home/mira/state.db")


@pytest.mark.parametrize(
    ("error", "parts"),
    [
        (NewerStateError(PATH, ["9-x", "9-y"]), ["newer release of steno (9-x, 9-y);", "--db"]),
        (NewerStateError(PATH, []), ["newer release of steno;", "left alone"]),
        (ForeignStateError(PATH), ["no file of steno's", "left alone", "Move it away"]),
        (DamagedStateError(PATH, "torn"), ["damaged (torn)", "left alone", ".before-"]),
        (BusyStateError(PATH), ["another process", "nothing was written", "retry"]),
    ],
)
def test_error_names_the_file_and_the_reason(error: StenoError, parts: list[str]) -> None:
    """And keeps the file for the caller."""
    assert str(PATH) in str(error)
    assert all(part in str(error) for part in parts)
    assert vars(error)["path"] == PATH


def test_errors_about_our_state_are_of_one_kind() -> None:
    """A command that can do without state.db catches one class."""
    kinds = (NewerStateError, ForeignStateError, DamagedStateError, BusyStateError)
    assert all(issubclass(kind, StateError) for kind in kinds)
