"""What all clients of the Messages API do alike."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from steno.errors import ModelError
from steno.model.access import Access
from steno.model.attempts import Attempts
from steno.model.failures import unreachable
from steno.model.protocol import Completion
from steno.model.service import ServiceModel

if TYPE_CHECKING:
    from steno.model.protocol import Progress

ACCESS = Access("https://example.com", "k")


class Unsteady(ServiceModel):
    """One that fails before it answers, and tells what it was asked."""

    @staticmethod
    def library() -> Any:
        """Need nothing."""
        return None

    def _client(self) -> Any:
        return contextlib.nullcontext([])

    def _ask(self, client: Any, body: dict[str, Any], progress: Progress | None) -> Completion:
        client.append(body)
        if len(client) < 3:
            raise unreachable(self.access, "not yet")
        assert progress is not None
        progress(5)
        return Completion(f"{len(client)} {sorted(body)}", "end_turn")


def test_every_attempt_asks_the_same_and_begins_anew() -> None:
    """With one client, and progress from nothing."""
    told: list[int] = []
    model = Unsteady("m", ACCESS, Attempts(most=3, sleep=lambda _: None))
    answer = model.complete(system="s", messages=[], max_tokens=9, progress=told.append)
    assert answer.text == "3 ['max_tokens', 'messages', 'model', 'stream', 'system']"
    assert (told, model.address) == ([0, 0, 0, 5], "https://example.com")


def test_end_of_the_attempts_is_told() -> None:
    """With the last reason."""
    model = Unsteady("m", ACCESS, Attempts(most=2, sleep=lambda _: None))
    with pytest.raises(ModelError, match="not yet"):
        model.complete(system="s", messages=[], max_tokens=9)
