"""Text files as tools read and write them: encodings, line ends, and what was seen of them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from steno.client import storing
from steno.client.tools.built_in import FailedError, RefusedError

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import FilesSeen

LONGEST_KNOWN: Final = 256 << 10
"""Characters of a file whose changes by others are told."""

_UTF16: Final = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_BOM: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class TextFile:
    """The whole of a text file, in a form that can be written back byte for byte."""

    raw: str
    """As it is on the disk: a BOM, its line ends; bytes that are no UTF-8 as lone surrogates."""
    encoding: str
    stamp: int
    """``st_mtime_ns`` when it was read."""
    digest: bytes

    @property
    def text(self) -> str:
        r"""As models and people are shown it: ``\n`` ends a line, what is no text is U+FFFD."""
        return plain(self.raw)

    @property
    def newline(self) -> str:
        """What ends most of its lines."""
        windows = self.raw.count("\r\n")
        return "\r\n" if windows > self.raw.count("\n") - windows else "\n"

    def encoded(self, raw: str) -> bytes:
        """Give the bytes of another text for the same file."""
        return raw.encode(self.encoding, _errors(self.encoding))


def plain(raw: str) -> str:
    r"""Give a text with ``\n`` for line ends and U+FFFD for what could not be decoded."""
    return re.sub("[\udc80-\udcff]", "\ufffd", raw).replace("\r\n", "\n")


def without_bom(text: str) -> str:
    """Give a text without the mark at its beginning."""
    return text.removeprefix(_BOM)


def _errors(encoding: str) -> str:
    return "surrogateescape" if encoding == "utf-8" else "surrogatepass"


def load(path: Path) -> TextFile:
    """Read a file whole."""
    with path.open("rb") as file:
        stamp = os.fstat(file.fileno()).st_mtime_ns
        content = file.read()
    return decoded(content, stamp)


def decoded(content: bytes, stamp: int) -> TextFile:
    """Decode a file by its first bytes; what is not UTF-16 is taken for UTF-8."""
    encoding = encoding_of(content[:2])
    try:
        raw = content.decode(encoding, _errors(encoding))
    except UnicodeDecodeError:  # half a character at the end of UTF-16
        encoding = "utf-8"
        raw = content.decode(encoding, _errors(encoding))
    return TextFile(raw, encoding, stamp, sha256(content).digest())


def encoding_of(head: bytes) -> str:
    """Say how a text is encoded, by its first two bytes."""
    return next((name for mark, name in _UTF16 if head.startswith(mark)), "utf-8")


def store(path: Path, content: bytes) -> None:
    """Replace a file as a whole, so that nobody ever sees half of it; its mode stays."""
    if path.is_symlink():
        raise FailedError(
            f"Refusing to write through symlink: {path}. "
            "Resolve the symlink and pass the real target path explicitly."
        )
    storing.store(path, content)


def note_seen(seen: FilesSeen, path: Path, stamp: int, digest: bytes | None) -> None:
    """Remember that the model knows a file as it is now; ``digest`` where it knows all of it."""
    key = str(path)
    seen.stamps[key] = stamp
    seen.reads.pop(key, None)
    seen.written.pop(key, None)
    seen.told.pop(key, None)
    if digest is None:
        seen.digests.pop(key, None)
    else:
        seen.digests[key] = digest


def note_written(seen: FilesSeen, path: Path, now: TextFile) -> None:
    """Remember what the model wrote: it is told where somebody else changes that."""
    note_seen(seen, path, now.stamp, now.digest)
    if len(now.raw) <= LONGEST_KNOWN:
        seen.written[str(path)] = now.text


def refuse_unseen(seen: FilesSeen, path: Path) -> None:
    """Refuse to change a file that the model has not read, or not as it is now."""
    stamp = seen.stamps.get(str(path))
    if stamp is None:
        raise RefusedError("File has not been read yet. Read it first before writing to it.")
    if path.stat().st_mtime_ns == stamp:
        return
    digest = seen.digests.get(str(path))
    if digest is None or sha256(path.read_bytes()).digest() != digest:
        raise RefusedError(
            "File has been modified since read, either by the user or by a linter. "
            "Read it again before attempting to write it."
        )
