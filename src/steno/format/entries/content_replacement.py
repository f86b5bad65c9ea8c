"""``content-replacement``: what the client sends in the place of older content."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, View, text, views


class Replacement(View):
    """One piece of content and what stands for it."""

    kind = text("kind", since=NAMED)
    """What is replaced, such as ``tool-result``."""
    tool_use_id = text("toolUseId", since=NAMED)
    """The call whose result it is."""
    replacement = text("replacement", since=NAMED)
    """What is sent instead."""


class ContentReplacementEntry(LooseEntry):
    """Replacements; no effect on a resume was ever seen."""

    TAG = "content-replacement"
    SINCE = NAMED

    agent_id = text("agentId", since=NAMED)
    """The sub-agent whose content it is."""
    replacements = views("replacements", Replacement, since=NAMED)
    """What is replaced."""
