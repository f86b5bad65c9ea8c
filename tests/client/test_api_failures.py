"""Failures in the words of the real client."""

from __future__ import annotations

import pytest

from steno.client.api_failures import failure_of, is_too_long, refusal
from steno.errors import (
    BrokenAnswerError,
    BusyModelError,
    ModelAnswerError,
    ModelError,
    RefusedKeyError,
    UnknownModelError,
    UnreachableModelError,
)


def told(error: ModelError, status: int | None, said: str = "") -> ModelError:
    """Give an error with what was said."""
    error.status, error.said = status, said
    return error


@pytest.mark.parametrize(
    ("error", "text", "kind"),
    [
        (told(RefusedKeyError("a", "b"), 401), "Invalid API key", "authentication_failed"),
        (told(UnknownModelError("m", "a", "b"), 404), "selected model (m)", "model_not_found"),
        (told(BusyModelError("a", "b", 1), 429, "slow"), "(429) · slow", "rate_limit"),
        (told(BusyModelError("a", "b", 1), 529, "Busy"), "529 Busy.", "server_error"),
        (told(ModelAnswerError("a", "b"), 400, "bad"), "API Error: 400 bad", "unknown"),
        (told(ModelAnswerError("a", "b"), 400, "credit balance"), "Credit", "billing_error"),
        (told(UnreachableModelError("a", "down", 2), None), "cannot reach a", "unknown"),
        (BrokenAnswerError("a", "cut", had_content=True), "broke off", "unknown"),
    ],
)
def test_words(error: ModelError, text: str, kind: str) -> None:
    """Each failure has its words and its kind."""
    failure = failure_of(error, "m", "req_1")
    assert text in failure.text
    assert (failure.error, failure.request_id, failure.status) == (kind, "req_1", error.status)


def test_too_long() -> None:
    """A conversation that is too long is told apart from other refusals."""
    long = told(ModelAnswerError("a", "b"), 400, "prompt is too long: 3 tokens > 2 maximum")
    assert is_too_long(long)
    assert failure_of(long, "m", None).text == "Prompt is too long"
    assert not is_too_long(told(ModelAnswerError("a", "b"), 400, "messages: too short"))


def test_a_refusal_names_its_request() -> None:
    """Whoever complains needs the id."""
    assert refusal("req_9").text.endswith("Request ID: req_9")
    assert "Request ID" not in refusal(None).text
