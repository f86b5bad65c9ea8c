"""What a refusal of the Messages API means: what to tell the user, and whether to try again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.errors import (
    BrokenAnswerError,
    BusyModelError,
    ModelAnswerError,
    RefusedKeyError,
    UnknownModelError,
    UnreachableModelError,
)
from steno.format.codec import JsonRefusedError, decode_json
from steno.format.members import object_in, text_in
from steno.model.attempts import PassingError, said_wait

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.errors import ModelError
    from steno.model.access import Access

PASSING: Final = frozenset({408, 409, 429, *range(500, 600)})
"""Statuses that may be over soon."""
_STATUS_OF: Final = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_LONGEST_WORDS: Final = 300


def refused(  # noqa: PLR0913 - a refusal is told of in as many ways
    access: Access,
    model: str,
    status: int,
    said: str,
    headers: Mapping[str, str],
    *,
    kind: str = "",
) -> Exception:
    """Give the error for a status: a PassingError, or one that is final."""
    words = _told(access, said, status)

    def marked(error: ModelError) -> ModelError:
        error.status, error.kind, error.said = status, kind or None, access.hide(said)
        error.request_id = headers.get("request-id")
        return error

    if status in PASSING and headers.get("x-should-retry") != "false":
        return PassingError(
            lambda attempts: marked(BusyModelError(access.address, words, attempts)),
            said_wait(headers),
            words,
        )
    return marked(_final(access, model, status, words))


def _final(access: Access, model: str, status: int, words: str) -> ModelError:
    address = access.address
    if status in PASSING:
        return BusyModelError(address, words, 1)
    if status in (401, 403):
        return RefusedKeyError(address, words)
    if status == 404:  # noqa: PLR2004 - as it is known
        return UnknownModelError(model, address, words)
    if 300 <= status < 400:  # noqa: PLR2004 - as they are known
        advice = "It sends us elsewhere, and a key is sent nowhere else; set ANTHROPIC_BASE_URL."
        return ModelAnswerError(address, words, advice)
    return ModelAnswerError(address, words)


def said_in_stream(access: Access, model: str, kind: str, said: str) -> Exception:
    """Give the error for one that came in the middle of an answer."""
    return refused(access, model, _STATUS_OF.get(kind, 500), said, {}, kind=kind)


def unreachable(access: Access, reason: str) -> PassingError:
    """Give the error for a network that fails."""
    words = _told(access, reason, None)
    return PassingError(
        lambda attempts: UnreachableModelError(access.address, words, attempts),
        reason=f"cannot reach {access.address}: {words}",
    )


def broken_off(access: Access, reason: str) -> PassingError:
    """Give the error for an answer that ends before anything of it has come."""
    words = _told(access, reason, None)

    def final(attempts: int) -> ModelError:
        return BrokenAnswerError(access.address, words, had_content=False, attempts=attempts)

    return PassingError(final, reason=words)


def broken_after(access: Access, number: int, error: PassingError | ModelError) -> ModelError:
    """Give the error for an answer that ends, for another one, after some of it has come."""
    cause = error.final(number) if isinstance(error, PassingError) else error
    reason = error.reason if isinstance(error, PassingError) else str(cause).rstrip(".")
    broken = BrokenAnswerError(access.address, reason, had_content=True, attempts=number)
    broken.status, broken.kind, broken.said = cause.status, cause.kind, cause.said
    return broken


def unusable(access: Access, reason: str) -> ModelAnswerError:
    """Give the error for an answer that cannot be read."""
    return ModelAnswerError(
        access.address, _told(access, reason, None), "Check ANTHROPIC_BASE_URL."
    )


def _told(access: Access, said: str, status: int | None) -> str:
    """Give what was said in one short line, without the key and with the status."""
    words = " ".join(access.hide(said).split())[:_LONGEST_WORDS].rstrip(".")
    if status is None:
        return words or "no reason was given"
    return f"{status}: {words}" if words else str(status)


def error_message(body: bytes) -> str:
    """Read what the body of a refusal says; nothing where it says it in no way that is known."""
    return error_in(body)[1]


def error_in(body: bytes) -> tuple[str, str]:
    """Read the type and the words of a refusal; either is empty where it is not known."""
    try:
        value: Any = decode_json(body).value
    except JsonRefusedError:
        return "", ""
    error = (object_in(value, "error") if isinstance(value, dict) else None) or {}
    return text_in(error, "type") or "", text_in(error, "message") or ""
