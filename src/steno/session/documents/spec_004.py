"""Document 004 (client 2.1.45): rounds by ``permissionMode``, kinds of input, and all blocks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, Literal

from steno.format.entry import parse_time
from steno.session.documents.shapes import Body, blocks, blocks_of_type, message_of, string

if TYPE_CHECKING:
    from collections.abc import Iterable

RoundKind004 = Literal["new_session", "continue", "new_round", "resume"]
InputKind004 = Literal["ide_selection", "ide_opened_file", "tool_result", "text"]

GAP_004: Final = timedelta(minutes=5)
"""The silence after which a line is said to take up an old conversation."""


@dataclass(frozen=True, slots=True)
class Message004:
    """A line as the document's first parser sees it."""

    type: Literal["user", "assistant"]
    uuid: str
    timestamp: str
    content: str
    tool_name: str | None = None
    """The first tool that an assistant line calls."""


@dataclass(frozen=True, slots=True)
class TextBlock004:
    """Text, empty or not."""

    text: Any


@dataclass(frozen=True, slots=True)
class ThinkingBlock004:
    """Reasoning, empty or not; the signature is left out."""

    thinking: Any


@dataclass(frozen=True, slots=True)
class ToolUseBlock004:
    """A call."""

    tool_name: Any
    tool_input: Any
    tool_use_id: Any


@dataclass(frozen=True, slots=True)
class ToolResultBlock004:
    """A call's result."""

    tool_use_id: Any
    content: Any
    is_error: Any


Block004 = TextBlock004 | ThinkingBlock004 | ToolUseBlock004 | ToolResultBlock004


def content_blocks_004(content: object) -> tuple[Block004, ...]:
    """Give the blocks of the four known types, even empty ones, so that no line is lost."""
    read = (_block(block) for block in blocks(content))
    return tuple(block for block in read if block is not None)


def _block(block: Body) -> Block004 | None:
    match block.get("type"):
        case "text":
            return TextBlock004(block.get("text", ""))
        case "thinking":
            return ThinkingBlock004(block.get("thinking", ""))
        case "tool_use":
            name, arguments = block.get("name", ""), block.get("input", {})
            return ToolUseBlock004(name, arguments, block.get("id", ""))
        case "tool_result":
            call_id, content = block.get("tool_use_id", ""), block.get("content", "")
            return ToolResultBlock004(call_id, content, block.get("is_error", False))
        case _:
            return None


def starts_round_004(message: Body) -> bool:
    """Say whether a user line begins a round, by the three rules that define one.

    Only a tool's result without a ``permissionMode`` goes on with the round before.
    """
    return message.get("permissionMode") is not None or not _has_tool_result(message)


def round_kind_004(
    message: Body, previous: Body | None = None, *, threshold: timedelta = GAP_004
) -> RoundKind004:
    """Say how a user line stands to what came before, by the document's final algorithm."""
    if message.get("permissionMode") is not None or message.get("parentUuid") is None:
        return "new_session"
    if _has_tool_result(message):
        return "continue"
    if previous and _is_gap_larger(previous, message, threshold):
        return "resume"
    return "new_round"


def _has_tool_result(message: Body) -> bool:
    return bool(blocks_of_type(message_of(message).get("content"), "tool_result"))


def _is_gap_larger(previous: Body, message: Body, gap: timedelta) -> bool:
    before, now = (parse_time(string(m.get("timestamp")) or "") for m in (previous, message))
    return before is not None and now is not None and now - before > gap


def input_kind_004(message: Body) -> InputKind004 | None:
    """Say what a user line holds; None where the document has no name for it."""
    content = message_of(message).get("content")
    texts = [content] if isinstance(content, str) else _texts(content)
    if any("<ide_selection>" in text for text in texts):
        return "ide_selection"
    if any("<ide_opened_file>" in text for text in texts):
        return "ide_opened_file"
    if _has_tool_result(message):
        return "tool_result"
    only_text = isinstance(content, str) or len(texts) == len(blocks(content)) > 0
    return "text" if only_text else None


def _texts(content: object) -> list[str]:
    texts = (string(block.get("text", "")) for block in blocks_of_type(content, "text"))
    return [text for text in texts if text is not None]


def parse_session_004(bodies: Iterable[Body]) -> tuple[Message004, ...]:
    """Give the user and assistant lines with their text, as the parsing example does."""
    messages: list[Message004] = []
    for body in bodies:
        type_, content = body.get("type"), message_of(body).get("content")
        uuid, timestamp = string(body.get("uuid")) or "", string(body.get("timestamp")) or ""
        if type_ == "user":
            messages.append(Message004("user", uuid, timestamp, extract_text_004(content)))
        elif type_ == "assistant":
            text, tool = extract_text_004(content), extract_tool_name_004(content)
            messages.append(Message004("assistant", uuid, timestamp, text, tool))
    return tuple(messages)


def extract_text_004(content: object) -> str:
    """Give the text and the marked reasoning of a list of blocks; a string gives nothing."""
    texts: list[str] = []
    for block in blocks(content):
        if block.get("type") == "text":
            texts.append(string(block.get("text")) or "")
        elif block.get("type") == "thinking":
            texts.append(f"[思考] {string(block.get('thinking')) or ''}")
    return "\n".join(texts)


def extract_tool_name_004(content: object) -> str | None:
    """Give the name of the first call."""
    calls = blocks_of_type(content, "tool_use")
    return string(calls[0].get("name")) if calls else None
