"""A second count of a home, by the standard library alone, to hold ``steno stats`` against."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

UUID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
FIGURES: Final = (
    "input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens",
)  # fmt: skip
TIERS: Final = {
    "cache_creation_1h": "ephemeral_1h_input_tokens",
    "cache_creation_5m": "ephemeral_5m_input_tokens",
}
_decoder: Final = json.JSONDecoder()

Record = dict[str, Any]
Usages = dict[str, dict[str, int]]
"""The best copy of each message's usage."""


@dataclass
class Count:
    """Everything that is counted of one file, or of several."""

    bytes: int = 0
    lines: int = 0
    bad_lines: int = 0
    types: Counter[str] = field(default_factory=Counter)
    subtypes: Counter[str] = field(default_factory=Counter)
    versions: Counter[str] = field(default_factory=Counter)
    stop_reasons: Counter[str] = field(default_factory=Counter)
    content_blocks: Counter[str] = field(default_factory=Counter)
    usages: Usages = field(default_factory=dict)
    synthetic: set[str] = field(default_factory=set)
    without_id: int = 0
    times: list[datetime] = field(default_factory=list)

    def row(self) -> Record:
        """Give the keys of a row of ``steno stats --json`` that one file decides."""
        counters = ("types", "subtypes", "versions", "stop_reasons", "content_blocks")
        return {
            "bytes": self.bytes,
            "lines": self.lines,
            "bad_lines": self.bad_lines,
            **{name: dict(getattr(self, name)) for name in counters},
            "tool_uses": self.content_blocks["tool_use"],
            "tool_results": self.content_blocks["tool_result"],
            "api_messages": len(self.usages),
            "synthetic_messages": len(self.synthetic),
            "messages_without_id": self.without_id,
            "usage": added(self.usages.values()),
            "first_timestamp": min(self.times, default=None),
            "last_timestamp": max(self.times, default=None),
        }


def recount(paths: Iterable[Path]) -> Count:
    """Count files line by line."""
    count = Count()
    for path in paths:
        content = path.read_bytes()
        lines = content.split(b"\n")
        if not lines[-1]:
            lines.pop()
        count.bytes += len(content)
        count.lines += len(lines)
        for line in lines:
            _count_line(count, line)
    return count


def _count_line(count: Count, line: bytes) -> None:
    if not line.strip():
        return
    try:
        records = [json.loads(line)]
    except ValueError:
        count.bad_lines += 1
        records = list(_glued(line.decode("utf-8", "replace")))
    for record in records:
        _count_record(count, record)


def _glued(text: str) -> Iterator[Record]:
    """Yield the objects that stand behind one another on a line."""
    position = 0
    while position < len(text):
        try:
            record, position = _decoder.raw_decode(text, position)
        except ValueError:
            return
        yield record


def _count_record(count: Count, record: Record) -> None:
    message = record["message"] if isinstance(record.get("message"), dict) else None
    role = None if message is None else message.get("role")
    kind = record["type"] if isinstance(record.get("type"), str) else role
    count.types[str(kind or "null")] += 1
    if isinstance(record.get("version"), str):
        count.versions[record["version"]] += 1
    count.times.extend(_times(record, message))
    _count_subtype(count, record)
    if kind in ("user", "assistant"):
        content = (record if message is None else message).get("content")
        for block in content if isinstance(content, list) else ():
            count.content_blocks[str(block.get("type") or "null")] += 1
    if kind == "assistant":
        _count_reply(count, message)


def _count_subtype(count: Count, record: Record) -> None:
    kind = record.get("type")
    places = {
        "system": record.get("subtype"),
        "attachment": (record.get("attachment") or {}).get("type"),
        "progress": (record.get("data") or {}).get("type") if kind == "progress" else None,
    }
    if isinstance(kind, str) and places.get(kind) is not None:
        count.subtypes[f"{kind}/{places[kind]}"] += 1


def _count_reply(count: Count, message: Record | None) -> None:
    count.stop_reasons[str((message or {}).get("stop_reason") or "null")] += 1
    if message is None:
        return
    message_id = message.get("id")
    if message_id is None:
        count.without_id += 1
    elif message.get("model") == "<synthetic>":
        count.synthetic.add(message_id)
    else:
        keep_best(count.usages, message_id, _figures(message.get("usage") or {}))


def keep_best(usages: Usages, message_id: str, usage: dict[str, int]) -> None:
    """Keep the copy of a message that has the most output tokens, the last of equals."""
    known = usages.get(message_id)
    if known is None or usage["output_tokens"] >= known["output_tokens"]:
        usages[message_id] = usage


def _figures(usage: Record) -> dict[str, int]:
    tiers = usage.get("cache_creation") or {}
    figures = {name: usage.get(name) or 0 for name in FIGURES}
    return figures | {name: tiers.get(key) or 0 for name, key in TIERS.items()}


def _times(record: Record, message: Record | None) -> Iterator[datetime]:
    stamp = record.get("timestamp")
    if not isinstance(stamp, str) and message is not None:
        stamp = message.get("timestamp")
    if isinstance(stamp, str):
        moment = datetime.fromisoformat(stamp)
        yield moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def added(usages: Iterable[dict[str, int]]) -> dict[str, int]:
    """Add up usages."""
    total = dict.fromkeys((*FIGURES, *TIERS), 0)
    for usage in usages:
        for name, figure in usage.items():
            total[name] += figure
    return total


def main_files(home: Path) -> list[Path]:
    """Find the sessions of a home."""
    found = home.glob("projects/*/*.jsonl")
    return sorted(path for path in found if not path.name.startswith("agent-"))


def subagent_files(home: Path) -> dict[Path | None, list[Path]]:
    """Find the sub-agents of a home by their session; those of none under None."""
    sessions = main_files(home)
    owners: dict[Path | None, list[Path]] = {}
    for path in sorted(home.glob("projects/**/agent-*.jsonl")):
        owners.setdefault(_owner(path, sessions), []).append(path)
    return owners


def _owner(agent: Path, sessions: list[Path]) -> Path | None:
    """Find the session: by the folder that the agent lies in, else by the id that it names."""
    for session in sessions:
        if agent.is_relative_to(session.with_suffix("") / "subagents"):
            return session
    wanted = next(_session_ids(agent), None)
    here = [session for session in sessions if agent.is_relative_to(session.parent)]
    for session in (*here, *sessions):
        if session_id(session) == wanted:
            return session
    return None


def session_id(path: Path) -> str:
    """Give the id of a session: its name if that is one, else the last that a line names."""
    if UUID.fullmatch(path.stem):
        return path.stem
    return ([*_session_ids(path)] or [path.stem])[-1]


def _session_ids(path: Path) -> Iterator[str]:
    for line in path.read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict) and isinstance(record.get("sessionId"), str):
            yield record["sessionId"].partition("#")[0]
