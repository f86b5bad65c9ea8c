"""One line of text for one entry: what a person wants to know of it at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.codec import encode_value
from steno.format.content import (
    Block,
    DocumentBlock,
    ImageBlock,
    RedactedThinkingBlock,
    ServerToolUseBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine
from steno.format.message import MessageEntry
from steno.view.bookkeeping import about_line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_INPUTS = ("command", "file_path", "pattern", "path", "url", "query", "description", "prompt")
"""The arguments that say most about a tool call, the best first."""

_TEXTS = (
    "content", "summary", "customTitle", "aiTitle", "agentName", "lastPrompt", "prUrl", "operation",
    "mode", "permissionMode", "agentSetting", "path",
)  # fmt: skip
"""The keys of other entries that say most about them."""


def kind_of_entry(entry: Entry) -> str:
    """Name an entry: its type, and what it really is."""
    if isinstance(entry, BadLine):
        return entry.code
    if isinstance(entry, GluedLine):
        return "glued-line"
    if isinstance(entry, BlankLine):
        return "blank-line"
    if isinstance(entry, UserEntry):
        return f"user/{entry.kind.value}"
    if isinstance(entry, AssistantEntry):
        return "assistant/" + "+".join(block.type or "?" for block in entry.blocks)
    return _with_subtype(entry.type, entry.body)


def _with_subtype(tag: str | None, body: Mapping[str, Any]) -> str:
    inner = body.get("subtype") or body.get("operation")
    for key in ("attachment", "data"):
        holder = body.get(key)
        if inner is None and isinstance(holder, dict):
            inner = holder.get("type")
    return f"{tag}/{inner}" if isinstance(inner, str) else str(tag)


def gist(entry: Entry) -> str:
    """Say what an entry is about."""
    if isinstance(entry, BadLine):
        return entry.reason
    if isinstance(entry, GluedLine):
        return " + ".join(kind_of_entry(piece) for piece in entry.pieces)
    if isinstance(entry, MessageEntry):
        content = entry.content
        return _command(entry) or (
            content if isinstance(content, str) else "  ".join(map(block_gist, content))
        )
    found = (entry.body.get(key) for key in _TEXTS)
    return next((text for text in found if isinstance(text, str) and text), about_line(entry))


def _command(entry: MessageEntry) -> str:
    """Give a slash command or bash line as it was typed; nothing for other entries."""
    if not isinstance(entry, UserEntry) or entry.command is None:
        return ""
    tags = entry.command
    typed = (tags.name, tags.args) if tags.name else (tags.bash_input,)
    return " ".join(part for part in typed if part)


def block_gist(block: Block) -> str:
    """Say what a block is about."""
    if isinstance(block, TextBlock):
        return block.text or ""
    if isinstance(block, ThinkingBlock):
        return f"({block.thinking or 'thinking'})"
    if isinstance(block, (ToolUseBlock, ServerToolUseBlock)):
        return f"{block.name}: {_input_gist(block.input)}"
    if isinstance(block, ToolResultBlock):
        return ("error: " if block.is_error else "") + _result_gist(block)
    if isinstance(block, (ImageBlock, DocumentBlock)):
        source = block.source
        media = source.media_type if source is not None else None
        return f"[{block.type} {media or ''}]".replace(" ]", "]")
    if isinstance(block, RedactedThinkingBlock):
        return "(redacted thinking)"
    return f"[{block.type}]"


def _input_gist(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    best = next((value[key] for key in _INPUTS if isinstance(value.get(key), str)), None)
    return best if best is not None else ", ".join(value)


def _result_gist(block: ToolResultBlock) -> str:
    content = block.content
    if isinstance(content, str):
        return content
    return "  ".join(map(block_gist, content or ()))


_LABELS = {
    "user/prompt": "you",
    "user/command": "you /command",
    "user/bash": "you !bash",
    "user/tool_result": "result",
    "assistant/text": "claude",
    "assistant/thinking": "thinking",
    "assistant/redacted_thinking": "thinking",
    "assistant/tool_use": "tool",
}
"""Short names of the kinds that make up a conversation."""


def label(entry: Entry) -> str:
    """Name an entry for a person: who speaks, or what it is; a sub-agent's lines are marked."""
    kind = kind_of_entry(entry)
    short = _LABELS.get(kind, kind.replace("attachment/", "+"))
    return f"agent: {short}" if entry.body.get("isSidechain") is True else short


def whole_text(entry: Entry) -> str:
    """Give everything that an entry says: whole texts, the arguments of tools, glued parts."""
    if isinstance(entry, GluedLine):
        return "\n\n".join(f"{label(part)}\n{whole_text(part)}" for part in entry.parts)
    if isinstance(entry, MessageEntry) and not isinstance(entry.content, str):
        return "\n".join(map(_whole_block, entry.content))
    return gist(entry)


def _whole_block(block: Block) -> str:
    if isinstance(block, (ToolUseBlock, ServerToolUseBlock)):
        return f"{block.name}\n{_arguments(block.input)}"
    return block_gist(block)


def _arguments(value: object) -> str:
    """Give a tool's arguments, one below the other; texts as they are, the rest as JSON."""
    if not isinstance(value, dict):
        return encode_value(value).decode("utf-8", "replace")
    return "\n".join(
        f"  {key}: {one if isinstance(one, str) else encode_value(one).decode('utf-8', 'replace')}"
        for key, one in value.items()
    )
