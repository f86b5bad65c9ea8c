"""A write is wholly done or not at all, and what SQLite refuses is told in our words."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.errors import (
    BusyStateError,
    DamagedStateError,
    StenoError,
    UnreadableFileError,
    WriteFailedError,
)
from steno.store.transaction import immediate, rows, told

if TYPE_CHECKING:
    from collections.abc import Iterator

PATH = Path("/data/state.db")


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    """Give a file in memory with one table."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
        yield connection


def held(connection: sqlite3.Connection) -> list[int]:
    """Give all that the table holds."""
    return [a for (a,) in rows(connection, "SELECT a FROM t ORDER BY a")]


def add(
    connection: sqlite3.Connection,
    statement: str = "INSERT INTO t VALUES (1)",
    then: BaseException | None = None,
) -> None:
    """Change something, and then perhaps fail."""
    connection.execute(statement)
    if then is not None:
        raise then


def refused(code: int) -> sqlite3.OperationalError:
    """Make the error that SQLite gives with this code."""
    problem = sqlite3.OperationalError("its reason")
    problem.sqlite_errorcode = code
    return problem


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY, BusyStateError),
        (sqlite3.SQLITE_BUSY_RECOVERY, BusyStateError),
        (sqlite3.SQLITE_LOCKED, BusyStateError),
        (sqlite3.SQLITE_CANTOPEN, UnreadableFileError),
        (sqlite3.SQLITE_FULL, WriteFailedError),
        (sqlite3.SQLITE_IOERR_WRITE, WriteFailedError),
        (sqlite3.SQLITE_READONLY, WriteFailedError),
        (sqlite3.SQLITE_CORRUPT, DamagedStateError),
        (sqlite3.SQLITE_NOTADB, DamagedStateError),
        (sqlite3.SQLITE_ERROR, DamagedStateError),
    ],
)
def test_refusal_of_sqlite_becomes_an_error_of_ours(code: int, kind: type[StenoError]) -> None:
    """By its code, the extended ones included; the file is named."""
    with pytest.raises(kind, match=PATH.name), told(PATH):
        raise refused(code)


def test_text_that_is_no_unicode_is_damage(connection: sqlite3.Connection) -> None:
    """Python complains of it itself, and without a code."""
    with pytest.raises(DamagedStateError, match="UTF-8"), told(PATH):
        connection.execute("SELECT CAST(x'ff' AS TEXT)").fetchone()


def test_damaged_text_is_not_quoted(connection: sqlite3.Connection) -> None:
    """It may be private, and it may hold anything that a terminal would obey."""
    with pytest.raises(DamagedStateError) as caught, told(PATH):
        rows(connection, "SELECT CAST(x'1b5b326aff' AS TEXT)")
    assert "UTF-8" in caught.value.reason
    assert "\x1b" not in str(caught.value)
    assert "[2j" not in str(caught.value)


def test_complaint_that_cannot_be_read_is_damage() -> None:
    """SQLite quotes names of a damaged schema, and Python cannot decode its message."""

    class Cursor:
        def execute(self, *_: object) -> None:
            b"\xff".decode()

        def close(self) -> None:
            pass

    class Connection:
        cursor = Cursor

    with pytest.raises(DamagedStateError, match="no UTF-8"), told(PATH):
        rows(Connection(), "SELECT 1")  # type: ignore[arg-type]


def test_query_that_fails_half_way_does_not_keep_the_file_open(tmp_path: Path) -> None:
    """Closing lets go of it, however long somebody holds on to the error."""
    path = tmp_path / "it.db"
    made = sqlite3.connect(path, isolation_level=None)
    with closing(made) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (a TEXT)")
        connection.execute("INSERT INTO t VALUES ('one'), (CAST(x'ff' AS TEXT)), ('three')")
        with pytest.raises(sqlite3.OperationalError) as caught:
            rows(connection, "SELECT a FROM t")
    assert caught.value is not None
    assert [path.name for path in tmp_path.iterdir()] == ["it.db"]


@pytest.mark.parametrize(
    "statement", ["INSERT INTO t VALUES (1), (1)", "SELECT ?"], ids=["integrity", "programming"]
)
def test_mistake_of_a_caller_stays_what_it_is(
    connection: sqlite3.Connection, statement: str
) -> None:
    """It is not the user's file that is wrong."""
    with pytest.raises((sqlite3.IntegrityError, sqlite3.ProgrammingError)), told(PATH):
        connection.execute(statement)


def test_refusal_of_another_kind_stays_what_it_is() -> None:
    """An interrupt, for one, says nothing about the file."""
    with pytest.raises(sqlite3.OperationalError, match="its reason"), told(PATH):
        raise refused(sqlite3.SQLITE_INTERRUPT)


def test_write_is_there_after_leaving(connection: sqlite3.Connection) -> None:
    """And no transaction is left open."""
    with immediate(connection, PATH):
        connection.execute("INSERT INTO t VALUES (1)")
        assert connection.in_transaction
    assert (held(connection), connection.in_transaction) == ([1], False)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, ValueError, BusyStateError])
def test_write_that_fails_is_not_there(
    connection: sqlite3.Connection, kind: type[BaseException]
) -> None:
    """Whatever ended it, which is passed on."""
    with pytest.raises(kind), immediate(connection, PATH):
        add(connection, then=kind(PATH))
    assert (held(connection), connection.in_transaction) == ([], False)


def test_write_inside_another_is_a_part_of_it(connection: sqlite3.Connection) -> None:
    """Both are done together or not at all."""

    def both() -> None:
        with immediate(connection, PATH):
            with immediate(connection, PATH):
                add(connection)
            raise ValueError("late")

    with pytest.raises(ValueError, match="late"):
        both()
    assert held(connection) == []


def test_first_error_is_the_one_to_tell_of(connection: sqlite3.Connection) -> None:
    """Also where SQLite has taken back everything by itself."""
    with pytest.raises(ValueError, match="first"), immediate(connection, PATH):
        add(connection, "ROLLBACK", then=ValueError("first"))
