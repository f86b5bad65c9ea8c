"""Images taken out or made smaller, wherever they stand in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.disk.reader import HUGE
from steno.edit.draft import Draft
from steno.edit.image_size import size_of_base64
from steno.edit.scope import Bounds, Scope
from steno.edit.trim import Trim, trim
from steno.edit.trim_images import REMOVED_IMAGE, REMOVED_RESULT, drop_images, shrink_images
from steno.format.decode import whole
from tests.edit.edited import CONVERSATION, in_home, result_of, told
from tests.edit.pictures import base64_of, claimed, png
from tests.session.transcripts import attachment, call, image, result, text, user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session
    from tests.session.transcripts import Body

LARGE, OTHER, SMALL = (base64_of(png(*size)) for size in ((200, 80), (80, 200), (40, 20)))


def everywhere() -> list[Body]:
    """Give lines with an image at every place where a client puts one."""
    read = {"type": "image", "file": {"base64": LARGE, "type": "image/png", "originalSize": 9}}
    printed = {"stdout": f"data:image/png;base64,{OTHER}", "stderr": "", "isImage": True}
    return [
        user("p", [text("look"), image(LARGE), image(SMALL)]),
        told("c", call("call-1", "Read"), call("call-2")),
        user("r", [result("call-1", [text("read"), image(LARGE)])], toolUseResult=read),
        user("s", [result("call-2", [image(OTHER)])], toolUseResult=printed),
        attachment("q", prompt=[text("and this"), image(OTHER)]),
        attachment("f", "file", content={"type": "image", "file": read["file"]}),
        told("z"),
    ]


def shrunk(session: Session, pixels: int = 100, **bounds: Any) -> tuple[Draft, tuple[str, ...]]:
    """Make the images of a session smaller."""
    draft = Draft(session)
    return draft, shrink_images(draft, Scope(session, Bounds(**bounds)), pixels)


def test_images_are_made_smaller_everywhere(tmp_path: Path) -> None:
    """With their copies; the words around them and what is small enough stay."""
    source = in_home(tmp_path, *everywhere())
    after = result_of(trim(source, Trim(shrink_images=100)))
    bodies = [record.body for _, record in after.rows_and_records()]
    look, first, small = bodies[0]["message"]["content"]
    assert (look, small) == (text("look"), image(SMALL))
    data = first["source"]["data"]
    assert size_of_base64(data) == (100, 40)
    assert bodies[2]["message"]["content"][0]["content"] == [text("read"), image(data)]
    file = {"base64": data, "type": "image/png", "originalSize": 9}
    assert bodies[2]["toolUseResult"] == {"type": "image", "file": file}
    assert bodies[5]["attachment"]["content"]["file"] == file
    other = bodies[3]["message"]["content"][0]["content"][0]["source"]["data"]
    assert size_of_base64(other) == (40, 100)
    assert bodies[3]["toolUseResult"]["stdout"] == f"data:image/png;base64,{other}"
    assert bodies[4]["attachment"]["prompt"] == [text("and this"), image(other)]
    assert LARGE not in str(bodies)
    assert OTHER not in str(bodies)


def test_images_go_everywhere(tmp_path: Path) -> None:
    """With their copies; a file that is one goes with its line."""
    source = in_home(tmp_path, *everywhere())
    plan = trim(source, Trim(images=True))
    after = result_of(plan)
    stored = str([record.body for _, record in after.rows_and_records()])
    assert not any(data in stored for data in (LARGE, OTHER, SMALL))
    assert stored.count(REMOVED_IMAGE) == 5
    assert stored.count(REMOVED_RESULT) == 2
    assert plan.unseen == ("6 images",)
    assert "and this" in stored


def test_only_large_images_go(tmp_path: Path) -> None:
    """By the base64 that is stored."""
    source = in_home(tmp_path, *everywhere())
    for size, number in ((len(SMALL), 4), (len(SMALL) - 1, 5), (10**6, 0)):
        assert drop_images(Draft(source), Scope(source, Bounds(larger_than=size))) == number


def test_images_in_results_that_go_are_left_to_them(tmp_path: Path) -> None:
    """They are not counted twice, and not made smaller for nothing."""
    source = in_home(tmp_path, *everywhere())
    plan = trim(source, Trim(tool_calls=True, images=True))
    assert plan.unseen == ("4 halves of tool calls", "4 images")
    plan = trim(source, Trim(tool_results=True, shrink_images=100))
    assert [change.what for change in plan.changes if change.line in (3, 4)] == [
        "result of Read replaced by a short note",
        "result of Bash replaced by a short note",
    ]


def test_each_image_is_made_smaller_once(tmp_path: Path) -> None:
    """However often it is stored; what was done to it is told once."""
    source = in_home(tmp_path, *everywhere())
    assert shrunk(source)[1] == ("Images made smaller, to 100 pixels at most: 2.",)


def test_images_that_are_left_are_told_with_the_reason(tmp_path: Path) -> None:
    """Damaged, hostile, or no base64 at all; they stay byte for byte."""
    odd = [base64_of(claimed(30_000, 30_000)), base64_of(claimed(200, 200)), "no base64!", "\ud800"]
    source = in_home(tmp_path, user("p", [image(data) for data in odd]), told("a"))
    draft, notes = shrunk(source)
    assert draft.is_empty
    assert notes[1] == ("Images left as they are: 1 too large to be opened safely, 3 not readable.")


def test_images_that_lie_elsewhere_are_no_matter(tmp_path: Path) -> None:
    """Nothing of them is stored."""
    far = {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}
    source = in_home(tmp_path, user("p", [far]), told("a"))
    draft, notes = shrunk(source)
    assert (draft.is_empty, notes) == (True, ("Images made smaller, to 100 pixels at most: 0.",))


def test_wrong_media_type_is_put_right(tmp_path: Path) -> None:
    """The service refuses an image that is not what it is said to be."""
    wrong = {"type": "image", "source": {**image(LARGE)["source"], "media_type": "image/jpeg"}}
    source = in_home(tmp_path, user("p", [wrong]), told("a"))
    after = result_of(trim(source, Trim(shrink_images=100)))
    assert after.record(0).body["message"]["content"][0]["source"]["media_type"] == "image/png"


def test_tokens_are_those_of_the_pixels(tmp_path: Path) -> None:
    """By a quarter of them where both sides are half as long."""
    source = in_home(tmp_path, user("p", [image(base64_of(png(900, 300)))]), told("a"))
    plan = trim(source, Trim(shrink_images=450))
    assert plan.saved_tokens == 360 - 90
    assert trim(source, Trim(shrink_images=899)).saved_tokens < 5


def test_nothing_is_saved_that_the_service_would_not_have_taken(tmp_path: Path) -> None:
    """It makes larger images that small by itself; only bytes are saved."""
    source = in_home(tmp_path, user("p", [image(base64_of(png(3136, 50)))]), told("a"))
    plan = trim(source, Trim(shrink_images=1568))
    assert plan.saved_bytes > 0
    assert plan.saved_tokens == 0


def test_long_words_beside_an_image_stay(tmp_path: Path) -> None:
    """Of a huge line only the beginnings of strings are read at first."""
    words = "y" * (HUGE + 1)
    source = in_home(tmp_path, user("p", [result("c", [text(words), image(LARGE)])]))
    ((_, huge),) = source.rows_and_records()
    assert "huge-line" in huge.marks
    draft = Draft(source)
    drop_images(draft, Scope(source, Bounds()))
    for one in (draft, shrunk(source)[0]):
        # Not by the record itself, which takes seconds to write.
        (op,) = one._ops[0]
        kept, new = op(whole(huge).body)["message"]["content"][0]["content"]
        assert kept == text(words)
        assert new != image(LARGE)


def test_last_turns_keep_their_images(tmp_path: Path) -> None:
    """Made smaller or taken out, only what is meant is touched."""
    source = in_home(tmp_path, *CONVERSATION, user("x", [image(LARGE)]), told("y"))
    assert shrunk(source, keep_last=1)[0].is_empty
    assert not shrunk(source, turns=(3, 3))[0].is_empty
    assert drop_images(Draft(source), Scope(source, Bounds(keep_last=1))) == 0
