"""Whom the loop asks: a person at a terminal, a program behind the SDK, or nobody."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A call that needs somebody's word."""

    tool: str
    given: Mapping[str, Any]
    call_id: str
    agent_id: str | None
    reason: str
    """Why it is asked for, for people."""
    suggestions: tuple[Mapping[str, Any], ...] = ()
    """Changes of the rules that would make the question needless, as the SDK words them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What was said to a wish."""

    behavior: Literal["allow", "deny"]
    given: Mapping[str, Any] | None = None
    """Another input instead; None: as it was."""
    message: str = ""
    """What the model is told where it is denied."""
    interrupt: bool = False
    """Whether the turn ends, too."""
    updates: tuple[Mapping[str, Any], ...] = field(default=())
    """Changes of the rules that go with it."""


class Person(Protocol):
    """Whoever answers."""

    async def may_use(self, wish: Wish) -> Word:
        """Say whether a call may run."""
        ...

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Answer the questions of AskUserQuestion, by their words; None where nobody will."""
        ...
