"""Long text for a person: in a pager on a terminal, plainly elsewhere."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

import click

from steno.cli.masking import shield

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.cli.options import Options

LESS: Final = "-FRX"
"""How less is asked to behave: leave what fits on the screen there, and pass colours on."""
PASSING: Final = frozenset({"bat", "batcat", "cat", "less", "moar", "more", "most", "ov"})
"""Pagers that pass colours on; from what goes to another one they are taken out."""


def print_paged(lines: Iterable[str], options: Options, *, pager: bool | None) -> None:
    """Print lines; ``pager`` is what the user asked for, None for what is configured."""
    wanted = options.config.get("show.pager") is not False if pager is None else pager
    # What is shown is masked as it is read; this is for what comes in by another way.
    lines = map(shield, lines)
    if wanted and sys.stdout.isatty():
        _ask_less_for_colours()
        click.echo_via_pager((f"{line}\n" for line in lines), color=passes_colours())
        return
    for line in lines:
        click.echo(line)


def _ask_less_for_colours() -> None:
    # Before what the user asks of it: that may end with a text that has no end of its own.
    own = os.environ.get("LESS")
    os.environ["LESS"] = LESS if own is None else f"-R {own}"


def passes_colours() -> bool | None:
    """Say whether the chosen pager shows colours; None where nobody knows."""
    try:
        command = shlex.split(os.environ.get("PAGER", ""))
    except ValueError:
        return None
    return True if not command or PurePath(command[0]).stem in PASSING else None
