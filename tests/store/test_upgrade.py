"""Every older shape of state.db becomes the newest one, once, with a copy kept before."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from steno.errors import DamagedStateError, WriteFailedError
from steno.store import upgrade as upgrading
from steno.store.database import STATE_NAME, open_state
from steno.store.lineage import Edits
from steno.store.migrations import MIGRATIONS, Migration
from steno.store.upgrade import APPLICATION_ID, connect, missing, new_image
from tests.disk.faults import failing
from tests.store.made_state import facts, filled, know

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

NEXT = Migration(
    "9001-next",
    ("CREATE TABLE next (a)", "INSERT INTO next SELECT id FROM edits"),
)


def shape(path: Path) -> list[tuple[str, str]]:
    """Give every table and index of a file with its definition."""
    with closing(connect(path, "mode=ro&immutable=1")) as connection:
        query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        return connection.execute(query).fetchall()


def steps(path: Path) -> list[str]:
    """Give the steps that a file has taken."""
    with closing(connect(path, "mode=ro&immutable=1")) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM migrations")]


def copies(folder: Path) -> list[str]:
    """Name the copies that were kept."""
    return sorted(path.name for path in folder.glob("*.before-*"))


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a file that has not taken the next step, with an edit in it."""
    path = filled(tmp_path, 3)
    know(monkeypatch, *MIGRATIONS, NEXT)
    return path


def test_new_file_is_complete_and_has_no_copy(tmp_path: Path) -> None:
    """All steps are taken before anybody can see the file."""
    path = filled(tmp_path, 0)
    assert steps(path) == [step.name for step in MIGRATIONS]
    assert copies(tmp_path) == []


def test_new_image_is_a_marked_file_in_wal_mode(tmp_path: Path) -> None:
    """Its header says so, since several processes may open it in its first moment."""
    (tmp_path / "it").write_bytes(new_image())
    with closing(connect(tmp_path / "it", "mode=rw")) as connection:
        told = [
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "application_id", "user_version", "integrity_check")
        ]
    assert told == ["wal", APPLICATION_ID, len(MIGRATIONS), "ok"]


@pytest.mark.parametrize("known", range(len(MIGRATIONS)))
def test_every_earlier_shape_becomes_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: int
) -> None:
    """The result is the same as that of a new file, and the copy is what was before."""
    know(monkeypatch, *MIGRATIONS[:known])
    open_state(tmp_path / "old", create=True).close()
    before = (tmp_path / "old" / STATE_NAME).read_bytes()
    know(monkeypatch, *MIGRATIONS)
    with open_state(tmp_path / "old", create=True) as state:
        assert state.connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        Edits(state).begin_edit(facts())
    new = filled(tmp_path / "new", 0)
    assert shape(tmp_path / "old" / STATE_NAME) == shape(new)
    (copy,) = copies(tmp_path / "old")
    assert copy == f"{STATE_NAME}.before-{MIGRATIONS[known].name}"
    assert shape(tmp_path / "old" / copy) == _shape_of(before, tmp_path)


def _shape_of(content: bytes, folder: Path) -> list[tuple[str, str]]:
    (folder / "before").write_bytes(content)
    return shape(folder / "before")


def test_upgrade_keeps_what_was_there(older: Path) -> None:
    """A reader upgrades, too, and finds all edits; the copy has them as well."""
    state = open_state(older.parent)
    assert state is not None
    with state:
        assert len(Edits(state).origins()) == 3
        assert state.connection.execute("SELECT count(*) FROM next").fetchone() == (3,)
    (copy,) = copies(older.parent)
    assert steps(older.with_name(copy)) == [step.name for step in MIGRATIONS]


def test_step_is_taken_once(older: Path) -> None:
    """A second opening finds nothing to do and keeps no second copy."""
    for _ in range(2):
        open_state(older.parent, create=True).close()
    assert steps(older).count(NEXT.name) == 1
    assert len(copies(older.parent)) == 1


def test_copy_can_be_put_back(older: Path) -> None:
    """It is a whole state.db of the release before."""
    open_state(older.parent, create=True).close()
    (copy,) = copies(older.parent)
    older.write_bytes(older.with_name(copy).read_bytes())
    with open_state(older.parent, create=True) as state:
        assert len(Edits(state).origins()) == 3
    assert copies(older.parent) == [copy]


def test_older_copy_is_never_overwritten(older: Path) -> None:
    """Another upgrade from other content keeps a copy under the next free name."""
    first = older.with_name(f"{STATE_NAME}.before-{NEXT.name}")
    second = first.with_name(f"{first.name}.2")
    first.write_bytes(b"older")
    second.write_bytes(b"old")
    open_state(older.parent, create=True).close()
    assert [first.read_bytes(), second.read_bytes()] == [b"older", b"old"]
    assert copies(older.parent) == [first.name, second.name, f"{first.name}.3"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.parametrize("umask", [0, 0o077, 0o777], ids=oct)
def test_copy_is_private(older: Path, umask: int) -> None:
    """Under every umask."""
    before = os.umask(umask)
    try:
        open_state(older.parent, create=True).close()
    finally:
        os.umask(before)
    (copy,) = copies(older.parent)
    assert stat.S_IMODE(older.with_name(copy).stat().st_mode) == 0o600


def test_failing_step_leaves_the_file_as_it_was(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All steps of a run are one transaction."""
    before = older.read_bytes()
    wrong = Migration("9002-wrong", ("CREATE TABLE more (a)", "NO SUCH STATEMENT"))
    know(monkeypatch, *MIGRATIONS, NEXT, wrong)
    with pytest.raises(DamagedStateError, match="syntax"):
        open_state(older.parent, create=True)
    assert older.read_bytes() == before


def test_damaged_file_is_not_upgraded(older: Path) -> None:
    """It is gone through first, also for a reader, and no copy of it is kept."""
    content = bytearray(older.read_bytes())
    content[4096 * 3 + 8 : 4096 * 4] = b"\xff" * 4088
    older.write_bytes(content)
    with pytest.raises(DamagedStateError):
        open_state(older.parent)
    assert (older.read_bytes(), copies(older.parent)) == (bytes(content), [])


def test_no_copy_means_no_upgrade(older: Path) -> None:
    """Where the copy cannot be kept the file stays as it is, and the reason is told."""
    before = older.read_bytes()
    with (
        failing("fsync", 1, errno.ENOSPC),
        pytest.raises(WriteFailedError, match=os.strerror(errno.ENOSPC)),
    ):
        open_state(older.parent, create=True)
    assert older.read_bytes() == before
    assert [path.name for path in older.parent.iterdir()] == [STATE_NAME]


def test_upgrade_that_another_process_did_meanwhile_is_not_repeated(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waited for the lock looks again."""
    looks = []

    def look(connection: sqlite3.Connection, path: Path) -> tuple[Migration, ...]:
        looks.append(missing(connection, path))
        if len(looks) == 1:
            monkeypatch.setattr(upgrading, "missing", missing)
            with closing(connect(path, "mode=rw")) as other:
                upgrading.upgrade(other, path)
            monkeypatch.setattr(upgrading, "missing", look)
        return looks[-1]

    monkeypatch.setattr(upgrading, "missing", look)
    open_state(older.parent, create=True).close()
    assert looks == [(NEXT,), ()]
    assert len(copies(older.parent)) == 1
