"""``atis-latch``: a mark that newer clients keep for themselves."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, text


class AtisLatchEntry(LooseEntry):
    """A latch, known from reports alone."""

    TAG = "atis-latch"
    SINCE = NAMED

    atis = text("atis", since=NAMED)
    """The mark; mostly empty."""
