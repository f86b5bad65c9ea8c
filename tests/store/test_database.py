"""state.db: made privately and only when asked for, and what is no good is left as it is."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import sqlite3
import stat
import sys
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from steno.disk.writer import sha256_of
from steno.errors import (
    BusyStateError,
    DamagedStateError,
    FileChangedError,
    ForeignStateError,
    NewerStateError,
    StenoError,
    UnreadableFileError,
    WriteFailedError,
)
from steno.store import database
from steno.store.database import STATE_NAME, open_state
from steno.store.lineage import Edits
from steno.store.migrations import MIGRATIONS, Migration
from tests.store.made_state import facts, filled, know

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


@pytest.fixture(params=[0, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Run under this umask, in a folder that was made before."""
    assert tmp_path.is_dir()
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    """Give the permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def contents(folder: Path) -> dict[str, str]:
    """Give all files of a folder with their hashes."""
    return {path.name: sha256_of(path) for path in folder.iterdir() if path.is_file()}


def refuses(folder: Path, kind: type[StenoError]) -> StenoError:
    """Expect an error from a reader and from a writer, and every byte as it was; give the last."""
    before = contents(folder)
    with pytest.raises(kind):
        everything(folder, create=False)
    with pytest.raises(kind) as caught:
        everything(folder, create=True)
    assert contents(folder) == before
    return caught.value


def everything(folder: Path, *, create: bool) -> int:
    """Open the file, go through all of it, and say how many edits there are."""
    state = open_state(folder, create=create)
    assert state is not None
    with state:
        state.check()
        edits = Edits(state).origins().values()
        return sum(len(Edits(state).files_of(edit.id)) for edit in edits)


def test_reading_makes_nothing(tmp_path: Path) -> None:
    """A command that finds no file gets None, and not even the folder is made."""
    assert open_state(tmp_path / "data") is None
    assert list(tmp_path.iterdir()) == []


@on_posix
@pytest.mark.usefixtures("umask")
def test_everything_is_private(tmp_path: Path) -> None:
    """The folder is 0700, and the file and the files beside it are 0600, under every umask."""
    folder = tmp_path / "a" / "data"
    with open_state(folder, create=True) as state:
        Edits(state).begin_edit(facts())
        names = {path.name: mode(path) for path in folder.iterdir()}
    assert names == {STATE_NAME + end: 0o600 for end in ("", "-wal", "-shm")}
    assert [mode(folder), mode(folder.parent)] == [0o700, 0o700]


def test_nothing_is_left_beside_a_closed_file(tmp_path: Path) -> None:
    """Closing brings all into the one file, which a reader then finds."""
    filled(tmp_path, 3)
    assert [path.name for path in tmp_path.iterdir()] == [STATE_NAME]
    state = open_state(tmp_path)
    assert state is not None
    with state:
        assert state.path == tmp_path / STATE_NAME
        assert len(Edits(state).origins()) == 3
    assert [path.name for path in tmp_path.iterdir()] == [STATE_NAME]


def test_settings_are_those_that_were_promised(tmp_path: Path) -> None:
    """WAL, foreign keys, every commit synced, and a schema that is not trusted."""
    with open_state(tmp_path, create=True) as state:
        asked = ("journal_mode", "foreign_keys", "synchronous", "trusted_schema", "busy_timeout")
        told = [state.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in asked]
    assert told == ["wal", 1, 2, 0, 30000]


def test_foreign_keys_hold(tmp_path: Path) -> None:
    """A file of an edit that does not exist is refused by the file itself."""
    with (
        open_state(tmp_path, create=True) as state,
        pytest.raises(sqlite3.IntegrityError),
        state.writing() as connection,
    ):
        connection.execute(
            "INSERT INTO edit_files (edit_id, number, role, path, action) "
            "VALUES (7, 1, 'session', '/a', 'create')"
        )


def test_file_of_a_newer_release_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names what is unknown."""
    know(monkeypatch, *MIGRATIONS, Migration("9002-later", ("CREATE TABLE later (a)",)))
    filled(tmp_path, 1)
    know(monkeypatch, *MIGRATIONS)
    error = refuses(tmp_path, NewerStateError)
    assert "newer release of steno (9002-later)" in str(error)


