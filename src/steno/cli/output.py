"""What a command prints: one JSON document, or tables that are drawn only on a terminal."""

from __future__ import annotations

import codecs
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import click

from steno.cli.terminal import ascii_json, clean, clean_json, clean_line
from steno.format.codec import encode_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

WORTH_A_BAR: Final = 20 << 20
"""Bytes of work from which on a progress bar is shown."""


@dataclass(slots=True)
class Table:
    """Rows under headings; drawn on a terminal, tab-separated elsewhere."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[str] = frozenset()
    """The columns of figures."""
    wide: Mapping[str, int] = field(default_factory=dict)
    """The columns that may be cut where the terminal is narrow."""


def print_json(document: object) -> None:
    """Print one document on standard output."""
    text = clean_json(encode_document(document).decode("utf-8", "replace"))
    click.echo(text if _takes_unicode() else ascii_json(text))


def _takes_unicode() -> bool:
    """Say whether standard output is UTF-8; a file written on Windows often is not."""
    try:
        return codecs.lookup(sys.stdout.encoding or "").name == "utf-8"
    except LookupError:
        return False


def print_text(text: str = "") -> None:
    """Print text, made safe for a terminal."""
    click.echo(clean(text))


def note(text: str) -> None:
    """Print a note or warning on standard error."""
    click.echo(clean(text), err=True)


def print_table(table: Table) -> None:
    """Print a table: drawn for a person, plain for a program."""
    if sys.stdout.isatty():
        _draw(table)
        return
    if table.title:
        click.echo(f"# {clean_line(table.title)}")
    for row in (table.columns, *table.rows):
        click.echo("\t".join(clean_line(cell) for cell in row))


def _draw(table: Table) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(
        title=Text(clean_line(table.title)) if table.title else None,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for column in table.columns:
        drawn.add_column(
            Text(clean_line(column)),
            justify="right" if column in table.right else "left",
            no_wrap=True,
            overflow="ellipsis",
            ratio=table.wide.get(column),
        )
    for row in table.rows:
        drawn.add_row(*(Text(clean_line(cell)) for cell in row))
    drawn.expand = bool(table.wide)
    Console().print(drawn)


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], object] | None]:
    """Show a bar with rate and time left on standard error while much is read.

    Gives the function that takes the bytes done, or None where no bar is worth it.
    """
    if total < WORTH_A_BAR or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.advance(task, done)


def count(number: int) -> str:
    """Write a number with thousands separated."""
    return f"{number:,}"


def size(number: int) -> str:
    """Write a number of bytes for a person."""
    amount = float(number)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:  # noqa: PLR2004 - decimal units
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"
