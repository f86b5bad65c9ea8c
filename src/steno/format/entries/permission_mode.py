"""``permission-mode``: what the client may do without asking."""

from __future__ import annotations

from steno.format.envelope import LooseEntry
from steno.format.view import text


class PermissionModeEntry(LooseEntry):
    """A permission mode; the last such line counts."""

    TAG = "permission-mode"
    SINCE = "2.1.96"

    permission_mode = text("permissionMode", since="2.1.96")
    """default, acceptEdits, plan, auto, bypassPermissions or dontAsk."""
