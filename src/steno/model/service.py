"""What the clients of the Messages API have in common: where they ask, what, and how often."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.model.attempts import Attempts

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from steno.model.access import Access
    from steno.model.protocol import Completion, Progress

CONNECT_SECONDS: Final = 15.0
SILENT_SECONDS: Final = 120.0
"""Between two pieces of an answer; the service sends a sign of life more often."""


@dataclass(frozen=True, slots=True)
class ServiceModel(ABC):
    """A model asked over the network; each client says how one question is put."""

    name: str
    access: Access
    attempts: Attempts = field(default_factory=Attempts)

    def __post_init__(self) -> None:
        """Find out early whether the package is there."""
        self.library()

    @property
    def address(self) -> str:
        """Where it is asked."""
        return self.access.address

    def complete(
        self,
        *,
        system: str,
        messages: list[dict[str, Any]],
        max_tokens: int,
        progress: Progress | None = None,
    ) -> Completion:
        """Ask, and again where that may help."""
        body = {
            "model": self.name,
            "max_tokens": max_tokens,
            "system": system,
            "messages": messages,
            "stream": True,
        }
        with self._client() as client:
            return self.attempts.run(lambda: self._once(client, body, progress))

    @staticmethod
    @abstractmethod
    def library() -> Any:
        """Import the package that it asks by; ModelPackageError where that is not installed."""

    @abstractmethod
    def _client(self) -> AbstractContextManager[Any]:
        """Open what carries the questions."""

    @abstractmethod
    def _ask(self, client: Any, body: dict[str, Any], progress: Progress | None) -> Completion:
        """Put the question once; errors are those of ``failures.py``."""

    def _once(self, client: Any, body: dict[str, Any], progress: Progress | None) -> Completion:
        if progress is not None:
            progress(0)
        return self._ask(client, body, progress)
