"""Transactions on state.db, and what SQLite refuses told as errors that say what to do next."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING, Any, Final

from steno.errors import (
    BusyStateError,
    DamagedStateError,
    StenoError,
    UnreadableFileError,
    WriteFailedError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
_CLOSED: Final = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH})
_REFUSED: Final = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR})
# A table that is missing is told as a plain error of the statement, which is always ours.
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})


@contextlib.contextmanager
def told(path: Path) -> Iterator[None]:
    """Put an error of ours in the place of SQLite's; what a caller did wrong stays as it is."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        error = _error(path, problem)
        if error is None:
            raise
        raise error from problem


def _error(path: Path, problem: sqlite3.DatabaseError) -> StenoError | None:
    if isinstance(problem, sqlite3.ProgrammingError | sqlite3.IntegrityError):
        return None
    # Complaints about a text that is no UTF-8 are not SQLite's own, and have no code.
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code in _BUSY:
        return BusyStateError(path)
    if code in _CLOSED:
        return UnreadableFileError(path, str(problem))
    if code in _REFUSED:
        return WriteFailedError(path, str(problem))
    return DamagedStateError(path, _reason(problem)) if code in _DAMAGED else None


def _reason(problem: sqlite3.DatabaseError) -> str:
    """Give SQLite's words without the damaged text that they may quote."""
    words, *_ = str(problem).partition(" with text ")
    return "".join(sign if sign.isprintable() else "?" for sign in words)


def rows(
    connection: sqlite3.Connection, query: str, values: Sequence[Any] | Mapping[str, Any] = ()
) -> list[Any]:
    """Give all rows of a query.

    A query that was left half-way, as by an error, would keep the file open after its closing.
    """
    with contextlib.closing(connection.cursor()) as cursor:
        try:
            return cursor.execute(query, values).fetchall()
        except UnicodeDecodeError as problem:
            # SQLite's complaint quotes a damaged text, which Python cannot read either.
            raise sqlite3.DatabaseError("a text is no UTF-8") from problem


@contextlib.contextmanager
def immediate(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Make a write transaction that is wholly done on leaving, or not at all.

    Inside another one it is a part of that one.
    """
    if connection.in_transaction:
        yield
        return
    with told(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            _take_back(connection)
            raise


def _take_back(connection: sqlite3.Connection) -> None:
    # SQLite has taken back by itself after some errors, and the first error is the one to tell of.
    with contextlib.suppress(sqlite3.Error):
        connection.execute("ROLLBACK")
