"""The base of all attachments."""

from __future__ import annotations

from typing import ClassVar

from steno.format.view import NAMED, View, text


class Attachment(View):
    """Something that the client added to the conversation; ``type`` says what."""

    TAG: ClassVar[str | None] = None
    """The value of ``type`` that this class stands for."""
    SINCE: ClassVar[str] = ""
    """The first client version that was seen writing it."""

    type = text("type", since="2.1.92")
    """What was added."""


class NamedAttachment(Attachment):
    """An attachment that is known by name alone; everything is in ``body``."""

    SINCE = NAMED


class UnknownAttachment(Attachment):
    """An attachment that this release does not know; everything is in ``body``."""
