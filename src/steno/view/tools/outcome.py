"""How a tool call went, read off its result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from steno.format.entries.user import INTERRUPTED

Status = Literal["ok", "error", "running", "interrupted", "denied"]

REJECTED: Final = "User rejected tool use"
"""``toolUseResult`` of a call that the user refused, or stopped while it ran."""

USER_REFUSED: Final = "The user doesn't want to "
"""How the result of a call begins that the user refused; it says no more than that."""

REFUSALS: Final = (
    USER_REFUSED,
    "Claude requested permissions to",
    "Permission to use ",
    "This command requires approval",
    "This Bash command contains multiple operations",
)
"""How the results of calls begin that nobody allowed, version by version."""

GIVEN_UP: Final = (INTERRUPTED, "Sibling tool call errored")
"""How the results of calls begin that were stopped by the user, or because one beside failed."""

REASON_MARK: Final = "the user said:\n"
"""What stands before the words with which a user refused."""

DENIED_MARK: Final = " has been denied: "
"""What stands between the tool that a rule denies and the rule."""

_OPENING: Final = "<tool_use_error>"
_CLOSING: Final = "</tool_use_error>"
_HEAD: Final = 200


def status_of(told: str, structured: Any, *, is_error: bool) -> Status:
    """Read off the result how a finished call went."""
    if isinstance(structured, Mapping) and structured.get("interrupted") is True:
        return "interrupted"
    if not is_error:
        return "ok"
    shown = structured if isinstance(structured, str) else ""
    heads = (bare_error(told[:_HEAD]), bare_error(shown[:_HEAD]))
    if INTERRUPTED in told[-_HEAD:] or any(h.startswith(GIVEN_UP) for h in heads):
        return "interrupted"
    if shown == REJECTED or any(head.startswith(REFUSALS) for head in heads):
        return "denied"
    return "error"


def bare_error(text: str) -> str:
    """Take off what the client puts around an error."""
    return text.removeprefix("Error: ").removeprefix(_OPENING).removesuffix(_CLOSING)


def reason_of_refusal(told: str) -> str:
    """Give the words with which the user refused; empty where there are none."""
    _, _, reason = told.partition(REASON_MARK)
    return reason.strip()


def reason_of_denial(told: str) -> str:
    """Give why a rule or the mode denied a call; empty where the result does not tell."""
    is_told = told.startswith("Permission to use ")
    return told.partition(DENIED_MARK)[2].strip().rstrip(".") if is_told else ""
