"""Errors about files name the file, the reason, and what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.errors.files import (
    ClientSettingsError,
    FileChangedError,
    SystemRefusedError,
    UnreadableFileError,
    WriteFailedError,
)

if TYPE_CHECKING:
    from steno.errors.base import StenoError

PATH = Path("/home/mira/a.jsonl")


@pytest.mark.parametrize(
    ("error", "parts"),
    [
        (UnreadableFileError(PATH, "there is no such file"), ["cannot read", "no such file"]),
        (FileChangedError(PATH), ["changed since it was read", "nothing was written"]),
        (WriteFailedError(PATH, "disk full"), ["cannot write", "disk full", "retry"]),
        (WriteFailedError(PATH, "disk full", advice="Buy one."), ["disk full. Buy one."]),
        (ClientSettingsError(PATH, "it is not JSON"), ["left alone", "by hand"]),
    ],
)
def test_error_names_the_file_and_the_reason(error: StenoError, parts: list[str]) -> None:
    """And keeps the file for the caller."""
    assert str(PATH) in str(error)
    assert all(part in str(error) for part in parts)
    assert vars(error)["path"] == PATH


def test_refusal_of_the_system_names_the_file_if_there_is_one() -> None:
    """A full disk behind standard output has no name."""
    assert "refused: No space left." in str(SystemRefusedError(OSError(28, "No space left")))
    assert "refused: /a: Denied." in str(SystemRefusedError(OSError(13, "Denied", "/a")))
    assert "refused: strange." in str(SystemRefusedError(OSError("strange")))
