"""What ``steno show --json`` prints of turns: their shapes, and nothing that is slow to load."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow:
    """The API message that an item comes from."""

    id: str | None
    model: str | None
    stop_reason: str | None
    output_tokens: int
    context_tokens: int
    context_window: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeRow:
    """One of the ways on from a branch point."""

    branch: int
    active: bool
    here: bool
    lines: int
    turns: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """One item of a turn; which keys are filled depends on its kind."""

    kind: str
    line: int
    timestamp: str | None = None
    text: str = ""
    """What was said; of a tool the call in one line."""
    detail: str | None = None
    """What kind of prompt, notice, compaction or bookkeeping it is."""
    level: str | None = None
    """Of a notice: info, warning or error."""
    call: str | None = None
    tool: str | None = None
    status: str | None = None
    summary: str | None = None
    duration_ms: int | None = None
    agent: str | None = None
    queued: bool = False
    context: list[str] = field(default_factory=list)
    images: int = 0
    tokens_before: int | None = None
    tokens_after: int | None = None
    dropped_messages: int | None = None
    kept_messages: int | None = None
    message: MessageRow | None = None
    alternatives: list[AlternativeRow] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)
    """What there is to look at, each part with its ``kind``; only at full depth."""
    items: list[ItemRow] = field(default_factory=list)
    """Of a group its tools, of a tool its sub-agents, of a sub-agent its conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One turn."""

    number: int
    line: int
    input_kind: str | None
    started: str | None
    active: bool
    is_active: bool
    """The same, by the name that ``steno turns`` gives it."""
    items: list[ItemRow]
