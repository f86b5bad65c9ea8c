"""A made-up answer as the Messages API tells it: as a message, or in events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.codec import encode_value
from steno.model.script import new_id

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.model.script import Answer, Block, Request


def message_of(given: Answer, request: Request) -> dict[str, Any]:
    """Give an answer as a whole message."""
    calls = any(block.get("type") == "tool_use" for block in given.blocks)
    return {
        "id": new_id("msg_01"),
        "type": "message",
        "role": "assistant",
        "model": request.model,
        "content": [dict(block) for block in given.blocks],
        "stop_reason": given.stop_reason or ("tool_use" if calls else "end_turn"),
        "stop_sequence": None,
        "stop_details": given.stop_details,
        "usage": usage_of(given, request),
    }


def usage_of(given: Answer, request: Request) -> dict[str, Any]:
    """Estimate the tokens of a request and its answer, but for what the script says."""
    return {
        "input_tokens": estimated(request.body),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "output_tokens": estimated(list(given.blocks)),
        "service_tier": "standard",
        "inference_geo": "not_available",
        **given.usage,
    }


def estimated(value: object) -> int:
    """Guess how many tokens a value takes."""
    return max(1, len(encode_value(value)) // 4)


def events_of(message: Mapping[str, Any], piece: int = 12) -> Sequence[dict[str, Any]]:
    """Give the events in which the API tells a message, its text in pieces of so many characters.

    The real one sends its first ping behind the start of the first block.
    """
    start = {
        **message,
        "content": [],
        "stop_reason": None,
        "stop_details": None,
        "usage": {**message["usage"], "output_tokens": 1},
    }
    told: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
    for index, block in enumerate(message["content"]):
        shell, deltas = _told_block(block, piece)
        told.append({"type": "content_block_start", "index": index, "content_block": shell})
        if index == 0:
            told.append({"type": "ping"})
        told += (
            {"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas
        )
        told.append({"type": "content_block_stop", "index": index})
    ended = {key: message[key] for key in ("stop_reason", "stop_sequence", "stop_details")}
    told.append({"type": "message_delta", "delta": ended, "usage": _final_usage(message)})
    return [*told, {"type": "message_stop"}]


def _final_usage(message: Mapping[str, Any]) -> dict[str, Any]:
    """Give what the end says of tokens: the counts, but not how they were made up."""
    kept = ("service_tier", "cache_creation", "inference_geo")
    return {key: value for key, value in message["usage"].items() if key not in kept}


def _told_block(block: Block, piece: int) -> tuple[Block, list[Block]]:
    kind = block.get("type")
    if kind == "text":
        texts = pieces(block["text"], piece)
        return {**block, "text": ""}, [{"type": "text_delta", "text": text} for text in texts]
    if kind == "thinking":
        thoughts = pieces(block["thinking"], piece)
        deltas = [{"type": "thinking_delta", "thinking": thought} for thought in thoughts]
        deltas.append({"type": "signature_delta", "signature": block["signature"]})
        return {**block, "thinking": "", "signature": ""}, deltas
    if kind in ("tool_use", "server_tool_use"):
        written = encode_value(block["input"]).decode() if block["input"] else ""
        # The real one begins with an empty piece, and an empty input has no other.
        parts = ["", *pieces(written, piece)]
        deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
        return {**block, "input": {}}, deltas
    return block, []


def pieces(text: str, size: int) -> list[str]:
    """Cut a text into pieces."""
    return [text[start : start + size] for start in range(0, len(text), size)]
