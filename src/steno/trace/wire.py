"""Spans as they are sent: names, attributes and parents as a profile wants them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from steno.trace.span import Event, Trace

if TYPE_CHECKING:
    from collections.abc import Mapping

Value: TypeAlias = "str | int | float | bool | tuple[str, ...]"
"""What an attribute can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WireSpan:
    """One span of OpenTelemetry."""

    id: str
    """16 hexadecimal digits."""
    parent: str | None
    name: str
    is_client: bool = False
    """Whether it is a request to another service (kind CLIENT), or something within (INTERNAL)."""
    start: int
    """In nanoseconds since 1970."""
    end: int
    attributes: Mapping[str, Value] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    is_error: bool = False
    message: str | None = None
    """What the status says of an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WireTrace:
    """One trace of OpenTelemetry."""

    id: str
    """32 hexadecimal digits."""
    session_id: str
    spans: tuple[WireSpan, ...]
    schema_url: str = ""
    """Where the convention is written down that names of spans and attributes follow."""


Profile: TypeAlias = Callable[[Trace], WireTrace]
"""Says a trace in the words of a convention; pure."""
