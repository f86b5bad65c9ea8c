"""A tool call and what came of it, ready to be put into a session."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.testing.lines import Content
    from steno.testing.session import SessionBuilder

NO_RESULT: Final = object()
"""``Outcome.result`` of a line that has no ``toolUseResult``."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool gave back."""

    content: Content
    """What the model saw."""
    result: Any = NO_RESULT
    """``toolUseResult``: what the terminal showed."""
    is_error: bool | None = None
    own: Mapping[str, Any] = field(default_factory=dict)
    """More keys of the result's line."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is being answered: the session, the call's id, and its line."""

    session: SessionBuilder
    tool_use_id: str
    uuid: str


@dataclass(frozen=True, slots=True)
class ToolRun:
    """One call of a tool; without an outcome it is never answered."""

    name: str
    arguments: dict[str, Any]
    outcome: Outcome | Callable[[Call], Outcome] | None
    seconds: float = 0.4
    """How long it ran."""

    def after(self, seconds: float) -> ToolRun:
        """Give the same run, slower or faster."""
        return replace(self, seconds=seconds)

    def answer(self, call: Call) -> Outcome | None:
        """Give what came of the call."""
        return self.outcome(call) if callable(self.outcome) else self.outcome


def failed(run: ToolRun, message: str, *, told: str | None = None) -> ToolRun:
    """Give the same call with an error; ``told`` is what the model saw where that differs."""
    error = Outcome(told or message, f"Error: {message}", is_error=True)
    return replace(run, outcome=error)


def denied(run: ToolRun, reason: str, kind: str = "user-rejected") -> ToolRun:
    """Give the same call, refused by the user."""
    error = Outcome(reason, "User rejected tool use", is_error=True, own={"toolDenialKind": kind})
    return replace(run, outcome=error)


def unanswered(run: ToolRun) -> ToolRun:
    """Give the same call without any result, as a killed client leaves it."""
    return replace(run, outcome=None)
