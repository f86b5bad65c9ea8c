"""What an answer took, as the transcript keeps it: the same members in every line of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.members import integer_in, object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Mapping

_INPUTS: Final = frozenset(
    {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"}
)


def merged(known: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Take in what an event says of tokens: counts are totals, and null says nothing.

    An end that counts no input has not looked; the start has.
    """
    said = {
        key: value
        for key, value in told.items()
        if value is not None and not (key in _INPUTS and value == 0 and known.get(key))
    }
    return {**known, **said}


def normalised(usage: Mapping[str, Any]) -> dict[str, Any]:
    """Give a usage with the members, and in the order, that the real client writes.

    What it does not know it leaves out; so do we, to stay readable to those who count by it.
    """
    tools, made = object_in(usage, "server_tool_use"), object_in(usage, "cache_creation")
    iterations = usage.get("iterations")
    return {
        "input_tokens": _count(usage, "input_tokens"),
        "cache_creation_input_tokens": _count(usage, "cache_creation_input_tokens"),
        "cache_read_input_tokens": _count(usage, "cache_read_input_tokens"),
        "output_tokens": _count(usage, "output_tokens"),
        "server_tool_use": {
            "web_search_requests": _count(tools, "web_search_requests"),
            "web_fetch_requests": _count(tools, "web_fetch_requests"),
        },
        "service_tier": text_in(usage, "service_tier") or "standard",
        "cache_creation": {
            "ephemeral_1h_input_tokens": _count(made, "ephemeral_1h_input_tokens"),
            "ephemeral_5m_input_tokens": _count(made, "ephemeral_5m_input_tokens"),
        },
        "inference_geo": text_in(usage, "inference_geo") or "",
        "iterations": iterations if isinstance(iterations, list) else [],
        "speed": text_in(usage, "speed") or "standard",
    }


def _count(counts: Mapping[str, Any] | None, key: str) -> int:
    return integer_in(counts or {}, key) or 0
