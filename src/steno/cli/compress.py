"""``steno compress``: sum up the older turns of a session."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from steno.cli.edits import carry_out, load_named, shared_options, wishes
from steno.cli.options import Options, with_options
from steno.cli.output import note
from steno.cli.terminal import clean_line
from steno.cli.writing import refuse_unseen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.edit.compress import Bands
    from steno.edit.passage import Summarise
    from steno.edit.plan import Plan
    from steno.edit.summarise import Progress
    from steno.session.session import Session

WITHOUT_KEY = (
    "No key is set (ANTHROPIC_API_KEY), so the configured model is not asked: excerpts make "
    "the summary."
)


@click.command("compress", short_help="Sum up the older turns of a session.")
@click.argument("session")
@click.option(
    "--keep-last", type=click.IntRange(min=0), default=3, show_default=True, metavar="N",
    help="Leave your last N turns as they are.",
)  # fmt: skip
@click.option(
    "--trim-last", "trimmed", type=click.IntRange(min=0), default=0, metavar="M",
    help="Leave the M turns before those, too, but without tool results and thinking.",
)  # fmt: skip
@click.option(
    "--model", metavar="NAME",
    help="Have this model write the summary; the older turns are sent to it.",
)  # fmt: skip
@click.option(
    "--redact/--no-redact", default=True, show_default=True,
    help="Put placeholders in the place of secrets in what a model is sent.",
)  # fmt: skip
@click.option(
    "--extractive", is_flag=True, help="Make the summary of excerpts, whatever is configured."
)
@shared_options()
@with_options
def command(
    options: Options, session: str, *, model: str | None, extractive: bool, **asked: Any
) -> int:
    """Shorten a long session: a summary takes the place of the older turns.

    Every prompt of yours stays, word for word: in the summary, or where it was. A new session is
    written beside the old one, unless you say --in-place. The lines that are summed up stay in
    the file behind a boundary, as after the client's own compaction; the model does not see them.

    Nothing is sent anywhere unless you name a model, here or as model.name in the
    configuration. It is then asked at ANTHROPIC_BASE_URL, model.base_url or the service's own
    address, with the key in ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN. Otherwise the summary is
    made of excerpts: what you said, how each reply began, which tools ran on which files. The plan
    says who wrote it. A dry run asks no model; it says what would be sent.

    Secrets are not sent: before a model is asked they give way to placeholders, as 'steno redact'
    would put them, unless you say --no-redact. The session itself keeps them.

    \b
    Examples:
      steno compress @last --dry-run
      steno compress @last --keep-last 1 --trim-last 4
      steno compress @last --model claude-sonnet-4-5

    Exit codes: 0 done (also where there was nothing to sum up), 2 wrong use or an error.
    """  # noqa: D301 - the mark by which click keeps lines apart
    from steno.edit.compress import Bands

    if model is not None and extractive:
        raise click.UsageError("--model and --extractive exclude each other; give one of them.")
    refuse_unseen(options, yes=asked["yes"], dry_run=asked["dry_run"])
    loaded = load_named(options, session)
    bands = Bands(asked["keep_last"], asked["trimmed"])
    name = None if extractive else model or options.config.get("model.name")
    in_place = asked["in_place"]
    if name is None:
        plan = _by_excerpts(loaded, bands, in_place=in_place)
    elif model is None and not _has_key():
        plan = _by_excerpts(loaded, bands, in_place=in_place)
        plan = replace(plan, notes=(*plan.notes, WITHOUT_KEY))
    else:
        with _by_model(options, loaded, name, asked) as summarise:
            plan = _planned(loaded, bands, summarise, in_place=in_place)
    return carry_out(options, plan, **wishes(asked))


def _has_key() -> bool:
    from steno.model.access import has_key

    return has_key(os.environ)


def _by_excerpts(session: Session, bands: Bands, *, in_place: bool) -> Plan:
    from steno.edit.extract import by_excerpts

    return _planned(session, bands, by_excerpts, in_place=in_place)


def _planned(session: Session, bands: Bands, summarise: Summarise, *, in_place: bool) -> Plan:
    from steno.edit.compress import compress

    return compress(session, bands, summarise=summarise, in_place=in_place)


@contextmanager
def _by_model(
    options: Options, session: Session, name: str, asked: Mapping[str, Any]
) -> Iterator[Summarise]:
    """Give what has a model write; of a dry run what only says what that would send."""
    from steno.edit.apply import refuse_live_sessions
    from steno.edit.summarise import Summariser
    from steno.model.choose import open_model
    from steno.secrets.scan import Scanner

    scanner = Scanner.configured(options.config) if asked["redact"] else None
    if asked["dry_run"]:
        rehearsed = open_model(name, _rehearsed(os.environ), options.config)
        yield Summariser(rehearsed, scanner=scanner).rehearse
        return
    model = open_model(name, os.environ, options.config)
    assert session.file is not None  # noqa: S101 - it was loaded from its file
    # Nobody should pay for a summary that cannot be written.
    if asked["in_place"] or not asked["even_if_live"]:
        refuse_live_sessions({session.file.id}, session.file.home)
    with _progress(f"asking {name}") as progress:
        yield Summariser(model, progress, scanner=scanner)


def _rehearsed(environ: Mapping[str, str]) -> Mapping[str, str]:
    """Do without a key where nobody is asked."""
    from steno.model.access import KEY

    if _has_key():
        return environ
    note(f"No key is set: without --dry-run this needs {KEY}.")
    return {**environ, KEY: "no-key"}


@contextmanager
def _progress(label: str) -> Iterator[Progress]:
    """Show on a terminal how the answer grows; elsewhere one line for each request."""
    if not sys.stderr.isatty():
        yield _Lines(label).tell
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(clean_line(label))) as status:
        yield lambda part, parts, characters: status.update(
            Text(clean_line(f"{label}: request {part} of {parts}, {characters:,} characters"))
        )


class _Lines:
    """Says once of each request that it is under way."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._told = 0

    def tell(self, part: int, parts: int, characters: int) -> None:
        """Tell of a request when it begins."""
        del characters
        if part > self._told:
            self._told = part
            note(f"{self._label}: request {part} of {parts}")
