"""Message lists reduced to comparable keys, without what the client says by itself."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Block = dict[str, Any]

Keys = list[tuple[str, tuple[str, ...]]]
"""One row per message: its role, and a key for each of its blocks."""

_REMINDER: Final = re.compile(r"\s*<system-reminder>.*?</system-reminder>\s*", re.DOTALL)
_FILLERS: Final = frozenset({"No response requested.", "Continue from where you left off."})
_LOST_WORK: Final = re.compile(
    r"\s*<task-notification>.*(No completion record|was running when the previous)", re.DOTALL
)
_REFERENCES_GONE: Final = "[Tool references removed"


def digest(value: Any) -> str:
    """Give a short hash of a JSON value; the order of its keys does not matter."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def without_reminders(text: str) -> str:
    """Take the client's reminders out of a text."""
    return _REMINDER.sub("", text)


def is_own_words(text: str, prompt: str | None = None) -> bool:
    """Say whether the client made a text up: a reminder, filler or notice, or the new prompt."""
    return (
        text.lstrip().startswith("<system-reminder>")
        or text.strip() in _FILLERS
        or text == prompt
        or _LOST_WORK.match(text) is not None
    )


def conversation(
    messages: Iterable[Any], key: Callable[[Block], str], prompt: str | None = None
) -> Keys:
    """Reduce messages to keys; what the client made up, and what is then empty, is left out."""
    rows = (
        (message["role"], tuple(key(block) for block in _said(message["content"], prompt)))
        for message in messages
        if message["role"] in ("user", "assistant")
    )
    return [(role, keys) for role, keys in rows if keys]


def _said(content: str | list[Any], prompt: str | None) -> Iterator[Block]:
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for block in blocks:
        if isinstance(block, dict) and not (
            block["type"] == "text" and is_own_words(block["text"] or "", prompt)
        ):
            yield block


def recorded_key(block: Block) -> str:
    """Give a block's key as the recorded answers of the client have it."""
    match block:
        case {"type": "text", "text": text}:
            return f"text:{digest((text or '').strip())}"
        case {"type": "thinking", "thinking": thinking}:
            return f"thinking:{digest(thinking)}"
        case {"type": "tool_use", "id": call, "input": arguments}:
            return f"tool_use:{call}:{digest(arguments)}"
        case {"type": "tool_result", "tool_use_id": call}:
            return f"tool_result:{call}:{digest(list(_result_parts(block)))}"
        case {"type": "image", "source": source}:
            return f"image:{digest(source)}"
    return str(block["type"])


def _result_parts(block: Block) -> Iterator[str]:
    """Yield what a tool gave, part by part; of an error the texts alone are sent."""
    content = block.get("content") or ""
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for part in parts:
        if part.get("type") == "text":
            text = without_reminders(part.get("text") or "").strip()
            if text and not text.startswith(_REFERENCES_GONE):
                yield text
        elif part.get("type") != "tool_reference" and not block.get("is_error"):
            yield digest(part.get("source", part))


def recorded_keys(messages: Iterable[Any], prompt: str | None = None) -> Keys:
    """Reduce messages to keys as the recorded answers of the client are reduced."""
    return conversation(messages, recorded_key, prompt)
