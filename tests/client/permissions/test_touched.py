"""The files that a command names are found, also inside of options."""

from __future__ import annotations

import pytest

from steno.client.permissions.shell import parse
from steno.client.permissions.touched import edits_in_place, may_name, touched_by


def touched(command: str) -> list[tuple[str, bool]]:
    """Give what a command names, and whether it writes there."""
    simple = parse(command, "/h").commands[0]
    return [(one.text, one.writes) for one in touched_by(simple, simple.words)]


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("cat a -n b", [("a", False), ("b", False)]),
        ("cat -- -n", [("-n", False)]),
        ("touch a", [("a", True)]),
        ("echo a", []),
        ("echo a > b", [("b", True)]),
        ("echo a > /dev/null", []),
        ("cat < a", [("a", False)]),
        ("grep /x a", [("a", False)]),
        ("grep - - a", [("-", False), ("a", False)]),
        ("grep -e /x a", [("/x", False), ("a", False)]),
        ("grep --file=/x a", [("/x", False), ("a", False)]),
        ("sed -i s/a/b/ f", [("f", True)]),
        ("sed -n 1p f", [("f", False)]),
        ("cut -d/ -f1 a", [("a", False)]),
        ("npm run x", []),
        ("cp --target-directory=.git a", [(".git", True), ("a", True), (".git/a", True)]),
        ("git diff /x", [("diff", False), ("/x", False)]),
    ],
)
def test_files_are_found(command: str, files: list[tuple[str, bool]]) -> None:
    """Patterns and separators are no files; what stands behind an option may be one."""
    assert touched(command) == files


def test_a_path_behind_short_options_is_found() -> None:
    """It may begin behind any of the letters."""
    assert ("../x", False) in touched("grep -rf../x a")
    assert ("/x", False) in touched("grep -f/x a")


def test_every_word_may_name_a_file() -> None:
    """For rules that deny, parts of words count too."""
    words = parse("tool a --x=b HEAD:c", "/h").commands[0].words
    assert {"a", "b", "c"} <= set(may_name(words))
    assert list(may_name(parse("echo a", "/h").commands[0].words)) == []


def test_editing_in_place_is_seen() -> None:
    """Together with other letters, too."""
    assert edits_in_place(parse("sed -ni p a", "/h").commands[0].words)
    assert not edits_in_place(parse("sed -n p a", "/h").commands[0].words)
