"""``attribution-snapshot``: which lines of which files the model wrote."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class AttributionSnapshotEntry(LooseEntry):
    """A snapshot, known by name alone; everything is in ``body``."""

    TAG = "attribution-snapshot"
    SINCE = NAMED
