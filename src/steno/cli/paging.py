"""Long text for a person: in a pager on a terminal, plainly elsewhere."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.cli.options import Options

LESS: Final = "-FRX"
"""How less is asked to behave: leave what fits on the screen there, and pass colours on."""


def print_paged(lines: Iterable[str], options: Options, *, pager: bool | None) -> None:
    """Print lines; ``pager`` is what the user asked for, None for what is configured."""
    wanted = options.config.get("show.pager") is not False if pager is None else pager
    if wanted and sys.stdout.isatty():
        os.environ.setdefault("LESS", LESS)
        click.echo_via_pager(f"{line}\n" for line in lines)
        return
    for line in lines:
        click.echo(line)
