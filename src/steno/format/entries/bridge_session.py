"""``bridge-session``: the session's counterpart in the cloud."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import NAMED, integer, text


class BridgeSessionEntry(LooseEntry):
    """A link to a session elsewhere."""

    TAG = "bridge-session"
    SINCE = NAMED

    bridge_session_id = text("bridgeSessionId", since=NAMED)
    """The other session."""
    last_sequence_num = integer("lastSequenceNum", since=NAMED)
    """How far the two were in step."""
