"""An answer put together out of the events in which a model tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.members import integer_in, object_in, text_in
from steno.model.protocol import Completion, Spent

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.model.protocol import Progress

MOST_CHARACTERS: Final = 8 << 20
"""Of an answer; no model says so much."""
_COUNTS: Final = tuple(Spent.__dataclass_fields__)


class BrokenOffError(Exception):
    """The stream ended before the answer did."""


class SaidError(Exception):
    """The stream tells of an error instead of an answer; ``kind`` is its type."""

    def __init__(self, kind: str, message: str) -> None:
        """Take the type of the error and what is said of it."""
        super().__init__(message)
        self.kind = kind


def gather(events: Iterable[Mapping[str, Any]], progress: Progress | None) -> Completion:
    """Put an answer together; BrokenOffError or SaidError where there is none."""
    gathering = _Gathering(progress)
    for event in events:
        gathering.see(event)
        if gathering.is_done:
            return gathering.completion()
    raise BrokenOffError


class _Gathering:
    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._texts: list[str] = []
        self._length = 0
        self._stop_reason: str | None = None
        self._counts: dict[str, int] = {}
        self.is_done = False

    def see(self, event: Mapping[str, Any]) -> None:
        kind = event.get("type")
        if kind == "content_block_start":
            self._add(object_in(event, "content_block") or {})
        elif kind == "content_block_delta":
            self._add(object_in(event, "delta") or {})
        elif kind == "message_start":
            self._count(object_in(object_in(event, "message") or {}, "usage"))
        elif kind == "message_delta":
            self._stop_reason = text_in(object_in(event, "delta") or {}, "stop_reason")
            self._count(object_in(event, "usage"))
        elif kind == "error":
            error = object_in(event, "error") or {}
            raise SaidError(text_in(error, "type") or "", text_in(error, "message") or "an error")
        self.is_done = kind == "message_stop"

    def _add(self, part: Mapping[str, Any]) -> None:
        """Take in text; what a model thinks, and whatever else it sends, is no answer."""
        text = text_in(part, "text") if part.get("type") in ("text", "text_delta") else None
        if not text:
            return
        self._texts.append(text)
        self._length += len(text)
        if self._length > MOST_CHARACTERS:
            raise ValueError("it is too long")
        if self._progress is not None:
            self._progress(self._length)

    def _count(self, usage: Mapping[str, Any] | None) -> None:
        for key in _COUNTS:
            figure = integer_in(usage or {}, key)
            if figure is not None:
                self._counts[key] = figure

    def completion(self) -> Completion:
        return Completion("".join(self._texts), self._stop_reason, Spent(**self._counts))
