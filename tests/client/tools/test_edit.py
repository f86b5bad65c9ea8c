"""Edit: replaces text, keeps every other byte, refuses what is unclear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.client.tools.edit import EditInput, _places, _replaced
from steno.client.tools.text_files import decoded

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


@pytest.mark.parametrize(
    ("before", "old", "new", "after"),
    [
        (b"one\ntwo\n", "two", "2", b"one\n2\n"),
        (b"one\r\ntwo\r\nthree", "one\ntwo", "1\n2", b"1\r\n2\r\nthree"),
        (b"a\r\nb\nc\n", "b", "B", b"a\r\nB\nc\n"),
        (b"\xef\xbb\xbfabc\n", "abc", "ABC", b"\xef\xbb\xbfABC\n"),
        (b"caf\xe9 x\n", "x", "y", b"caf\xe9 y\n"),
        ("h\u00e9 x".encode("utf-16"), "x", "y", "h\u00e9 y".encode("utf-16")),
        (b"no end", "end", "End", b"no End"),
        (b"a.c abc", "a.c", "x", b"x abc"),
    ],
)
def test_only_the_found_text_changes(
    around: Surroundings, before: bytes, old: str, new: str, after: bytes
) -> None:
    """Line ends, marks, encodings and bytes that are no text stay as they are."""
    path = around.known("a.txt", before)
    answer = around.call("Edit", file_path=str(path), old_string=old, new_string=new)
    assert not answer.is_error
    assert path.read_bytes() == after


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("zzz", "x", "String to replace not found in file.\nString: zzz"),
        ("a", "x", "Found 2 matches of the string to replace"),
        ("b", "b", "exactly the same"),
        ("", "x", "Cannot create new file - file already exists."),
    ],
)
def test_what_is_unclear_is_refused(around: Surroundings, old: str, new: str, words: str) -> None:
    """A text that is not there, or twice, or no change: the file stays."""
    path = around.known("a.txt", "a\nb\na\n")
    answer = around.call("Edit", file_path=str(path), old_string=old, new_string=new)
    assert answer.is_error
    assert words in str(answer.content)
    assert path.read_text() == "a\nb\na\n"


def test_all_places_are_changed_where_asked(around: Surroundings) -> None:
    """``replace_all`` changes every place."""
    path = around.known("a.txt", "a\nb\na\n")
    given = {"old_string": "a", "new_string": "c", "replace_all": True}
    answer = around.call("Edit", file_path=str(path), **given)
    assert path.read_text() == "c\nb\nc\n"
    assert "All occurrences were successfully replaced" in str(answer.content)


def test_an_empty_old_text_makes_a_file(around: Surroundings) -> None:
    """A new file is made by replacing nothing."""
    around.call("Edit", file_path="a/new.txt", old_string="", new_string="hi\n")
    assert (around.root / "a/new.txt").read_text() == "hi\n"


def test_typographic_quotes_are_found_and_kept(around: Surroundings) -> None:
    """A model writes plain quotes; the file keeps its curled ones."""
    path = around.known("a.txt", "it\u2019s \u201cx\u201d\n")
    around.call("Edit", file_path=str(path), old_string='it\'s "x"', new_string='it\'s "y"')
    assert path.read_text() == "it\u2019s \u201cy\u201d\n"


def test_unread_changed_missing_and_linked_files_stay(around: Surroundings) -> None:
    """Each kind of file that may not be edited is refused with its own words."""
    path = around.file("a.txt", "a")
    given = {"old_string": "a", "new_string": "b"}
    assert "not been read" in str(around.call("Edit", file_path=str(path), **given).content)
    around.call("Read", file_path=str(path))
    path.write_text("a, more")
    assert "modified since" in str(around.call("Edit", file_path=str(path), **given).content)
    assert "does not exist" in str(around.call("Edit", file_path="none.txt", **given).content)
    link = around.root / "link.txt"
    link.symlink_to(path)
    around.call("Read", file_path=str(link))
    assert "symlink" in str(around.call("Edit", file_path=str(link), **given).content)
    assert path.read_text() == "a, more"


def test_a_large_original_is_not_kept(around: Surroundings) -> None:
    """The transcript does not hold whole large files."""
    path = around.known("a.txt", "".join(f"row {n}\n" for n in range(3000)))
    answer = around.call("Edit", file_path=str(path), old_string="row 7\n", new_string="x\n")
    assert answer.kept["originalFile"] is None


@given(st.text(), st.text(min_size=1), st.text())
def test_an_edit_is_what_replacing_is(before: str, old: str, after: str) -> None:
    """In a file with plain line ends an edit is the replacement of Python."""
    text = (before + old + after).replace("\r", "")
    old = old.replace("\r", "")
    known = decoded(text.encode("utf-8", "surrogateescape") if text.isascii() else text.encode(), 0)
    if not old or known.encoding != "utf-8":
        return
    wanted = EditInput(file_path="/a", old_string=old, new_string="NEW", replace_all=True)
    assert _replaced(wanted, known, _places(wanted, known)) == text.replace(old, "NEW")
