"""Document 002 (cc-langfuse): turns with a person's line and a reply, read bit by bit.

A file is read again and again while it grows. Each time the complete turns are taken, and
``last_line`` moves to the end of the last of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from steno.disk.layout import is_plain_name
from steno.format.codec import Decoded, JsonRefusedError, decode_text
from steno.format.entry import parse_time
from steno.session.documents.shapes import (
    NOTHING,
    Body,
    blocks_of_type,
    mapping,
    message_of,
    string,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class Turn002:
    """A person's message with the replies to it, merged, and the results of their tools."""

    user: Body
    assistants: tuple[Body, ...]
    tool_results: tuple[Body, ...]


@dataclass(frozen=True, slots=True)
class Grouping002:
    """The complete turns, and how many messages they end after."""

    turns: tuple[Turn002, ...]
    consumed: int


@dataclass(frozen=True, slots=True)
class Reading002:
    """The messages of some lines, and for each of them the number of its line, from 1."""

    messages: tuple[Any, ...]
    line_offsets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NewTurns002:
    """What one more look at a growing file gave."""

    reading: Reading002
    grouping: Grouping002
    last_line: int
    """The line up to which everything is done: where the next look begins."""


@dataclass(frozen=True, slots=True)
class ToolCall002:
    """A call with its result's content and time; None where there is no result."""

    id: str | None
    name: str | None
    input: Any
    output: Any
    timestamp: datetime | None


def role_002(message: Body) -> object:
    """Section 4: the role is the line's type, or that of the message where it has none."""
    type_ = message.get("type")
    return message_of(message).get("role") if type_ is None else type_


def content_002(message: Body) -> Any:
    """Section 6: the content of the nested message goes before that of the line."""
    nested = message.get("message")
    return mapping(nested).get("content") if _is_object(nested) else message.get("content")


def _is_object(value: object) -> bool:
    """Say what JavaScript would: a list is an object, too."""
    return isinstance(value, Mapping | list)


def timestamp_002(message: Body) -> datetime | None:
    """Section 6: the line's time goes before the message's, even where it is no string."""
    stamp = message.get("timestamp")
    if stamp is None:
        stamp = message_of(message).get("timestamp")
    return parse_time(stamp) if isinstance(stamp, str) else None


def is_tool_result_002(message: Body) -> bool:
    """Section 4: one ``tool_result`` block makes a message a tool's result."""
    return bool(blocks_of_type(content_002(message), "tool_result"))


def tool_uses_002(message: Body) -> tuple[Body, ...]:
    """Give the calls of a reply."""
    return blocks_of_type(content_002(message), "tool_use")


def match_tool_results_002(
    tool_uses: Iterable[Body], tool_results: Iterable[Body]
) -> tuple[ToolCall002, ...]:
    """Section 9: each call with the first result for its id."""
    results: dict[str | None, tuple[Body, Body]] = {}
    for message in tool_results:
        for block in blocks_of_type(content_002(message), "tool_result"):
            if isinstance(call_id := block.get("tool_use_id"), str):
                results.setdefault(call_id, (block, message))
    return tuple(_call(tool_use, results) for tool_use in tool_uses)


def _call(tool_use: Body, results: Mapping[str | None, tuple[Body, Body]]) -> ToolCall002:
    call_id, name = string(tool_use.get("id")), string(tool_use.get("name"))
    block, message = results.get(call_id, (NOTHING, NOTHING))
    output, time = block.get("content"), timestamp_002(message)
    return ToolCall002(call_id, name, tool_use.get("input"), output, time)


def merge_assistant_parts_002(parts: Sequence[Body]) -> Body:
    """Section 5: one message with the content of all parts and the rest of the first."""
    first = parts[0]
    if len(parts) == 1:
        return first
    content = [block for part in parts for block in _content_blocks(part)]
    if _is_object(first.get("message")):
        return {**first, "message": {**message_of(first), "content": content}}
    return {**first, "content": content}


def _content_blocks(part: Body) -> list[Any]:
    content = content_002(part)
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


@dataclass(slots=True)
class _OpenTurn:
    user: Body | None = None
    assistants: list[Body] = field(default_factory=list)
    tool_results: list[Body] = field(default_factory=list)
    parts: list[Body] = field(default_factory=list)
    message_id: str | None = None

    def take_part(self, message: Body) -> None:
        message_id = message_of(message).get("id")
        if isinstance(message_id, str) and message_id != self.message_id:
            self.close_message()
            self.message_id = message_id
        self.parts.append(message)

    def close_message(self) -> None:
        if self.parts:
            self.assistants.append(merge_assistant_parts_002(self.parts))
            self.parts = []

    def closed(self) -> Turn002 | None:
        self.close_message()
        if self.user is None or not self.assistants:
            return None
        return Turn002(self.user, tuple(self.assistants), tuple(self.tool_results))


def group_turns_002(messages: Sequence[Any]) -> Grouping002:
    """Section 5: the turns that have both a person's message and a reply.

    What stands before the first person's message belongs to no turn.
    """
    open_turns, ends = [_OpenTurn()], list[int]()
    for index, message in enumerate(map(mapping, messages)):
        role = None if message.get("isMeta") is True else role_002(message)
        if role == "assistant":
            open_turns[-1].take_part(message)
        elif role == "user" and is_tool_result_002(message):
            open_turns[-1].tool_results.append(message)
        elif role == "user":
            ends.append(index)
            open_turns.append(_OpenTurn(message))
    closed = zip((turn.closed() for turn in open_turns), (*ends, len(messages)), strict=True)
    complete = [(turn, end) for turn, end in closed if turn is not None]
    consumed = complete[-1][1] if complete else 0
    return Grouping002(tuple(turn for turn, _ in complete), consumed)


def read_lines_002(lines: Iterable[bytes], last_line: int = 0) -> Reading002:
    """Section 8: decode the lines behind ``last_line`` and pass over those that are no JSON."""
    messages, line_offsets = list[Any](), list[int]()
    for number, line in islice(enumerate(lines, 1), max(last_line, 0), None):
        decoded = _parsed(line)
        if decoded is not None:
            messages.append(decoded.value)
            line_offsets.append(number)
    return Reading002(tuple(messages), tuple(line_offsets))


def _parsed(line: bytes) -> Decoded | None:
    """Decode as JavaScript does: bad UTF-8 is replaced, NaN is refused."""
    try:
        decoded = decode_text(line.decode("utf-8", "replace"))
    except JsonRefusedError:
        return None
    return None if decoded.loose else decoded


def new_turns_002(lines: Iterable[bytes], last_line: int = 0) -> NewTurns002:
    """Section 8: take the complete turns behind ``last_line``; ``lines`` are all of the file."""
    reading = read_lines_002(lines, last_line)
    grouping = group_turns_002(reading.messages)
    consumed = grouping.consumed
    reached = reading.line_offsets[consumed - 1] if consumed else last_line
    return NewTurns002(reading, grouping, reached)


def find_previous_session_002(
    first_line: bytes, session_id: str, exists: Callable[[str], bool]
) -> str | None:
    """Section 10: the session that this one goes on from, where its transcript is still there.

    ``exists`` is asked about ids that can name a file in the session's own folder only: what a
    transcript says must not lead elsewhere.
    """
    decoded = _parsed(first_line)
    previous = mapping(decoded.value).get("sessionId") if decoded else None
    if not isinstance(previous, str) or previous == session_id or not is_plain_name(previous):
        return None
    return previous if exists(previous) else None
