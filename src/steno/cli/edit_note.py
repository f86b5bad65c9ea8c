"""The option by which a user says why an edit is made, for the record of edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable

_NOTE: Final = "steno.cli.edit_note"


def note_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option; :func:`given_note` tells what was given."""
    option = click.option(
        "--note", metavar="TEXT", expose_value=False, callback=_keep,
        help="Say why, for the record of edits; 'steno undo --list --json' shows it.",
    )  # fmt: skip
    return option(function)


def _keep(context: click.Context, _: click.Parameter, text: str | None) -> None:
    context.find_root().meta[_NOTE] = text or ""


def given_note() -> str:
    """Give what the user said of this edit; nothing where he said nothing."""
    context = click.get_current_context(silent=True)
    return "" if context is None else str(context.find_root().meta.get(_NOTE, ""))
