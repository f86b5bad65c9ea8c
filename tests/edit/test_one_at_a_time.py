"""Edits that wait for each other, whatever data folder they are on record in."""

from __future__ import annotations

import contextlib
import errno
import os
from typing import TYPE_CHECKING

import pytest

from steno.disk import lock
from steno.edit.one_at_a_time import LOCK_NAME, alone
from steno.errors import BusyEditsError, WriteFailedError
from steno.store.edit_rows import EditFacts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks folders as POSIX does")


@pytest.fixture
def facts(tmp_path: Path) -> EditFacts:
    """Make a home, and speak of an edit in it."""
    (tmp_path / "home").mkdir()
    return EditFacts(kind="trim", home=str(tmp_path / "home"))


def test_second_edit_waits(tmp_path: Path, facts: EditFacts) -> None:
    """Until the first is over; then it has its turn, and the home holds nothing new."""
    data = tmp_path / "data"
    busy = pytest.raises(BusyEditsError, match="under way")
    with alone(data, facts), busy, alone(data, facts, patience=0):
        pytest.fail("both hold the lock")
    with alone(data, facts, patience=0):
        assert [path.name for path in data.iterdir()] == [LOCK_NAME]
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.parametrize(
    "speak",
    [
        lambda folder: EditFacts(kind="trim", home=str(folder)),
        lambda folder: EditFacts(kind="trim", source_path=str(folder / "x.jsonl")),
    ],
)
def test_other_data_folder_waits_too(
    tmp_path: Path, facts: EditFacts, speak: Callable[[Path], EditFacts]
) -> None:
    """For the home; for the folder of a session that lies in none."""
    one = speak(tmp_path / "home")
    busy = pytest.raises(BusyEditsError)
    with alone(tmp_path / "a", one), busy, alone(tmp_path / "b", one, patience=0):
        pytest.fail("both hold the lock")
    other = EditFacts(kind="trim", home=str(tmp_path))
    with alone(tmp_path / "a", facts), alone(tmp_path / "b", other, patience=0):
        pass


def test_home_that_is_not_there_is_no_matter(tmp_path: Path) -> None:
    """An import may make it; an edit of nowhere has none."""
    for facts in (EditFacts(kind="import", home=str(tmp_path / "no")), EditFacts(kind="x")):
        with alone(tmp_path / "data", facts):
            pass
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("number", "told"),
    [(errno.EBADF, contextlib.nullcontext()), (errno.EIO, pytest.raises(WriteFailedError))],
)
def test_folder_that_cannot_be_locked(
    tmp_path: Path,
    facts: EditFacts,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    told: contextlib.AbstractContextManager[object],
) -> None:
    """As on a network: the lock in the data folder has to do; another refusal is told."""
    real = lock.acquire

    def acquire(fd: int, *, patience: float) -> bool:
        if os.path.samestat(os.fstat(fd), (tmp_path / "home").stat()):
            raise OSError(number, "no")
        return real(fd, patience=patience)

    monkeypatch.setattr(lock, "acquire", acquire)
    with told, alone(tmp_path / "data", facts):
        pass


def test_data_folder_that_cannot_be_made_is_told(tmp_path: Path, facts: EditFacts) -> None:
    """As any write that fails."""
    (tmp_path / "data").write_bytes(b"")
    with pytest.raises(WriteFailedError), alone(tmp_path / "data", facts):
        pytest.fail("there is no lock")
