"""What a search printed, without what is hidden."""

from __future__ import annotations

import pytest

from steno.client.tools.search_output import visible, visible_lines


def _is_hidden(name: str) -> bool:
    return name.startswith("/h")


def test_names_of_hidden_files_are_left_out() -> None:
    """What nobody may read is not named."""
    assert visible(["/a", "/h/b", "/c"], _is_hidden) == ["/a", "/c"]


def test_lines_are_joined_as_they_are_printed_without_nulls() -> None:
    """A match has a colon, what is around it a dash; a number may be left out."""
    lines = ["/a\x001-x:y", "/a\x002:z", "--", "/b\x003:q"]
    assert visible_lines(lines, _is_hidden) == ["/a-1-x:y", "/a:2:z", "--", "/b:3:q"]
    bare = visible_lines(lines, _is_hidden, numbered=False)
    assert bare == ["/a-x:y", "/a:z", "--", "/b:q"]
    assert visible_lines(["/a\x0012"], _is_hidden) == ["/a:12"]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["/h\x001:x", "--", "/a\x001:y"], ["/a:1:y"]),
        (["/a\x001:y", "--", "/h\x001:x"], ["/a:1:y"]),
        (["/a\x001:y", "--", "/h\x001:x", "--", "/b\x001:z"], ["/a:1:y", "--", "/b:1:z"]),
        (["/h\x001:x", "goes on", "/a\x001:y"], ["/a:1:y"]),
        (["/h: binary file matches (found)", "/a: binary file matches (found)"], ["/a: binary"]),
    ],
)
def test_nothing_is_left_of_hidden_files(lines: list[str], left: list[str]) -> None:
    """Neither their lines nor the gaps around them, nor what goes on without a name."""
    shown = visible_lines(lines, _is_hidden)
    assert [line.removesuffix(" file matches (found)") for line in shown] == left


def test_lines_of_the_only_file_have_no_name() -> None:
    """They begin with their number, whatever is in them."""
    assert visible_lines(["1:a\0b", "2-c"], _is_hidden) == ["1:a\0b", "2-c"]
    assert visible_lines(["1:a", "2-c"], _is_hidden, numbered=False) == ["a", "c"]
