"""Options are told from operands by a list, and nothing else passes for one."""

from __future__ import annotations

import pytest

from steno.client.permissions.options import Parsed, has_letter, is_beginning, listed, parsed
from steno.client.permissions.shell import parse

_LIST = listed("-ab -n: -f@ -w? -# --all --num: --file@ --color?")


def read(line: str) -> Parsed | None:
    """Take the words of a line apart."""
    return parsed(_LIST, parse(f"x {line}".strip(), "/h").commands[0].words[1:])


@pytest.mark.parametrize(
    ("line", "operands", "options", "files"),
    [
        ("", "", [], ""),
        ("a -b c", "a c", [("-b", None)], ""),
        ("-ab", "", [("-a", None), ("-b", None)], ""),
        ("-an5 x", "x", [("-a", None), ("-n", "5")], ""),
        ("-n 5 x", "x", [("-n", "5")], ""),
        ("-n -5 x", "x", [("-n", "-5")], ""),
        ("-fx -f y", "", [("-f", "x"), ("-f", "y")], "x y"),
        ("--file=x --file y z", "z", [("--file", "x"), ("--file", "y")], "x y"),
        ("--color --color=x y", "y", [("--color", None), ("--color", "x")], ""),
        ("-w5 y", "y", [("-w", "5")], ""),
        ("-12 - y", "- y", [], ""),
        ("-a -- -b", "-b", [("-a", None)], ""),
    ],
)
def test_words_are_told_apart(
    line: str, operands: str, options: list[tuple[str, str | None]], files: str
) -> None:
    """Values stand behind the letter, behind the sign or in the next word."""
    found = read(line)
    assert found is not None
    assert [word.text for word in found.operands] == operands.split()
    assert [(one.name, one.value) for one in found.options] == options
    assert [word.text for word in found.files] == files.split()


@pytest.mark.parametrize(
    "line",
    ["-c", "-ac", "--al", "--all=x", "--nu 5", "-n", "--file", "-n -a", "-n *", "-[a]", "--zz"],
)
def test_what_is_not_in_the_list_is_not_understood(line: str) -> None:
    """Neither shortened names nor values that may be more than one word."""
    assert read(line) is None


def test_values_are_found_by_name() -> None:
    """In their order; an option without one gives an empty text."""
    found = read("-n1 --num=2 --color")
    assert found is not None
    assert found.values("-n", "--num", "--color") == ["1", "2", ""]
    assert found.has("--color")
    assert not found.has("-a")


def test_beginnings_of_long_names_are_seen() -> None:
    """Any beginning counts, but for other names in full."""
    assert is_beginning("--outp=x", "output exec")
    assert is_beginning("--e", "output exec")
    assert not is_beginning("--", "output")
    assert not is_beginning("--outputs", "output")
    assert not is_beginning("--out", "output", "out")
    assert not is_beginning("out", "output")


def test_letters_are_seen_among_others() -> None:
    """Behind digits, too."""
    assert has_letter("-x4oF", "o")
    assert not has_letter("-x", "o")
    assert not has_letter("--o", "o")
