"""``ai-title``: the name that a model gave the session."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class AiTitleEntry(LooseEntry):
    """A title that a model made up; the last such line counts."""

    TAG = "ai-title"
    SINCE = "2.1.112"

    ai_title = text("aiTitle", since="2.1.112")
    """The title."""
