"""What an ``attachment`` line holds: one class per type, grouped by what they are about."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment, NamedAttachment, UnknownAttachment
from steno.format.attachments.choose import ATTACHMENT, ATTACHMENT_KINDS

__all__ = [
    "ATTACHMENT",
    "ATTACHMENT_KINDS",
    "Attachment",
    "NamedAttachment",
    "UnknownAttachment",
]
