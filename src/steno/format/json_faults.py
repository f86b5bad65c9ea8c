"""Why a text is no JSON, in plain words: where, what stands there, and what should."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

MOST_QUOTED: Final = 20
"""Characters of a text that are quoted."""

_WANTED: Final = {
    "Expecting value": "a value",
    "Expecting property name enclosed in double quotes": "a key in double quotes",
    "Expecting ':' delimiter": "a colon",
    "Expecting ',' delimiter": "a comma or a closing bracket",
}
"""What the decoder misses, by its own words."""
_FAULTS: Final = {
    "Unterminated string starting": "a string never ends that begins",
    "Invalid control character": "a string holds a bare control character",
    "Invalid \\escape": "a string holds a backslash before what needs none",
    "Invalid \\uXXXX escape": "a string holds \\u without four hexadecimal digits behind it",
    "Illegal trailing comma before end of object": "a comma stands with nothing behind it",
    "Illegal trailing comma before end of array": "a comma stands with nothing behind it",
    "Extra data": "more text follows behind the value",
}
"""What the decoder finds fault with."""


def plain_words(problem: str, text: str, place: int) -> str:
    """Say in our own words what the decoder's ``problem`` at a place of the text is."""
    column = place + 1
    wanted = _WANTED.get(problem)
    if wanted is not None:
        return f"not JSON: {_standing(text, place)} at column {column}, in place of {wanted}"
    fault = _FAULTS.get(problem.removesuffix(" at"), "something is wrong")
    return f"not JSON: {fault} at column {column}"


def _standing(text: str, place: int) -> str:
    found = text[place : place + MOST_QUOTED]
    if not found.strip():
        return "it ends" if place + len(found) >= len(text) else "there is white space"
    plain = "".join(takewhile(str.isprintable, found))
    if not plain:
        return "there is a control character"
    more = "…" if len(text) > place + len(plain) else ""
    return f'there is "{plain}{more}"'
