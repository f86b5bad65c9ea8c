"""``cost-state``: the client's own sums of tokens, time and money."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class CostStateEntry(LooseEntry):
    """Sums, known from reports alone; everything is in ``body``."""

    TAG = "cost-state"
    SINCE = NAMED
