"""``speculation-accept``: a reply that was prepared before the user asked for it."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, number


class SpeculationAcceptEntry(LooseEntry):
    """A prepared reply that was used."""

    TAG = "speculation-accept"
    SINCE = NAMED

    time_saved_ms = number("timeSavedMs", since=NAMED)
    """How long the user did not have to wait, in milliseconds."""
