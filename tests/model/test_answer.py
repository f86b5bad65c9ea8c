"""An answer put together out of events."""

from __future__ import annotations

import pytest

from steno.model import answer
from steno.model.answer import BrokenOffError, SaidError, gather
from steno.model.protocol import Completion, Spent
from tests.model.fake_service import told


def test_text_and_usage_are_put_together() -> None:
    """The last figures count."""
    seen: list[int] = []
    completion = gather(told("a", "", "bc", stop_reason="max_tokens"), seen.append)
    assert completion == Completion("abc", "max_tokens", Spent(12, 7, 0, 3))
    assert seen == [1, 3]


def test_text_at_the_start_of_a_block_counts() -> None:
    """Some services send it so."""
    block = {"type": "content_block_start", "content_block": {"type": "text", "text": "hi"}}
    assert gather([block, {"type": "message_stop"}], None).text == "hi"


def test_end_without_an_end_is_told() -> None:
    """However much came before it."""
    with pytest.raises(BrokenOffError):
        gather(told("a")[:-1], None)


def test_error_is_told_with_its_type() -> None:
    """Also one that says nothing."""
    with pytest.raises(SaidError, match="an error") as caught:
        gather([{"type": "error"}], None)
    assert caught.value.kind == ""


def test_endless_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it fills the memory."""
    monkeypatch.setattr(answer, "MOST_CHARACTERS", 3)
    with pytest.raises(ValueError, match="too long"):
        gather(told("ab", "cd"), None)
