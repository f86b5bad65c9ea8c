"""``steno fork``: go on from an earlier point of a session, as the client's own forks do."""

from __future__ import annotations

from typing import Any

import click

from steno.cli.edits import carry_out, load_named, shared_options
from steno.cli.options import Options, with_options


@click.command("fork", short_help="Go on from an earlier point, in a session of its own.")
@click.argument("session")
@click.option(
    "--at", metavar="UUID|TURN",
    help="Where it parts: behind this line (a uuid), or behind the END of this turn (a number; -2 "
    "leaves your last prompt out). Default: the end.",
)  # fmt: skip
@shared_options(in_place=False)
@with_options
def command(options: Options, session: str, *, at: str | None, **asked: Any) -> int:
    r"""Fork a session: its conversation up to a point, as a new session.

    The lines keep their ids, as when the client itself forks a session; tools that count tokens
    by the id of a message count them once. 'steno clone' gives new ids to all lines.

    \b
    Examples:
      steno fork @last --at -2
      steno fork 4f2a1c --at 3 --dry-run

    Exit codes: 0 done, 2 wrong use or an error.
    """
    from steno.edit.clone import clone

    loaded = load_named(options, session)
    return carry_out(options, clone(loaded, at=at, keep_uuids=True), **asked)
