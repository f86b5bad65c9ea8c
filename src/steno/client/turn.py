"""One turn while it goes on: what it took so far, and how it ends."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steno.client.events import TurnEnded
from steno.client.lines import normal_usage
from steno.client.spending import summed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.client.spending import Spending


@dataclass(slots=True)
class Turn:
    """What happened since a prompt was taken."""

    begun: float = field(default_factory=time.monotonic)
    requests: int = 0
    """How often the model answered."""
    said: int = 0
    """Lines of the user's side: what results count as turns."""
    calls: int = 0
    is_calling: bool = False
    """Whether calls are being run."""
    api_ms: int = 0
    usage: dict[str, Any] = field(default_factory=lambda: normal_usage({}))
    last_usage: Mapping[str, Any] = field(default_factory=dict)
    """Of the last answer alone: how long the conversation is."""
    stop_reason: str | None = None
    text: str = ""
    """The last words of the model, or what is told instead."""
    subtype: str = "success"
    is_error: bool = False
    denials: list[Mapping[str, Any]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    structured: Any = None
    is_structured: bool = False
    reminded: int = 0
    """How often the model was told to answer in the form that was asked for."""
    sent_back: int = 0
    """How often Stop hooks have sent the model back to work in a row, without a call between."""
    stop_hook_active: bool = False
    """Whether a Stop hook has already sent the model back to work."""
    summed_up: int = 0
    """How often the conversation was summed up because it was refused as too long."""
    broken: int = 0
    """How often an answer broke off in a row."""
    cut: int = 0
    """How often an answer was too long in a row."""

    def answered(self, message: Mapping[str, Any], api_ms: int) -> None:
        """Count an answer."""
        self.requests += 1
        self.api_ms += api_ms
        self.last_usage = message["usage"]
        self.usage = summed(self.usage, message["usage"])
        self.stop_reason = message.get("stop_reason")
        texts = [block["text"] for block in message["content"] if block.get("type") == "text"]
        self.text = texts[-1] if texts else ""
        self.broken = 0

    def fail(self, subtype: str, *errors: str) -> None:
        """End it otherwise than by an answer."""
        self.subtype, self.is_error, self.text = subtype, True, ""
        self.errors.extend(errors)

    def ended(self, spending: Spending, parent_call: str | None) -> TurnEnded:
        """Tell how it ended."""
        return TurnEnded(
            parent_call=parent_call,
            subtype=self.subtype,
            text=self.text,
            is_error=self.is_error,
            duration_ms=round((time.monotonic() - self.begun) * 1000),
            api_ms=self.api_ms,
            num_turns=self.said,
            cost=spending.cost,
            usage=self.usage,
            model_usage=spending.by_model(),
            stop_reason=self.stop_reason,
            structured_output=self.structured,
            denials=tuple(self.denials),
            errors=tuple(self.errors),
        )
