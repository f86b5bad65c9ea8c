"""What the commands share that write or move the files of several sessions: the question."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.errors import UsageError

if TYPE_CHECKING:
    from steno.cli.options import Options
    from steno.disk.discover import Home


def one_home(options: Options) -> Home:
    """Give the home to write to; which one must be clear."""
    homes = options.homes
    if len(homes) != 1:
        names = ", ".join(home.name for home in homes)
        raise UsageError(f"several homes are given ({names}); say with --home which one is meant.")
    return homes[0]


def ask(question: str, *, yes: bool) -> None:
    """Ask on a terminal whether to go on; elsewhere nobody could answer."""
    if not yes and sys.stdin.isatty() and sys.stderr.isatty():
        click.confirm(question, abort=True, err=True)
