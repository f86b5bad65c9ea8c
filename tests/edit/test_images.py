"""Images in records: wherever they are stored they are found, and nothing else is touched."""

from __future__ import annotations

from typing import Any

import pytest

from steno.edit.images import DEEPEST, Picture, images_in, with_images, with_pictures
from tests.session.transcripts import attachment, call, image, reply, result, text, user

OTHER = text("other")


def test_images_of_a_message() -> None:
    """Of a prompt, and of a result in it."""
    body = user("a", [text("x"), image("1"), result("c", [image("2"), "odd", text("y")])])
    assert images_in(body) == [image("1"), image("2")]
    content = with_images(body, lambda _: OTHER)["message"]["content"]
    assert content == [text("x"), OTHER, result("c", [OTHER, "odd", text("y")])]


def test_images_of_a_queued_prompt() -> None:
    """They are sent with it; those of a file stand elsewhere."""
    body = attachment("q", prompt=[text("x"), image("1")])
    assert with_images(body, lambda _: OTHER)["attachment"]["prompt"] == [text("x"), OTHER]
    assert images_in(attachment("f", "file", content={"type": "image", "file": {}})) == []


@pytest.mark.parametrize(
    "body",
    [
        user("a"), user("a", [text("x"), result("c"), result("d", [text("y")])]), {"type": "odd"},
        {"message": "odd"}, user("a", [image()]), reply("b", call("c", input={"image": image()})),
        attachment("q", prompt="words"), {"attachment": "odd"},
    ],
)  # fmt: skip
def test_record_in_which_nothing_changes_is_itself(body: dict[str, Any]) -> None:
    """So that one sees that nothing did."""
    assert with_images(body, lambda part: part) is body


def test_images_in_what_a_tool_was_asked_are_not_sent_as_images() -> None:
    """They are the model's own words."""
    assert images_in(reply("b", call("c", input={"image": image()}))) == []


HELD: list[tuple[Any, Any]] = [
    (image("old")["source"], {"type": "base64", "media_type": "image/x", "data": "new"}),
    ({"base64": "old", "type": "image/png"}, {"base64": "new", "type": "image/x"}),
    ({"data": "old", "mimeType": "image/png"}, {"data": "new", "mimeType": "image/x"}),
    (
        {"image_data": "old", "media_type": "image/png"},
        {"image_data": "new", "media_type": "image/x"},
    ),
    (
        {"stdout": "data:image/png;base64,old", "isImage": True},
        {"stdout": "data:image/x;base64,new", "isImage": True},
    ),
]


@pytest.mark.parametrize(("old", "new"), HELD)
def test_copies_of_every_shape(old: Any, new: Any) -> None:
    """With what kind of image they are."""
    seen: list[Picture] = []

    def renew(picture: Picture) -> Picture:
        seen.append(picture)
        return Picture("new", "image/x", 3, 2)

    assert with_pictures([{"a": [old, 1]}], renew) == [{"a": [new, 1]}]
    assert seen == [Picture("old", "image/png")]


def test_size_beside_a_copy_follows() -> None:
    """That which the model sees; that on disk stays."""
    told = {"originalWidth": 90, "originalHeight": 60, "displayWidth": 9, "displayHeight": 6}
    file = {"base64": "old", "type": "image/png", "dimensions": told}
    new = with_pictures(file, lambda _: Picture("new", "image/png", 3, 2))
    assert new["dimensions"] == {**told, "displayWidth": 3, "displayHeight": 2}
    odd = with_pictures({**file, "dimensions": "odd"}, lambda _: Picture("n", "image/png", 3, 2))
    assert odd["dimensions"] == "odd"


@pytest.mark.parametrize(
    "value",
    [
        None, "old", 5, [], {}, {"data": "old"}, {"data": "old", "media_type": "application/pdf"},
        {"data": 5, "media_type": "image/png"}, {"stdout": "data:image/png;base64,old"},
        {"stdout": "words", "isImage": True}, {"stdout": "data:image/png,old", "isImage": True},
        {"isImage": True},
    ],
)  # fmt: skip
def test_what_is_no_image_is_itself(value: Any) -> None:
    """Whatever it looks like."""
    assert with_pictures(value, lambda _: Picture("new", "image/x")) is value


@pytest.mark.parametrize(("old", "_new"), HELD)
def test_copy_that_stays_is_itself(old: Any, _new: Any) -> None:
    """So that one sees that nothing changed."""
    assert with_pictures(old, lambda picture: picture) is old


def test_deep_values_are_not_followed_forever() -> None:
    """No client writes images so deep, and a hostile line is as deep as it likes."""
    deep: Any = image("old")
    for _ in range(DEEPEST):
        deep = [deep]
    assert with_pictures(deep, lambda _: Picture("new", "image/x")) is deep
    assert with_pictures(deep[0][0], lambda _: Picture("new", "image/x")) != deep[0][0]
