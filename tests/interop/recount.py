"""A plain recount of transcripts with nothing of steno in it, to compare ``steno stats`` with."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_FIGURES: Final = (
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
)
_TIERS: Final = {
    "cache_creation_1h": "ephemeral_1h_input_tokens",
    "cache_creation_5m": "ephemeral_5m_input_tokens",
}


def records(path: Path) -> list[dict[str, Any]]:
    """Read the records of a file that is whole: one JSON object on each line."""
    content = path.read_bytes()
    assert content.endswith(b"\n"), f"{path} has no newline at its end"
    return [json.loads(line) for line in content[:-1].split(b"\n")]


def recount(path: Path, agents: list[Path]) -> dict[str, Any]:
    """Count a session as ``steno stats`` does, by the words of its contract."""
    lines = records(path)
    times = sorted(line["timestamp"] for line in lines if "timestamp" in line)
    blocks = _blocks(lines)
    replies = _replies([path])
    return {
        "path": str(path),
        "bytes": path.stat().st_size,
        "lines": len(lines),
        "bad_lines": 0,
        "types": dict(Counter(line["type"] for line in lines)),
        "subtypes": _subtypes(lines),
        "versions": dict(Counter(line["version"] for line in lines if "version" in line)),
        "stop_reasons": _stop_reasons(lines),
        "content_blocks": dict(blocks),
        "tool_uses": blocks["tool_use"],
        "tool_results": blocks["tool_result"],
        "api_messages": len(replies),
        "usage": _tokens(replies.values()),
        "first_timestamp": times[0] if times else None,
        "last_timestamp": times[-1] if times else None,
        "subagents": len(agents),
        "subagents_usage": _tokens(_replies(agents).values()),
    }


def recount_totals(sessions: list[Path], agents: list[Path]) -> dict[str, Any]:
    """Count what only the sum over all sessions shows: API messages, each of them once."""
    replies = _replies(sessions)
    apart = {id_: usage for id_, usage in _replies(agents).items() if id_ not in replies}
    return {
        "sessions": len(sessions),
        "lines": sum(len(records(path)) for path in sessions),
        "api_messages": len(replies),
        "usage": _tokens(replies.values()),
        "subagents": len(agents),
        "subagents_usage": _tokens(apart.values()),
    }


def _subtypes(lines: list[dict[str, Any]]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for line in lines:
        if line["type"] == "system":
            counts[f"system/{line['subtype']}"] += 1
        elif line["type"] == "attachment":
            counts[f"attachment/{line['attachment']['type']}"] += 1
    return dict(counts)


def _stop_reasons(lines: list[dict[str, Any]]) -> dict[str, int]:
    replies = [line["message"] for line in lines if line["type"] == "assistant"]
    return dict(Counter(reply.get("stop_reason") or "null" for reply in replies))


def _blocks(lines: list[dict[str, Any]]) -> Counter[str]:
    contents = [line["message"]["content"] for line in lines if line["type"] in CONVERSATION]
    return Counter(
        block["type"] for content in contents if isinstance(content, list) for block in content
    )


CONVERSATION: Final = ("user", "assistant")


def _replies(paths: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """Give the usage of each real API message by its id: that of the fullest copy."""
    found: dict[str, dict[str, Any]] = {}
    for line in (line for path in paths for line in records(path)):
        message = line.get("message", {})
        if line["type"] != "assistant" or message["model"] == "<synthetic>":
            continue
        known = found.get(message["id"])
        if known is None or message["usage"]["output_tokens"] > known["output_tokens"]:
            found[message["id"]] = message["usage"]
    return found


def _tokens(usages: Iterable[dict[str, Any]]) -> dict[str, int]:
    counts: Counter[str] = Counter(dict.fromkeys((*_FIGURES, *_TIERS), 0))
    for usage in usages:
        counts.update({key: usage.get(key) or 0 for key in _FIGURES})
        tiers = usage.get("cache_creation") or {}
        counts.update({key: tiers.get(tier) or 0 for key, tier in _TIERS.items()})
    return dict(counts)
