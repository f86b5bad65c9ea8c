"""Tests of what files held at a moment: which of several witnesses is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.edit.moments import END, Moment, row_of
from steno.errors import UsageError
from tests.edit.worked import Worked

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def made(tmp_path: Path) -> Worked:
    """Give a project with one file that was edited after the first of two prompts."""
    made = Worked(tmp_path / "home", tmp_path / "project")
    (made.project / "a.txt").write_bytes(b"old words\n")
    made.ask()
    made.edit("a.txt", "new")
    made.ask()
    return made


def _held(made: Worked, at: str) -> bytes | str | None:
    moment = Moment(made.session(), at)
    version, why = moment.version(str(made.project / "a.txt"))
    return why if version is None else moment.content(version)


def test_prompt_sees_what_was_before_it(made: Worked) -> None:
    """A turn's own changes come after its prompt."""
    assert _held(made, "1") == b"old words\n"
    assert _held(made, "p2") == b"new words\n"


def test_end_sees_what_was_written_last(made: Worked) -> None:
    """Also where no copy was made of it any more."""
    made.edit("a.txt", "newest")
    assert _held(made, END) == b"newest words\n"


def test_file_that_is_in_no_line_is_unknown(made: Worked) -> None:
    """There is nothing to go by."""
    version, why = Moment(made.session(), "1").version("/nowhere")
    assert version is None
    assert why == "nothing tells what it held then"


def test_change_that_nothing_is_told_of_makes_the_end_unknown(made: Worked) -> None:
    """The call is there, but not what came of it."""
    made.change("Edit", "a.txt", None, b"whatever\n")
    assert _held(made, END) == "a later change of it is told without the outcome"
    made.ask()
    assert _held(made, END) == b"whatever\n"


def test_copy_that_may_be_run_is_told(made: Worked) -> None:
    """The mode of the client's copy says so."""
    moment = Moment(made.session(), "1")
    version, _ = moment.version(str(made.project / "a.txt"))
    assert version is not None
    assert not moment.is_executable(version)
    for copy in (made.home / "file-history").rglob("*@v*"):
        copy.chmod(0o700)
    assert moment.is_executable(version)


def test_line_is_found_by_number_or_uuid(made: Worked) -> None:
    """And the end has no line."""
    session = made.session()
    assert row_of(session, "1") == row_of(session, "p1") == 0
    assert row_of(session, END) is None
    with pytest.raises(UsageError, match="no line with the uuid '3'"):
        row_of(session, "3")
