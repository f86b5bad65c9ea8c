"""Made-up conversations that are worth to be compressed, with whatever makes that hard."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from tests.edit.conversations import conversation

if TYPE_CHECKING:
    from tests.session.transcripts import Body

WORDS: Final = " and so on, at some length, until it is worth it" * 12
TOO_MUCH: Final = 2_000_000
"""Tokens of a reply behind which every client refuses."""


def long_conversation(seed: int) -> list[Body]:
    """Make a conversation whose replies and results are long; the rest comes by chance."""
    rng = Random(f"long {seed}")
    lines = deepcopy(conversation(seed))
    for line in lines:
        _lengthen(line)
    if rng.random() < 0.3:
        _keep_messages(lines, rng)
    if rng.random() < 0.3:
        _lose_a_line(lines, rng)
    if rng.random() < 0.3:
        _fill_the_context(lines)
    if rng.random() < 0.2:
        _move_a_line(lines, rng)
    return lines


def _lengthen(line: Body) -> None:
    content = line.get("message", {}).get("content")
    for block in content if isinstance(content, list) else ():
        if line["type"] == "assistant" and block["type"] == "text":
            block["text"] += WORDS
        elif block["type"] == "tool_result":
            block["content"] += WORDS


def _keep_messages(lines: list[Body], rng: Random) -> None:
    """Have a compaction keep some of the messages before it, as newer clients do."""
    for place, line in enumerate(lines):
        if line.get("subtype") != "compact_boundary":
            continue
        before = [one["uuid"] for one in lines[:place] if one["type"] in ("user", "assistant")]
        kept = before[-rng.randrange(1, 5) :]
        listed = {"anchorUuid": lines[place + 1]["uuid"], "uuids": kept}
        line["compactMetadata"] = {"preservedMessages": listed}


def _lose_a_line(lines: list[Body], rng: Random) -> None:
    """Take a line out that others hang on; a client bridges the gap by the time."""
    places = [place for place, line in enumerate(lines) if line["type"] == "assistant"]
    if places:
        del lines[rng.choice(places)]


def _fill_the_context(lines: list[Body]) -> None:
    """Have the last reply say that the context is full."""
    replies = [line for line in lines if line["type"] == "assistant"]
    if not replies:
        return
    name = replies[-1]["message"]["id"]
    for line in replies:
        if line["message"]["id"] == name:
            usage: dict[str, Any] = line["message"]["usage"]
            line["message"]["usage"] = {**usage, "cache_read_input_tokens": TOO_MUCH}


def _move_a_line(lines: list[Body], rng: Random) -> None:
    """Have a line stand elsewhere in the file than it was said."""
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)


long_conversations: Final = st.integers(0, 10**9).map(long_conversation)
"""Conversations, each as its lines."""
