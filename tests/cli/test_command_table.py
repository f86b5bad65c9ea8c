"""The table of commands says what the commands themselves say."""

from __future__ import annotations

from importlib import import_module

import pytest

from steno.cli.command_table import ALIASES, COMMANDS, GROUPS


@pytest.mark.parametrize("name", COMMANDS)
def test_about_is_the_first_sentence_of_the_help(name: str) -> None:
    """The help of the program and that of the command agree."""
    command = import_module(f"steno.cli.{COMMANDS[name].module}").command
    assert command.get_short_help_str(200) == COMMANDS[name].about


def test_every_command_is_in_one_group() -> None:
    """None stands there twice, and other names lead to one of them."""
    assert sum(map(len, GROUPS.values())) == len(COMMANDS)
    assert set(ALIASES.values()) <= COMMANDS.keys()
    assert not ALIASES.keys() & COMMANDS.keys()
