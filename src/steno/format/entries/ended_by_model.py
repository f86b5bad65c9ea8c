"""``ended-by-model``: the model closed the session."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED


class EndedByModelEntry(LooseEntry):
    """An end, known from reports alone; everything is in ``body``.

    2.1.325 refuses to resume a session that has such a line; 2.1.197 does not look at it.
    """

    TAG = "ended-by-model"
    SINCE = NAMED
