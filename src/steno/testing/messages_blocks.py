"""Which content blocks the Messages API takes, from whom, with which members."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from steno.testing.messages_images import check_image
from steno.testing.messages_shape import mapping, needed, no_others, refuse, sequence, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_TOOL_ID: Final = re.compile(r"[a-zA-Z0-9_-]+")
_KNOWN: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text", "citations", "cache_control"),
    "image": ("source", "cache_control"),
    "document": ("source", "title", "context", "citations", "cache_control"),
    "search_result": ("source", "title", "content", "citations", "cache_control"),
    "tool_use": ("id", "name", "input", "caller", "cache_control"),
    "tool_result": ("tool_use_id", "content", "is_error", "cache_control"),
    "thinking": ("thinking", "signature"),
    "redacted_thinking": ("data",),
    "server_tool_use": ("id", "name", "input", "caller", "cache_control"),
    "web_search_tool_result": ("tool_use_id", "content", "caller", "cache_control"),
    "web_fetch_tool_result": ("tool_use_id", "content", "caller", "cache_control"),
    "tool_reference": ("tool_name", "cache_control"),
    "container_upload": ("file_id", "cache_control"),
    "compaction": ("content", "cache_control"),
}
_NEEDED: Final[dict[str, tuple[str, ...]]] = {
    "text": ("text",),
    "image": ("source",),
    "document": ("source",),
    "tool_use": ("id", "name", "input"),
    "tool_result": ("tool_use_id",),
    "thinking": ("thinking", "signature"),
    "redacted_thinking": ("data",),
    "server_tool_use": ("id", "name", "input"),
    "web_search_tool_result": ("tool_use_id", "content"),
}
_FROM_USER: Final = frozenset(
    {"text", "image", "document", "search_result", "tool_result", "container_upload"}
)
_FROM_ASSISTANT: Final = frozenset(_KNOWN) - {"image", "document", "tool_result", "tool_reference"}
_IN_RESULT: Final = frozenset({"text", "image", "document", "search_result", "tool_reference"})
_FROM: Final = {
    "user": _FROM_USER,
    "assistant": _FROM_ASSISTANT,
    "system": frozenset({"text"}),
}


def check_block(where: str, block: object, role: str) -> None:
    """Refuse a block of a message that the service would not take."""
    _check(where, mapping(where, block), _FROM[role])


def _check(where: str, block: Mapping[str, Any], allowed: frozenset[str]) -> None:
    kind = block.get("type")
    if not isinstance(kind, str):
        refuse(f"{where}.type", "Field required")
    if kind not in allowed:
        tags = ", ".join(f"'{name}'" for name in sorted(allowed))
        told = f"Input tag '{kind}' found using 'type' does not match any of the expected tags"
        refuse(where, f"{told}: {tags}")
    inner = f"{where}.{kind}"
    no_others(inner, block, ("type", *_KNOWN[kind]))
    needed(inner, block, *_NEEDED.get(kind, ()))
    if kind in _CHECKS:
        _CHECKS[kind](inner, block)


def _check_text(where: str, block: Mapping[str, Any]) -> None:
    said = text(f"{where}.text", block["text"])
    if not said:
        if block.get("cache_control"):
            refuse(where, "cache_control cannot be set for empty text blocks")
        refuse("messages", "text content blocks must be non-empty")
    if not said.strip():
        refuse("messages", "text content blocks must contain non-whitespace text")


def _check_call(where: str, block: Mapping[str, Any]) -> None:
    if not _TOOL_ID.fullmatch(text(f"{where}.id", block["id"])):
        refuse(f"{where}.id", f"String should match pattern '^{_TOOL_ID.pattern}$'")
    if not 1 <= len(text(f"{where}.name", block["name"])) <= 200:  # noqa: PLR2004 - as it says
        refuse(f"{where}.name", "String should have at least 1 and at most 200 characters")
    mapping(f"{where}.input", block["input"])


def _check_result(where: str, block: Mapping[str, Any]) -> None:
    text(f"{where}.tool_use_id", block["tool_use_id"])
    is_error, content = block.get("is_error", False), block.get("content", "")
    if not isinstance(is_error, bool):
        refuse(f"{where}.is_error", "Input should be a valid boolean")
    if is_error and not content:
        refuse(where, "content cannot be empty if `is_error` is true")
    if isinstance(content, str):
        return
    for number, inner in enumerate(sequence(f"{where}.content", content)):
        _check(f"{where}.content.{number}", mapping(where, inner), _IN_RESULT)
        if is_error and inner["type"] != "text":
            refuse(where, "all content must be type `text` if `is_error` is true")


_CHECKS: Final[dict[str, Callable[[str, Mapping[str, Any]], None]]] = {
    "text": _check_text,
    "tool_use": _check_call,
    "server_tool_use": _check_call,
    "tool_result": _check_result,
    "image": check_image,
}
