"""Pictures that a prompt names."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from steno.cli.chatting.pictures import MOST, last_number, with_pictures

if TYPE_CHECKING:
    from pathlib import Path

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.mark.parametrize(
    "typed",
    [
        "what is {folder}/a.png",
        'what is "b c.png"?',
        "what is 'b c.png'",
        "what is {folder}/b\\ c.png, and why",
        "what is file://{folder}/b%20c.png",
        "{folder}/A.PNG",
    ],
)
def test_a_path_becomes_a_picture(typed: str, tmp_path: Path) -> None:
    """However a terminal writes the path: whole, quoted, escaped, as an address; it stays."""
    for name in ("a.png", "b c.png", "A.PNG"):
        (tmp_path / name).write_bytes(PNG)
    content, problems = with_pictures(typed.format(folder=tmp_path), tmp_path)
    assert problems == []
    assert isinstance(content, list)
    before, mark, _ = content[0]["text"].partition(" [Image #1]")
    assert mark
    assert typed.format(folder=tmp_path).startswith(before)
    assert content[1]["source"]["media_type"] == "image/png"
    assert base64.b64decode(content[1]["source"]["data"]) == PNG


def test_what_is_not_there_stays_words(tmp_path: Path) -> None:
    """A name of no file, a mention, a word and a name within a sentence are left alone."""
    (tmp_path / "pic.png").write_bytes(PNG)
    (tmp_path / "my pic.png").write_bytes(PNG)
    words = ("rename pic.png to logo.png", "see ./pic.png", "@my\\ pic.png", "see /missing.png")
    for typed in (*words, "see @a.png", "png", "my.pngs"):
        assert with_pictures(typed, tmp_path) == (typed, [])


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    """A file that only has the name of one is not sent, and the person is told why."""
    (tmp_path / "a.png").write_text("no picture")
    content, problems = with_pictures("see 'a.png'", tmp_path)
    assert content == "see 'a.png'"
    assert "'a.png' was not sent" in problems[0]


def test_numbers_go_on(tmp_path: Path) -> None:
    """The second prompt with a picture does not name another first one."""
    (tmp_path / "a.png").write_bytes(PNG)
    content, _ = with_pictures(f"see {tmp_path}/a.png", tmp_path, first=4)
    assert isinstance(content, list)
    assert content[0]["text"].endswith("[Image #4]")
    assert last_number([content, "so [Image #7]", None]) == 7
    assert last_number([]) == 0


def test_there_is_an_end_to_pictures(tmp_path: Path) -> None:
    """Beyond a number they stay words."""
    (tmp_path / "a.png").write_bytes(PNG)
    content, _ = with_pictures(" ".join(["'a.png'"] * (MOST + 2)), tmp_path)
    assert isinstance(content, list)
    assert len(content) == MOST + 1
    assert content[0]["text"].endswith("'a.png' 'a.png'")


def test_a_picture_that_may_not_be_read_is_not_sent(tmp_path: Path) -> None:
    """A rule that denies reading holds for what the person names, too, and they are told."""
    (tmp_path / "a.png").write_bytes(PNG)
    text = "see 'a.png'"
    content, problems = with_pictures(text, tmp_path, hides=lambda path: path.name == "a.png")
    assert content == text
    assert problems == ["'a.png' was not sent: a rule denies that it is read"]
