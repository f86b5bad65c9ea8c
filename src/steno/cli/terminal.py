"""Text that came out of a transcript, made harmless for a terminal."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

# Control characters of both sets, what turns the direction of writing, what breaks lines
# unseen, and halves of characters that cannot be printed.
_HARMFUL: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ufeff\ufff9-\ufffb\ud800-\udfff"
)
_IN_TEXT: Final = re.compile(f"[{_HARMFUL}]")
_IN_LINE: Final = re.compile(f"[{_HARMFUL}\t\n]")
_NOT_ASCII: Final = re.compile("[^\x00-\x7f]")


def clean(text: str) -> str:
    """Make a text safe to print: every control character becomes visible, lines stay lines."""
    return _IN_TEXT.sub(_visible, text)


def clean_line(text: str) -> str:
    """Make a text safe to print on one line: newlines and tabs become spaces."""
    return _IN_LINE.sub(lambda match: " " if match.group() in "\t\n" else _visible(match), text)


def clean_json(text: str) -> str:
    """Escape in a JSON document what a terminal would obey; it stays the same document."""
    return _IN_TEXT.sub(_escaped, text)


def ascii_json(text: str) -> str:
    """Escape all of a JSON document that is not ASCII; it stays the same document."""
    return _NOT_ASCII.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def shorten(text: str, width: int) -> str:
    """Cut a line to ``width`` columns, with an ellipsis where something is missing."""
    if len(text) <= (width if text.isascii() else width // 2):
        return text
    used = end = 0
    for place, character in enumerate(text):
        used += _columns(character)
        if used > width:
            return text[:end].rstrip() + "…"
        if used < width:
            end = place + 1
    return text


def cells(text: str) -> int:
    """Say how many columns a line takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    """Say how many columns a character takes; Chinese ones take two."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 - one byte
