"""``frame-link``: a page that the session published."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class FrameLinkEntry(LooseEntry):
    """A published page."""

    TAG = "frame-link"
    SINCE = "2.1.217"

    path = text("path", since="2.1.217")
    """The file that was published."""
    frame_url = text("frameUrl", since="2.1.217")
    """The page's address."""
    title = text("title", since="2.1.217")
    """The page's title."""
