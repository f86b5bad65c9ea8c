"""The base of all system lines."""

from __future__ import annotations

from typing import ClassVar

from steno.format.envelope import ChainEntry
from steno.format.view import text


class SystemEntry(ChainEntry):
    """A note of the client; of all subtypes only ``local_command`` is ever sent to the API.

    Lines of an unknown subtype, and those of 1.0.x that have none, are of this very class.
    """

    TAG = "system"
    SINCE = "1.0.43"
    SUBTYPE: ClassVar[str | None] = None
    """The value of ``subtype`` that this class stands for."""

    subtype = text("subtype", since="2.0.64")
    """What the note is about."""
    content = text("content", since="1.0.43")
    """The note's text, where it has one."""
    level = text("level", since="1.0.43")
    """How it is shown: info, suggestion, notice, warning or error."""
    tool_use_id = text("toolUseID", since="1.0.43")
    """The call or the hook's run that it belongs to."""
