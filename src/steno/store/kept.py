"""Old bytes kept in the data folder: for an undo, and in quarantine what a repair took out.

A kept file is named ``kept/<edit>/<number>-<sha256>``, so it tells by itself whether it is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, Literal

from steno.disk.writer import replace_file, sha256_of
from steno.errors import FileChangedError, KeptBytesError, UnreadableFileError, WriteFailedError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

Shelf = Literal["kept", "quarantine"]

GRACE: Final = 3600.0
"""Seconds for which a file that no edit mentions is left: its edit may be about to do so."""

_SHELVES: Final[tuple[Shelf, ...]] = ("kept", "quarantine")
_NAME: Final = re.compile(r"(kept|quarantine)/[1-9][0-9]*/[1-9][0-9]*-([0-9a-f]{64})", re.ASCII)
_CHUNK: Final = 1 << 20


def kept_name(edit_id: int, number: int, sha256: str, shelf: Shelf = "kept") -> str:
    """Name the place of bytes below the data folder, as it is recorded (``kept_path``).

    With :func:`kept_file` it is a place for ``keep`` of :func:`steno.disk.writer.replace_file`.
    """
    name = f"{shelf}/{edit_id}/{number}-{sha256.lower()}"
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name} is no name for kept bytes")
    return name


def kept_file(folder: Path, name: str) -> Path:
    """Give the file of a recorded name; a name that leads elsewhere is an error."""
    path = folder.joinpath(*PurePosixPath(name).parts)
    if not _NAME.fullmatch(name):
        raise KeptBytesError(path, "it is no place where steno keeps bytes")
    return path


def keep_bytes(
    folder: Path, edit_id: int, number: int, content: bytes, shelf: Shelf = "kept"
) -> str:
    """Keep these bytes and give the name to record."""
    name = kept_name(edit_id, number, hashlib.sha256(content).hexdigest(), shelf)
    _keep(folder, name, iter((content,)), folder)
    return name


def keep_file(folder: Path, name: str, source: Path) -> Path:
    """Keep a copy of a file; one that no longer has the hash of the name is an error."""
    try:
        with source.open("rb", buffering=0) as file:
            return _keep(folder, name, iter(lambda: file.read(_CHUNK), b""), source)
    except OSError as problem:
        raise UnreadableFileError(source, problem.strerror or str(problem)) from problem


def verified(folder: Path, name: str) -> Path:
    """Give a kept file if it still holds the bytes that it was made for."""
    path = kept_file(folder, name)
    try:
        found = sha256_of(path)
    except UnreadableFileError as problem:
        raise KeptBytesError(path, problem.reason) from problem
    if found != _sha256(name):
        raise KeptBytesError(path, "its bytes are not those that were kept")
    return path


def remove_kept(folder: Path, name: str) -> int:
    """Remove a kept file for good, and say how many bytes it held; 0 where it is gone already."""
    path = kept_file(folder, name)
    try:
        size = path.lstat().st_size
        path.unlink()
    except FileNotFoundError:
        return 0
    except OSError as problem:
        advice = "It still holds the old bytes; check the permissions, then retry."
        raise WriteFailedError(path, problem.strerror or str(problem), advice=advice) from problem
    # A folder with other files in it stays.
    with contextlib.suppress(OSError):
        path.parent.rmdir()
    return size


def clean_up(
    folder: Path, mentioned: Collection[str], *, older_than: float = GRACE
) -> tuple[Path, ...]:
    """Remove the kept files that no edit mentions, and list them; what is not ours stays."""
    newest = time.time() - older_than
    gone = [path for name, path in _kept_files(folder) if name not in mentioned]
    gone = [path for path in gone if _removed(path, newest)]
    for path in gone:
        # A folder with other files in it stays.
        with contextlib.suppress(OSError):
            path.parent.rmdir()
    return tuple(gone)


def _sha256(name: str) -> str:
    return name[-64:]


def _keep(folder: Path, name: str, chunks: Iterator[bytes], source: Path) -> Path:
    target = kept_file(folder, name)
    try:
        replace_file(target, _proven(chunks, _sha256(name), source), expected_sha256=None)
    except FileChangedError:
        # An earlier attempt may have kept the same bytes already.
        if not target.exists():
            raise
        verified(folder, name)
    return target


def _proven(chunks: Iterator[bytes], sha256: str, source: Path) -> Iterator[bytes]:
    """Pass the chunks on, and stop the writer at the end if they have another hash."""
    digest = hashlib.sha256()
    for chunk in chunks:
        digest.update(chunk)
        yield chunk
    if digest.hexdigest() != sha256:
        raise FileChangedError(source)


def _kept_files(folder: Path) -> Iterator[tuple[str, Path]]:
    for shelf in _SHELVES:
        # A link in the place of a folder of ours leads to somebody else's files.
        if (folder / shelf).is_symlink():
            continue
        for path in sorted(folder.glob(f"{shelf}/*/*")):
            name = path.relative_to(folder).as_posix()
            if _NAME.fullmatch(name) and not path.parent.is_symlink():
                yield name, path


def _removed(path: Path, newest: float) -> bool:
    try:
        # Not the time of the content, which a kept file has from the one that it once was.
        if path.lstat().st_ctime > newest:
            return False
        path.unlink()
    except OSError:
        return False
    return True
