"""How a session is run, as the command line and the settings say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steno.client.request import Thinking

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What does not change within a session."""

    fallback_model: str | None = None
    """Asked where the model is overloaded, or not to be had."""
    thinking: Thinking = field(default_factory=Thinking)
    max_tokens: int | None = None
    """How long an answer may be; None: as long as the model's may."""
    max_turns: int | None = None
    """How often the model is asked for one prompt."""
    max_budget: Decimal | None = None
    """What the session may cost in US dollars."""
    json_schema: Mapping[str, Any] | None = None
    """The form that the last answer of a turn has to have."""
    betas: tuple[str, ...] = ()
    user_id: Mapping[str, Any] = field(default_factory=dict)
    """What the service is told of whom it works for."""
    system_prompt: str | None = None
    """Instead of our own words."""
    append_system_prompt: str | None = None
    is_interactive: bool = False
    """Whether a person sits at a terminal."""
    progress_lines: bool = False
    """Whether news of running tools are written down, as older clients did."""
    auto_compact: bool = True
    context_window: int | None = None
    """Tokens that a conversation may have; None: as the model's name tells."""
    effort_level: str = "high"
    """What hooks are told of the effort."""
