"""Small, bounded looks into files: the first lines, the last lines, or all up to a limit."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from steno.errors import UnreadableFileError
from steno.format import codec
from steno.format.charset import BOM

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD_LIMIT: Final = 4 << 20
"""How far into a file the search for its first session id goes (a prompt may be megabytes)."""
TAIL_LIMIT: Final = 16 << 20
"""How far back from the end of a file the search for its last session id goes."""
OBJECT_LIMIT: Final = 8 << 20
"""The largest side file (settings, meta, task) that is read whole."""

_BLOCK: Final = 64 << 10
_LARGEST_BLOCK: Final = 4 << 20
# A fifo named like a transcript must not hang the open; Windows has neither flag nor fifos.
_READ_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)

_NOT_REGULAR: Final = "it is no regular file"
_REASONS: Final = {
    errno.ENOENT: "there is no such file",
    errno.ENOTDIR: "there is no such file",
    errno.EACCES: "you have no permission",
    errno.EPERM: "you have no permission",
    errno.EISDIR: "it is a folder",
    errno.ELOOP: "it is a link that leads nowhere or may not be followed",
}


@dataclass(frozen=True, slots=True)
class Clipped:
    """The beginning of a file, or all of it."""

    content: bytes
    size: int
    """Bytes in the whole file when it was opened."""

    @property
    def truncated(self) -> bool:
        """Whether the file is longer than what was read."""
        return self.size > len(self.content)


def reason_of(error: OSError) -> str:
    """Say in a few words why the system refused a file."""
    known = _REASONS.get(error.errno or 0)
    return known or (error.strerror or str(error)).lower()


@contextmanager
def opened_regular(
    path: Path, *, follow_links: bool = True, buffering: int = _BLOCK
) -> Iterator[BinaryIO]:
    """Open a regular file for reading; every trouble with it is an UnreadableFileError."""
    flags = _READ_FLAGS if follow_links else _READ_FLAGS | _NO_LINKS
    try:
        with os.fdopen(os.open(path, flags), "rb", buffering=buffering) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadableFileError(path, _NOT_REGULAR)
            yield file
    except OSError as error:
        raise UnreadableFileError(path, reason_of(error)) from error


def read_clipped(path: Path, limit: int, *, follow_links: bool = True) -> Clipped:
    """Read at most ``limit`` bytes from the beginning of a regular file."""
    with opened_regular(path, follow_links=follow_links) as file:
        content = file.read(limit)
        return Clipped(content, max(os.fstat(file.fileno()).st_size, len(content)))


def read_object(path: Path) -> dict[str, Any]:
    """Read a small file that holds one JSON object; raise UnreadableFileError otherwise."""
    clipped = read_clipped(path, OBJECT_LIMIT)
    if clipped.truncated:
        raise UnreadableFileError(path, f"it is larger than {OBJECT_LIMIT >> 20} MB")
    try:
        value = codec.decode_json(clipped.content.removeprefix(BOM)).value
    except codec.JsonRefusedError as error:
        raise UnreadableFileError(path, "it is not JSON") from error
    if not isinstance(value, dict):
        raise UnreadableFileError(path, "it is no JSON object")
    return value


def head_lines(path: Path, limit: int = HEAD_LIMIT) -> Iterator[bytes]:
    """Yield the lines that end within the first ``limit`` bytes, without their newlines."""
    with opened_regular(path) as file:
        left = limit
        while left > 0:
            line = file.readline(left)
            left -= len(line)
            cut = left <= 0 and not line.endswith(b"\n")
            if not line or cut:
                return
            yield line.removesuffix(b"\n")


def lines_backwards(path: Path, limit: int = TAIL_LIMIT) -> Iterator[bytes]:
    """Yield the lines that begin within the last ``limit`` bytes, the last one first."""
    with opened_regular(path) as file:
        position = file.seek(0, os.SEEK_END)
        lowest, block, pending = max(0, position - limit), _BLOCK, b""
        while position > lowest:
            start = max(lowest, position - block)
            file.seek(start)
            pieces = (file.read(position - start) + pending).split(b"\n")
            position, block = start, min(block * 2, _LARGEST_BLOCK)
            pending = pieces[0]
            yield from reversed(pieces[1:])
        if lowest == 0:
            yield pending


def first_session_id(path: Path) -> str | None:
    """Give the session id of the first line that has one."""
    return next(_session_ids(head_lines(path)), None)


def last_session_id(path: Path) -> str | None:
    """Give the session id of the last line that has one."""
    return next(_session_ids(lines_backwards(path)), None)


def _session_ids(lines: Iterator[bytes]) -> Iterator[str]:
    for line in lines:
        if b"sessionId" in line and (found := _session_id(line)):
            yield found


def _session_id(line: bytes) -> str | None:
    try:
        entry = codec.decode_json(line).value
    except codec.JsonRefusedError:
        return None
    session_id = entry.get("sessionId") if isinstance(entry, dict) else None
    # Agents of workflows were seen to write "<session>#agent-<id>".
    return session_id.partition("#")[0] if isinstance(session_id, str) else None
