"""An image made smaller by Pillow, or the reason why it is left alone."""

from __future__ import annotations

import warnings
from enum import Enum
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from steno.errors import UsageError

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS: Final = 64_000_000
"""Of an image that is opened: 8000 by 8000, the most that the service takes."""
QUALITY: Final = 85
_MEDIA_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
_OPENED: Final = (*_MEDIA_TYPES, "GIF")
_KEPT_AS: Final = {"GIF": "PNG", "MPO": "JPEG"}
"""What takes the place of a format that is not written: one with the same means, for one image."""
_MODES: Final = {
    "1": "L", "L": "L", "LA": "LA", "P": "RGB", "PA": "RGBA", "RGB": "RGB", "RGBA": "RGBA",
    "CMYK": "CMYK",
}  # fmt: skip
"""In which way of storing pixels an image is scaled."""


class Left(Enum):
    """Why an image stays as it is."""

    SMALL = "small enough"
    ANIMATED = "animated"
    UNREADABLE = "not readable"
    TOO_LARGE = "too large to be opened safely"
    NO_GAIN = "no smaller afterwards"


class Shrunk(NamedTuple):
    """An image that was made smaller."""

    data: bytes
    media_type: str
    width: int
    height: int


def pillow() -> Any:
    """Import Pillow; UsageError where it is not installed."""
    try:
        import PIL.Image  # noqa: PLC0415 - an extra
        import PIL.ImageOps  # noqa: PLC0415 - the same
    except ImportError as error:
        raise UsageError(
            "--shrink-images needs Pillow, which is not installed. Install it with: "
            "pip install 'steno[images]', or take the images out with --images."
        ) from error
    return PIL


def shrink(raw: bytes, pixels: int) -> Shrunk | Left:
    """Make an image smaller whose longer side has more pixels; only if that takes fewer bytes."""
    library = pillow()
    try:
        # What is odd about an image is no business of the reader; bombs are looked for below.
        with warnings.catch_warnings(action="ignore"):
            return _shrink(library, raw, pixels)
    except library.Image.DecompressionBombError:
        return Left.TOO_LARGE
    except Exception:  # noqa: BLE001 - a damaged or hostile image may fail in any way
        return Left.UNREADABLE


def _shrink(library: Any, raw: bytes, pixels: int) -> Shrunk | Left:
    with library.Image.open(BytesIO(raw), formats=_OPENED) as image:
        width, height = image.size
        if max(width, height) <= pixels:
            return Left.SMALL
        if width * height > MOST_PIXELS:
            return Left.TOO_LARGE
        if image.format != "MPO" and getattr(image, "is_animated", False):
            return Left.ANIMATED
        kind = _KEPT_AS.get(image.format, image.format)
        smaller = _scaled(library, image, pixels)
    data = _written(library, smaller, kind, less_than=len(raw))
    if data is None:
        return Left.NO_GAIN
    return Shrunk(data, _MEDIA_TYPES[kind], *smaller.size)


def _scaled(library: Any, image: Image, pixels: int) -> Image:
    profile = image.info.get("icc_profile")
    mode = _MODES[image.mode]
    has_alpha = mode == "RGB" and image.has_transparency_data
    # Turned upright, because what says how it lies is not written.
    upright: Image = library.ImageOps.exif_transpose(image.convert("RGBA" if has_alpha else mode))
    upright.thumbnail((pixels, pixels), library.Image.Resampling.LANCZOS)
    upright.info = {"icc_profile": profile} if profile else {}
    return upright


def _written(library: Any, image: Image, kind: str, *, less_than: int) -> bytes | None:
    """Give an image's bytes; None where they are no fewer."""
    data = _bytes_of(image, kind)
    if len(data) >= less_than and kind == "PNG":
        # Scaling gives a drawing many more colours than it had, and PNG pays for each.
        full = image.convert("RGBA" if "A" in image.mode else "RGB")
        data = _bytes_of(full.quantize(256, method=library.Image.Quantize.FASTOCTREE), kind)
    return data if len(data) < less_than else None


def _bytes_of(image: Image, kind: str) -> bytes:
    output = BytesIO()
    profile = image.info.get("icc_profile")
    image.save(output, kind, optimize=True, quality=QUALITY, icc_profile=profile)
    return output.getvalue()
