"""What a refusal means."""

from __future__ import annotations

import pytest

from steno.errors import ModelAnswerError, RefusedKeyError, UnknownModelError
from steno.model.access import Access
from steno.model.attempts import PassingError
from steno.model.failures import (
    PASSING,
    error_message,
    refused,
    said_in_stream,
    unreachable,
    unusable,
)

ACCESS = Access("https://api.example", "sk-secret")


@pytest.mark.parametrize("status", range(300, 600))
def test_every_status_has_an_error(status: int) -> None:
    """Only what may pass is tried again."""
    error = refused(ACCESS, "m", status, "so", {})
    assert isinstance(error, PassingError) == (status in PASSING)
    final = error.final(2) if isinstance(error, PassingError) else error
    assert f"{status}: so" in str(final)
    assert ACCESS.address in str(final)


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("overloaded_error", PassingError),
        ("what nobody knows", PassingError),
        ("authentication_error", RefusedKeyError),
        ("not_found_error", UnknownModelError),
        ("invalid_request_error", ModelAnswerError),
    ],
)
def test_error_within_an_answer_is_as_one_before_it(kind: str, error: type[Exception]) -> None:
    """By its type."""
    assert type(said_in_stream(ACCESS, "m", kind, "so")) is error


def test_what_is_said_is_short_and_without_the_key() -> None:
    """In one line."""
    error = refused(ACCESS, "m", 400, "a\n sk-secret " + "x" * 999, {})
    assert "sk-secret" not in str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 500
    assert "sk-secret" not in str(unusable(ACCESS, "sk-secret"))
    assert "no reason" in str(unreachable(ACCESS, "").final(1))
    assert "(404)" in str(refused(ACCESS, "m", 404, "", {}))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"error": {"message": "so"}}', "so"),
        (b'{"error": {"message": 3}}', ""),
        (b'{"error": "so"}', ""),
        (b"[]", ""),
        (b"<html>", ""),
        (b"\xff", ""),
        (b"", ""),
    ],
)
def test_body_of_a_refusal_is_read(body: bytes, said: str) -> None:
    """Where it is of the shape that is known."""
    assert error_message(body) == said
