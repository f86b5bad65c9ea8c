"""State files in every condition, for the tests of the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.store import migrations
from steno.store.database import STATE_NAME, open_state
from steno.store.edit_rows import EditFacts, FileChange
from steno.store.lineage import Edits
from steno.store.migrations import Migration

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SHA: Final = "ab" * 32

SLOW: Final = Migration(
    "9001-slow",
    (
        "CREATE TABLE slow (n INTEGER PRIMARY KEY, pad TEXT)",
        """
        INSERT INTO slow WITH RECURSIVE c(n) AS (
            SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000
        ) SELECT n, hex(zeroblob(50)) FROM c
        """,
    ),
)
"""A step that takes long enough to be killed in the middle of it."""


def facts(source: str = "one", result: str = "two", kind: str = "clone") -> EditFacts:
    """Make the facts of an edit that makes one session of another."""
    return EditFacts(
        kind=kind,
        source_session=source,
        source_path=f"/home/mira/{source}.jsonl",
        source_sha256=SHA,
        result_session=result,
        result_path=f"/home/mira/{result}.jsonl",
        in_place=source == result,
        home="/home/mira",
        options={"at": 3, "keep": ["a", "b"]},
    )


def change(number: int = 1, path: str = "/home/mira/two.jsonl") -> FileChange:
    """Make an entry of the undo journal."""
    return FileChange(
        number=number,
        role="session",
        path=path,
        action="replace",
        before_sha256=SHA,
        after_sha256="cd" * 32,
        kept_path=f"kept/1/{number}-{SHA}",
    )


def filled(folder: Path, edits: int = 200) -> Path:
    """Make a state.db with so many edits, closed, and give its path."""
    with open_state(folder, create=True) as state:
        journal = Edits(state)
        with state.writing():
            for number in range(edits):
                edit = journal.begin_edit(facts(f"s{number}", f"r{number}"))
                journal.record_file(edit, change())
                journal.finish_edit(edit)
    return folder / STATE_NAME


def know(patch: pytest.MonkeyPatch, *steps: Migration) -> None:
    """Let the release know these steps and no others."""
    patch.setattr(migrations, "MIGRATIONS", steps)
