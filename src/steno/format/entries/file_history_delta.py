"""``file-history-delta``: one file added to an earlier snapshot, as newer clients write it."""

from __future__ import annotations

from steno.format.entries.file_history_snapshot import FileBackup
from steno.format.envelope import LooseEntry
from steno.format.view import text, view


class FileHistoryDeltaEntry(LooseEntry):
    """One file's copy."""

    TAG = "file-history-delta"
    SINCE = "2.1.220"

    message_id = text("messageId", since="2.1.220")
    """The line that the copy goes with, as its ``uuid``."""
    snapshot_message_id = text("snapshotMessageId", since="2.1.220")
    """The message of the snapshot that it adds to."""
    tracking_path = text("trackingPath", since="2.1.220")
    """The file's path, as the snapshots give it."""
    backup = view("backup", FileBackup, since="2.1.220")
    """The copy."""
