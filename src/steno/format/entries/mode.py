"""``mode``: the mode that the session is in."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class ModeEntry(LooseEntry):
    """A mode; the last such line counts."""

    TAG = "mode"
    SINCE = "2.1.197"

    mode = text("mode", since="2.1.197")
    """``normal`` in every line seen."""
