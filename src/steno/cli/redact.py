"""``steno redact``: put placeholders in the place of the secrets of a session."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.edit_documents import document
from steno.cli.edits import load_named, settle, shared_options, wishes
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json
from steno.errors import ConfigError

if TYPE_CHECKING:
    from steno.edit.plan import Plan
    from steno.secrets.scan import Scanner

FROM_INPUT: Final = "-"
"""In the place of a text: it is typed or piped in."""
SHORTEST_TEXT: Final = 4


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
@click.option(
    "--text", "texts", multiple=True, metavar="TEXT",
    help="Treat this very text as a secret, too; - asks for it, or reads one a line from standard "
    "input, so that it stays out of the shell's history. May be repeated.",
)  # fmt: skip
@shared_options()
@with_options
def command(
    options: Options,
    session: str,
    *,
    patterns: tuple[str, ...],
    in_place: bool,
    **asked: Any,
) -> int:
    r"""Take the secrets out of a session: API keys, tokens, passwords, private keys.

    The same secret gets the same placeholder everywhere, so that the session stays readable.
    Sub-agents, tool results and file backups are looked through, too; signed thinking with a
    secret in it goes as a whole. 'steno secrets SESSION' shows what would be found.

    With --in-place the old bytes, secrets and all, are kept for 'steno undo' until 'steno undo
    --forget NUMBER' removes them.

    \b
    Examples:
      steno redact @last --dry-run
      steno redact @last --in-place
      steno redact @last --text -

    Exit codes: 0 done (also where there was no secret), 2 wrong use or an error.
    """
    from steno.edit.redact import redact

    scanner = _scanner(options, asked["allow"], dict(map(_named, patterns)))
    loaded = load_named(options, session)
    plan = redact(loaded, scanner, texts=_texts(asked["texts"]), in_place=in_place)
    settled = settle(options, plan, **wishes(asked))
    is_told = plan.changes and settled.number is not None
    advice = _advice(options, plan) if is_told else ()
    for text in advice:
        note(text)
    if options.json:
        told = document(plan, settled.number, is_dry=settled.is_dry)
        print_json(replace(told, notes=[*told.notes, *advice]))
    return 0


def _advice(options: Options, plan: Plan) -> tuple[str, ...]:
    """Say that the secrets are still there, and how they go."""
    from steno.edit.forget import keeping

    if not plan.in_place:
        still = f"The original, {plan.source_id}, still holds the secrets."
        return (f"{still} Take them out there, too: 'steno redact {plan.source_id} --in-place'.",)
    numbers = keeping(options.data, plan.source_id, plan.source_path)
    which = " ".join(f"--forget {number}" for number in numbers)
    kept = "The old bytes, with the secrets in them, are kept for 'steno undo'."
    return (f"{kept} Remove them for good: steno undo {which}",)


def _scanner(options: Options, allow: tuple[str, ...], patterns: dict[str, str]) -> Scanner:
    from steno.secrets.scan import Scanner

    try:
        return Scanner.configured(options.config, allow, patterns)
    except ConfigError as problem:
        told = str(problem)
        for name in patterns:
            told = told.replace(f"secrets.patterns.{name} ", f"--pattern {name} ")
        raise ConfigError(told) from problem


def _texts(given: tuple[str, ...]) -> list[str]:
    """Give the texts to take out, those that are typed or piped in too."""
    texts = [text for text in given if text != FROM_INPUT]
    if FROM_INPUT in given:
        texts += _typed()
    for text in texts:
        if len(text) < SHORTEST_TEXT:
            problem = f"--text: {SHORTEST_TEXT} characters at least; less stands in many words."
            raise click.UsageError(problem)
    return texts


def _typed() -> list[str]:
    if sys.stdin.isatty():
        return [click.prompt("Text to take out (it is not shown)", hide_input=True, err=True)]
    return [line for line in sys.stdin.read().split("\n") if line.strip()]


def _named(option: str) -> tuple[str, str]:
    name, equals, pattern = option.partition("=")
    if not (name and equals and pattern):
        message = f"--pattern {option!r} names no pattern; write --pattern NAME=REGEX."
        raise click.UsageError(message)
    return name, pattern
