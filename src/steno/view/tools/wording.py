"""Short wordings for titles and summaries: counts, sizes, durations, paths."""

from __future__ import annotations

import math
from typing import Final

LONGEST_LINE: Final = 240
"""Characters of the longest title or summary."""

BETWEEN: Final = " · "
"""What stands between pieces beside one another."""

_KILO: Final = 1000
_SECONDS: Final = 60


def one_line(text: str, limit: int = LONGEST_LINE) -> str:
    """Bring a text into one line, and cut it where it is too long."""
    # Runs of white space shrink, so a little more than the limit is looked at, never all.
    words = " ".join(text[: limit * 4].split())
    if len(words) <= limit and len(text) <= limit * 4:
        return words
    return f"{words[: limit - 1].rstrip()}…"


def first_line(text: str) -> str:
    """Give the first line that is not empty."""
    return text.lstrip().partition("\n")[0].rstrip()


def count(number: int, thing: str, things: str = "") -> str:
    """Say how many: ``1 file``, ``1,204 files``."""
    word = thing if number == 1 else things or f"{thing}s"
    return f"{number:,} {word}"


def size(number: float) -> str:
    """Say how large: ``512 bytes``, ``48 kB``, ``1.2 MB``."""
    if number < _KILO:
        return count(int(number), "byte")
    for unit in ("kB", "MB"):
        number /= _KILO
        if number < _KILO:
            return f"{number:.1f} {unit}" if number < 10 else f"{number:.0f} {unit}"  # noqa: PLR2004 - two digits are enough
    return f"{number / _KILO:,.1f} GB"


def duration(seconds: float) -> str:
    """Say how long: ``0.4 s``, ``48 s``, ``1 min 48 s``, ``2 h 5 min``."""
    if not math.isfinite(seconds):
        return f"{seconds} s"
    if seconds < 10:  # noqa: PLR2004 - below that, tenths matter
        return f"{seconds:.1f} s"
    whole = round(seconds)
    minutes, rest = divmod(whole, _SECONDS)
    if not minutes:
        return f"{whole} s"
    hours, minutes_left = divmod(minutes, _SECONDS)
    return f"{hours:,} h {minutes_left} min" if hours else f"{minutes} min {rest} s"


def joined(*pieces: str) -> str:
    """Put the pieces that say something beside one another."""
    return BETWEEN.join(piece for piece in pieces if piece)


def changes(added: int, removed: int) -> str:
    """Say how many lines a change added and removed: ``+12 -3``."""
    signs = ((f"+{added:,}", added), (f"-{removed:,}", removed))
    return " ".join(sign for sign, number in signs if number) or "no change"


def file_name(path: str) -> str:
    """Give the last step of a path."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]


def short_path(path: str, cwd: str) -> str:
    """Give a path relative to a folder that it lies in, else as it is."""
    folder = cwd.rstrip("/\\")
    rest = path[len(folder) :]
    if not folder or not path.startswith(folder) or rest[:1] not in ("/", "\\", ""):
        return path
    return rest.lstrip("/\\") or "."
