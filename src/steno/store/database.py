"""state.db: one SQLite file in the user's data folder, opened when something is asked of it."""

from __future__ import annotations

import contextlib
import os
import stat
import threading
from typing import TYPE_CHECKING, Any, Final, Literal, Self, overload

from steno.disk.writer import replace_file
from steno.errors import FileChangedError, ForeignStateError, UnreadableFileError
from steno.store.transaction import immediate, rows, told
from steno.store.upgrade import APPLICATION_ID, check, connect, new_image, upgrade

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

STATE_NAME: Final = "state.db"

# Closing any descriptor of a file lets go of all locks that this process holds on it. Making the
# file closes one, so meanwhile no other thread may have SQLite open it.
_ONE_AT_A_TIME: Final = threading.Lock()


class StateDatabase:
    """An open state.db, of the newest shape; for one thread."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        """Take the data folder and the connection to the file in it."""
        self.folder = folder
        self.connection = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file itself."""
        return self.folder / STATE_NAME

    def rows(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[Any]:
        """Give all rows of a query."""
        with told(self.path):
            return rows(self.connection, query, values)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for a write that is wholly done on leaving, or not at all.

        Inside another one it is a part of that one. Others wait meanwhile, so be quick.
        """
        with immediate(self.connection, self.path):
            yield self.connection

    def check(self) -> None:
        """Go through all pages; damage is a :class:`steno.errors.DamagedStateError`."""
        with told(self.path):
            check(self.connection, self.path)

    def close(self) -> None:
        """Close the file; what was written is safe already."""
        self.connection.close()


@overload
def open_state(folder: Path, *, create: Literal[True]) -> StateDatabase: ...
@overload
def open_state(folder: Path, *, create: bool = False) -> StateDatabase | None: ...


def open_state(folder: Path, *, create: bool = False) -> StateDatabase | None:
    """Open the state.db of a data folder, and bring it to the newest shape.

    A missing one is made with ``create``, else the answer is None and nothing is made. One that
    is to be written to is gone through first. What is no good is an error and stays as it is.
    """
    path = folder / STATE_NAME
    with _ONE_AT_A_TIME:
        while not _is_there(path):
            if not create:
                return None
            # Another process may be first.
            with contextlib.suppress(FileChangedError):
                replace_file(path, new_image(), expected_sha256=None)
        return StateDatabase(folder, _opened(path, checked=create))


def _is_there(path: Path) -> bool:
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise UnreadableFileError(path, problem.strerror or str(problem)) from problem
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableFileError(path, "it is no regular file")
    return True


def _opened(path: Path, *, checked: bool) -> sqlite3.Connection:
    with told(path), contextlib.ExitStack() as undone:
        _identify(path)
        connection = connect(path, _access(path))
        undone.callback(connection.close)
        # Foreign keys are on only afterwards, so that a step may make a table anew.
        upgrade(connection, path)
        if checked:
            check(connection, path)
        _settle(connection)
        undone.pop_all()
        return connection


def _identify(path: Path) -> None:
    """Look whose file it is without lock, journal or any other trace.

    A file of ours has its mark from its first moment and for ever, so it is not to be missed
    while others write. Their newest pages may lie elsewhere, which is none of our business yet.
    """
    with contextlib.closing(connect(path, "immutable=1")) as connection:
        # Without this a file that seems too short is refused before its mark can be read.
        connection.execute("PRAGMA writable_schema = ON")
        ((mark,),) = rows(connection, "PRAGMA application_id")
    if mark != APPLICATION_ID:
        raise ForeignStateError(path)


def _access(path: Path) -> str:
    """Say how to open the file: where nothing can be written, without the files beside it."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return "mode=rw"
    real = path.resolve()
    waiting = real.with_name(f"{real.name}-wal").exists()
    return "mode=ro" if waiting else "mode=ro&immutable=1"


def _settle(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    # What an undo needs has to be on the disk before a session file is touched.
    connection.execute("PRAGMA synchronous = FULL")
