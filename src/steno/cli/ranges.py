"""Numbers from one to another, as the command line takes them: 3..7, 3.., ..7 or 3."""

from __future__ import annotations

import re
from typing import Final

from steno.errors import UsageError

_RANGE: Final = re.compile(r"(\d*)(\.\.)?(\d*)", re.ASCII)
_OTHER_WAYS: Final = re.compile(r"(\d+)\s*(?:[-:,\u2013\u2026]|\.{1,3}|to)\s*(\d+)", re.ASCII)
"""How people write ranges elsewhere."""


def parse_range(option: str, text: str | None) -> tuple[int, int | None]:
    """Give the first number that is wanted and the last, None for no end; UsageError if neither."""
    if text is None:
        return 1, None
    match = _RANGE.fullmatch(text.strip())
    if match is None or not (match[1] or match[3]):
        raise UsageError(f"{option} {text!r} is no range; write {_proposal(text)}.")
    first = int(match[1] or 1)
    last = int(match[3]) if match[3] else None if match[2] else first
    if last is not None and last < first:
        raise UsageError(f"{option} {text!r} goes backwards; write {last}..{first}.")
    return first, last


def _proposal(text: str) -> str:
    meant = _OTHER_WAYS.fullmatch(text.strip())
    return "3..7, 3.. or ..7" if meant is None else f"{meant[1]}..{meant[2]}"
