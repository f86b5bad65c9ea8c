"""``isolation-latch``: on which side of an isolation the session runs."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, text


class IsolationLatchEntry(LooseEntry):
    """A latch, known by name alone."""

    TAG = "isolation-latch"
    SINCE = NAMED

    side = text("side", since=NAMED)
    """The side."""
