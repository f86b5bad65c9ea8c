"""Smaller images: valid, of the right kind, and never more bytes; odd ones are left alone."""

from __future__ import annotations

import sys
from io import BytesIO
from random import Random
from typing import Any
from zlib import compress

import PIL.Image
import PIL.ImageDraw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.image_size import size_of_bytes
from steno.edit.shrink import MOST_PIXELS, Left, Shrunk, shrink
from steno.errors import UsageError
from tests.edit.pictures import chunk, claimed, png, png_of


def noise(mode: str, size: tuple[int, int] = (300, 120)) -> PIL.Image.Image:
    """Make an image of some mode in which no pixel is like another."""
    full = PIL.Image.frombytes("RGBA", size, Random(1).randbytes(4 * size[0] * size[1]))
    return full.convert("RGB").convert(mode) if mode in "1LPCMYK" else full.convert(mode)


def written(picture: PIL.Image.Image, kind: str, **options: Any) -> bytes:
    """Write an image."""
    output = BytesIO()
    picture.save(output, kind, **options)
    return output.getvalue()


@pytest.mark.parametrize(
    ("mode", "kind", "media_type"),
    [
        ("RGB", "PNG", "image/png"), ("RGBA", "PNG", "image/png"), ("L", "PNG", "image/png"),
        ("LA", "PNG", "image/png"), ("P", "PNG", "image/png"), ("RGB", "JPEG", "image/jpeg"),
        ("L", "JPEG", "image/jpeg"), ("CMYK", "JPEG", "image/jpeg"), ("RGB", "WEBP", "image/webp"),
        ("RGBA", "WEBP", "image/webp"), ("P", "GIF", "image/png"), ("RGB", "MPO", "image/jpeg"),
    ],
)  # fmt: skip
def test_every_kind_of_image(mode: str, kind: str, media_type: str) -> None:
    """Each stays one of its kind; one of GIF becomes PNG, which holds the same."""
    raw = written(noise(mode), kind)
    smaller = shrink(raw, 150)
    assert isinstance(smaller, Shrunk)
    assert smaller[1:] == (media_type, 150, 60)
    assert len(smaller.data) < len(raw)
    with PIL.Image.open(BytesIO(smaller.data)) as image:
        image.load()
        assert (image.size, f"image/{str(image.format).lower()}") == ((150, 60), media_type)
    assert size_of_bytes(smaller.data) == (150, 60)
    assert shrink(smaller.data, 150) is Left.SMALL


def test_transparency_stays() -> None:
    """Also that of a palette."""
    picture = noise("P")
    raw = written(picture, "PNG", transparency=3)
    smaller = shrink(raw, 100)
    assert isinstance(smaller, Shrunk)
    with PIL.Image.open(BytesIO(smaller.data)) as image:
        assert image.has_transparency_data


def test_image_that_lies_on_its_side_is_turned_upright() -> None:
    """What says so is not written, and would be lost."""
    notes = PIL.Image.Exif()
    notes[0x0112] = 6
    smaller = shrink(written(noise("RGB"), "JPEG", exif=notes), 150)
    assert isinstance(smaller, Shrunk)
    assert (smaller.width, smaller.height) == (60, 150)


def test_colour_profile_stays() -> None:
    """Without it the colours would be others."""
    smaller = shrink(written(noise("RGB"), "PNG", icc_profile=b"profile"), 150)
    assert isinstance(smaller, Shrunk)
    with PIL.Image.open(BytesIO(smaller.data)) as image:
        assert image.info["icc_profile"] == b"profile"


def test_drawing_gets_fewer_colours_rather_than_more_bytes() -> None:
    """Such as writing: black on white takes little, until it is scaled."""
    picture, rng = PIL.Image.new("RGB", (600, 300), "white"), Random(1)
    for y in range(0, 300, 11):
        words = " ".join(str(rng.random()) for _ in range(5))
        PIL.ImageDraw.Draw(picture).text((5, y), words, fill="black")
    raw = written(picture, "PNG", optimize=True)
    scaled = picture.resize((450, 225), PIL.Image.Resampling.LANCZOS)
    assert len(written(scaled, "PNG", optimize=True)) > len(raw)
    smaller = shrink(raw, 450)
    assert isinstance(smaller, Shrunk)
    assert (smaller.width, smaller.height) == (450, 225)
    assert len(smaller.data) < len(raw)


def test_what_would_be_larger_is_left() -> None:
    """An image of one colour takes the same in any size."""
    raw = written(PIL.Image.new("1", (400, 4)), "PNG", optimize=True)
    assert shrink(raw, 399) is Left.NO_GAIN


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_animated_images_are_left(kind: str) -> None:
    """One image would be left of them."""
    frames = [noise("RGB"), noise("RGB").rotate(180)]
    raw = written(frames[0], kind, save_all=True, append_images=frames[1:])
    assert shrink(raw, 100) is Left.ANIMATED


@pytest.mark.parametrize("side", [8001, 20_000, 60_000])
def test_decompression_bombs_are_not_opened(side: int) -> None:
    """By what they claim: a few bytes would become gigabytes."""
    assert side * side > MOST_PIXELS
    assert shrink(claimed(side, side), 1568) is Left.TOO_LARGE


def test_bomb_in_the_notes_of_an_image() -> None:
    """Text that unpacks to more than anybody reads."""
    bomb = chunk(b"zTXt", b"note\0\0" + compress(bytes(200 << 20)))
    raw = png(300, 100)
    assert shrink(png_of(raw[8:33], bomb, raw[33:-12]), 100) is Left.UNREADABLE


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"text", b"<svg/>", claimed(2000, 2000), png(300, 100)[:2000],
        written(PIL.Image.new("I;16", (300, 100)), "PNG"), written(noise("RGB"), "BMP"),
        written(noise("RGB"), "TIFF"),
    ],
    ids=["nothing", "text", "svg", "empty", "torn", "16 bits", "bmp", "tiff"],
)  # fmt: skip
def test_what_cannot_be_read_is_left(raw: bytes) -> None:
    """Or what the service does not take at all."""
    assert shrink(raw, 100) is Left.UNREADABLE


@given(st.data())
def test_damaged_images_are_harmless(data: st.DataObject) -> None:
    """Whatever bytes of an image are others, it is left alone or gives one that is smaller."""
    raw = bytearray(written(noise("RGB", (90, 40)), data.draw(st.sampled_from(_KINDS))))
    for _ in range(data.draw(st.integers(1, 5))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    smaller = shrink(bytes(raw), 64)
    if isinstance(smaller, Shrunk):
        assert len(smaller.data) < len(raw)
        assert max(size_of_bytes(smaller.data) or (99,)) <= 64


_KINDS = ["PNG", "JPEG", "GIF", "WEBP"]


def test_missing_library_is_told_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else needs it."""
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(UsageError, match=r"pip install 'steno\[images\]'"):
        shrink(b"", 100)
