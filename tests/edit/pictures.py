"""Images made up for the tests of edits, without a library."""

from __future__ import annotations

from base64 import b64encode
from random import Random
from struct import pack
from zlib import compress, crc32


def png(width: int, height: int, seed: float = 0) -> bytes:
    """Make an image in which no pixel is like another, so that it is large."""
    rng = Random(seed)
    rows = b"".join(b"\0" + rng.randbytes(3 * width) for _ in range(height))
    header = pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return png_of(chunk(b"IHDR", header), chunk(b"IDAT", compress(rows, 1)))


def png_of(*chunks: bytes) -> bytes:
    """Make a PNG image of chunks."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + chunk(b"IEND", b"")


def chunk(kind: bytes, content: bytes) -> bytes:
    """Make a chunk of a PNG image."""
    return pack(">I", len(content)) + kind + content + pack(">I", crc32(kind + content))


def claimed(width: int, height: int) -> bytes:
    """Make an image that says that it is of some size, and holds next to nothing."""
    header = pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return png_of(chunk(b"IHDR", header), chunk(b"IDAT", compress(b"\0" * 64)))


def base64_of(raw: bytes) -> str:
    """Write bytes as transcripts do."""
    return b64encode(raw).decode()
