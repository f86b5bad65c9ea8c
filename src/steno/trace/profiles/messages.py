"""Messages as OpenInference has them: one attribute for each member, numbered from zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.content import CALL_TYPES, RESULT_TYPES
from steno.format.members import block_type
from steno.trace.profiles.values import as_json, as_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.trace.span import Said


def flattened(prefix: str, messages: Iterable[Said]) -> dict[str, str]:
    """Give messages as attributes; each result of a tool is a message of its own."""
    attributes: dict[str, str] = {}
    for number, (role, blocks) in enumerate(_split(messages)):
        for name, value in _message(role, blocks):
            attributes[f"{prefix}.{number}.message.{name}"] = value
    return attributes


def _split(messages: Iterable[Said]) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    for said in messages:
        results = [block for block in said.blocks if _is_answer(block)]
        for block in results:
            yield "tool", [block]
        rest = [block for block in said.blocks if not _is_answer(block)]
        if rest or not results:
            yield ("user" if said.role == "tool" else said.role), rest


def _is_answer(block: Mapping[str, Any]) -> bool:
    return block_type(block) in RESULT_TYPES


def _message(role: str, blocks: list[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    yield "role", role
    if len(blocks) == 1 and _is_answer(blocks[0]):
        yield "tool_call_id", str(blocks[0].get("tool_use_id") or "")
        yield "content", as_text(blocks[0].get("content"))
        return
    contents = [block for block in blocks if block_type(block) not in CALL_TYPES]
    if len(contents) == 1 and contents[0].get("type") == "text":
        yield "content", str(contents[0].get("text") or "")
    else:
        for number, block in enumerate(contents):
            for name, value in _content(block):
                yield f"contents.{number}.message_content.{name}", value
    calls = [block for block in blocks if block_type(block) in CALL_TYPES]
    for number, block in enumerate(calls):
        yield f"tool_calls.{number}.tool_call.id", str(block.get("id") or "")
        yield f"tool_calls.{number}.tool_call.function.name", str(block.get("name") or "unknown")
        yield f"tool_calls.{number}.tool_call.function.arguments", as_json(block.get("input"))


def _content(block: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    kind = block.get("type")
    if kind == "thinking":
        yield "type", "reasoning"
        yield "text", str(block.get("thinking") or "")
    elif kind == "image":
        yield "type", "image"
        yield "image.image.url", _address(block)
    elif kind == "redacted_thinking":
        yield "type", "reasoning"
    else:
        yield "type", "text"
        yield "text", str(block.get("text") or "") if kind == "text" else as_json(block)


def _address(block: Mapping[str, Any]) -> str:
    source = block.get("source")
    told = source if isinstance(source, dict) else {}
    if isinstance(told.get("data"), str):
        return f"data:{told.get('media_type') or 'image/png'};base64,{told['data']}"
    return str(told.get("url") or told.get("file_id") or "")
