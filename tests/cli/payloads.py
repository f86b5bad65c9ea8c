"""What a hostile transcript could send to a terminal."""

from __future__ import annotations

import re
from typing import Final

C0: Final = [chr(code) for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n"]
C1: Final = [chr(code) for code in range(0x80, 0xA0)]
BIDI: Final = [*"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
UNSEEN: Final = [*"\u2028\u2029\ufeff\ufff9\ufffa\ufffb"]
HALVES: Final = ["\ud800", "\udbff", "\udc00", "\udc9b", "\udfff", "\ud83d"]
SEQUENCES: Final = [
    "\x1b]0;owned\x07",  # the window's title
    "\x1b]2;owned\x1b\\",
    "\x1b]8;;http://evil.example\x1b\\link\x1b]8;;\x1b\\",
    "\x1b]52;c;b3duZWQ=\x07",  # the clipboard
    "\x1b]1337;File=inline=1:AAAA\x07",
    "\x1b[2J\x1b[H",  # clear everything
    "\x1b[1A\x1b[2K",  # go up and erase what was said
    "\x1b[31;1;5m",
    "\x1b[6n",  # the terminal answers, as if typed
    "\x1b[c",
    "\x1b[?1049h",
    "\x1b[20t",
    "\x1bP$q\x22p\x1b\\",  # a device control string
    "\x1b_Gf=100;AAAA\x1b\\",
    "\x1b^secret\x1b\\",
    "\x1bXstart of string\x1b\\",
    "\x1bc",  # a full reset
    "\x1b(0",
    "\x1b#8",
    "\x9b31m",  # the same by single characters of the second set
    "\x9d0;owned\x9c",
    "\x90q\x9c",
    "\x85\x84\x8d",
    "over\rwritten",
    "back\b\b\b\bspace",
    "\x07\x07\x07",
    "\x0e\x0f",
    "mixed \u202e\x1b[0m\u2028\x9b5n\ud800",
]
PAYLOADS: Final = [*C0, *C1, *BIDI, *UNSEEN, *HALVES, *SEQUENCES]

HARMFUL: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
    "\ufeff\ufff9-\ufffb\ud800-\udfff]|\r(?!\n)"
)
"""What must never reach a terminal; that one itself puts a CR before each newline."""

STYLES: Final = re.compile(r"\x1b\[[0-9;]*m")
"""What rich itself writes for bold and coloured text."""


def marked(number: int, payload: str) -> str:
    """Put a payload between marks, so that the place where it went to can be found."""
    return f"<{number:03}{payload}{number:03}>"


def marks_in(text: str) -> set[int]:
    """Give the numbers of the payloads whose beginning is in a text."""
    return {int(number) for number in re.findall(r"<(\d{3})", text)}
