"""Taking the steps that a state.db has not taken yet, with a copy of it kept before."""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
from typing import TYPE_CHECKING, Final

from steno.disk.replacement import claim, temporary
from steno.disk.writer import sha256_of
from steno.errors import DamagedStateError, FileChangedError, NewerStateError, WriteFailedError
from steno.store import migrations
from steno.store.transaction import immediate, rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from steno.store.migrations import Migration

APPLICATION_ID: Final = 0x5374_6E6F
"""What a state.db has in its header and no other SQLite file should: "Stno"."""

NOW: Final = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
"""SQL for this moment, in UTC."""

_PATIENCE: Final = 30.0
_WRITE_VERSION, _READ_VERSION = 18, 19
_WAL: Final = 2


def connect(path: Path, parameters: str) -> sqlite3.Connection:
    """Open a file with the given URI parameters; transactions are the caller's affair."""
    uri = f"{path.absolute().as_uri()}?{parameters}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)


def new_image() -> bytes:
    """Make the bytes of a new file, complete.

    It begins in WAL mode: to switch that on later needs the file for oneself alone, and several
    processes may open a new file at once.
    """
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(migrations.LEDGER)
        _take(connection, migrations.MIGRATIONS)
        image = bytearray(connection.serialize())
    image[_WRITE_VERSION] = image[_READ_VERSION] = _WAL
    return bytes(image)


def upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Take all missing steps in one transaction; a file of a newer release is refused."""
    if not missing(connection, path):
        return
    with immediate(connection, path):
        # Whoever waited for the lock may find that all was done meanwhile.
        steps = missing(connection, path)
        if steps:
            check(connection, path)
            keep_copy(path, steps[0].name)
            _take(connection, steps)


def missing(connection: sqlite3.Connection, path: Path) -> tuple[Migration, ...]:
    """List the steps that the file has not taken; one that we do not know is an error."""
    taken = [name for (name,) in rows(connection, "SELECT name FROM migrations ORDER BY name")]
    known = {step.name for step in migrations.MIGRATIONS}
    unknown = [str(name) for name in taken if name not in known]
    ((version,),) = rows(connection, "PRAGMA user_version")
    if unknown or version > len(known):
        raise NewerStateError(path, unknown)
    return tuple(step for step in migrations.MIGRATIONS if step.name not in taken)


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Go through all pages; damage is a :class:`DamagedStateError`."""
    ((verdict,),) = rows(connection, "PRAGMA quick_check(1)")
    if verdict != "ok":
        raise DamagedStateError(path, " ".join(str(verdict).split()))


def keep_copy(path: Path, name: str) -> Path:
    """Copy the file as it is before the step of this name; an older copy is never overwritten."""
    try:
        with temporary(path.parent) as (draft, file):
            _copy(path, draft)
            os.fsync(file.fileno())
            return _named(draft, path, name)
    except OSError as problem:
        raise WriteFailedError(path, problem.strerror or str(problem)) from problem


def _copy(path: Path, draft: Path) -> None:
    source, copy = connect(path, "mode=ro"), connect(draft, "mode=rw")
    with contextlib.closing(source), contextlib.closing(copy):
        # The copy is thrown away when it fails: a journal would only be one more file to lose.
        copy.execute("PRAGMA journal_mode = OFF")
        source.backup(copy)


def _named(draft: Path, path: Path, name: str) -> Path:
    for copy in _copy_names(path, name):
        try:
            claim(draft, copy)
        except FileChangedError:
            # An upgrade that was killed behind this point has left the same copy.
            if sha256_of(copy) != sha256_of(draft):
                continue
        return copy
    raise AssertionError  # pragma: no cover - there is always one more name


def _copy_names(path: Path, name: str) -> Iterator[Path]:
    first = path.with_name(f"{path.name}.before-{name}")
    yield first
    for number in itertools.count(2):  # pragma: no branch - it has no end
        yield first.with_name(f"{first.name}.{number}")


def _take(connection: sqlite3.Connection, steps: Iterable[Migration]) -> None:
    for step in steps:
        for statement in step.statements:
            connection.execute(statement)
        connection.execute(f"INSERT INTO migrations VALUES (?, {NOW})", (step.name,))  # noqa: S608
    ((count,),) = rows(connection, "SELECT count(*) FROM migrations")
    connection.execute(f"PRAGMA user_version = {count:d}")
