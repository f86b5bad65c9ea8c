"""``system``: what the client notes about the conversation, one class per ``subtype``."""

from __future__ import annotations

from steno.format.entries.system.choose import SYSTEM_KINDS, system_kind
from steno.format.entries.system.entry import SystemEntry

__all__ = ["SYSTEM_KINDS", "SystemEntry", "system_kind"]
