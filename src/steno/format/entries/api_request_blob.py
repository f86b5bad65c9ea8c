"""``api-request-blob``: a message of a request that stands on no other line as it was sent."""

from __future__ import annotations

from steno.format.content import CONTENT, Block
from steno.format.envelope import LooseEntry
from steno.format.view import Field, View, mapping, text, view


class SentMessage(View):
    """A message as the API took it."""

    role = text("role", since="2.1.325")
    """``user``, ``assistant`` or ``system``."""
    content: Field[str | tuple[Block, ...]] = Field("content", CONTENT, since="2.1.325")
    """Its body: a string, or blocks."""
    output_config = mapping("output_config", since="2.1.325")
    """What it asked of the reply, such as ``effort``."""


class ApiRequestBlobEntry(LooseEntry):
    """A message, kept once however many requests it was part of."""

    TAG = "api-request-blob"
    SINCE = "2.1.325"

    agent_id = text("agentId", since="2.1.325")
    """The sub-agent that sent it."""
    hash = text("hash", since="2.1.325")
    """What ``tail`` of an ``api-request`` calls it by; how it is made is not known."""
    message = view("message", SentMessage, since="2.1.325")
    """The message."""
