"""Who made an edit, and why, is on record."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

import pytest

from steno.cli.edit_note import given_note
from tests.edit.edited import CONVERSATION, in_home
from tests.edit.projects import write_session
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.mark.parametrize(
    ("edit", "note"), [(("clone", ONE), "for Ann"), (("trim", ONE, "--thinking"), "")]
)
def test_note_and_user_are_listed(
    run: Run, tmp_path: Path, edit: tuple[str, ...], note: str
) -> None:
    """Nothing stands there where nothing was said."""
    in_home(tmp_path / "home", *CONVERSATION)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    assert run(*edit, *(["--note", note] if note else []), *places).code == 0
    (row,) = run("undo", "--list", "--json", *places).document["edits"]
    assert (row["user"], row["note"]) == (getpass.getuser(), note or None)


def test_move_takes_a_note(run: Run, tmp_path: Path) -> None:
    """As every edit does."""
    write_session(tmp_path / "home", "/work/old", 1)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    run("relocate", "/work/old", "/work/new", "--note", "renamed", *places)
    (row,) = run("undo", "--list", "--json", *places).document["edits"]
    assert row["note"] == "renamed"


def test_nothing_is_given_outside_of_a_command() -> None:
    """As in a library."""
    assert given_note() == ""
