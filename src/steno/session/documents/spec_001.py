"""Document 001 (clients 2.0.36 to 2.0.50): turns, tool pairs and streamed messages.

A string is what a person wrote, a list holds tool results, and of a message's lines only
the one with a ``stop_reason`` counts.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from steno.session.documents.shapes import (
    Body,
    blocks,
    blocks_of_type,
    mapping,
    message_of,
    string,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ABSENT: Final = "absent"


@dataclass(frozen=True, slots=True)
class ToolCallPair001:
    """A call of a turn, and the entry that holds its result."""

    tool_use_id: str | None
    tool_name: str | None
    assistant_entry_uuid: str | None
    result_entry_uuid: str | None
    """None until the result arrives."""


@dataclass(frozen=True, slots=True)
class Turn001:
    """What a person wrote, and everything up to what they wrote next."""

    start_entry_uuid: str | None
    user_message: str
    assistant_responses: tuple[str | None, ...]
    """The entries of final messages."""
    tool_calls: tuple[ToolCallPair001, ...]


@dataclass(frozen=True, slots=True)
class ToolCallMatch001:
    """A call and its result."""

    tool_use_id: str
    tool_name: str | None
    input: Any
    tool_use_entry_uuid: str | None
    tool_result_entry_uuid: str | None
    result: Any
    result_metadata: Any
    """``toolUseResult`` of the result's entry; a string where the tool failed."""


@dataclass(frozen=True, slots=True)
class DedupedMessage001:
    """An API message, represented by one of its entries alone."""

    message_id: str | None
    final_entry_uuid: str | None
    streaming_entry_uuids: tuple[str | None, ...]
    """The other entries, which are to be left out."""
    content_blocks: tuple[Body, ...]
    usage: Body


@dataclass(slots=True)
class _OpenTurn:
    start_entry_uuid: str | None
    user_message: str
    assistant_responses: list[str | None] = field(default_factory=list)
    tool_calls: list[ToolCallPair001] = field(default_factory=list)
    waiting: dict[str | None, deque[int]] = field(default_factory=dict)
    """Where the calls without a result stand in ``tool_calls``, by their id."""

    def take_reply(self, entry: Body) -> None:
        uuid = string(entry.get("uuid"))
        self.assistant_responses.append(uuid)
        for block in blocks_of_type(message_of(entry).get("content"), "tool_use"):
            call_id = string(block.get("id"))
            if call_id is not None:
                self.waiting.setdefault(call_id, deque()).append(len(self.tool_calls))
            name = string(block.get("name"))
            self.tool_calls.append(ToolCallPair001(call_id, name, uuid, None))

    def take_results(self, entry: Body) -> None:
        uuid = string(entry.get("uuid"))
        for block in blocks_of_type(message_of(entry).get("content"), "tool_result"):
            places = self.waiting.get(string(block.get("tool_use_id")))
            if places and uuid:
                place = places.popleft()
                call = replace(self.tool_calls[place], result_entry_uuid=uuid)
                self.tool_calls[place] = call

    def closed(self) -> Turn001:
        responses, calls = tuple(self.assistant_responses), tuple(self.tool_calls)
        return Turn001(self.start_entry_uuid, self.user_message, responses, calls)


def is_final_message_001(entry: Body) -> bool:
    """Section 4: a message is final unless its ``stop_reason`` is null; a missing one is not."""
    message = entry.get("message")
    return message is not None and mapping(message).get("stop_reason", _ABSENT) is not None


def is_synthetic_001(entry: Body) -> bool:
    """Section 7.1: markers of the client, to be left out when a conversation is rebuilt."""
    return message_of(entry).get("model") == "<synthetic>"


def detect_turns_001(entries: Iterable[Body]) -> tuple[Turn001, ...]:
    """Section 4: every user entry whose content is a string starts a turn."""
    turns: list[_OpenTurn] = []
    for entry in entries:
        content = message_of(entry).get("content")
        if entry.get("type") == "user" and isinstance(content, str):
            turns.append(_OpenTurn(string(entry.get("uuid")), content))
        elif entry.get("type") == "user" and turns:
            turns[-1].take_results(entry)
        elif entry.get("type") == "assistant" and turns and is_final_message_001(entry):
            turns[-1].take_reply(entry)
    return tuple(turn.closed() for turn in turns)


def pair_tool_calls_001(entries: Iterable[Body]) -> tuple[ToolCallMatch001, ...]:
    """Section 5: the calls of final messages with their results, in the order of the results."""
    matches: list[ToolCallMatch001] = []
    pending: dict[str, tuple[Body, Body]] = {}
    for entry in entries:
        content = message_of(entry).get("content")
        if entry.get("type") == "assistant" and is_final_message_001(entry):
            for block in blocks_of_type(content, "tool_use"):
                if isinstance(call_id := block.get("id"), str):
                    pending[call_id] = (entry, block)
        elif entry.get("type") == "user":
            for block in blocks_of_type(content, "tool_result"):
                call_id = block.get("tool_use_id")
                if isinstance(call_id, str) and call_id in pending:
                    matches.append(_match(pending.pop(call_id), entry, block))
    return tuple(matches)


def _match(call: tuple[Body, Body], entry: Body, result: Body) -> ToolCallMatch001:
    calling_entry, tool_use = call
    return ToolCallMatch001(
        tool_use_id=tool_use["id"],
        tool_name=string(tool_use.get("name")),
        input=tool_use.get("input"),
        tool_use_entry_uuid=string(calling_entry.get("uuid")),
        tool_result_entry_uuid=string(entry.get("uuid")),
        result=result.get("content"),
        result_metadata=entry.get("toolUseResult"),
    )


def deduplicate_001(entries: Iterable[Body]) -> dict[str | None, DedupedMessage001]:
    """Section 6: each ``message.id`` with the one entry that stands for it.

    That is the first with a ``stop_reason``, or else the one with the most output tokens.
    Entries that are no assistant's are passed over; those without an id share the key None.
    """
    groups: dict[str | None, list[Body]] = {}
    for entry in entries:
        if entry.get("type") == "assistant":
            groups.setdefault(string(message_of(entry).get("id")), []).append(entry)
    return {message_id: _deduplicated(message_id, group) for message_id, group in groups.items()}


def _deduplicated(message_id: str | None, group: Sequence[Body]) -> DedupedMessage001:
    final = next((entry for entry in group if is_final_message_001(entry)), None)
    if final is None:
        final = group[0]
        for entry in group:
            if _output_tokens(entry) > _output_tokens(final):
                final = entry
    uuids = [string(entry.get("uuid")) for entry in group]
    final_uuid = string(final.get("uuid"))
    return DedupedMessage001(
        message_id=message_id,
        final_entry_uuid=final_uuid,
        streaming_entry_uuids=tuple(uuid for uuid in uuids if uuid != final_uuid),
        content_blocks=blocks(message_of(final).get("content")),
        usage=mapping(message_of(final).get("usage")),
    )


def _output_tokens(entry: Body) -> float:
    """Give the figure; a missing one is neither more nor less than any other."""
    figure = mapping(message_of(entry).get("usage")).get("output_tokens")
    return figure if isinstance(figure, int | float) else math.nan
