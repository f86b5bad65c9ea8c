"""Every script of a sed is seen, and every way to edit in place."""

from __future__ import annotations

import pytest

from steno.client.permissions.sed import Sed, sed_of
from steno.client.permissions.shell import parse


def read(line: str) -> Sed | None:
    """Read the words behind ``sed``."""
    return sed_of(parse(f"sed {line}", "/h").commands[0].words[1:])


@pytest.mark.parametrize(
    ("line", "scripts", "files"),
    [
        ("p a", ["p"], ["a"]),
        ("-n -e p -e 2d a b", ["p", "2d"], ["a", "b"]),
        ("-nep a", ["p"], ["a"]),
        ("--expression=p a", ["p"], ["a"]),
        ("-i.bak p a", ["p"], ["a"]),
        ("-l 5 p a", ["p"], ["a"]),
    ],
)
def test_scripts_and_files_are_told_apart(line: str, scripts: list[str], files: list[str]) -> None:
    """The first operand is a script only where no option gives one."""
    found = read(line)
    assert found is not None
    assert list(found.scripts) == scripts
    assert [word.text for word in found.files] == files


@pytest.mark.parametrize("line", ["--exp=p a", "--i p a", "--zz p a", "-x p a", "-n", "* a"])
def test_other_options_are_not_understood(line: str) -> None:
    """Shortened names among them."""
    assert read(line) is None


@pytest.mark.parametrize(
    ("line", "edits"),
    [("-bi p a", True), ("-ni p a", True), ("--in-place p a", True), ("-nE p a", False)],
)
def test_editing_in_place_is_seen(line: str, edits: bool) -> None:
    """Among other letters, too."""
    found = read(line)
    assert found is not None
    assert found.edits is edits


@pytest.mark.parametrize(
    "line",
    [
        *("-e'1e x' a", "'--expression=w x' a", "-bf x a", "--file=x a", "-n 'w x' a", "s/a/b/e a"),
        *("-e p -e'w x' a", "'r x' a"),
    ],
)
def test_other_scripts_are_not_plain(line: str) -> None:
    """They read, write or run something, or nobody can see whether they do."""
    found = read(line)
    assert found is not None
    assert not found.is_plain


def test_copies_that_are_kept_get_no_name_of_another_file() -> None:
    """The ending may make one, or lead to another folder; where -i takes the next word, too."""
    plain = {line for line in _EDITS if (found := read(line)) is not None and found.is_plain_edit}
    assert plain == {"-i p a", "--in-place s/a/b/ a"}


_EDITS = (
    *("-i p a", "--in-place s/a/b/ a", "-i.bak p a"),
    *("-in p a", "-i.json p .mcp", "-i'x/*' p a", "-i p 'w x' a", "-i p sxaxbxwx a", "-i 'w x' a"),
)
