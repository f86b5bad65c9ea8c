"""``steno redact``: put placeholders in the place of the secrets of a session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from steno.cli.edit_documents import document
from steno.cli.edits import load_named, settle, shared_options
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json

if TYPE_CHECKING:
    from steno.edit.plan import Plan


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

    With --in-place the old bytes, secrets and all, are kept for 'steno undo' until 'steno undo
    --forget NUMBER' removes them.

    Exit codes: 0 done (also where there was no secret), 2 wrong use or an error.
    """
    from steno.edit.redact import redact
    from steno.secrets.scan import Scanner

    scanner = Scanner.configured(options.config, allow, dict(map(_named, patterns)))
    plan = redact(load_named(options, session), scanner, in_place=in_place)
    applied = settle(options, plan, **asked)
    advice = _advice(options, plan) if applied and in_place and plan.changes else ()
    for text in advice:
        note(text)
    if options.json:
        told = document(plan, applied)
        print_json(replace(told, notes=[*told.notes, *advice]))
    return 0


def _advice(options: Options, plan: Plan) -> tuple[str, ...]:
    """Say that the secrets are still there, and how they go."""
    from steno.edit.forget import keeping

    numbers = keeping(options.data, plan.source_id, plan.source_path)
    which = " ".join(f"--forget {number}" for number in numbers)
    kept = "The old bytes, with the secrets in them, are kept for 'steno undo'."
    return (f"{kept} Remove them for good: steno undo {which}",)


def _named(option: str) -> tuple[str, str]:
    name, equals, pattern = option.partition("=")
    if not (name and equals and pattern):
        message = f"--pattern {option!r} names no pattern; write --pattern NAME=REGEX."
        raise click.UsageError(message)
    return name, pattern
