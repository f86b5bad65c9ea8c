"""``tag``: a word that the user put on the session."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, text


class TagEntry(LooseEntry):
    """A tag of the session."""

    TAG = "tag"
    SINCE = NAMED

    session_tag = text("tag", since=NAMED)
    """The word."""
