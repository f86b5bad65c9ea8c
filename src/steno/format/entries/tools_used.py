"""``tools-used``: the tools that the session has used so far."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import texts


class ToolsUsedEntry(LooseEntry):
    """Names of tools; written anew as they become more, the last such line counts."""

    TAG = "tools-used"
    SINCE = "2.1.325"

    tools = texts("tools", since="2.1.325")
    """The tools, each named once."""
