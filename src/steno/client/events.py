"""What happens in the loop, as its surfaces are told: frames, a terminal, a test."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from decimal import Decimal

    Tell = Callable[["Event"], None]
    """Takes what happens, in order, and never waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    parent_call: str | None = None
    """The call whose sub-agent it happened in; None in the main conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """A prompt was taken; the model is asked next."""

    prompt_uuid: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Streamed(Event):
    """A piece of an answer came: one event of the Messages API."""

    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded(Event):
    """A line of the conversation was written: ``user``, ``assistant``, ``system``, ..."""

    line: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallBegan(Event):
    """A tool runs."""

    call_id: str
    tool: str
    given: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTold(Event):
    """A running tool put out text."""

    call_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookBegan(Event):
    """A hook runs."""

    run_id: str
    """Tells the runs of one hook apart."""
    moment: str
    """``PreToolUse``, ``SessionStart``, ..."""
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookEnded(Event):
    """A hook has ended."""

    run_id: str
    moment: str
    command: str
    problem: str = ""
    """What went wrong, in words; empty where it did what it was to do, or objected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrying(Event):
    """The model could not be asked; it is asked again after a pause."""

    attempt: int
    seconds: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted(Event):
    """What was said before was summed up."""

    trigger: Literal["auto", "manual"]
    tokens_before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    """A turn is over."""

    subtype: str
    """``success``, ``error_max_turns``, ``error_during_execution``, ``error_max_budget_usd`` ..."""
    text: str
    is_error: bool
    duration_ms: int
    api_ms: int
    num_turns: int
    cost: Decimal | None
    usage: Mapping[str, Any] = field(default_factory=dict)
    model_usage: Mapping[str, Any] = field(default_factory=dict)
    stop_reason: str | None = None
    structured_output: Any = None
    denials: tuple[Mapping[str, Any], ...] = ()
    errors: tuple[str, ...] = ()
