"""Which images the Messages API takes: by their coding, their bytes and their pixels."""

from __future__ import annotations

import base64
import binascii
import struct
from typing import TYPE_CHECKING, Any, Final

from steno.testing.messages_shape import mapping, needed, refuse, text

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_BYTES: Final = 5 << 20
"""Of one image, before it is put into base64."""
MOST_PIXELS: Final = 8000
MOST_PIXELS_AMONG_MANY: Final = 2000
MANY: Final = 20
MOST_IMAGES: Final = 100
_SIGNS: Final = {
    "image/png": (0, b"\x89PNG\r\n\x1a\n"),
    "image/jpeg": (0, b"\xff\xd8\xff"),
    "image/gif": (0, b"GIF8"),
    "image/webp": (8, b"WEBP"),
}


def check_image(where: str, block: Mapping[str, Any]) -> None:
    """Refuse an image that is of no use."""
    source = mapping(f"{where}.source", block.get("source"))
    if source.get("type") in ("url", "file"):
        return
    if source.get("type") != "base64":
        refuse(f"{where}.source.type", "Input should be 'base64', 'url' or 'file'")
    needed(f"{where}.source", source, "media_type", "data")
    content = _decoded(f"{where}.source.base64", text(f"{where}.source.data", source["data"]))
    media_type = source["media_type"]
    if media_type not in _SIGNS:
        refuse(f"{where}.source.base64.media_type", f"Input should be one of {', '.join(_SIGNS)}")
    if len(content) > MOST_BYTES:
        told = f"image exceeds 5 MB maximum: {len(content)} bytes > {MOST_BYTES} bytes"
        refuse(f"{where}.source.base64", told)
    start, sign = _SIGNS[media_type]
    if not content.startswith(sign, start):
        refuse(f"{where}.source.base64.data", f"the image appears to be no {media_type} image")
    _check_pixels(where, content, MOST_PIXELS)


def check_images(images: list[Mapping[str, Any]]) -> None:
    """Refuse too many images, or large ones among many."""
    if len(images) > MOST_IMAGES:
        refuse("messages", f"too many images: {len(images)} > {MOST_IMAGES}")
    if len(images) <= MANY:
        return
    for block in images:
        source = mapping("messages", block["source"])
        if source.get("type") == "base64":
            _check_pixels("messages", base64.b64decode(source["data"]), MOST_PIXELS_AMONG_MANY)


def _decoded(where: str, data: str) -> bytes:
    try:
        content = base64.b64decode(data, validate=True)
    except (ValueError, binascii.Error):
        refuse(f"{where}.data", "Invalid base64 data")
    if not content:
        refuse(f"{where}.data", "image cannot be empty")
    return content


def _check_pixels(where: str, content: bytes, most: int) -> None:
    """Look at the size of a PNG or a GIF; that of others takes a decoder."""
    size: tuple[int, ...] = (0, 0)
    if content.startswith(b"\x89PNG"):
        size = struct.unpack(">II", content[16:24].ljust(8, b"\0"))
    elif content.startswith(b"GIF8"):
        size = struct.unpack("<HH", content[6:10].ljust(4, b"\0"))
    if max(size) > most:
        refuse(
            where, f"At least one of the image dimensions exceed max allowed size: {most} pixels"
        )
