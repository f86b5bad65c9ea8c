"""Sizes of images by their first bytes, and the tokens that they take."""

from __future__ import annotations

from io import BytesIO

import PIL.Image
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.image_size import (
    TOKENS_PER_IMAGE,
    size_of_base64,
    size_of_bytes,
    tokens_of_image,
    tokens_of_size,
)
from tests.edit.pictures import base64_of, claimed, png
from tests.session.transcripts import image


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("PNG", "RGB", {}), ("GIF", "P", {}), ("JPEG", "RGB", {}),
        ("JPEG", "L", {"progressive": True}), ("WEBP", "RGB", {}),
        ("WEBP", "RGB", {"lossless": True}), ("WEBP", "RGBA", {"exif": b"Exif\0\0"}),
    ],
)  # fmt: skip
def test_size_of_every_format(kind: str, mode: str, options: dict[str, object]) -> None:
    """As the library that wrote it says."""
    output = BytesIO()
    PIL.Image.new(mode, (321, 123)).save(output, kind, **options)
    assert size_of_bytes(output.getvalue()) == (321, 123)


def test_size_behind_the_notes_of_a_camera() -> None:
    """A JPEG image may begin with long segments, and with filling."""
    output = BytesIO()
    PIL.Image.new("RGB", (30, 20)).save(output, "JPEG")
    raw = output.getvalue()
    notes = b"\xff\xff\xe1" + (60_000).to_bytes(2) + bytes(59_998)
    assert size_of_base64(base64_of(raw[:2] + notes * 2 + raw[2:])) == (30, 20)


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"text", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"\xff\xd8",
        b"\xff\xd8\xff\xe0" + bytes(7),
        b"RIFF....WEBPVP9 " + bytes(20), b"\xff\xd8\xff\xd9", claimed(0, 5),
    ],
)  # fmt: skip
def test_what_has_no_size_counts_as_the_largest(raw: bytes) -> None:
    """Too much is better than too little."""
    assert size_of_base64(base64_of(raw)) is None
    assert tokens_of_image(image(base64_of(raw))) == TOKENS_PER_IMAGE


@given(st.binary(max_size=200))
def test_any_bytes_are_harmless(tail: bytes) -> None:
    """Whatever follows a beginning that is known."""
    for head in (b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"RIFF....WEBPVP8X"):
        size = size_of_bytes(head + tail)
        assert size is None or min(size) >= 0


@pytest.mark.parametrize("data", ["====", "%", "中文中文", "\ud800abc", "abcde"])
def test_what_is_no_base64_has_no_size(data: str) -> None:
    """Nor is it an error."""
    assert size_of_base64(data) is None


@pytest.mark.parametrize(
    ("size", "tokens"),
    [((200, 200), 53), ((1000, 1000), 1333), ((1, 1), 1), ((8000, 100), 41), ((4000, 4000), 1600)],
)
def test_tokens_by_size(size: tuple[int, int], tokens: int) -> None:
    """A token for 750 pixels, of what the service leaves of a large image."""
    assert tokens_of_size(*size) == tokens


def test_tokens_of_a_block() -> None:
    """By its data; one that lies elsewhere counts as the largest."""
    assert tokens_of_image(image(base64_of(png(300, 100)))) == 40
    assert tokens_of_image({"source": {"type": "url", "url": "https://x"}}) == TOKENS_PER_IMAGE
    assert tokens_of_image({}) == TOKENS_PER_IMAGE
