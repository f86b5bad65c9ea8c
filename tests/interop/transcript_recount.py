"""What a sink has to hold, counted from the transcripts with nothing of steno in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Tokens(NamedTuple):
    """The tokens of one API message, each of them in one place only."""

    input: int
    read: int
    written: int
    output: int


class Recount(NamedTuple):
    """The API messages and the tool calls of a home."""

    tokens: dict[str, Tokens]
    """By the id of the message; of several copies the one with the most output."""
    calls: frozenset[str]
    """Ids of tool calls."""


def recount(homes: list[Path]) -> Recount:
    """Count the homes, file by file and line by line; what is no JSON is passed over."""
    tokens: dict[str, Tokens] = {}
    calls: set[str] = set()
    for line in _lines(homes):
        message = line.get("message")
        if not isinstance(message, dict):
            continue
        # The lines of spec 002 tell by the role alone whose they are.
        speaker = line.get("type") or message.get("role")
        if speaker != "assistant" or message.get("model") == "<synthetic>":
            continue
        calls.update(_calls(message.get("content")))
        usage, name = message.get("usage"), message.get("id")
        if isinstance(usage, dict) and isinstance(name, str):
            counted = _tokens(usage)
            if name not in tokens or counted.output > tokens[name].output:
                tokens[name] = counted
    return Recount(tokens, frozenset(calls))


def _lines(homes: list[Path]) -> Iterator[dict[str, Any]]:
    for path in sorted(path for home in homes for path in home.glob("projects/**/*.jsonl")):
        for line in _records(path):
            yield from _with_told(line)


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_bytes().split(b"\n"):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value


def _with_told(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a line, and the line of an agent that one about its progress holds."""
    yield line
    told = line.get("data")
    if line.get("type") == "progress" and isinstance(told, dict):
        inner = told.get("message")
        if told.get("type") == "agent_progress" and isinstance(inner, dict):
            yield inner


def _calls(content: Any) -> Iterator[str]:
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and str(block.get("type")).endswith("tool_use"):
            yield str(block["id"])


def _tokens(usage: dict[str, Any]) -> Tokens:
    return Tokens(
        usage.get("input_tokens") or 0,
        usage.get("cache_read_input_tokens") or 0,
        usage.get("cache_creation_input_tokens") or 0,
        usage.get("output_tokens") or 0,
    )
