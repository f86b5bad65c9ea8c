"""Pictures: what they are, how large, and made to fit."""

from __future__ import annotations

import base64
import io
import random

import pytest
from PIL import Image

from steno.client.tools import images
from steno.client.tools.built_in import FailedError


def _made(size: tuple[int, int], kind: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (1, 2, 3)).save(out, format=kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "webp"])
def test_width_and_height_are_read_from_the_head(kind: str) -> None:
    """Each kind of picture is known by its bytes, and so is its size."""
    content = _made((31, 17), kind)
    assert images.media_type_of(content) == f"image/{kind}"
    assert images.dimensions(content, f"image/{kind}") == (31, 17)


def test_a_small_picture_is_sent_as_it_is() -> None:
    """Nothing is done to a picture that fits."""
    content = _made((3, 2), "png")
    picture = images.picture(content, "/a.png")
    assert base64.b64decode(picture.block()["source"]["data"]) == content
    assert picture.kept()["dimensions"]["displayWidth"] == 3


def test_a_wide_picture_is_made_smaller() -> None:
    """More pixels than the API takes are fewer afterwards."""
    picture = images.picture(_made((3000, 30), "png"), "/a.png")
    assert picture.display == (2000, 20)
    assert picture.kept()["dimensions"]["originalWidth"] == 3000


def test_a_heavy_picture_is_made_lighter() -> None:
    """Noise that does not compress is sent with less detail."""
    noise = Image.frombytes("RGB", (1400, 1400), random.Random(1).randbytes(1400 * 1400 * 3))
    out = io.BytesIO()
    noise.save(out, format="png")
    picture = images.picture(out.getvalue(), "/a.png")
    assert len(picture.content) <= images.FITS
    assert picture.media_type == "image/jpeg"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"<html>", "unrecognized bytes (hex: 3c 68 74 6d 6c 3e)"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (b"\xff\xd8\xff\xe0", "damaged"),
    ],
)
def test_what_is_no_picture_is_told(content: bytes, words: str) -> None:
    """The API would refuse the whole conversation: a file that is no picture is an error."""
    with pytest.raises(FailedError) as caught:
        images.picture(content, "/a.png")
    assert words in caught.value.message
