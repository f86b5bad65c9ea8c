"""Images taken out of a conversation, or made smaller where they stand."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from steno.edit.blocks import size_of_image, stored_size
from steno.edit.images import Picture, images_in, with_images, with_pictures
from steno.edit.shrink import Left, pillow, shrink
from steno.format.decode import whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.edit.draft import Draft
    from steno.edit.scope import Scope

    Body = Mapping[str, Any]

REMOVED_RESULT: Final = "[The result was taken out of this conversation.]"
REMOVED_IMAGE: Final = "[An image was taken out of this conversation.]"
_NOTE: Final = {"type": "text", "text": REMOVED_IMAGE}
_COPIES: Final = ("toolUseResult", "attachment")
"""Members of a record that hold images in shapes of their own."""


def drop_images(draft: Draft, scope: Scope) -> int:
    """Put a short note in the place of every image that is meant; give their number."""

    def swap(image: Body) -> Body:
        return _NOTE if scope.is_large(size_of_image(image)) else image

    def drop(body: Body) -> Body:
        new = with_images(body, swap)
        # The mirror of a result holds the same again.
        is_mirrored = new is not body and "toolUseResult" in body
        return {**new, "toolUseResult": REMOVED_RESULT} if is_mirrored else new

    dropped = 0
    for row, body in _bodies(draft, scope):
        gone = len(images_in(body)) - len(images_in(drop(body)))
        if gone:
            draft.change(row, drop, "image replaced by a short note")
        dropped += gone
    return dropped


def shrink_images(draft: Draft, scope: Scope, pixels: int) -> tuple[str, ...]:
    """Make every image smaller that is meant and larger; tell what came of it."""
    shrinker = Shrinker(scope, pixels)
    for row, body in _bodies(draft, scope):
        if shrinker.renewed(body) is not body:
            draft.change(row, shrinker.renewed, "image made smaller")
    return shrinker.notes()


def _bodies(draft: Draft, scope: Scope) -> Iterator[tuple[int, Body]]:
    """Give the records that are meant, as they will be."""
    for row, record in draft.session.rows_and_records():
        if not draft.is_out(row) and scope.is_own(row) and scope.has_row(row):
            yield row, draft.record(row, whole(record)).body


class Shrinker:
    """Makes images smaller, each of them once."""

    def __init__(self, scope: Scope, pixels: int) -> None:
        """Take what is meant, and the pixels that the longer side may have."""
        pillow()
        self._scope = scope
        self._pixels = pixels
        self._done: dict[bytes, Picture | Left] = {}

    def renewed(self, body: Body) -> Body:
        """Give a record with smaller images, in its copies too; itself where none is."""
        new = with_images(body, self._block)
        for key in _COPIES:
            if key in new and (copy := with_pictures(new[key], self._smaller)) is not new[key]:
                new = {**new, key: copy}
        return new

    def _block(self, image: Body) -> Body:
        source = image.get("source")
        new = with_pictures(source, self._smaller)
        return image if new is source else {**image, "source": new}

    def _smaller(self, picture: Picture) -> Picture:
        if not self._scope.is_large(stored_size(picture.data)):
            return picture
        name = sha256(picture.data.encode("utf-8", "surrogatepass")).digest()
        if name not in self._done:
            self._done[name] = self._shrunk(picture.data)
        done = self._done[name]
        return picture if isinstance(done, Left) else done

    def _shrunk(self, data: str) -> Picture | Left:
        try:
            raw = b64decode(data, validate=True)
        except ValueError:
            return Left.UNREADABLE
        done = shrink(raw, self._pixels)
        if isinstance(done, Left):
            return done
        return Picture(b64encode(done.data).decode(), done.media_type, done.width, done.height)

    def notes(self) -> tuple[str, ...]:
        """Say how many images became smaller, and why others did not."""
        smaller = sum(isinstance(one, Picture) for one in self._done.values())
        left = Counter(one for one in self._done.values() if isinstance(one, Left))
        del left[Left.SMALL]
        told = [f"Images made smaller, to {self._pixels} pixels at most: {smaller:,}."]
        if left:
            reasons = ", ".join(f"{count:,} {why.value}" for why, count in left.items())
            told.append(f"Images left as they are: {reasons}.")
        return tuple(told)
