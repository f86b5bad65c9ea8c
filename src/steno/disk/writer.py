"""Safe append and guarded replace: what was there is never lost, what is new is whole or absent.

Both take one lock on the file itself, so that steno's own writers wait for each other. The real
client takes none, so nothing here relies on the lock alone: records go to the end of the file in
one write, and bytes that somebody else wrote are never cut off.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from steno.disk import lock
from steno.disk.descriptor import digest, ends_a_line, is_named, take_back, write_all
from steno.disk.private_files import (
    FILE_MODE,
    make_private_folder,
    open_existing,
    open_or_create,
    sync_folder,
)
from steno.disk.replacement import (
    carry_over,
    claim,
    fill,
    kept,
    swap,
    take_over_permissions,
    temporary,
)
from steno.errors import FileChangedError, UnreadableFileError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_MOST_REOPENINGS: Final = 1000
_SETTLING: Final = 0.002

_TORN: Final = (
    "What was half-written could not be taken back: the file ends in a torn line, "
    "which steno's next append keeps apart. Free some space or check the disk, then retry."
)
_LOCKED: Final = (
    "Nothing was written, and nothing was lost; wait for that program or end it, then retry."
)
_UNSYNCED: Final = (
    "The lines are in the file, but a power cut may still lose those since the last sync. "
    "Check the disk and keep a copy."
)
_IN_PLACE: Final = (
    "The new content is in place and whole, but the last step failed: it may not survive a "
    "power cut. Check the disk and keep a copy."
)


class NotARecordError(ValueError):
    """A caller wants to append something that is not exactly one line."""

    def __init__(self) -> None:
        """Say what a record is."""
        super().__init__("a record is one line: not empty, without a newline in or behind it")


@dataclass(frozen=True, slots=True)
class Appended:
    """Where an append ended up, and what it met there."""

    start: int
    """Offset of the first new line."""
    end: int
    """Offset behind the last new line."""
    healed: bool
    """The file ended in a torn line, so a newline went first."""
    interleaved: bool
    """Somebody else changed the file since the end that was known: a fork."""
    replaced: bool = False
    """And did so not by appending: it is another file now, or was cut shorter."""


class SessionAppender:
    """Appends to one file turn by turn, and tells of everybody else who wrote to it.

    Nothing is opened before the first append. One appender is for one thread; several
    appenders of one file, in any threads and processes, wait for each other.
    """

    def __init__(self, path: Path, *, known_end: int | None = None) -> None:
        """Take the file, and how far it had been read; None takes it as it is found."""
        self.path = path
        self.known_end = known_end
        self._fd: int | None = None
        self._name_unsynced = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def append(self, lines: Sequence[bytes], *, sync: bool = False) -> Appended:
        """Append the lines, all or none of them, each on a line of its own.

        A line is one record without newline. With ``sync`` they are on the disk on return.
        """
        records = _joined(lines)
        try:
            return self._append_locked(records, sync=sync)
        except TimeoutError as problem:
            raise WriteFailedError(self.path, _reason(problem), advice=_LOCKED) from problem
        except OSError as problem:
            raise WriteFailedError(self.path, _reason(problem)) from problem

    def sync(self) -> None:
        """Bring everything appended so far to the disk; once per turn is the idea."""
        if self._fd is None:
            return
        try:
            self._sync(self._fd)
        except OSError as problem:
            raise WriteFailedError(self.path, _reason(problem), advice=_UNSYNCED) from problem

    def close(self) -> None:
        """Close the file; a later append opens it again."""
        fd, self._fd = self._fd, None
        if fd is None:
            return
        try:
            os.close(fd)
        except OSError as problem:
            raise WriteFailedError(self.path, _reason(problem), advice=_UNSYNCED) from problem

    def _append_locked(self, records: bytes, *, sync: bool) -> Appended:
        fd, replaced = self._lock()
        try:
            found = os.lseek(fd, 0, os.SEEK_END)
            landed = self._land(fd, records, sync=sync) if records else _Landed(found, found)
        finally:
            lock.release(fd)
        known, self.known_end = self.known_end, landed.end
        return Appended(
            start=landed.start + landed.healed,
            end=landed.end,
            healed=landed.healed,
            interleaved=known is not None and (replaced or landed.start != known),
            replaced=known is not None and (replaced or found < known),
        )

    def _lock(self) -> tuple[int, bool]:
        """Lock the file that the path names now; True with it if that is not the one before."""
        fd, self._fd = self._fd, None
        held = _locked(self.path, fd, create=True)
        self._fd = held.fd
        self._name_unsynced |= held.created
        return held.fd, held.reopened

    def _land(self, fd: int, records: bytes, *, sync: bool) -> _Landed:
        """Write the records behind the last complete line."""
        while True:
            before = os.lseek(fd, 0, os.SEEK_END)
            healed = not ends_a_line(fd, before)
            if healed and _still_growing(fd, before):
                continue
            content = b"\n" + records if healed else records
            start = self._write(fd, before, content, sync=sync)
            # Somebody who takes no lock may have torn a line since we looked, and ours was glued
            # to it: then it goes in again. Cutting ours off could cut off the next of theirs.
            if start == before or healed or ends_a_line(fd, start):
                return _Landed(start, start + len(content), healed=healed)

    def _write(self, fd: int, before: int, content: bytes, *, sync: bool) -> int:
        """Write all of it and say where it begins, or leave nothing of it in the file."""
        try:
            write_all(fd, content)
            start = os.lseek(fd, 0, os.SEEK_CUR) - len(content)
            if sync:
                self._sync(fd)
        except BaseException as problem:
            gone = take_back(fd, before, content)
            if isinstance(problem, OSError):
                advice = "" if gone else _TORN
                raise WriteFailedError(self.path, _reason(problem), advice=advice) from problem
            raise
        return start

    def _sync(self, fd: int) -> None:
        os.fsync(fd)
        if self._name_unsynced:
            sync_folder(Path(os.path.realpath(self.path)).parent)
            self._name_unsynced = False


def append_lines(
    path: Path, lines: Sequence[bytes], *, sync: bool = False, known_end: int | None = None
) -> Appended:
    """Append the lines to a file, all or none of them, creating it where it is missing.

    ``known_end`` is the size up to which the caller knows the file; where it has another size,
    the answer says so.
    """
    with SessionAppender(path, known_end=known_end) as appender:
        return appender.append(lines, sync=sync)


def replace_file(
    path: Path,
    new: bytes | Iterable[bytes],
    *,
    expected_sha256: str | None,
    keep: Path | None = None,
    private: bool = False,
) -> None:
    """Put new content in a file's place, if the file still holds what the caller knows.

    ``expected_sha256`` None means that there must be no file yet. ``keep`` is where the old
    bytes stay. With ``private`` only its owner may read it afterwards, whoever might before; a
    new file is always like that. A link stays a link; the file that it leads to is replaced. On
    Windows an open file cannot be replaced, so there the lock is let go a moment before.
    """
    target = Path(os.path.realpath(path))
    if keep and Path(os.path.realpath(keep)) == target:
        reason = "it is the file that is to be replaced"
        raise WriteFailedError(keep, reason, advice="Keep the old bytes in a file of their own.")
    chunks = (new,) if isinstance(new, bytes) else new
    try:
        if expected_sha256 is None:
            _create(target, chunks)
        else:
            _exchange(target, chunks, expected_sha256.lower(), keep, private=private)
    except OSError as problem:
        raise WriteFailedError(path, _reason(problem)) from problem


def sha256_of(path: Path) -> str:
    """Hash a file of any size, in hexadecimal."""
    try:
        with path.open("rb", buffering=0) as file:
            return digest(file)
    except OSError as problem:
        raise UnreadableFileError(path, _reason(problem)) from problem


class _Held(NamedTuple):
    """A locked file that its path names."""

    fd: int
    created: bool
    reopened: bool


class _Landed(NamedTuple):
    """Where a write went, the newline that heals included."""

    start: int
    end: int
    healed: bool = False


def _locked(path: Path, fd: int | None = None, *, create: bool) -> _Held:
    """Lock the file that the path names; whoever waited for the lock may find another there."""
    for attempt in range(_MOST_REOPENINGS):
        created = False
        if fd is None:
            fd, created = open_or_create(path) if create else (open_existing(path), False)
        try:
            lock.acquire(fd)
            if is_named(fd, path):
                return _Held(fd, created, reopened=attempt > 0)
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)
        fd = None
    raise OSError(errno.EBUSY, "other programs replace it again and again")


def _still_growing(fd: int, end: int) -> bool:
    """Tell a torn line from one that somebody without a lock is writing at this moment."""
    time.sleep(_SETTLING)
    return os.lseek(fd, 0, os.SEEK_END) != end


def _joined(lines: Sequence[bytes]) -> bytes:
    for line in lines:
        if not line or b"\n" in line:
            raise NotARecordError
    return b"".join([part for line in lines for part in (line, b"\n")])


def _reason(problem: OSError) -> str:
    return problem.strerror or str(problem)


def _create(target: Path, chunks: Iterable[bytes]) -> None:
    if target.exists():
        raise FileChangedError(target)
    make_private_folder(target.parent)
    with temporary(target.parent) as (path, new):
        fill(new, chunks)
        os.fsync(new.fileno())
        claim(path, target)
    with _in_place(target):
        sync_folder(target.parent)


def _exchange(
    target: Path, chunks: Iterable[bytes], expected: str, keep: Path | None, *, private: bool
) -> None:
    try:
        held = _locked(target, create=False)
    except FileNotFoundError:
        raise FileChangedError(target) from None
    # Leaving closes the old file, and that lets go of the lock.
    with os.fdopen(held.fd, "r+b", buffering=0) as old:
        known = os.fstat(held.fd)
        if digest(old) != expected:
            raise FileChangedError(target)
        with temporary(target.parent) as (path, new):
            fill(new, chunks)
            take_over_permissions(new, known, private=private)
            os.fsync(new.fileno())
            with kept(old, target, keep, expected) if keep else contextlib.nullcontext():
                swap(path, new, target, old, known)
            with _in_place(target):
                carry_over(old, new, known.st_size)
    with _in_place(target):
        if keep:
            keep.chmod(FILE_MODE)
        sync_folder(target.parent)


@contextlib.contextmanager
def _in_place(target: Path) -> Iterator[None]:
    """Tell of a failure after the swap for what it is."""
    try:
        yield
    except OSError as problem:
        raise WriteFailedError(target, _reason(problem), advice=_IN_PLACE) from problem
