"""``steno trace``: the group knows its commands, and loads them when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from steno.cli.trace import COMMANDS, command
from tests.cli.running import run_child

if TYPE_CHECKING:
    from tests.cli.running import Run


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_there_with_help(run: Run, name: str) -> None:
    """Under its own name, with its exit codes."""
    loaded = command.get_command(click.Context(command), name)
    assert loaded is not None
    assert loaded.name == name
    answer = run("trace", name, "--help")
    assert (answer.code, "Exit codes: 0" in answer.out) == (0, True)


def test_commands_are_listed_and_others_refused(run: Run) -> None:
    """A wrong name is wrong use."""
    shown = run("trace", "--help").out
    assert [name for name in COMMANDS if name not in shown] == []
    assert run("trace", "fly").code == 2


def test_help_loads_nothing_that_sends() -> None:
    """Neither protobuf nor a client for HTTP is needed to read what there is."""
    code = (
        "import sys\nfrom steno.cli.main import main\nmain(['trace', 'sync', '--help'])\n"
        "sys.exit(sum(name in sys.modules for name in ('httpx', 'google.protobuf', 'ssl')))"
    )
    assert run_child(code=code).code == 0
