"""What a sink gives back, in the same words for all sinks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.interop.transcript_recount import Tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSpan:
    """A span as a sink shows it."""

    trace: str
    id: str
    parent: str | None
    kind: str
    """AGENT, LLM, TOOL or CHAIN."""
    session: str | None
    message_id: str | None
    """Of an API response."""
    call_id: str | None
    """Of a tool call."""
    model: str | None
    tokens: Tokens | None
    cost: float | None
    """What the sink says it cost."""
    told_cost: float | None
    """What we said."""
    is_error: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTrace:
    """A trace as a sink lists it."""

    session: str | None
    input: str
    output: str
    prompt_tokens: int
    """With those from and for the cache."""
    output_tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Stored:
    """All that a sink holds."""

    spans: dict[str, StoredSpan]
    traces: dict[str, StoredTrace]
    answers: dict[str, Any] = field(repr=False)
    """What the sink said, word for word, to see whether anything has changed."""
