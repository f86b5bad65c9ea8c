"""``steno clone``: the same conversation as a session of its own."""

from __future__ import annotations

from typing import Any

import click

from steno.cli.edits import carry_out, load_named, shared_options
from steno.cli.options import Options, with_options


@click.command("clone", short_help="Copy a session, whole or up to a point, with new ids.")
@click.argument("session")
@click.option(
    "--at", metavar="UUID|TURN",
    help="Keep only what came up to this line (a uuid) or up to the END of this turn (a number; "
    "-2 ends behind the last prompt but one).",
)  # fmt: skip
@click.option(
    "--keep-uuids", is_flag=True,
    help="Give only the session a new id, as the client's own forks do.",
)  # fmt: skip
@shared_options(in_place=False)
@with_options
def command(
    options: Options, session: str, *, at: str | None, keep_uuids: bool, **asked: Any
) -> int:
    r"""Copy a session as a new one beside it; the original stays as it is.

    Every line gets a new id, and everything that names a line follows. Sub-agents, tool results
    and file backups come along. 'steno tree SESSION' shows the ids of lines, 'steno turns SESSION'
    the numbers of turns.

    \b
    Examples:
      steno clone @last
      steno clone @last --at 3 --dry-run

    Exit codes: 0 done, 2 wrong use or an error.
    """
    from steno.edit.clone import clone

    loaded = load_named(options, session)
    return carry_out(options, clone(loaded, at=at, keep_uuids=keep_uuids), **asked)
