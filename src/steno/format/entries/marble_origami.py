"""``marble-origami-*``: three entry types that are known by name alone."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class MarbleOrigamiCommitEntry(LooseEntry):
    """A commit; everything is in ``body``."""

    TAG = "marble-origami-commit"
    SINCE = NAMED


class MarbleOrigamiSnapshotEntry(LooseEntry):
    """A snapshot; everything is in ``body``."""

    TAG = "marble-origami-snapshot"
    SINCE = NAMED


class MarbleOrigamiResetEntry(LooseEntry):
    """A reset; everything is in ``body``."""

    TAG = "marble-origami-reset"
    SINCE = NAMED
