"""``artifact-autoreact-ledger``: what was answered on a published page."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class ArtifactAutoreactLedgerEntry(LooseEntry):
    """A ledger, known from reports alone; everything is in ``body``."""

    TAG = "artifact-autoreact-ledger"
    SINCE = NAMED
