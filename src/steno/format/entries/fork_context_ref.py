"""``fork-context-ref``: where a fork has its context from."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class ForkContextRefEntry(LooseEntry):
    """A reference, known by name alone; everything is in ``body``."""

    TAG = "fork-context-ref"
    SINCE = NAMED
