"""What can go wrong with a request to the Messages API, to be put where an answer would stand.

::

    MessagesApi([busy(429, retry_after=1), drops(), cut("Half of this", after=4), "Whole."])

``after`` counts events: 1 is only ``message_start``, 4 is the first piece of the content too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from steno.model.script import answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.model.script import Answer, Block

_KINDS: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


class FaultKind(Enum):
    """How a request goes wrong."""

    STATUS = "refused"
    DROPS = "the connection ends before the answer begins"
    CUT = "the connection ends within the answer"
    ENDS = "the answer ends too soon, as if that were its end"
    SAYS = "the answer tells of an error"
    STALLS = "the answer stops, and the connection stays"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that goes wrong."""

    kind: FaultKind
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: Mapping[str, Any] = field(default_factory=dict)
    answer: Answer | None = None
    after: int = 0
    seconds: float = 0.0


def busy(status: int = 529, *, retry_after: float | None = None, message: str = "Busy") -> Fault:
    """Refuse with a status, and say how long to wait if anything."""
    headers = {} if retry_after is None else {"retry-after": f"{retry_after:g}"}
    return refuses(status, message, **headers)


def refuses(status: int, message: str, **headers: str) -> Fault:
    """Refuse with a status, in the words of the real service for it."""
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    error = {"type": kind_of(status), "message": message}
    return Fault(kind=FaultKind.STATUS, status=status, headers=named, error=error)


def drops() -> Fault:
    """End the connection before the answer begins."""
    return Fault(kind=FaultKind.DROPS)


def cut(*parts: str | Block, after: int) -> Fault:
    """End the connection within the answer."""
    return Fault(kind=FaultKind.CUT, answer=answer(*parts), after=after)


def ends(*parts: str | Block, after: int) -> Fault:
    """End the answer too soon, in good order."""
    return Fault(kind=FaultKind.ENDS, answer=answer(*parts), after=after)


def fails_within(
    *parts: str | Block, after: int, kind: str = "overloaded_error", message: str = "Overloaded"
) -> Fault:
    """Tell of an error within the answer."""
    error = {"type": kind, "message": message}
    return Fault(kind=FaultKind.SAYS, answer=answer(*parts), after=after, error=error)


def stalls(*parts: str | Block, after: int, seconds: float) -> Fault:
    """Fall silent within the answer; after so many seconds the connection ends."""
    return Fault(kind=FaultKind.STALLS, answer=answer(*parts), after=after, seconds=seconds)


def slow(*parts: str | Block, delay: float = 0.0, pace: float = 0.0) -> Answer:
    """Answer late, or in slow pieces; no fault to those who are patient."""
    return answer(*parts, delay=delay, pace=pace)


def kind_of(status: int) -> str:
    """Give the type of error that goes with a status."""
    return _KINDS.get(status, "api_error")
