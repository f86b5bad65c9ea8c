"""How much of a session is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Depth(StrEnum):
    """How deep a reader looks."""

    PROMPTS = "prompts"
    """What was asked, and nothing else."""
    TURNS = "turns"
    """What was asked and answered; tools are only counted."""
    TOOLS = "tools"
    """Every tool call in a line, and below it what matters most: changes, errors, questions."""
    FULL = "full"
    """Everything: thinking, all output, sub-agents, bookkeeping."""

    @property
    def shows_tools(self) -> bool:
        """Whether each tool call is shown."""
        return self in (Depth.TOOLS, Depth.FULL)

    @property
    def is_full(self) -> bool:
        """Whether nothing is left out."""
        return self is Depth.FULL


@dataclass(frozen=True, slots=True)
class Limits:
    """How many lines of each thing are shown before the rest is folded away; None for all."""

    prompt: int | None = 40
    reply: int | None = None
    output: int | None = 12
    error: int | None = 6
    diff: int | None = 16
    text: int | None = 8
    line: int | None = 500
    """Characters of a line of output."""


FOLDED: Final = Limits()
UNFOLDED: Final = Limits(
    prompt=None, output=None, error=None, diff=None, text=None, line=None
)  # fmt: skip


def limits_of(depth: Depth) -> Limits:
    """Give the limits that hold at a depth."""
    return UNFOLDED if depth.is_full else FOLDED
