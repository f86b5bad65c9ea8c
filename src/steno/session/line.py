"""A line of the chain with its body, as the steps of a resume look at it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    Body = Mapping[str, Any]

Block = dict[str, Any]

LOCAL_COMMAND: Final = "local_command"
NO_CONTENT: Final = "(no content)"
"""What the client writes where nothing is left of a message."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chain, with its body."""

    kind: str
    subtype: str
    body: Body
    place: int = 0
    """Which line of its chain it is."""
    message: Body = field(init=False, repr=False, compare=False)
    """The API message on the line; empty where there is none."""
    blocks: list[Block] = field(init=False, repr=False, compare=False)
    """The blocks of its content; a string is one text block."""

    def __post_init__(self) -> None:
        """Look at the message once: every step asks for it."""
        message = self.body.get("message")
        message = message if isinstance(message, dict) else {}
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "blocks", blocks_of(message.get("content")))

    @property
    def message_id(self) -> Hashable:
        """What the API message is known by that the line is part of."""
        return id_of(self.message.get("id"))

    @property
    def is_reply(self) -> bool:
        """Whether the model wrote it."""
        return self.kind == "assistant"

    @property
    def is_local_command(self) -> bool:
        """Whether it is a command that the client ran by itself, with its output."""
        return self.kind == "system" and self.subtype == LOCAL_COMMAND

    def holds(self, kind: str) -> bool:
        """Say whether it has a block of a type."""
        return any(block.get("type") == kind for block in self.blocks)


def blocks_of(content: object) -> list[Block]:
    """Give a message's content as blocks."""
    if isinstance(content, str):
        return [text_block(content)]
    if not isinstance(content, list):
        return []
    return [block for block in content if isinstance(block, dict)]


def id_of(value: object) -> Hashable:
    """Give what an id is known by; an object or a list, as in JavaScript, is like no other."""
    return value if isinstance(value, Hashable) else object()


def text_block(text: str) -> Block:
    """Make a text block."""
    return {"type": "text", "text": text}


def text_of(block: Block) -> str:
    """Give the text of a block; "" where it has none."""
    text = block.get("text")
    return text if isinstance(text, str) else ""


def is_text(block: Block) -> bool:
    """Say whether a block is text."""
    return block.get("type") == "text"


def is_blank(block: Block) -> bool:
    """Say whether a block is text of nothing but white space."""
    return is_text(block) and not text_of(block).strip()


def is_void(block: Block) -> bool:
    """Say whether a text block has no text at all: the client leaves it out."""
    return is_text(block) and block.get("text") is None


def is_thinking(block: Block) -> bool:
    """Say whether a block is the model's thinking."""
    return block.get("type") in ("thinking", "redacted_thinking")


def is_result(block: Block) -> bool:
    """Say whether a block is the result of a tool."""
    return block.get("type") == "tool_result"
