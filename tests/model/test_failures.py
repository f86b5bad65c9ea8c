"""What a refusal means."""

from __future__ import annotations

import pytest

from steno.errors import (
    BrokenAnswerError,
    BusyModelError,
    ModelAnswerError,
    RefusedKeyError,
    UnknownModelError,
)
from steno.model.access import Access
from steno.model.attempts import PassingError
from steno.model.failures import (
    PASSING,
    broken_after,
    broken_off,
    error_in,
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


def test_refusal_keeps_its_status_and_its_words() -> None:
    """Those who decide what to do next need more than a sentence, but never the key."""
    final = refused(ACCESS, "m", 400, "too long sk-secret", {}, kind="invalid_request_error")
    assert isinstance(final, ModelAnswerError)
    assert (final.status, final.kind) == (400, "invalid_request_error")
    assert final.said == "too long [the key]"
    passing = said_in_stream(ACCESS, "m", "overloaded_error", "so")
    assert isinstance(passing, PassingError)
    assert passing.reason == "529: so"
    assert (passing.final(3).status, passing.final(3).kind) == (529, "overloaded_error")


def test_service_that_wants_no_second_try_gets_none() -> None:
    """It says so in a header of its own."""
    error = refused(ACCESS, "m", 529, "so", {"x-should-retry": "false"})
    assert isinstance(error, BusyModelError)
    assert error.attempts == 1


def test_answer_that_broke_off_says_whether_content_had_come() -> None:
    """Nothing of it: it may be asked for again; something: that is for others to decide."""
    before = broken_off(ACCESS, "so").final(2)
    assert isinstance(before, BrokenAnswerError)
    assert not before.had_content
    assert "before anything of it had come (so); it was asked 2 times" in str(before)
    said = said_in_stream(ACCESS, "m", "overloaded_error", "busy")
    assert isinstance(said, PassingError)
    after = broken_after(ACCESS, 1, said)
    assert isinstance(after, BrokenAnswerError)
    assert after.had_content
    assert (after.status, after.kind, after.said) == (529, "overloaded_error", "busy")
    assert "after some of it had come (529: busy)" in str(after)
    final = broken_after(ACCESS, 1, unusable(ACCESS, "no JSON"))
    assert "no JSON" in str(final)


def test_type_of_a_refusal_is_read() -> None:
    """Beside its words."""
    assert error_in(b'{"error": {"type": "t", "message": "m"}}') == ("t", "m")
    assert error_in(b"[]") == ("", "")
