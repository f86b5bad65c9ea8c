"""A new file on its way to an old one's place: the temporary, the kept old bytes, the swap."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
import time
from typing import TYPE_CHECKING, Final

from steno.disk.descriptor import CHUNK, digest, ends_a_line, is_named, read_at, write_all
from steno.disk.private_files import (
    FILE_MODE,
    create_private,
    make_private_folder,
    set_mode,
    sync_folder,
)
from steno.errors import FileChangedError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import FileIO
    from pathlib import Path

PREFIX: Final = ".steno-"
SUFFIX: Final = ".tmp"
"""No transcript ends like this, so that no reader takes a temporary file for one."""

STALE_AFTER: Final = 3600
"""Seconds after which a temporary file belongs to nobody: its writer was killed."""

_REPLACES_OPEN_FILES: Final = sys.platform != "win32"


@contextlib.contextmanager
def temporary(folder: Path) -> Iterator[tuple[Path, FileIO]]:
    """Give a new private file in the folder; under that name it is gone afterwards."""
    sweep(folder)
    path = folder / f"{PREFIX}{secrets.token_hex(8)}{SUFFIX}"
    file = os.fdopen(create_private(path), "r+b", buffering=0)
    try:
        with file:
            yield path, file
    finally:
        # One that cannot be removed now is swept by a later replace.
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove the temporary files that killed writers left in the folder."""
    oldest = time.time() - STALE_AFTER
    for path in folder.glob(f"{PREFIX}*{SUFFIX}"):
        # Somebody else may sweep, too, and what resists does no harm.
        with contextlib.suppress(OSError):
            if path.lstat().st_mtime < oldest:
                path.unlink()


def fill(file: FileIO, chunks: Iterable[bytes]) -> None:
    """Write the chunks, small ones together."""
    waiting: list[bytes] = []
    size = 0
    for chunk in chunks:
        waiting.append(chunk)
        size += len(chunk)
        if size >= CHUNK:
            write_all(file.fileno(), b"".join(waiting))
            waiting, size = [], 0
    if size:
        write_all(file.fileno(), b"".join(waiting))


def take_over_permissions(file: FileIO, old: os.stat_result, *, private: bool = False) -> None:
    """Give the new file the owner and the mode of the old one, and never more than that."""
    mode = stat.S_IMODE(old.st_mode) & (FILE_MODE if private else 0o777)
    new = os.fstat(file.fileno())
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(file.fileno(), old.st_uid, old.st_gid)
        except OSError:
            # The mode would now speak of another group and of other others.
            mode &= 0o700
    set_mode(file.fileno(), mode)


@contextlib.contextmanager
def kept(old: FileIO, target: Path, keep: Path, expected: str) -> Iterator[None]:
    """Keep the old bytes under another name, and remove that again if the swap fails."""
    status = os.fstat(old.fileno())
    made = _keep(old, target, keep, expected)
    try:
        sync_folder(keep.parent)
        yield
    except BaseException:
        # What cannot be removed does no harm, and the first failure is the one to tell of.
        with contextlib.suppress(OSError):
            # An interrupt may come when the swap is done: then these are the last old bytes.
            if made and os.path.samestat(status, target.stat()):
                keep.unlink()
        raise


def _keep(old: FileIO, target: Path, keep: Path, expected: str) -> bool:
    """Link or copy the old file; False if an earlier attempt has kept the same bytes already."""
    make_private_folder(keep.parent)
    try:
        keep.hardlink_to(target)
    except FileExistsError:
        with keep.open("rb", buffering=0) as there:
            if digest(there) != expected:
                raise OSError(errno.EEXIST, f"{keep} exists and holds something else") from None
        return False
    except OSError:
        _copy(old, keep)
    return True


def _copy(old: FileIO, keep: Path) -> None:
    with os.fdopen(create_private(keep), "r+b", buffering=0) as copy:
        try:
            os.lseek(old.fileno(), 0, os.SEEK_SET)
            fill(copy, iter(lambda: os.read(old.fileno(), CHUNK), b""))
            os.fsync(copy.fileno())
        except BaseException:
            with contextlib.suppress(OSError):
                keep.unlink()
            raise


def swap(path: Path, new: FileIO, target: Path, old: FileIO, known: os.stat_result) -> None:
    """Put the new file in the old one's place, if nobody has touched the old one since."""
    now = os.fstat(old.fileno())
    untouched = (now.st_size, now.st_mtime_ns) == (known.st_size, known.st_mtime_ns)
    if not untouched or not is_named(old.fileno(), target):
        raise FileChangedError(target)
    if not _REPLACES_OPEN_FILES:
        new.close()
        old.close()
    path.replace(target)


def claim(path: Path, target: Path) -> None:
    """Give the new file its name, unless somebody else has taken that meanwhile."""
    try:
        try:
            target.hardlink_to(path)
        except FileExistsError:
            raise
        except OSError:
            # No hard links here: hold the name with an empty file, then move over it.
            os.close(create_private(target))
            path.replace(target)
    except FileExistsError:
        raise FileChangedError(target) from None


def carry_over(old: FileIO, new: FileIO, known_size: int) -> None:
    """Append to the new file what somebody without a lock wrote to the old one just now."""
    if old.closed:
        return
    late = read_at(old.fileno(), known_size, os.fstat(old.fileno()).st_size - known_size)
    if late:
        size = os.fstat(new.fileno()).st_size
        write_all(new.fileno(), late if ends_a_line(new.fileno(), size) else b"\n" + late)
