"""Which images the Messages API takes."""

from __future__ import annotations

import base64
import struct
from typing import Any

import pytest

from steno.testing.messages_images import MOST_BYTES, check_image, check_images
from steno.testing.messages_shape import RefusedError


def png(width: int = 1, height: int = 1, size: int = 0) -> bytes:
    """Make what begins as a PNG does."""
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height)
    return head.ljust(size, b"\0")


def image(content: bytes, media_type: str = "image/png", **own: Any) -> dict[str, Any]:
    """Show an image."""
    data = base64.b64encode(content).decode()
    source = {"type": "base64", "media_type": media_type, "data": data, **own}
    return {"type": "image", "source": source}


@pytest.mark.parametrize(
    "block",
    [
        image(png(8000, 8000)),
        image(png(size=MOST_BYTES)),
        image(b"\xff\xd8\xff\xe0", "image/jpeg"),
        image(b"GIF89a\x01\0\x01\0", "image/gif"),
        image(b"RIFF\0\0\0\0WEBP", "image/webp"),
        {"type": "image", "source": {"type": "url", "url": "https://example.com"}},
    ],
)
def test_image_is_taken(block: dict[str, Any]) -> None:
    """Of each kind, up to its size."""
    check_image("here", block)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (image(png(size=MOST_BYTES + 1)), "image exceeds 5 MB maximum: 5242881 bytes > 5242880"),
        (image(png(8001, 1)), "exceed max allowed size: 8000 pixels"),
        (image(b"GIF89a\x41\x1f\x01\0", "image/gif"), "exceed max allowed size: 8000 pixels"),
        (image(png(), "image/jpeg"), "appears to be no image/jpeg image"),
        (image(png(), "image/bmp"), "media_type: Input should be one of"),
        (image(b""), "image cannot be empty"),
        (image(png(), data="%%%"), "Invalid base64 data"),
        (image(png(), type="other"), "Input should be 'base64', 'url' or 'file'"),
        ({"type": "image", "source": {"type": "base64"}}, "media_type: Field required"),
        ({"type": "image", "source": 3}, "should be a valid dictionary"),
    ],
)
def test_image_is_refused(block: dict[str, Any], said: str) -> None:
    """For its bytes, its pixels or its coding."""
    with pytest.raises(RefusedError, match=said):
        check_image("here", block)


def test_many_images_have_to_be_small() -> None:
    """And no more than a hundred."""
    large, linked = image(png(2001, 1)), {"source": {"type": "url"}}
    check_images([large] * 20)
    check_images([image(png(2000, 1)), linked] * 50)
    with pytest.raises(RefusedError, match="2000 pixels"):
        check_images([large] * 21)
    with pytest.raises(RefusedError, match="too many images: 101 > 100"):
        check_images([linked] * 101)
