"""The card of a tool call: a line that says what happened, and the parts to look at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from steno.view.sequences import without_sequences
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from steno.view.parts import Part
    from steno.view.tools.facts import ToolFacts
    from steno.view.tools.outcome import Status


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that belongs to a call, as recorded; surfaces put it into words."""

    label: str
    """What it counts: ``lines``, ``exit code``, ``duration``, ``tokens``, …"""
    value: float
    unit: str = ""
    """``ms``, ``s`` or ``bytes``; empty for a plain count."""


@dataclass(frozen=True, slots=True)
class ToolCard:
    """One tool call, ready to be drawn."""

    tool: str
    """The tool, as it was called."""
    label: str
    """How the tool is named for people."""
    argument: str = ""
    """What it was called on, in one line: a file, a pattern, what a command is for."""
    summary: str = ""
    """What came of it, in a few words: ``14 files``, ``+12 -3``, ``exit 1``."""
    status: Status = "ok"
    parts: tuple[Part, ...] = ()
    figures: tuple[Figure, ...] = ()
    path: str = ""
    """The file or folder in ``argument``, letter for letter, for surfaces that shorten paths."""
    joint: str = " "
    """What stands between label and argument in the title."""
    problem: str = ""
    """Why the tool's own view could not build the card, where ``raw`` had to step in."""

    @property
    def title(self) -> str:
        """The call in one line, without what came of it."""
        return f"{self.label}{self.joint}{self.argument}" if self.argument else self.label


class BuildCard(Protocol):
    """What a view of a tool is: a function from the facts to the card."""

    def __call__(self, facts: ToolFacts, /) -> ToolCard:
        """Build the card."""
        ...


def tidy(card: ToolCard) -> ToolCard:
    """Bring everything that stands in the title line into one line of bounded length."""
    return replace(
        card,
        tool=one_line(card.tool),
        label=one_line(card.label),
        argument=one_line(card.argument),
        summary=one_line(without_sequences(card.summary)),
        path=one_line(card.path),
    )
