"""The base of all tool results."""

from __future__ import annotations

from typing import ClassVar, Final

from steno.format.view import View

SEEN: Final = "version not counted"
"""``since`` of a key that real lines show, but whose first version nobody wrote down."""


class ToolResult(View):
    """A tool's structured result."""

    TOOLS: ClassVar[tuple[str, ...]] = ()
    """The tools that give this result."""
    MARKERS: ClassVar[tuple[frozenset[str], ...]] = ()
    """Sets of keys any one of which tells this result from the others where the tool is unknown."""
    EXACT: ClassVar[tuple[frozenset[str], ...]] = ()
    """The same for sets of keys that say enough only where there are no others."""


class UnknownToolResult(ToolResult):
    """The result of a tool that this release does not know; everything is in ``body``."""


def keys(*names: str) -> tuple[frozenset[str], ...]:
    """Make sets of keys out of words: ``keys("a b", "c")`` is {a, b} and {c}."""
    return tuple(frozenset(name.split()) for name in names)
