"""``steno redact``: put placeholders in the place of the secrets of a session."""

from __future__ import annotations

from typing import Any

import click

from steno.cli.edits import carry_out, load_named, shared_options
from steno.cli.options import Options, with_options


@click.command("redact", short_help="Put placeholders in the place of a session's secrets.")
@click.argument("session")
@click.option(
    "--pattern", "patterns", multiple=True, metavar="NAME=REGEX",
    help="Treat what this pattern finds as a secret, too; may be repeated.",
)  # fmt: skip
@click.option(
    "--allow", multiple=True, metavar="PATTERN",
    help="Leave this alone: a text, or a pattern with * and ?; may be repeated.",
)  # fmt: skip
@shared_options()
@with_options
def command(
    options: Options,
    session: str,
    *,
    patterns: tuple[str, ...],
    allow: tuple[str, ...],
    in_place: bool,
    **asked: Any,
) -> int:
    """Take the secrets out of a session: API keys, tokens, passwords, private keys.

    The same secret gets the same placeholder everywhere, so that the session stays readable.
    Sub-agents, tool results and file backups are looked through, too; signed thinking with a
    secret in it goes as a whole. 'steno secrets SESSION' shows what would be found.

    Exit codes: 0 done (also where there was no secret), 2 wrong use or an error.
    """
    from steno.edit.redact import redact
    from steno.secrets.scan import Scanner

    scanner = Scanner.configured(options.config, allow, dict(map(_named, patterns)))
    loaded = load_named(options, session)
    return carry_out(options, redact(loaded, scanner, in_place=in_place), **asked)


def _named(option: str) -> tuple[str, str]:
    name, equals, pattern = option.partition("=")
    if not (name and equals and pattern):
        message = f"--pattern {option!r} names no pattern; write --pattern NAME=REGEX."
        raise click.UsageError(message)
    return name, pattern
