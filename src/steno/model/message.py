"""A message put together out of its events: each block when it is complete, then the whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import JsonRefusedError, decode_text
from steno.format.members import integer_in, object_in, text_in
from steno.model.usage import merged, normalised

if TYPE_CHECKING:
    from collections.abc import Mapping

_GROWING: Final = {
    "text_delta": "text",
    "thinking_delta": "thinking",
    "signature_delta": "signature",
    "compaction_delta": "content",
    "input_json_delta": "partial_json",
}
"""Which text of a block a delta makes longer."""


@dataclass(frozen=True, slots=True)
class CompleteBlock:
    """A content block that has come whole."""

    index: int
    """Which one of the message it is, from nought on."""
    body: dict[str, Any]
    """As the next request says it again."""
    unread_input: str | None = None
    """The input of a call that is no JSON object, as it came; ``body`` has an empty one then."""
    unknown_deltas: tuple[Mapping[str, Any], ...] = ()
    """Parts of it of a kind that is not known; they are not in ``body``."""


@dataclass(slots=True)
class Gathering:
    """Takes the events of one answer in, one by one.

    ::

        gathering = Gathering()
        async for event in answering:
            block = gathering.see(event)
            if block is not None:
                ...  # it is complete
        gathering.message()
    """

    blocks: list[CompleteBlock] = field(default_factory=list)
    """What is complete, in order."""
    is_complete: bool = False
    """Whether the message has come to its end."""
    _head: dict[str, Any] = field(default_factory=dict)
    _usage: dict[str, Any] = field(default_factory=dict)
    _growing: dict[int, _Growing] = field(default_factory=dict)

    def see(self, event: Mapping[str, Any]) -> CompleteBlock | None:
        """Take an event in; give the block that it completes. Unknown events say nothing."""
        kind = event.get("type")
        if kind == "message_start":
            self._begin(object_in(event, "message") or {})
        elif kind == "content_block_start":
            shell = object_in(event, "content_block") or {}
            self._growing[_index(event)] = _Growing(dict(shell))
        elif kind == "content_block_delta":
            self._grow(_index(event), object_in(event, "delta") or {})
        elif kind == "content_block_stop":
            return self._complete(_index(event))
        elif kind == "message_delta":
            self._head |= object_in(event, "delta") or {}
            self._usage = merged(self._usage, object_in(event, "usage") or {})
            self._keep_others(event)
        elif kind == "message_stop":
            self.is_complete = True
        return None

    @property
    def stop_reason(self) -> str | None:
        """Why the model stopped; None before it did."""
        return text_in(self._head, "stop_reason")

    @property
    def usage(self) -> dict[str, Any]:
        """What it took so far, as the transcript keeps it."""
        return normalised(self._usage)

    @property
    def raw_usage(self) -> dict[str, Any]:
        """What it took so far, with all that the service says of it."""
        return dict(self._usage)

    def message(self) -> dict[str, Any]:
        """Give the message as the transcript keeps it, so far as its blocks are complete.

        Members are in the order in which the real client writes them; unknown ones come last.
        """
        known = {
            "id": text_in(self._head, "id") or "",
            "type": "message",
            "role": "assistant",
            "model": text_in(self._head, "model") or "",
            "content": [block.body for block in self.blocks],
            "stop_reason": self._head.get("stop_reason"),
            "stop_sequence": self._head.get("stop_sequence"),
            "usage": self.usage,
            "stop_details": self._head.get("stop_details"),
        }
        return known | {key: value for key, value in self._head.items() if key not in known}

    def _begin(self, message: Mapping[str, Any]) -> None:
        self._head |= message
        self._usage = merged(self._usage, object_in(message, "usage") or {})

    def _keep_others(self, event: Mapping[str, Any]) -> None:
        """Keep what an event says of the message beside its end, such as context_management."""
        known = ("type", "delta", "usage")
        self._head |= {key: value for key, value in event.items() if key not in known}

    def _grow(self, index: int, delta: Mapping[str, Any]) -> None:
        # A delta without its start is kept all the same: the block then has no type.
        self._growing.setdefault(index, _Growing({})).take(delta)

    def _complete(self, index: int) -> CompleteBlock | None:
        growing = self._growing.pop(index, None)
        if growing is None:
            return None
        block = growing.complete(index)
        self.blocks.append(block)
        return block


@dataclass(slots=True)
class _Growing:
    shell: dict[str, Any]
    texts: dict[str, list[str]] = field(default_factory=dict)
    citations: list[Any] = field(default_factory=list)
    unknown: list[Mapping[str, Any]] = field(default_factory=list)

    def take(self, delta: Mapping[str, Any]) -> None:
        key = _GROWING.get(text_in(delta, "type") or "")
        if delta.get("type") == "citations_delta":
            self.citations.append(delta.get("citation"))
        elif key is None or not isinstance(delta.get(key), str):
            self.unknown.append(delta)
        else:
            self.texts.setdefault(key, []).append(delta[key])

    def complete(self, index: int) -> CompleteBlock:
        body, unread = dict(self.shell), None
        for key, texts in self.texts.items():
            if key == "partial_json":
                unread = self._take_input(body, "".join(texts))
            else:
                body[key] = (text_in(body, key) or "") + "".join(texts)
        if self.citations:
            earlier = body.get("citations")
            body["citations"] = [
                *(earlier if isinstance(earlier, list) else ()),
                *self.citations,
            ]
        return CompleteBlock(index, body, unread, tuple(self.unknown))

    @staticmethod
    def _take_input(body: dict[str, Any], written: str) -> str | None:
        """Read the input of a call; where it is no object, give back what it is."""
        if not written:
            return None
        try:
            value = decode_text(written).value
        except JsonRefusedError:
            value = None
        body["input"] = value if isinstance(value, dict) else {}
        return None if isinstance(value, dict) else written


def _index(event: Mapping[str, Any]) -> int:
    return integer_in(event, "index") or 0
