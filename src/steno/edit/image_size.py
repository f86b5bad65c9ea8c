"""How many pixels an image has by its first bytes, and how many tokens that makes."""

from __future__ import annotations

import binascii
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_SIDE: Final = 1568
"""Pixels; the service makes a larger image that small before the model sees it."""
PIXELS_PER_TOKEN: Final = 750
TOKENS_PER_IMAGE: Final = 1600
"""What the largest image that is not scaled down takes."""
_LOOKED_AT: Final = 1 << 18
"""Characters of base64 in which the size must stand; in JPEG, behind the notes of a camera."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_GIFS: Final = (b"GIF87a", b"GIF89a")
_NO_FRAMES: Final = frozenset({0xC4, 0xC8, 0xCC})
"""Markers of JPEG among those of frames that begin no frame."""


def tokens_of_image(block: Mapping[str, Any]) -> int:
    """Estimate how many tokens an image takes; the most where its size cannot be told."""
    source = block.get("source")
    data = source.get("data") if isinstance(source, dict) else None
    size = size_of_base64(data) if isinstance(data, str) else None
    return TOKENS_PER_IMAGE if size is None else tokens_of_size(*size)


def tokens_of_size(width: int, height: int) -> int:
    """Estimate how many tokens an image of that size takes, once the service has scaled it."""
    scale = min(1.0, LONGEST_SIDE / max(width, height))
    return min(TOKENS_PER_IMAGE, max(1, round(width * height * scale * scale / PIXELS_PER_TOKEN)))


def size_of_base64(data: str) -> tuple[int, int] | None:
    """Give width and height of an image in base64; None where they cannot be told."""
    head = data[:_LOOKED_AT]
    try:
        raw = binascii.a2b_base64(head[: len(head) // 4 * 4])
    except ValueError:
        return None
    size = size_of_bytes(raw)
    return None if size is None or 0 in size else size


def size_of_bytes(raw: bytes) -> tuple[int, int] | None:
    """Give width and height of a PNG, GIF, WebP or JPEG image; None for anything else."""
    if raw.startswith(_PNG) and len(raw) >= 24:  # noqa: PLR2004 - up to where the size ends
        return int.from_bytes(raw[16:20]), int.from_bytes(raw[20:24])
    if raw.startswith(_GIFS) and len(raw) >= 10:  # noqa: PLR2004 - the same
        return int.from_bytes(raw[6:8], "little"), int.from_bytes(raw[8:10], "little")
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP" and len(raw) >= 30:  # noqa: PLR2004 - the same
        return _size_of_webp(raw)
    return _size_of_jpeg(raw) if raw.startswith(b"\xff\xd8") else None


def _size_of_webp(raw: bytes) -> tuple[int, int] | None:
    kind = raw[12:16]
    if kind == b"VP8X":
        return int.from_bytes(raw[24:27], "little") + 1, int.from_bytes(raw[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(raw[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        width, height = (int.from_bytes(raw[at : at + 2], "little") & 0x3FFF for at in (26, 28))
        return width, height
    return None


def _size_of_jpeg(raw: bytes) -> tuple[int, int] | None:
    """Go from segment to segment up to the one that begins the frame."""
    at = 2
    while at + 9 <= len(raw) and raw[at] == 0xFF:  # noqa: PLR2004 - every marker begins with it
        marker = raw[at + 1]
        if marker == 0xFF:  # noqa: PLR2004 - filling
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in _NO_FRAMES:  # noqa: PLR2004 - frames
            return int.from_bytes(raw[at + 7 : at + 9]), int.from_bytes(raw[at + 5 : at + 7])
        else:
            at += 2 + int.from_bytes(raw[at + 2 : at + 4])
    return None
