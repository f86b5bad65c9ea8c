"""``summary``: a short title of a stretch of conversation, as clients up to 2.1.22 wrote it."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class SummaryEntry(LooseEntry):
    """A title; newer clients still accept the line but never send it to the API."""

    TAG = "summary"
    SINCE = "1.0.24"
    UNTIL = "2.1.22"

    summary = text("summary", since="1.0.24", until="2.1.22")
    """The title."""
    leaf_uuid = text("leafUuid", since="1.0.24", until="2.1.22")
    """The last line of the stretch that it describes; often in another file."""
