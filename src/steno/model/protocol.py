"""What a model is to those who ask it: words in, words out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

Progress = Callable[[int], object]
"""Is told how many characters of the answer are there; 0 where an attempt begins anew."""


@dataclass(frozen=True, slots=True)
class Spent:
    """The tokens that an answer took."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_creation_input_tokens: int = 0
    cache_read_input_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered."""

    text: str
    stop_reason: str | None
    """``end_turn``, ``max_tokens``, ``refusal`` and the like."""
    usage: Spent = field(default_factory=Spent)


class Model(Protocol):
    """Whoever answers; errors are those of ``errors.models``."""

    @property
    def name(self) -> str:
        """Which model it is."""
        ...

    @property
    def address(self) -> str:
        """Where it is asked; nothing is sent anywhere else."""
        ...

    def complete(
        self,
        *,
        system: str,
        messages: list[dict[str, Any]],
        max_tokens: int,
        progress: Progress | None = None,
    ) -> Completion:
        """Ask for an answer of at most so many tokens."""
        ...
