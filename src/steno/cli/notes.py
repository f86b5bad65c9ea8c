"""What is told a person beside the output: in whole words, with hints to type as they are."""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

_HOMES: Final = "steno.homes"
_HINT: Final = re.compile(r"'steno (?!demo\b|config\b|-)")
"""The beginning of a hint whose command reads a home."""


def remember_homes(context: click.Context, homes: Sequence[str]) -> None:
    """Keep the homes that were given on the command line for the hints."""
    context.meta[_HOMES] = tuple(homes)


def hinted(text: str) -> str:
    """Have the hints of a text name the homes that were given: without them they mislead."""
    context = click.get_current_context(silent=True)
    homes = () if context is None else context.meta.get(_HOMES, ())
    start = f"'steno {home_options(homes)}"
    return _HINT.sub(lambda _: start, text)


def home_options(homes: Sequence[str]) -> str:
    """Write homes as the options that name them, each with a space behind it."""
    return "".join(f"--home {shlex.quote(home)} " for home in homes)


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
    return textwrap.fill(
        line,
        width,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
        expand_tabs=False,
        replace_whitespace=False,
    )
