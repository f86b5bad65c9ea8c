"""Pictures for the model: what they are by their first bytes, how large, and made to fit."""

from __future__ import annotations

import base64
import io
import struct
from dataclasses import dataclass
from typing import Any, Final

from steno.client.tools.built_in import FailedError, size_words

SUFFIXES: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp"})

MOST_BASE64: Final = 5 << 20
"""What the Messages API takes of a picture, in base64."""
FITS: Final = MOST_BASE64 * 3 // 4
MOST_SIDE: Final = 2000
"""Pixels of the longer side; larger ones are refused where a request holds many pictures."""
LARGEST: Final = 256 << 20

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_MARKS: Final = ((_PNG, "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that may be sent."""

    content: bytes
    media_type: str
    original_size: int
    original: tuple[int, int] | None
    """Width and height of the file; None where they could not be told."""
    display: tuple[int, int] | None
    """Those of what is sent."""

    def block(self) -> dict[str, Any]:
        """Give it as a block of a message."""
        encoded = base64.b64encode(self.content).decode()
        source = {"type": "base64", "data": encoded, "media_type": self.media_type}
        return {"type": "image", "source": source}

    def kept(self) -> dict[str, Any]:
        """Give it as the transcript keeps it."""
        shown: dict[str, Any] = {
            "base64": base64.b64encode(self.content).decode(),
            "type": self.media_type,
            "originalSize": self.original_size,
        }
        if self.original and self.display and self.media_type != "image/gif":
            shown["dimensions"] = {
                "originalWidth": self.original[0],
                "originalHeight": self.original[1],
                "displayWidth": self.display[0],
                "displayHeight": self.display[1],
            }
        return shown


def media_type_of(content: bytes) -> str | None:
    """Say what a picture is, by its first bytes; None for what is none of those that are taken."""
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for mark, kind in _MARKS if content.startswith(mark)), None)


def picture(content: bytes, path: str) -> Picture:
    """Make a picture of a file's bytes, smaller where it has to be, or say why not."""
    if not content:
        raise FailedError(f"Image file is empty: {path}")
    kind = media_type_of(content)
    if kind is None:
        raise FailedError(_no_picture(content, path))
    size = dimensions(content, kind)
    if size is None or not all(size):
        raise FailedError(f"Image file is damaged: {path}. Its width and height cannot be read.")
    if len(content) <= FITS and max(size) <= MOST_SIDE:
        return Picture(content, kind, len(content), size, size)
    return _shrunk(content, kind, size, path)


def _no_picture(content: bytes, path: str) -> str:
    seen = " ".join(f"{byte:02x}" for byte in content[:8])
    return (
        "File has an image extension but its content is not a valid PNG/JPEG/GIF/WebP. "
        f"Detected: unrecognized bytes (hex: {seen}). This usually means a download saved an "
        f'error/login page instead of the image. Use `file "{path}"` to confirm, or read it as '
        "text with Bash (e.g. `head -c 500`)."
    )


def dimensions(content: bytes, kind: str) -> tuple[int, int] | None:
    """Give width and height of a picture, as its head says."""
    try:
        match kind:
            case "image/png":
                return struct.unpack_from(">II", content, 16)
            case "image/gif":
                return struct.unpack_from("<HH", content, 6)
            case "image/jpeg":
                return _jpeg_size(content)
            case _:
                return _webp_size(content)
    except (struct.error, IndexError):
        return None


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    at = 2
    while content[at] == 0xFF:  # noqa: PLR2004 - each part of a JPEG begins with it
        mark, length = content[at + 1], struct.unpack_from(">H", content, at + 2)[0]
        if mark in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, at + 5)
            return width, height
        at += 2 + length
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    match content[12:16]:
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF
        case b"VP8L":
            bits = struct.unpack_from("<I", content, 21)[0]
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            width, height = content[24:27], content[27:30]
            return int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1
    return None


def _shrunk(content: bytes, kind: str, size: tuple[int, int] | None, path: str) -> Picture:
    """Make a picture smaller until it fits; Pillow does it, where it is installed."""
    try:
        from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - an extra, and slow
    except ImportError as error:
        raise FailedError(_too_large(content, size, path)) from error
    try:
        image = Image.open(io.BytesIO(content))
        image.thumbnail((MOST_SIDE, MOST_SIDE))
        for quality in (None, 80, 60, 40, 20):
            small, small_kind = _saved(image, kind, quality)
            if len(small) <= FITS:
                return Picture(small, small_kind, len(content), size, image.size)
    except (OSError, ValueError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise FailedError(f"Image file cannot be decoded: {path} ({error})") from error
    raise FailedError(_too_large(content, size, path))


def _saved(image: Any, kind: str, quality: int | None) -> tuple[bytes, str]:
    out = io.BytesIO()
    if quality is None and kind != "image/gif":
        image.save(out, format=kind.removeprefix("image/"))
        return out.getvalue(), kind
    image.convert("RGB").save(out, format="jpeg", quality=quality or 80)
    return out.getvalue(), "image/jpeg"


def _too_large(content: bytes, size: tuple[int, int] | None, path: str) -> str:
    measured = f", {size[0]} by {size[1]} pixels" if size else ""
    return (
        f"Image file is too large to send: {path} ({size_words(len(content))}{measured}; at most "
        f"{size_words(FITS)} and {MOST_SIDE} pixels a side). Make a smaller copy and read that; "
        "with Pillow installed (`pip install 'steno[images]'`) it is made smaller here."
    )
