"""Wrappers are taken away only where all their words are understood."""

from __future__ import annotations

import pytest

from steno.client.permissions.shell import parse
from steno.client.permissions.wrappers import suffixes, unwrapped


@pytest.mark.parametrize(
    ("command", "inner"),
    [
        ("timeout 5 touch a", "touch a"),
        ("timeout -s KILL -k 1 5s touch a", "touch a"),
        ("timeout --foreground 5 nice -n 5 touch a", "touch a"),
        ("nice -5 touch a", "touch a"),
        ("nohup touch a", "touch a"),
        ("stdbuf -o0 touch a", "touch a"),
        ("stdbuf -o L touch a", "touch a"),
        ("time -p touch a", "touch a"),
        ("command touch a", "touch a"),
        ("timeout --foo 5 touch a", "timeout --foo 5 touch a"),
        ("timeout x touch a", "timeout x touch a"),
        ("timeout 5", "timeout 5"),
        ("nice -n", "nice -n"),
        ("command -v ls", "command -v ls"),
        ("env touch a", "env touch a"),
        ("sudo touch a", "sudo touch a"),
    ],
)
def test_wrappers_are_taken_away(command: str, inner: str) -> None:
    """What is left is the command that really runs; strange options leave all as it is."""
    words = parse(command, "/h").commands[0].words
    assert " ".join(word.text for word in unwrapped(words)) == inner


@pytest.mark.parametrize(
    "texts",
    [
        ["sudo", "-u", "x", "rm", "a"],
        ["xargs", "-n1", "rm", "a"],
        ["find", ".", "-exec", "rm", "a"],
    ],
)
def test_whatever_may_run_is_found(texts: list[str]) -> None:
    """For rules that deny, every command inside of another counts."""
    assert ["rm", "a"] in [list(part) for part in suffixes(texts)]


def test_plain_commands_have_only_themselves() -> None:
    """An argument is no command."""
    assert list(suffixes(["echo", "rm"])) == [["echo", "rm"]]
