"""What commands tell by their words."""

from __future__ import annotations

import pytest

from steno.client.tools import shell_words


@pytest.mark.parametrize(
    ("command", "code", "meaning"),
    [
        ("grep x a", 1, "No matches found"),
        ("cat a | grep x", 1, "No matches found"),
        ("grep x a", 2, None),
        ("grep x a; false", 1, None),
        ("diff a b", 1, "Files differ"),
        ("[ 1 = 2 ]", 1, "Condition is false"),
        ("echo 'grep' && false", 1, None),
        ("LC_ALL=C grep x a", 1, "No matches found"),
        ("", 1, None),
    ],
)
def test_an_exit_code_may_be_no_failure(command: str, code: int, meaning: str | None) -> None:
    """The exit code 1 of some commands is an answer."""
    assert shell_words.meaning(command, code) == meaning


@pytest.mark.parametrize(
    ("command", "silent"),
    [
        ("mkdir a", True),
        ("cd a && rm b", True),
        ("mkdir a || true", False),
        ("ls", False),
        ("", False),
    ],
)
def test_silent_commands_are_known(command: str, silent: bool) -> None:
    """Nothing is expected of commands that say nothing."""
    assert shell_words.is_silent(command) is silent
