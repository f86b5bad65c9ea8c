"""Message lists reduced to one key per block that any change of the block changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.resume_keys import Keys, conversation, digest, without_reminders

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.resume_keys import Block

_GIST: Final = 30


def exact_keys(messages: Iterable[Any], prompt: str | None = None) -> Keys:
    """Reduce messages to exact keys; the words of the client itself and the prompt are left out."""
    return conversation(messages, exact_key, prompt)


def exact_key(block: Block) -> str:
    """Give a key of everything in a block: its type, its ids, a hash of all, and a gist.

    Left aside is where the client caches, and the newline that it puts before another text,
    for that may be one of its own.
    """
    bare = {name: value for name, value in block.items() if name != "cache_control"}
    kind = str(bare.get("type"))
    if isinstance(bare.get("text"), str):
        bare["text"] = bare["text"].rstrip("\n")
    if kind == "tool_result" and "content" in bare:
        bare["content"] = _result(bare["content"])
    ids = [bare[name] for name in ("id", "tool_use_id", "name") if name in bare]
    return " ".join([kind, *map(str, ids), digest(bare), _gist(bare)])


def _result(content: Any) -> Any:
    """Take out of a result what the client writes into it by itself."""
    if isinstance(content, str):
        return without_reminders(content).rstrip()
    if not isinstance(content, list):
        return content
    parts = [
        part | {"text": without_reminders(part["text"])}
        if isinstance(part, dict) and isinstance(part.get("text"), str)
        else part
        for part in content
    ]
    return [part for old, part in zip(content, parts, strict=True) if part == old or part["text"]]


def _gist(block: Block) -> str:
    """Give the beginning of what a person would read in a block."""
    value = block.get("text", block.get("thinking", block.get("content", block.get("input", ""))))
    return repr(value)[:_GIST]
