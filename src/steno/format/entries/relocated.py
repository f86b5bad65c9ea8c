"""``relocated``: the session went on in another folder."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class RelocatedEntry(LooseEntry):
    """A move."""

    TAG = "relocated"
    SINCE = "2.1.325"

    relocated_cwd = text("relocatedCwd", since="2.1.325")
    """The folder that the session went on in."""
