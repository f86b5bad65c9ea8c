"""One edit at a time: whoever writes holds a lock from the first look at a file to the last.

A lock file in the data folder stands for all edits that are on record there. Edits that are on
record in another data folder are held off by a lock on the home itself, where a folder can be
locked: no file is made in it for that.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk import lock
from steno.disk.private_files import open_locked
from steno.errors import BusyEditsError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.store.edit_rows import EditFacts

LOCK_NAME: Final = "edits.lock"
"""The file in the data folder; it is empty, and stays."""
_LOCKS_FOLDERS: Final = sys.platform != "win32"


@contextlib.contextmanager
def alone(data: Path, facts: EditFacts, *, patience: float = lock.PATIENCE) -> Iterator[None]:
    """Wait until no other edit is under way, and keep others waiting; BusyEditsError in the end."""
    with contextlib.ExitStack() as held:
        held.enter_context(_locked_file(data / LOCK_NAME, patience))
        home = _home(facts)
        if home is not None and _LOCKS_FOLDERS:
            held.enter_context(_locked_folder(home, patience))
        yield


def _home(facts: EditFacts) -> Path | None:
    """Give the home of an edit; of a session that lies in none, the folder that it lies in."""
    if facts.home is not None:
        return Path(facts.home)
    return None if facts.source_path is None else Path(facts.source_path).parent


@contextlib.contextmanager
def _locked_file(path: Path, patience: float) -> Iterator[None]:
    try:
        fd = open_locked(path, patience=patience)
    except TimeoutError as problem:
        raise BusyEditsError(path) from problem
    except OSError as problem:
        raise WriteFailedError(path, problem.strerror or str(problem)) from problem
    try:
        yield
    finally:
        os.close(fd)


@contextlib.contextmanager
def _locked_folder(folder: Path, patience: float) -> Iterator[None]:
    try:
        fd = os.open(folder, os.O_RDONLY)
    except OSError:
        # One that is not there yet, or may not be read: the lock in the data folder has to do.
        yield
        return
    try:
        _acquire(fd, folder, patience)
        yield
    finally:
        os.close(fd)


def _acquire(fd: int, path: Path, patience: float) -> None:
    try:
        lock.acquire(fd, patience=patience)
    except TimeoutError as problem:
        raise BusyEditsError(path) from problem
    except OSError as problem:
        # Some network file systems lock only what is open for writing, which no folder can be.
        if problem.errno != errno.EBADF:
            raise WriteFailedError(path, problem.strerror or str(problem)) from problem
