"""``steno messages``: what a resume would send to the model, as the API takes it."""

from __future__ import annotations

import sys
from typing import Any

import click

from steno.catalog.resolve import resolve_session
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json
from steno.cli.terminal import clean
from steno.errors import UsageError
from steno.session.session import Session, load_file


@click.command("messages", short_help="Print what a resume would send to the model.")
@click.argument("session")
@click.option("--at", metavar="UUID", help="Cut behind this line, as --resume-session-at does.")
@click.option("--full-history", is_flag=True, help="Leave out nothing for a compaction.")
@click.option(
    "--no-thinking",
    "thinking",
    flag_value=False,
    default=True,
    help="Leave the model's thinking out.",
)
@click.option("--model", metavar="MODEL", help="Ask this model instead of the client's choice.")
@with_options
def command(options: Options, session: str, at: str | None, **asked: Any) -> int:
    """Print the messages that a resume would send, as a JSON array.

    Exactly what the real client would put into its first request, without the words that it
    adds by itself (reminders, fillers, the new prompt). Where the client would refuse to
    resume, the array is empty, the reason goes to stderr, and the exit code is 1.
    """
    loaded = load_file(resolve_session(session, options.homes))
    line = None if at is None else find_line(loaded, at)
    messages = loaded.messages(at=line, **asked)
    print_json(messages)
    refusal = None if line is not None else loaded.refusal
    if refusal is not None:
        note(f"steno: not resumable. {clean(refusal.message)}")
        return 0 if asked["full_history"] and messages else 1
    if sys.stderr.isatty():
        note(
            f"steno: {len(messages):,} messages for {clean(asked['model'] or loaded.request_model)}"
        )
    return 0


def find_line(session: Session, wanted: str) -> str:
    """Give the uuid of a line that is named by it or by a unique beginning of it."""
    known = session.outline.by_uuid
    if wanted in known:
        return wanted
    near = [uuid for uuid in known if uuid.startswith(wanted)]
    if len(near) == 1:
        return near[0]
    problem = f"--at {wanted}: {len(near) or 'no'} lines of this session have a uuid like that; "
    raise UsageError(problem + "'steno tree SESSION --all' lists them.")
