"""``history-suppression``: the session's history is not to be kept elsewhere."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, text


class HistorySuppressionEntry(LooseEntry):
    """A mark, known from reports alone; it takes nothing out of the file."""

    TAG = "history-suppression"
    SINCE = NAMED

    cause = text("cause", since=NAMED)
    """Why, such as ``fork_inherit``."""
