"""Content blocks of the Messages API as the message parts of the GenAI conventions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.content import CALL_TYPES, RESULT_TYPES
from steno.format.members import block_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.trace.span import Said

FINISH_REASONS: Final = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_call",
    "refusal": "content_filter",
}
"""Why a model stopped, in the words of the conventions; other reasons keep their own."""
_MODALITIES: Final = frozenset({"image", "document"})


def input_messages(heard: Iterable[Said]) -> list[dict[str, Any]]:
    """Give what a model was told."""
    return [{"role": said.role, "parts": _parts(said)} for said in heard]


def output_messages(said: Said, finish_reason: str | None) -> list[dict[str, Any]]:
    """Give what a model wrote; the conventions want a reason, so that an unknown one is empty."""
    reason = FINISH_REASONS.get(finish_reason or "", finish_reason or "")
    return [{"role": said.role, "parts": _parts(said), "finish_reason": reason}]


def _parts(said: Said) -> list[dict[str, Any]]:
    return [_part(block) for block in said.blocks]


def _part(block: Mapping[str, Any]) -> dict[str, Any]:
    kind = block_type(block)
    if kind == "text":
        return {"type": "text", "content": str(block.get("text") or "")}
    if kind == "thinking":
        return {"type": "reasoning", "content": str(block.get("thinking") or "")}
    if kind in CALL_TYPES:
        name = str(block.get("name") or "unknown")
        call = {"type": "tool_call", "name": name, "arguments": block.get("input")}
        return _with_id(call, block.get("id"))
    if kind in RESULT_TYPES:
        answer = {"type": "tool_call_response", "response": block.get("content")}
        return _with_id(answer, block.get("tool_use_id"))
    if kind in _MODALITIES:
        return _media(block, kind)
    return {"type": kind} if kind == "redacted_thinking" else _other(block)


def _with_id(part: dict[str, Any], told: Any) -> dict[str, Any]:
    return {**part, "id": told} if isinstance(told, str) else part


def _media(block: Mapping[str, Any], modality: str) -> dict[str, Any]:
    source = block.get("source")
    told = source if isinstance(source, dict) else {}
    known = {"modality": modality}
    if isinstance(told.get("media_type"), str):
        known["mime_type"] = told["media_type"]
    if isinstance(told.get("data"), str):
        return {"type": "blob", **known, "content": told["data"]}
    if isinstance(told.get("url"), str):
        return {"type": "uri", **known, "uri": told["url"]}
    if isinstance(told.get("file_id"), str):
        return {"type": "file", **known, "file_id": told["file_id"]}
    return _other(block)


def _other(block: Mapping[str, Any]) -> dict[str, Any]:
    """Keep a block of another kind as it is: the conventions leave room for it."""
    return {**block, "type": str(block.get("type") or "unknown")}
