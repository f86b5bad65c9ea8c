"""Finds private keys in their armour, whole or cut off: PEM, OpenSSH, PGP, SSH2, PuTTY."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.secrets.rule import Hit
from steno.secrets.tokens import PRIVATE_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_BLOCK: Final = 20_000
"""Characters after which the end of a key block is not looked for any more."""

_BEGIN: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
    r"|---- BEGIN SSH2 (?:[A-Z0-9]{1,20} ){0,2}PRIVATE KEY ----",
    re.ASCII,
)
_NEXT: Final = re.compile(r"---- ?BEGIN ")
_END: Final = re.compile(
    r"-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
    r"|----[- ]END[A-Z0-9 ]{0,40}-{0,5}",
    re.ASCII,
)
_ENDS: Final = re.compile(r"----[- ]END")
_WORDS: Final = b"private key"
_BEFORE: Final = 96
"""Characters of the line that begins a key before those words."""
_KEY_LINES: Final = re.compile(
    r"(?:(?:\\{1,2}[nr]|[\s+>|]|\d{1,6}[→\t:]){0,16}+[A-Za-z0-9+/=]{24,100}+){1,400}+"
)
"""The lines of a key that was cut off, behind line breaks (or their escapes) and line numbers."""
_HAS_KEY: Final = re.compile(r"[A-Za-z0-9+/=]{24}")
_PUTTY: Final = re.compile(
    r"Private-Lines:\s{0,3}\d{1,4}(?P<secret>(?:(?:\\[nr]|\s){1,6}[A-Za-z0-9+/=]{16,72}+){1,200}+)"
)


def find_blocks(text: str, small: bytes) -> Iterator[Hit]:
    """Find private keys in their armour, whole or cut off."""
    place = small.find(_WORDS)
    while place >= 0:
        begun = _BEGIN.search(text, max(0, place - _BEFORE), place + 32)
        end = _block_end(text, begun) if begun is not None and begun.end() > place else None
        if begun is not None and end is not None:
            yield Hit(PRIVATE_KEY, begun.start(), end)
        place = small.find(_WORDS, max(place + 1, end or 0))
    place = small.find(b"private-lines:")
    while place >= 0:
        found = _PUTTY.match(text, place)
        if found is not None:
            yield Hit(PRIVATE_KEY, *found.span("secret"))
        place = small.find(b"private-lines:", place + 1)


def _block_end(text: str, begun: re.Match[str]) -> int | None:
    """Say where a key ends; None where there is none behind the line that begins it."""
    limit = begun.end() + LONGEST_BLOCK
    following = _NEXT.search(text, begun.end(), limit)
    limit = limit if following is None else following.start()
    piece = text.find("\0", begun.end(), limit)
    limit = limit if piece < 0 else piece
    ended = _ENDS.search(text, begun.end(), limit)
    if ended is not None:
        last = _END.match(text, ended.start())
        holds = _HAS_KEY.search(text, begun.end(), ended.start())
        return last.end() if holds and last else None
    cut = _KEY_LINES.match(text, begun.end(), limit)
    return cut.end() if cut is not None else None
