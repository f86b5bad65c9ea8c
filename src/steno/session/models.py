"""Which model a resume asks, and what that model takes (rules 21, 29 and 30)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.format.entries.assistant import SYNTHETIC_MODEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.session.line import Line

DEFAULT_MODEL: Final = "claude-opus-4-8"
"""The model that client 2.1.197 asks where the transcript names none that it still offers."""

_OFFERED: Final = re.compile(r"opus-4-[5678]|sonnet-4-[56]|sonnet-5|fable-5|haiku-4-5")
_SYSTEM_MESSAGES: Final = re.compile(r"opus-4-8|sonnet-5|fable-5")


def last_model(lines: Sequence[Line]) -> str | None:
    """Give the model of the last reply; None where no model is named."""
    for line in reversed(lines):
        model = line.message.get("model") if line.is_reply else None
        if isinstance(model, str) and model != SYNTHETIC_MODEL:
            return model
    return None


def request_model(model: str | None) -> str:
    """Give the model that the client asks after replies of ``model``."""
    return DEFAULT_MODEL if model is None else offered(model)


def offered(model: str) -> str:
    """Give the name under which a model is asked; the default where it is offered no more."""
    return model.replace("[1m]", "") if is_offered(model) else DEFAULT_MODEL


def is_offered(model: str) -> bool:
    """Say whether the client still offers a model."""
    return bool(_OFFERED.search(model))


def takes_system_messages(model: str) -> bool:
    """Say whether the client sends reminders to a model as messages of role ``system``."""
    return bool(_SYSTEM_MESSAGES.search(model))