def test_file_with_a_higher_version_is_left_alone(tmp_path: Path) -> None:
    """Also where the table of the steps says nothing of it."""
    path = filled(tmp_path, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    refuses(tmp_path, NewerStateError)


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_file_of_another_program_is_left_alone(tmp_path: Path, journal: str) -> None:
    """A SQLite file without our mark, also one that has the same tables."""
    with closing(sqlite3.connect(tmp_path / STATE_NAME)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
        connection.execute("CREATE TABLE migrations (name, applied_at)")
        connection.commit()
    assert "no file of steno's" in str(refuses(tmp_path, ForeignStateError))


def test_journal_of_another_program_is_not_rolled_back(tmp_path: Path) -> None:
    """What another program left half done, its own next start is there to mend."""
    made = tmp_path / "made"
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE theirs (a)")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        for _ in range(200):
            connection.execute("INSERT INTO theirs VALUES (zeroblob(3000))")
        shutil.copy(made, tmp_path / STATE_NAME)
        shutil.copy(f"{made}-journal", tmp_path / f"{STATE_NAME}-journal")
    assert (tmp_path / f"{STATE_NAME}-journal").stat().st_size > 512
    refuses(tmp_path, ForeignStateError)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", ForeignStateError),
        (b"Dear diary", DamagedStateError),
        (b"\0" * 8192, DamagedStateError),
        (b"x" * 100_000, DamagedStateError),
    ],
    ids=["empty", "short", "zeros", "text"],
)
def test_file_that_is_no_database_is_left_alone(
    tmp_path: Path, content: bytes, kind: type[StenoError]
) -> None:
    """Whatever it is, it may matter to somebody."""
    (tmp_path / STATE_NAME).write_bytes(content)
    refuses(tmp_path, kind)


@pytest.mark.parametrize("kept", [0.9, 0.5, 0.1], ids=str)
def test_truncated_file_is_left_alone(tmp_path: Path, kept: float) -> None:
    """And the message says what can be done."""
    path = filled(tmp_path)
    os.truncate(path, int(path.stat().st_size * kept))
    error = refuses(tmp_path, DamagedStateError)
    assert "state.db.before-" in str(error)


def test_damaged_page_is_found_before_anything_is_written(tmp_path: Path) -> None:
    """A writer goes through the file first, so damage far from where it writes is seen, too."""
    path = filled(tmp_path)
    content = bytearray(path.read_bytes())
    content[4096 * 8 : 4096 * 9] = random.Random(8).randbytes(4096)
    path.write_bytes(content)
    refuses(tmp_path, DamagedStateError)


