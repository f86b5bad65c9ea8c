"""A model that says what it was told to: for tests and for trying things out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steno.model.protocol import Completion, Spent

if TYPE_CHECKING:
    from steno.model.protocol import Progress

Words = str | Completion | Exception | Callable[[str], str]
"""An answer: words, a whole completion, an error, or what makes words of the question."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that a scripted model got."""

    system: str
    messages: list[dict[str, Any]]
    max_tokens: int


@dataclass(slots=True)
class ScriptedModel:
    """Answers by a list; its last answer is given for good."""

    answers: list[Words]
    name: str = "scripted"
    address: str = "nowhere"
    asked: list[Asked] = field(default_factory=list)

    def complete(
        self,
        *,
        system: str,
        messages: list[dict[str, Any]],
        max_tokens: int,
        progress: Progress | None = None,
    ) -> Completion:
        """Give the next answer."""
        answer = self.answers[min(len(self.asked), len(self.answers) - 1)]
        self.asked.append(Asked(system, messages, max_tokens))
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Completion):
            return answer
        text = answer if isinstance(answer, str) else answer(str(messages[-1]["content"]))
        if progress is not None:
            progress(0)
            progress(len(text))
        return Completion(text, "end_turn", Spent(output_tokens=len(text) // 4))
