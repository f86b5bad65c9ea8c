"""The figures of an API message: who answered, how much was said, how full the context was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format.entries.assistant import SYNTHETIC_MODEL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.format.entries.assistant import AssistantEntry
    from steno.format.usage import Usage

WINDOW: Final = 200_000
"""Tokens that the client fills for a model of its own family."""
LONG_WINDOW: Final = 1_000_000
"""Tokens that it fills where the long context was asked for; no line says so, its size does."""
MOST_TOKENS: Final = 10**15
"""More than any message ever had; a larger number in a file is nonsense."""
_FAMILY: Final = "claude"


@dataclass(frozen=True, slots=True)
class MessageFigures:
    """One API message in figures; shared by all items that it was taken apart into."""

    id: str | None = None
    model: str | None = None
    """The model; None where nothing tells it, and for what the client made up."""
    input_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0
    output_tokens: int = 0
    stop_reason: str | None = None

    @property
    def context_tokens(self) -> int:
        """How much was sent: outside the cache, written to it and read from it."""
        cached = self.cache_creation_input_tokens + self.cache_read_input_tokens
        return self.input_tokens + cached

    @property
    def window(self) -> int | None:
        """How many tokens the context can hold; None for a model that we do not know."""
        if self.model is None or not self.model.startswith(_FAMILY):
            return None
        return WINDOW if self.context_tokens <= WINDOW else LONG_WINDOW

    @property
    def fill(self) -> float | None:
        """How full the context was, from 0 to 1; None where nothing tells."""
        window = self.window
        return None if window is None or not self.context_tokens else self.context_tokens / window


NO_FIGURES: Final = MessageFigures()


def figures_of(message_id: str | None, records: Iterable[AssistantEntry]) -> MessageFigures:
    """Put together what the lines of one API message say of it.

    Each line carries a copy of the usage; the one with the most output tokens counts.
    """
    model, stop_reason, best = None, None, None
    for record in records:
        message = record.message
        if message is None or message.model == SYNTHETIC_MODEL:
            continue
        model = message.model or model
        stop_reason = message.stop_reason or stop_reason
        usage = message.usage
        if usage is not None and (best is None or _output(usage) >= _output(best)):
            best = usage
    if best is None:
        return MessageFigures(message_id, model, stop_reason=stop_reason)
    return MessageFigures(
        id=message_id,
        model=model,
        input_tokens=_count(best.input_tokens),
        cache_creation_input_tokens=_count(best.cache_creation_input_tokens),
        cache_read_input_tokens=_count(best.cache_read_input_tokens),
        output_tokens=_output(best),
        stop_reason=stop_reason,
    )


def _output(usage: Usage) -> int:
    return _count(usage.output_tokens)


def _count(number: int | None) -> int:
    return min(max(0, number or 0), MOST_TOKENS)
