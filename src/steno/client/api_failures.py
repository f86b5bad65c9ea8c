"""What is kept and told of a request that failed for good, as the real client words it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.client.lines import ApiFailure
from steno.errors import (
    BrokenAnswerError,
    BusyModelError,
    NoKeyError,
    RefusedKeyError,
    UnknownModelError,
    UnreachableModelError,
)

if TYPE_CHECKING:
    from steno.errors import ModelError

TOO_LONG: Final = "prompt is too long"
PROMPT_TOO_LONG: Final = "Prompt is too long"
_RATE_LIMIT: Final = 429
_REFUSED: Final = 400


def failure_of(error: ModelError, model: str, request_id: str | None) -> ApiFailure:
    """Give the line that a failure leaves."""
    text, kind = _worded(error, model)
    return ApiFailure(text=text, error=kind, request_id=request_id, status=error.status)


def _worded(error: ModelError, model: str) -> tuple[str, str]:
    said = error.said.strip().rstrip(".")
    if isinstance(error, (RefusedKeyError, NoKeyError)):
        return "Invalid API key · Fix external API key", "authentication_failed"
    if isinstance(error, UnknownModelError):
        told = (
            f"There's an issue with the selected model ({model}). It may not exist or you may not "
            "have access to it. Run --model to pick a different model."
        )
        return told, "model_not_found"
    if error.status == _RATE_LIMIT:
        return f"API Error: Request rejected (429) · {said}", "rate_limit"
    if "credit balance" in said.lower():
        return "Credit balance is too low", "billing_error"
    if is_too_long(error):
        return PROMPT_TOO_LONG, "invalid_request"
    if isinstance(error, BusyModelError):
        busy = "This is a server-side issue, usually temporary — try again in a moment."
        return f"API Error: {_numbered(error)}{said}. {busy}", "server_error"
    if isinstance(error, (UnreachableModelError, BrokenAnswerError)):
        return f"API Error: {error}", "unknown"
    return f"API Error: {_numbered(error)}{said or error}", "unknown"


def _numbered(error: ModelError) -> str:
    return f"{error.status} " if error.status else ""


def is_too_long(error: ModelError) -> bool:
    """Say whether a request was refused because the conversation is too long."""
    return error.status in (_REFUSED, 413) and (
        TOO_LONG in error.said.lower() or "context limit" in error.said.lower()
    )


def refusal(request_id: str | None) -> ApiFailure:
    """Give the line that follows an answer which the model broke off by a refusal."""
    asked = f"\n\nRequest ID: {request_id}" if request_id else ""
    return ApiFailure(
        text=(
            "API Error: The model refused to answer this request. Try other words in a new "
            f"session, or another model.{asked}"
        ),
        error="invalid_request",
        request_id=request_id,
        stop_reason="refusal",
    )
