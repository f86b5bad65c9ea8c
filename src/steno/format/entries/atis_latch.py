"""``atis-latch``: a mark that newer clients keep for themselves."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class AtisLatchEntry(LooseEntry):
    """A latch; what it is for is not known."""

    TAG = "atis-latch"
    SINCE = "2.1.325"

    atis = text("atis", since="2.1.325")
    """The mark; empty in every line seen."""
