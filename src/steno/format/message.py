"""The API message inside a user or assistant line, and where each version keeps its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.content import BLOCKS, CONTENT, Block, TextBlock
from steno.format.envelope import ChainEntry
from steno.format.usage import Usage
from steno.format.view import Field, View, anything, integer, text, view

if TYPE_CHECKING:
    from typing import Any


class CacheMissReason(View):
    """Why the API could not use the prompt cache."""

    type = text("type", since="2.1.215")
    """What changed: messages_changed, model_changed, system_changed, unavailable, ..."""
    cache_missed_input_tokens = integer("cache_missed_input_tokens", since="2.1.217")
    """How many tokens had to be read anew."""


class ApiDiagnostics(View):
    """The API's notes on the request."""

    cache_miss_reason = view("cache_miss_reason", CacheMissReason, since="2.1.215")
    """Why the prompt cache was missed."""


class ContextManagement(View):
    """What the API edited out of the context."""

    applied_edits = anything("applied_edits", since="2.0.42")
    """The edits; an empty array in every line seen."""


class Message(View):
    """A message as the API takes or gives it."""

    role = text("role", since="1.0.24")
    """``user`` or ``assistant``."""
    content: Field[str | tuple[Block, ...]] = Field("content", CONTENT, since="1.0.24")
    """The message's body: a string, or blocks (an assistant line holds one block)."""
    timestamp = text("timestamp", since="spec 002")
    """The time, in files that keep it here and not on the line."""


class ApiMessage(Message):
    """A message that the API gave: one per ``id``, spread over one line per block."""

    id = text("id", since="1.0.24")
    """The API message that this line is a part of; counted once."""
    type = text("type", since="1.0.24")
    """Always ``message``."""
    model = text("model", since="1.0.24")
    """The model, or ``<synthetic>`` for what the client made up."""
    stop_reason = text("stop_reason", since="1.0.24")
    """Why the model stopped; null on the parts of older versions and on broken streams."""
    stop_sequence = text("stop_sequence", since="1.0.24")
    """The sequence that stopped it."""
    stop_details = anything("stop_details", since="2.1.89")
    """More about the stop; null in every line seen."""
    usage = view("usage", Usage, since="1.0.24")
    """Tokens of the whole API message."""
    context_management = view("context_management", ContextManagement, since="2.0.42")
    """What the API edited out of the context."""
    container = anything("container", since="2.0.76")
    """The container of a code execution; null in every line seen."""
    diagnostics = view("diagnostics", ApiDiagnostics, since="2.1.120")
    """The API's notes on the request."""


class MessageEntry(ChainEntry):
    """A line that carries a message, wherever its version put the parts of it."""

    loose_content: Field[str | tuple[Block, ...]] = Field("content", CONTENT, since="spec 002")
    """The content, in files that keep it on the line itself."""

    def _message_body(self) -> dict[str, Any] | None:
        message = self.body.get("message")
        return message if isinstance(message, dict) else None

    @property
    def role(self) -> str | None:
        """The line's type, or the role of its message where it has none."""
        message = self._message_body()
        inner = message.get("role") if message is not None else None
        return self.tag or (inner if isinstance(inner, str) else None) or self.TAG

    @property
    def content(self) -> str | tuple[Block, ...]:
        """The message's content: that of ``message`` where there is one, else the line's own."""
        message = self._message_body()
        value = self.body.get("content") if message is None else message.get("content")
        if isinstance(value, list):
            return blocks_of(value)
        return value if isinstance(value, str) else ""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The content as blocks; a string becomes one text block, empty blocks are kept."""
        content = self.content
        if isinstance(content, str):
            return (TextBlock({"type": "text", "text": content}),) if content else ()
        return content

    @property
    def plain_text(self) -> str:
        """The text blocks, joined by newlines."""
        texts = (block.text for block in self.blocks if isinstance(block, TextBlock))
        return "\n".join(piece for piece in texts if piece)


def blocks_of(value: object) -> tuple[Block, ...]:
    """Read a value as an array of blocks; anything else gives none."""
    return BLOCKS.read(value) if isinstance(value, list) else ()
