"""``attachment``: what the client adds to the conversation of its own accord."""

from __future__ import annotations

from steno.format.attachments import ATTACHMENT, Attachment
from steno.format.envelope import ChainEntry
from steno.format.view import Field


class AttachmentEntry(ChainEntry):
    """A file, a reminder, a hook's output: most become system reminders for the model."""

    TAG = "attachment"
    SINCE = "2.1.92"

    attachment: Field[Attachment] = Field("attachment", ATTACHMENT, since="2.1.92")
    """What was added, in the class of its own type."""
