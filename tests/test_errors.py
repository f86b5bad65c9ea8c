"""Errors build their own messages, which say what to do next."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from steno import errors
from steno.errors import (
    MOST_CANDIDATES_SHOWN,
    AmbiguousSessionError,
    BusyStateError,
    ClientSettingsError,
    ConfigError,
    DamagedStateError,
    EditStateError,
    FileChangedError,
    ForeignStateError,
    KeptBytesError,
    NewerStateError,
    SessionNotFoundError,
    StateError,
    StenoError,
    SystemRefusedError,
    UnreadableFileError,
    UsageError,
    WriteFailedError,
)

PATH = Path("/home/mira/a.jsonl")
ALL = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if kind.__module__ == errors.__name__
]


@pytest.mark.parametrize("kind", ALL)
def test_every_error_is_a_steno_error_with_exit_code_2(kind: type[StenoError]) -> None:
    """A surface has to catch one class only."""
    assert issubclass(kind, StenoError)
    assert kind.exit_code == 2


def test_tree_in_the_docstring_names_every_error() -> None:
    """With the depth that the classes have."""
    drawn = re.findall(r"^ +([│├└─ ]*)(\w+Error)\b", errors.__doc__ or "", re.MULTILINE)
    assert sorted(name for _, name in drawn) == sorted(kind.__name__ for kind in ALL)
    depths = {name: len(branches) // 4 for branches, name in drawn}
    assert depths == {kind.__name__: len(kind.__mro__) - 4 for kind in ALL}


def test_session_not_found_says_where_and_what_to_try() -> None:
    """Also without any home."""
    error = SessionNotFoundError("tides", [Path("/a"), Path("/b")])
    assert str(error).startswith(f"no session called 'tides' in {Path('/a')}, {Path('/b')}. Try ")
    assert "no home at all" in str(SessionNotFoundError("x", []))
    assert error.name == "tides"


def test_ambiguous_session_lists_some_candidates() -> None:
    """And says how many more there are."""
    few = AmbiguousSessionError("a", ["one", "two"])
    assert str(few).endswith(":\n  one\n  two")
    assert "more" not in str(few)
    many = AmbiguousSessionError("a", [f"c{n}" for n in range(MOST_CANDIDATES_SHOWN + 3)])
    assert str(many).endswith("  ... and 3 more")
    assert str(many).count("\n") == MOST_CANDIDATES_SHOWN + 1
    assert len(many.candidates) == MOST_CANDIDATES_SHOWN + 3


@pytest.mark.parametrize(
    ("error", "parts"),
    [
        (UnreadableFileError(PATH, "there is no such file"), ["cannot read", "no such file"]),
        (FileChangedError(PATH), ["changed since it was read", "nothing was written"]),
        (WriteFailedError(PATH, "disk full"), ["cannot write", "disk full", "retry"]),
        (WriteFailedError(PATH, "disk full", advice="Buy one."), ["disk full. Buy one."]),
        (ClientSettingsError(PATH, "it is not JSON"), ["left alone", "by hand"]),
        (NewerStateError(PATH, ["9-x", "9-y"]), ["newer release of steno (9-x, 9-y);", "--db"]),
        (NewerStateError(PATH, []), ["newer release of steno;", "left alone"]),
        (ForeignStateError(PATH), ["no file of steno's", "left alone", "Move it away"]),
        (DamagedStateError(PATH, "torn"), ["damaged (torn)", "left alone", ".before-"]),
        (BusyStateError(PATH), ["another process", "nothing was written", "retry"]),
        (KeptBytesError(PATH, "it is gone"), ["it is gone", "nothing was changed", "retry"]),
    ],
)
def test_error_about_a_file_names_it_and_the_reason(error: StenoError, parts: list[str]) -> None:
    """And keeps the file for the caller."""
    assert str(PATH) in str(error)
    assert all(part in str(error) for part in parts)
    assert vars(error)["path"] == PATH


def test_edit_at_the_wrong_point_is_named() -> None:
    """With the state that it is in, if there is such an edit."""
    assert "edit 3 was undone already, so it cannot be undone" in str(
        EditStateError(3, "undone", "undone")
    )
    assert "there is no edit 9" in str(EditStateError(9, None, "undone"))


def test_errors_about_our_state_are_of_one_kind() -> None:
    """A command that can do without state.db catches one class."""
    kinds = (NewerStateError, ForeignStateError, DamagedStateError, BusyStateError)
    assert all(issubclass(kind, StateError) for kind in kinds)


def test_refusal_of_the_system_names_the_file_if_there_is_one() -> None:
    """A full disk behind standard output has no name."""
    assert "refused: No space left." in str(SystemRefusedError(OSError(28, "No space left")))
    assert "refused: /a: Denied." in str(SystemRefusedError(OSError(13, "Denied", "/a")))
    assert "refused: strange." in str(SystemRefusedError(OSError("strange")))


def test_plain_messages_stay_as_they_are() -> None:
    """Where the place of the error knows best what to say."""
    assert str(ConfigError("mend it")) == "mend it"
    assert isinstance(ConfigError("x"), UsageError)
