"""What a command prints: one JSON document, or tables that are drawn only on a terminal."""

from __future__ import annotations

import codecs
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

import click

from steno.cli.clock import shown
from steno.cli.fitting import GAP, fit, total_width
from steno.cli.masking import shield
from steno.cli.notes import hinted, wrapped
from steno.cli.terminal import ascii_json, clean, clean_json, clean_line
from steno.format.codec import encode_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

WORTH_A_BAR: Final = 20 << 20
"""Bytes of work from which on a progress bar is shown."""

PLAIN_TABLES: Final = (
    "Where the output is no terminal, tables are tab-separated below a line of headings: ids and "
    "paths in full, times in UTC, durations in milliseconds, sizes in bytes, costs in US dollars, "
    "all columns. A title stands above its table behind a #."
)
"""What the help of every command says that prints tables."""
UNKNOWN: Final = "?"
"""What a person sees in the place of a cost that nobody knows."""

WIDEST_FOLDER: Final = 20
"""Cells that the end of a path takes in a table, at most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a person sees in a table, and what a program gets in its place."""

    shown: str
    plain: str
    style: str = ""
    """Bold and colour, on a terminal that has them."""


Row: TypeAlias = list[str | Cell]
"""The cells of one row, column by column."""


@dataclass(slots=True)
class Table:
    """Rows under headings; drawn on a terminal, tab-separated elsewhere."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
    right: frozenset[str] = frozenset()
    """The columns of figures."""
    wide: Mapping[str, int] = field(default_factory=dict)
    """The columns that may be cut where the terminal is narrow, and to how many cells."""
    most: Mapping[str, int] = field(default_factory=dict)
    """The columns that are cut on every terminal, and to how many cells."""
    drop: Sequence[str] = ()
    """The columns that are left out where the terminal is narrow, the first of them first."""
    ends: frozenset[str] = frozenset()
    """The columns of paths: where they are cut, their end is what is kept."""
    folded: frozenset[str] = frozenset()
    """The columns that go on in the next line where others are cut."""
    summed: bool = False
    """Whether the last row sums up the others."""


def print_json(document: object) -> None:
    """Print one document on standard output."""
    click.echo(json_text(document))


def json_text(document: object) -> str:
    """Write a document, or a piece of one, as standard output takes it."""
    text = clean_json(encode_document(document).decode("utf-8", "replace"))
    return text if _takes_unicode() else ascii_json(text)


def _takes_unicode() -> bool:
    """Say whether standard output is UTF-8; a file written on Windows often is not."""
    try:
        return codecs.lookup(sys.stdout.encoding or "").name == "utf-8"
    except LookupError:
        return False


def print_text(text: str = "") -> None:
    """Print text, made safe for a terminal, and broken between words there."""
    click.echo(wrapped(clean(shield(text)), sys.stdout))


def note(text: str) -> None:
    """Print a note or warning on standard error."""
    click.echo(wrapped(clean(hinted(text)), sys.stderr), err=True)


def print_table(table: Table) -> None:
    """Print a table: drawn for a person, plain for a program."""
    if sys.stdout.isatty():
        from rich.console import Console

        _draw(table, Console())
        return
    if table.title:
        click.echo(f"# {clean_line(table.title)}")
    click.echo("\t".join(map(clean_line, table.columns)))
    for row in table.rows:
        click.echo("\t".join(clean_line(_plain(cell)) for cell in row))


def _plain(cell: str | Cell) -> str:
    return shield(cell.plain if isinstance(cell, Cell) else cell)


def drawn_table(table: Table) -> list[str]:
    """Give the lines of a table as they are drawn on the terminal, for a pager."""
    from rich.console import Console

    console = Console()
    with console.capture() as drawn:
        _draw(table, console)
    return drawn.get().removesuffix("\n").split("\n")


def _draw(table: Table, console: Console) -> None:
    from rich.text import Text

    rows = [[_text(cell) for cell in row] for row in table.rows]
    widths = [_width(table, rows, place) for place in range(len(table.columns))]
    kept = fit(table.columns, widths, console.width, least=table.wide, drop=table.drop)
    # Rich would narrow figures and ids as well; better a line that is too long.
    console.width = max(console.width, total_width(list(kept.values())))
    if table.title:
        console.print(Text(clean_line(table.title), "bold"))
    console.print(_grid(table, rows, kept))
    if left_out := _left_out(table, rows, kept):
        console.print(Text(f"A wider terminal also shows: {', '.join(left_out)}.", "dim"))
    if table.title:
        console.print()


def _left_out(table: Table, rows: Sequence[Sequence[Text]], kept: Mapping[int, int]) -> list[str]:
    """Name the columns that are not drawn although something stands in them."""
    missing = (place for place in range(len(table.columns)) if place not in kept)
    told = (place for place in missing if any(row[place].plain.strip() for row in rows))
    return [clean_line(table.columns[place]) for place in told]


def _text(cell: str | Cell) -> Text:
    from rich.text import Text

    if isinstance(cell, Cell):
        return Text(clean_line(shield(cell.shown)), cell.style)
    return Text(clean_line(shield(cell)))


def _width(table: Table, rows: Sequence[Sequence[Text]], place: int) -> int:
    """Say how many cells a column takes where there is room for all of it."""
    name = table.columns[place]
    widest = max((row[place].cell_len for row in rows), default=0)
    return max(_text(name).cell_len, min(widest, table.most.get(name, widest)))


def _grid(table: Table, rows: Sequence[Sequence[Text]], kept: Mapping[int, int]) -> Drawn:
    from rich import box
    from rich.table import Table as Drawn

    drawn = Drawn(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    for place, width in kept.items():
        name = table.columns[place]
        folds = name in table.folded
        drawn.add_column(
            _text(name),
            justify="right" if name in table.right else "left",
            no_wrap=not folds,
            overflow="fold" if folds else "ellipsis",
            width=width,
        )
    for number, row in enumerate(rows, 1):
        above_sum = table.summed and number == len(rows) - 1
        cells = (_cut(table, row[place], place, width) for place, width in kept.items())
        drawn.add_row(*cells, end_section=above_sum)
    return drawn


def _cut(table: Table, text: Text, place: int, width: int) -> Text:
    """Cut the beginning of a path; of all else the drawing cuts the end."""
    if table.columns[place] not in table.ends or text.cell_len <= width:
        return text
    from rich.cells import cell_len
    from rich.text import Text

    end = text.plain[1 - width :]
    while cell_len(end) >= width:
        end = end[1:]
    return Text(f"…{end}", text.style)


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


def figure(number: int, *, blank: bool = False) -> Cell:
    """Put a number into a table; a person may be spared a nought."""
    return Cell("" if blank and not number else count(number), str(number))


def amount(number: int) -> Cell:
    """Put a number of bytes into a table."""
    return Cell(size(number), str(number))


def dollars(cost: str | None) -> str:
    """Write a cost for a person, in cents; nothing where none is known."""
    if cost is None:
        return ""
    exact = Decimal(cost)
    return "<$0.01" if 0 < exact < _CENT else f"${exact.quantize(_CENT):,}"


def money(cost: str | None) -> Cell:
    """Put a cost into a table: cents for a person, all digits for a program, if it is known."""
    return Cell(UNKNOWN if cost is None else dollars(cost), cost or "")


_CENT: Final = Decimal("0.01")


def identity(name: str | None, mark: str = "") -> Cell:
    """Put an id into a table: a person needs its beginning only."""
    return Cell((name or "")[:8] + mark, name or "")


def moment(stamp: str | None) -> Cell:
    """Put a time into a table: the reader's own for a person, as it is stored for a program."""
    return Cell(shown(stamp), stamp or "")


def folder(path: str | None) -> Cell:
    """Put a path into a table: a person knows it by the last two folders, or the last."""
    parts = (path or "").replace("\\", "/").rstrip("/").split("/")
    end = "/".join(parts[-2:])
    return Cell(end if len(end) <= WIDEST_FOLDER else parts[-1], path or "")