def test_lost_table_is_damage(tmp_path: Path) -> None:
    """A file of ours without a table that it must have."""
    path = filled(tmp_path, 1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE migrations")
    refuses(tmp_path, DamagedStateError)


@pytest.mark.parametrize(
    "cases", [pytest.param(150, id="150"), pytest.param(5000, id="5000", marks=pytest.mark.stress)]
)
def test_random_damage_is_an_error_of_ours_or_harmless(tmp_path: Path, cases: int) -> None:
    """Wherever bytes are wrong: our error and not a byte changed, or all that can be read."""
    path, chance = filled(tmp_path, 30), random.Random(cases)
    whole = path.read_bytes()
    refused = 0
    for case in range(cases):
        damaged = bytearray(whole)
        start = chance.randrange(100) if case % 3 == 0 else chance.randrange(len(whole))
        noise = chance.randbytes(chance.choice((1, 4, 100)))
        damaged[start : start + len(noise)] = noise
        path.write_bytes(damaged)
        try:
            everything(tmp_path, create=bool(case % 2))
        except StenoError:
            refused += 1
            assert contents(tmp_path) == {STATE_NAME: hashlib.sha256(damaged).hexdigest()}
    assert refused > cases // 10


@pytest.mark.parametrize("kind", ["folder", "pipe"])
@on_posix
def test_only_a_regular_file_is_opened(tmp_path: Path, kind: str) -> None:
    """Nobody waits for the other end of a pipe."""
    path = tmp_path / STATE_NAME
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    with pytest.raises(UnreadableFileError, match="no regular file"):
        open_state(tmp_path)


def test_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    """In reading as in writing."""
    (tmp_path / "data").touch()
    for create in (False, True):
        with pytest.raises((UnreadableFileError, WriteFailedError), match="data"):
            open_state(tmp_path / "data", create=create)


@on_posix
def test_link_to_the_file_is_followed(tmp_path: Path) -> None:
    """A file that lies elsewhere is made there and found there."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / STATE_NAME).symlink_to(tmp_path / "far" / "it.db")
    filled(tmp_path / "data", 2)
    assert everything(tmp_path / "data", create=False) == 2
    assert mode(tmp_path / "far" / "it.db") == 0o600


@pytest.mark.parametrize("name", ["a b", "50%", "what?#x", "日本"])
def test_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    """Also one that means something in a URI."""
    if sys.platform == "win32" and "?" in name:
        pytest.skip("Windows has no such names")
    filled(tmp_path / name, 1)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert everything(tmp_path / name, create=False) == 1


def read_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away the right to write; root has it always, so that the system's answer is changed."""
    for path in folder.iterdir():
        path.chmod(0o400)
    folder.chmod(0o500)
    monkeypatch.setattr(os, "access", lambda *_: False)


@on_posix
def test_read_only_folder_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made beside the file, and a write is refused in our words."""
    filled(tmp_path, 2)
    read_only(tmp_path, monkeypatch)
    state = open_state(tmp_path)
    assert state is not None
    with state:
        assert len(Edits(state).origins()) == 2
        assert [path.name for path in tmp_path.iterdir()] == [STATE_NAME]
        with pytest.raises(WriteFailedError, match="readonly"):
            Edits(state).begin_edit(facts())


@on_posix
def test_read_only_folder_with_a_log_is_read_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed process committed lies in the log only, and counts."""
    filled(tmp_path / "data", 2)
    with open_state(tmp_path / "data", create=True) as state:
        Edits(state).finish_edit(Edits(state).begin_edit(facts("late", "later")))
        shutil.copytree(tmp_path / "data", tmp_path / "copy")
    read_only(tmp_path / "copy", monkeypatch)
    state = open_state(tmp_path / "copy")  # type: ignore[assignment]
    with state:
        assert "later" in Edits(state).origins()


@on_posix
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write everywhere")
def test_read_only_folder_takes_no_new_file(tmp_path: Path) -> None:
    """The message names the file, and nothing is made."""
    tmp_path.chmod(0o500)
    with pytest.raises(WriteFailedError, match=STATE_NAME):
        open_state(tmp_path, create=True)
    assert list(tmp_path.iterdir()) == []


@on_posix
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may read everything")
def test_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    """As a file, not as damage."""
    filled(tmp_path, 1).chmod(0)
    with pytest.raises(UnreadableFileError, match="unable to open"):
        open_state(tmp_path)


def test_loser_of_the_race_to_make_it_takes_the_winners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes find no file, one makes it, both use it."""

    def beaten(path: Path, *_: object, **__: object) -> None:
        monkeypatch.undo()
        filled(tmp_path, 1)
        raise FileChangedError(path)

    real_lock = database._ONE_AT_A_TIME
    monkeypatch.setattr(database, "_ONE_AT_A_TIME", threading.RLock())
    monkeypatch.setattr(database, "replace_file", beaten)
    assert everything(tmp_path, create=True) == 1
    assert database._ONE_AT_A_TIME is real_lock


def test_locked_file_is_told_after_a_while(tmp_path: Path) -> None:
    """Another process that never ends its write is no reason to wait for ever."""
    path = filled(tmp_path, 1)
    with open_state(tmp_path, create=True) as state, closing(sqlite3.connect(path)) as other:
        state.connection.execute("PRAGMA busy_timeout = 10")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyStateError, match="another process"):
            Edits(state).begin_edit(facts())
        assert len(Edits(state).origins()) == 1


def many(journal: Edits) -> None:
    """Begin more edits than fit on the pages that a new file has."""
    for number in range(500):
        journal.begin_edit(facts(f"s{number}"))


def full(connection: sqlite3.Connection) -> None:
    """Let the file grow no more."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")


def test_full_disk_is_told_and_changes_nothing(tmp_path: Path) -> None:
    """Of a write that does not fit nothing is there afterwards, and the next that fits is."""
    with open_state(tmp_path, create=True) as state:
        full(state.connection)
        journal = Edits(state)
        with pytest.raises(WriteFailedError, match="full"), state.writing():
            many(journal)
        assert journal.pending() == ()
        state.connection.execute("PRAGMA max_page_count = 100000")
        assert journal.begin_edit(facts()) == 1
