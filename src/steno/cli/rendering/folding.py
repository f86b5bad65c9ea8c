"""Long texts folded: their first lines, and how many more there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.view.parts import line_count
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from steno.cli.rendering.signs import Signs


@dataclass(frozen=True, slots=True)
class Folded:
    """The beginning of a text."""

    text: str
    hidden: int = 0
    """Lines that are not shown."""
    cut: bool = False
    """Whether lines were cut."""


def fold(text: str, most: int | None, longest: int | None = None) -> Folded:
    """Keep the first lines of a text, and of each the first characters; None keeps all.

    A text that is only a line longer stays whole: the remark would take as much room.
    """
    shown, hidden = text, 0
    if most is not None and line_count(text) > most + 1:
        kept = text.split("\n", most)
        shown, hidden = "\n".join(kept[:most]), line_count(kept[most])
    if longest is None or len(shown) <= longest:
        return Folded(shown, hidden)
    lines = shown.split("\n")
    cut = any(len(line) > longest for line in lines)
    return Folded("\n".join(line[:longest] for line in lines), hidden, cut)


def remark(folded: Folded, signs: Signs) -> str:
    """Say what is missing; nothing where all is there."""
    if folded.hidden:
        return f"{signs.more} {count(folded.hidden, 'more line')}{signs.unfold}"
    return f"{signs.more} long lines are cut{signs.unfold}" if folded.cut else ""
