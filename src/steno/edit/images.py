"""The images of a stored record: those that are sent, and their copies beside the message."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from steno.edit.blocks import is_image, is_result
from steno.session.attached import images_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Body = Mapping[str, Any]
    Swap = Callable[[Body], Body]
    """Gives another block in the place of an image, or the image itself."""

DEEPEST: Final = 8
"""Levels of a value in which copies of images are looked for."""
_HOLDERS: Final = (
    ("data", "media_type"), ("base64", "type"), ("data", "mimeType"), ("image_data", "media_type"),
)  # fmt: skip
"""By which keys an object holds an image: its data, and what kind of image it is."""
_DATA_URL: Final = "data:image/"
_IN_BASE64: Final = ";base64,"


class Picture(NamedTuple):
    """An image as it is stored."""

    data: str
    """In base64."""
    media_type: str
    width: int = 0
    """Pixels; 0 where nobody has looked."""
    height: int = 0


if TYPE_CHECKING:
    Renew = Callable[[Picture], Picture]
    """Gives another image in the place of one, or the same."""


def images_in(body: Body) -> list[Body]:
    """Give the images of a record's message, those in results too, or of a queued prompt."""
    found: list[Body] = []

    def see(part: Body) -> Body:
        found.append(part)
        return part

    with_images(body, see)
    return found


def with_images(body: Body, swap: Swap) -> Body:
    """Give a record with other blocks in the place of images; itself where none changes."""
    holder, key = ("attachment", "prompt") if images_of(body) else ("message", "content")
    outer = body.get(holder)
    if not isinstance(outer, dict) or not isinstance(parts := outer.get(key), list):
        return body
    new = _swapped(parts, swap)
    return body if new is parts else {**body, holder: {**outer, key: new}}


def _swapped(parts: list[Any], swap: Swap) -> list[Any]:
    new = [_part(part, swap) for part in parts]
    return parts if all(map(is_, new, parts)) else new


def _part(part: Any, swap: Swap) -> Any:
    if is_image(part):
        return swap(part)
    inner = part.get("content") if isinstance(part, dict) and is_result(part) else None
    if not isinstance(inner, list):
        return part
    new = [swap(one) if is_image(one) else one for one in inner]
    return part if all(map(is_, new, inner)) else {**part, "content": new}


def with_pictures(value: Any, renew: Renew, *, depth: int = DEEPEST) -> Any:
    """Give a value with other images in it, whatever shape holds them; itself where none changes.

    These are the shapes of image blocks, of files that were read, of notebooks, of what comes
    from MCP servers, and of what a command printed as an image.
    """
    if depth == 0 or not isinstance(value, dict | list):
        return value
    if isinstance(value, list):
        new = [with_pictures(one, renew, depth=depth - 1) for one in value]
        return value if all(map(is_, new, value)) else new
    if (held := _held(value, renew)) is not None:
        return held
    members = {key: with_pictures(one, renew, depth=depth - 1) for key, one in value.items()}
    return value if all(members[key] is value[key] for key in value) else members


def _held(value: dict[str, Any], renew: Renew) -> dict[str, Any] | None:
    """Give an object that holds an image, with another in it; None for any other object."""
    for data, kind in _HOLDERS:
        old = (value.get(data), value.get(kind))
        if isinstance(old[0], str) and isinstance(old[1], str) and old[1].startswith("image/"):
            new = renew(Picture(old[0], old[1]))
            changed = {data: new.data, kind: new.media_type, **_dimensions(value, new)}
            return value if new.data is old[0] else {**value, **changed}
    return _printed(value, renew) if value.get("isImage") is True else None


def _dimensions(value: dict[str, Any], new: Picture) -> dict[str, Any]:
    """Give what an object says of its image's size, as the model now sees it."""
    told = value.get("dimensions")
    if not isinstance(told, dict):
        return {}
    seen = {"displayWidth": new.width, "displayHeight": new.height}
    return {"dimensions": {**told, **{key: seen[key] for key in seen if key in told}}}


def _printed(value: dict[str, Any], renew: Renew) -> dict[str, Any] | None:
    """Give what a command printed as an image, with another in it."""
    printed = value.get("stdout")
    if not isinstance(printed, str) or not printed.startswith(_DATA_URL):
        return None
    head, mark, data = printed.partition(_IN_BASE64)
    if not mark:
        return None
    new = renew(Picture(data, head.removeprefix("data:")))
    changed = f"data:{new.media_type}{_IN_BASE64}{new.data}"
    return value if new.data is data else {**value, "stdout": changed}
