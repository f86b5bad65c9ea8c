"""What all commands share that write something: the question, and what is told afterwards."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from steno.cli.output import note
from steno.cli.terminal import clean_line
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


def tell_dry_run() -> None:
    """Say that nothing was written."""
    note("This was a dry run: nothing was written.")


def tell_cut_off(options: Options) -> None:
    """Say which edits a crash has cut off, and how to clean up after them."""
    from steno.edit.undo import cut_off

    for edit in cut_off(options.data):
        what = edit.source_session or edit.source_path or "several sessions"
        told = f"Edit {edit.id} ({edit.kind} of {what}) was cut off on the way"
        note(clean_line(f"{told}; clean up: steno undo {edit.id}"))


def tell_undo(number: int) -> None:
    """Say how an edit is taken back."""
    note(f"Take it back: steno undo {number}")
