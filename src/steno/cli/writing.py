"""What all commands share that write something: the question, and what is told afterwards."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from steno.cli.output import note
from steno.cli.terminal import clean_line
from steno.errors import UsageError

if TYPE_CHECKING:
    from steno.cli.options import Options
    from steno.disk.discover import Home

DECLINED: Final = "stopped; nothing was written."
YES_HELP: Final = "Do not ask. Where there is no terminal, nothing is asked anyway."


def one_home(options: Options) -> Home:
    """Give the home to write to; which one must be clear."""
    homes = options.homes
    if len(homes) != 1:
        names = ", ".join(home.name for home in homes)
        raise UsageError(f"several homes are given ({names}); say with --home which one is meant.")
    return homes[0]


def ask(question: str, *, yes: bool) -> None:
    """Ask on a terminal whether to go on, and stop if not; elsewhere nobody could answer."""
    if yes or not _could_answer():
        return
    try:
        click.confirm(question, abort=True, err=True)
    except click.Abort as no:
        raise click.Abort(DECLINED) from no


def refuse_unseen(options: Options, *, yes: bool, dry_run: bool = False) -> None:
    """Refuse to ask where a document is printed: nobody has seen what the question is about."""
    if options.json and not (yes or dry_run) and _could_answer():
        raise UsageError(
            "with --json no plan is shown that you could agree to. Add --dry-run to see it as a "
            "document, or --yes to go ahead."
        )


def _could_answer() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def tell_dry_run() -> None:
    """Say that nothing was written, and how it would be."""
    note("This was a dry run: nothing was written. Without --dry-run it is done.")


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


def tell_resume(session: str, home: Home | None, project: str | None) -> None:
    """Say how the client goes on with a session; a file that lies in no home it cannot find."""
    if home is None:
        return
    command = f"{_client_home(home)}claude --resume {session}"
    if project is None:
        told = f"Go on with it: {command}"
    elif Path(project).is_dir():
        told = f"Go on with it: cd {shlex.quote(project)} && {command}"
    else:
        told = f"Go on with it in {project}, which is not on this machine: {command}"
    note(clean_line(told))


def _client_home(home: Home) -> str:
    """Give what names a home to the client, with a space; nothing where it goes there by itself."""
    own = Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")
    if os.path.realpath(own) == os.path.realpath(home.path):
        return ""
    return f"CLAUDE_CONFIG_DIR={shlex.quote(os.path.abspath(home.path))} "  # noqa: PTH100 - links stay
