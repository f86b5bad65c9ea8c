"""What is told a person beside the output: in whole words, with hints to type as they are."""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
from typing import TYPE_CHECKING, Final

import click

from steno.cli.terminal import cells

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TextIO

_PLACES: Final = "steno.places"
_HINT: Final = re.compile(
    r"(?<=')steno (?!demo\b|config\b|-)"
    r"|(?<=: )steno (?=(?:list|messages|show|tree|undo|validate)\b)"
)
"""The beginning of a hint whose command goes by homes or the data folder."""


def remember_places(context: click.Context, homes: Sequence[str], db: Path | None) -> None:
    """Keep the homes and the data folder that were given on the command line for the hints."""
    context.meta[_PLACES] = place_options(homes, db)


def hinted(text: str) -> str:
    """Have the hints of a text name the places that were given: without them they mislead."""
    context = click.get_current_context(silent=True)
    start = f"steno {'' if context is None else context.meta.get(_PLACES, '')}"
    return _HINT.sub(lambda _: start, text)


def place_options(homes: Sequence[str], db: Path | None) -> str:
    """Write homes and data folder as the options that name them, each with a space behind it."""
    named = [("--home", home) for home in homes] + ([] if db is None else [("--db", str(db))])
    return "".join(f"{option} {shlex.quote(place)} " for option, place in named)


def wrapped(text: str, stream: TextIO) -> str:
    """Break lines between words where a terminal would break them anywhere."""
    if not stream.isatty():
        return text
    width = screen_width()
    return "\n".join(_filled(line, width) for line in text.split("\n"))


def screen_width() -> int:
    """Say how many cells a line of the terminal has."""
    return shutil.get_terminal_size().columns


def _filled(line: str, width: int) -> str:
    margin = " " * (len(line) - len(line.lstrip(" ")))
    if not line.isascii():
        return _filled_by_cells(line.lstrip(" "), margin, width)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        replace_whitespace=False,
    )


def _filled_by_cells(text: str, margin: str, width: int) -> str:
    """Do the same where a character may take two columns, or none."""
    rows = [margin]
    for word in text.split(" "):
        longer = f"{rows[-1]} {word}" if rows[-1] != margin else f"{margin}{word}"
        if rows[-1] == margin or cells(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(f"{margin}{word}")
    return "\n".join(rows)
