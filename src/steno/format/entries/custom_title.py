"""``custom-title``: the name that the user gave the session."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class CustomTitleEntry(LooseEntry):
    """A title of the user's own; the last such line counts, before every other title."""

    TAG = "custom-title"
    SINCE = "2.1.81"

    custom_title = text("customTitle", since="2.1.81")
    """The title."""
