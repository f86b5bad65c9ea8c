"""What programs write to steer a terminal, taken out of what they print."""

from __future__ import annotations

import re
from typing import Final

_SEQUENCES: Final = re.compile(
    # Colours, cursor moves and modes.
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"
    # Titles, links and the like; only where they end on the same line.
    "|(?:\x1b\\]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\\\|\x9c)"
    "|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c\n]*(?:\x1b\\\\|\x9c)"
    # Sets of characters, resets, saved places.
    "|\x1b[ #%(-/][0-~]|\x1b[0-9=>A-Oac-~]"
)
_MARKS: Final = re.compile("[\x1b\x90\x98\x9b\x9d-\x9f]")


def without_sequences(text: str) -> str:
    """Leave out whole sequences; a broken one stays, for whoever prints it to make harmless."""
    return _SEQUENCES.sub("", text) if _MARKS.search(text) else text
