"""The tables of state.db, as named steps that are each taken once, in this order.

A step that was released is never changed: what comes later is a new one behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from one shape of the file to the next."""

    name: str
    statements: tuple[str, ...]


LEDGER: Final = "CREATE TABLE migrations (name TEXT NOT NULL PRIMARY KEY, applied_at TEXT NOT NULL)"
"""The table of the steps that were taken; a file has it from its first moment."""

# AUTOINCREMENT, because the number names a folder of kept bytes and must never come again.
_EDITS: Final = """
CREATE TABLE edits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'planned'
        CHECK (state IN ('planned', 'done', 'undone', 'failed')),
    made_at TEXT NOT NULL,
    finished_at TEXT,
    undone_at TEXT,
    source_session TEXT,
    source_path TEXT,
    source_sha256 TEXT,
    result_session TEXT,
    result_path TEXT,
    result_sha256 TEXT,
    in_place INTEGER NOT NULL CHECK (in_place IN (0, 1)),
    home TEXT,
    options TEXT NOT NULL,
    note TEXT NOT NULL
)
"""

_EDIT_FILES: Final = """
CREATE TABLE edit_files (
    edit_id INTEGER NOT NULL REFERENCES edits (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    role TEXT NOT NULL CHECK (
        role IN ('session', 'subagent', 'tool-result', 'file-history', 'history', 'other')
    ),
    path TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('create', 'replace', 'delete', 'move')),
    before_sha256 TEXT,
    after_sha256 TEXT,
    kept_path TEXT,
    moved_to TEXT,
    PRIMARY KEY (edit_id, number)
) WITHOUT ROWID
"""

# A trace stays in the box for good: what was sent is never sent again while it is the same.
_OUTBOX: Final = """
CREATE TABLE outbox (
    sink TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
    session_id TEXT NOT NULL,
    source_path TEXT NOT NULL,
    turn_number INTEGER,
    api_messages INTEGER NOT NULL,
    earliest INTEGER NOT NULL,
    content_sha256 TEXT NOT NULL,
    sent_sha256 TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    changed_at TEXT NOT NULL,
    sent_at TEXT,
    size INTEGER NOT NULL,
    payload BLOB,
    UNIQUE (sink, trace_id)
)
"""

_SENT_BEFORE: Final = """
CREATE TABLE sent_before (
    sink TEXT NOT NULL,
    session_id TEXT NOT NULL,
    last_line INTEGER NOT NULL,
    turn_count INTEGER NOT NULL,
    PRIMARY KEY (sink, session_id)
) WITHOUT ROWID
"""

_SINKS: Final = """
CREATE TABLE sinks (
    sink TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    profile TEXT NOT NULL,
    problem TEXT,
    tried_at TEXT
) WITHOUT ROWID
"""

MIGRATIONS: Final[tuple[Migration, ...]] = (
    Migration(
        "0001-edits",
        (
            _EDITS,
            "CREATE INDEX edits_by_source ON edits (source_session)",
            "CREATE INDEX edits_by_source_path ON edits (source_path)",
            "CREATE INDEX edits_by_result ON edits (result_session)",
            "CREATE INDEX edits_by_result_path ON edits (result_path)",
            "CREATE INDEX edits_by_state ON edits (state)",
        ),
    ),
    Migration(
        "0002-edit-files",
        (
            _EDIT_FILES,
            "CREATE INDEX edit_files_by_path ON edit_files (path)",
            "CREATE INDEX edit_files_by_target ON edit_files (moved_to)",
        ),
    ),
    Migration(
        "0003-edit-processes",
        (
            "ALTER TABLE edits ADD COLUMN process_id INTEGER",
            "ALTER TABLE edits ADD COLUMN process_start TEXT",
            "ALTER TABLE edits ADD COLUMN boot_id TEXT",
        ),
    ),
    Migration("0004-forgotten-edits", ("ALTER TABLE edits ADD COLUMN forgotten_at TEXT",)),
    Migration(
        "0005-outbox",
        (
            _OUTBOX,
            _SENT_BEFORE,
            "CREATE INDEX outbox_by_state ON outbox (sink, state)",
            "CREATE INDEX outbox_by_session ON outbox (session_id)",
        ),
    ),
    Migration("0006-sinks", (_SINKS,)),
)
"""Every step that this release knows."""
