"""``observer-ref``: something that watches the session."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class ObserverRefEntry(LooseEntry):
    """A reference, known from reports alone; everything is in ``body``."""

    TAG = "observer-ref"
    SINCE = NAMED
