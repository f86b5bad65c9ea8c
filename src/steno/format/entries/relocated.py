"""``relocated``: the session went on in another folder."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, text


class RelocatedEntry(LooseEntry):
    """A move."""

    TAG = "relocated"
    SINCE = NAMED

    relocated_cwd = text("relocatedCwd", since=NAMED)
    """The folder that the session went on in."""
