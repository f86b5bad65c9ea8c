"""``attachment``: what the client adds to the conversation of its own accord."""

from __future__ import annotations

from steno.format.attachments import ATTACHMENT, Attachment
from steno.format.envelope import ChainEntry
from steno.format.view import Field, View, flag, text, views


class RenderedPiece(View):
    """A piece of what an attachment became for the model."""

    content = text("content", since="2.1.325")
    """The words, tags included."""


class AttachmentEntry(ChainEntry):
    """A file, a reminder, a hook's output: most become system reminders for the model."""

    TAG = "attachment"
    SINCE = "2.1.92"

    attachment: Field[Attachment] = Field("attachment", ATTACHMENT, since="2.1.92")
    """What was added, in the class of its own type."""
    rendered = views("rendered", RenderedPiece, since="2.1.325")
    """What the model was given for it, word for word."""
    rendered_role = text("renderedRole", since="2.1.325")
    """In whose name the model was given it: ``system`` or ``user``."""
    rendered_in_human_turn = views("renderedInHumanTurn", RenderedPiece, since="2.1.325")
    """The same in other words; known by its name alone."""
    rendered_beside_tool_result = flag("renderedBesideToolResult", since="2.1.325")
    """Known by its name alone; true wherever it was seen."""
