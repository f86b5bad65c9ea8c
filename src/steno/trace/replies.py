"""API responses: the lines of a turn put together by message, with what each model call heard."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.format.content import CALL_TYPES, RESULT_TYPES
from steno.format.entries.assistant import SYNTHETIC_MODEL, AssistantEntry
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.system.failures import ApiErrorEntry
from steno.format.entries.user import UserEntry, UserKind
from steno.format.members import block_type
from steno.format.scan import scan_entry
from steno.trace.span import Event, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from steno.format.entry import Entry
    from steno.format.scan import MessageScan

API_ERROR: Final = "api_error"
INTERRUPT: Final = "interrupt"
RETRY: Final = "retry"


@dataclass(slots=True)
class Reply:
    """One API response, or a request that failed for good."""

    rows: list[int]
    message_id: str | None
    uuid: str | None
    """That of its first line."""
    model: str | None
    heard: tuple[Said, ...] = ()
    blocks: list[Mapping[str, Any]] = field(default_factory=list)
    stop_reason: str | None = None
    error: str | None = None
    scan: MessageScan | None = None
    """The message of the line with the most output tokens."""

    @property
    def text(self) -> str:
        """The text blocks, joined by newlines."""
        return text_of(self.blocks)

    @property
    def calls(self) -> dict[str, Mapping[str, Any]]:
        """The tools that it calls, by the id of the call; of a repeated one the last copy."""
        calls = [block for block in self.blocks if block_type(block) in CALL_TYPES]
        return {str(call.get("id") or f"call-{at}"): call for at, call in enumerate(calls)}


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool gave back, and where that stands."""

    row: int
    content: Any
    is_error: bool


@dataclass(slots=True)
class Conversation:
    """What was said in some lines, in order."""

    replies: list[Reply] = field(default_factory=list)
    results: dict[str, Result] = field(default_factory=dict)
    """By the id of the call; of several the first counts, as with the client."""
    events: list[Event] = field(default_factory=list)
    last_row: int | None = None
    """The last line of a reply or a result."""
    rows: list[int] = field(default_factory=list)
    """The lines of replies and results."""


class Listener:
    """Puts the lines of a turn together; ``known`` are messages that belong elsewhere."""

    def __init__(self, time_of: Callable[[int], int], known: set[str]) -> None:
        """Take what tells the time of a row, and the ids of messages that are not to be taken."""
        self._time_of = time_of
        self._known = known
        self._by_id: dict[str, Reply] = {}
        self._heard: list[Said] = []
        self._last: Reply | None = None
        """The reply that the last line of one belongs to."""
        self.found = Conversation()

    def listen(self, rows_and_records: Iterable[tuple[int, Entry]]) -> Conversation:
        """Take in all lines, and give what was said."""
        for row, record in rows_and_records:
            if isinstance(record, AssistantEntry):
                self._see_reply(row, record)
            elif isinstance(record, UserEntry):
                self._see_user(row, record)
            elif isinstance(record, ApiErrorEntry):
                self.found.events.append(Event(RETRY, self._time_of(row), _retry(record)))
            elif isinstance(record, AttachmentEntry):
                self._see_attachment(record)
        self._known.update(self._by_id)
        return self.found

    def _see_user(self, row: int, record: UserEntry) -> None:
        if record.is_meta:
            return
        blocks = [block.body for block in record.blocks]
        results = [block for block in blocks if block_type(block) in RESULT_TYPES]
        if record.kind is UserKind.INTERRUPT or record.interrupted_by_shutdown:
            self.found.events.append(Event(INTERRUPT, self._time_of(row)))
        for block in results:
            self._see_result(row, block)
        if results:
            self.found.rows.append(row)
        role = "tool" if results else "user"
        if blocks:
            self._heard.append(Said(role, tuple(blocks)))

    def _see_result(self, row: int, block: Mapping[str, Any]) -> None:
        call_id = block.get("tool_use_id")
        if isinstance(call_id, str):
            result = Result(row, block.get("content"), block.get("is_error") is True)
            self.found.results.setdefault(call_id, result)

    def _see_attachment(self, record: AttachmentEntry) -> None:
        attached = record.body.get("attachment")
        prompt = attached.get("prompt") if isinstance(attached, dict) else None
        if isinstance(prompt, str) and prompt:
            self._heard.append(Said("user", ({"type": "text", "text": prompt},)))

    def _see_reply(self, row: int, record: AssistantEntry) -> None:
        message_id = None if record.message is None else record.message.id
        is_error = record.is_api_error_message is True
        if record.is_meta or message_id in self._known or (record.is_synthetic and not is_error):
            return
        reply = self._reply_of(row, record, message_id)
        self._last = reply
        self.found.rows.append(row)
        blocks = [block.body for block in record.blocks]
        reply.blocks += blocks
        self._note_figures(reply, record)
        for block in blocks:
            if block_type(block) in RESULT_TYPES:
                self._see_result(row, block)
        if is_error:
            reply.error = _error_name(record)
            told = {"error.type": reply.error}
            self.found.events.append(Event(API_ERROR, self._time_of(row), told))

    def _reply_of(self, row: int, record: AssistantEntry, message_id: str | None) -> Reply:
        """Find the reply that a line is a part of, or begin one.

        A line without an id belongs to the reply before it (spec 002, section 5, rule 4), unless
        one of the two tells of a failed request.
        """
        known = self._last if message_id is None else self._by_id.get(message_id)
        is_failure = record.is_api_error_message is True
        if message_id is None and known is not None and (is_failure or known.error is not None):
            known = None
        if known is not None:
            known.rows.append(row)
            return known
        message = record.message
        model = SYNTHETIC_MODEL if message is None and record.is_api_error_message else None
        reply = Reply(
            rows=[row],
            message_id=message_id,
            uuid=record.uuid,
            model=model if message is None else message.model,
            heard=tuple(self._heard),
        )
        self._heard = []
        if message_id is not None:
            self._by_id[message_id] = reply
        self.found.replies.append(reply)
        return reply

    def _note_figures(self, reply: Reply, record: AssistantEntry) -> None:
        scan = scan_entry(record).message
        if scan is None:
            return
        reply.stop_reason = scan.stop_reason or reply.stop_reason
        if reply.scan is None or _output(scan) >= _output(reply.scan):
            reply.scan = scan


def text_of(blocks: Iterable[Mapping[str, Any]]) -> str:
    """Give the text blocks, joined by newlines."""
    texts = (block.get("text") for block in blocks if block.get("type") == "text")
    return "\n".join(piece for piece in texts if isinstance(piece, str) and piece)


def _output(scan: MessageScan) -> int:
    return -1 if scan.usage is None else scan.usage.output_tokens or 0


def _error_name(record: AssistantEntry) -> str:
    told = record.body.get("error")
    return told if isinstance(told, str) and told else API_ERROR


def _retry(record: ApiErrorEntry) -> dict[str, str | int | float | bool]:
    failure = record.error
    told = {
        "error.type": None if failure is None else failure.type or failure.message,
        "http.response.status_code": None if failure is None else failure.status,
        "steno.retry.attempt": record.retry_attempt,
        "steno.retry.in_ms": record.retry_in_ms,
    }
    return {key: value for key, value in told.items() if value is not None}
