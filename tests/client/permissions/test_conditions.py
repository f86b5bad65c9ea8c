"""Tests in brackets pass where they only look at files and texts."""

from __future__ import annotations

import pytest

from steno.client.permissions.shell import parse


@pytest.mark.parametrize(
    "source",
    [
        *("[ -f a ]", "[[ -f a && ! -d b ]]", "[[ a == b ]]", "[ a = b ]", "[ ! -e a ]"),
        *("[[ ( -f a || -f b ) ]]", "[ a -nt b ]", "[[ a =~ ^b ]]"),
    ],
)
def test_looking_passes(source: str) -> None:
    """There is nothing in these that bash would run or write."""
    assert parse(source, "/h").doubt is None


@pytest.mark.parametrize(
    "source",
    [
        *(f"[[ x {operator} 0 ]]" for operator in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge")),
        *("[[ -v x ]]", "[[ -R x ]]", "[[ -o x ]]", "[[ a[1] == b ]]", "[[ ! x -ge 0 ]]"),
        *("[ a > b ]", "[ a < b ]", "[[ a > b ]]", "[ a && b ]", "[ a || b ]", "[a]", "[a ]"),
        *("[[ " + "( " * 2_400 + "-n a" + " )" * 2_400 + " ]]", "[[ " + "! " * 4_500 + "a ]]"),
        *("[[ a" + " && a" * 1_900 + " ]]",),
        *("[ -f * ]", "[[ a =~ $(b) ]]", "[[ $(b) ]]", "[[a ]]", "[ -f a ]]"),
    ],
)
def test_all_else_is_a_doubt(source: str) -> None:
    """Some operators compute, and in single brackets some signs mean what they mean elsewhere."""
    assert parse(source, "/h").doubt is not None
