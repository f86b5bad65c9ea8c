"""The steps of state.db: what was released stays as it is."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from steno.store.database import open_state
from steno.store.lineage import Edits
from steno.store.migrations import LEDGER, MIGRATIONS, Migration
from tests.store.made_state import know

if TYPE_CHECKING:
    from pathlib import Path

RELEASED = {
    "0001-edits": "8d6e1f0fb19b5f73",
    "0002-edit-files": "1d85fc11670d2763",
    "0003-edit-processes": "fd9203709580f91f",
    "0004-forgotten-edits": "41de30c8b76b4767",
    "0005-outbox": "16ae069a6fa72003",
    "0006-sinks": "d19aa11031f4eda9",
}
"""The hash of each released step: files of users have taken it in just this form."""


def test_names_are_unique_and_in_order() -> None:
    """A name is part of a file name, so it is plain."""
    names = [step.name for step in MIGRATIONS]
    assert names == sorted(set(names))
    assert all(re.fullmatch(r"[0-9]{4}-[a-z0-9-]+", name) for name in names)


@pytest.mark.parametrize("step", MIGRATIONS, ids=lambda step: step.name)
def test_released_step_is_never_changed(step: Migration) -> None:
    """A change of the tables is a new step, with a line of its own in the table here."""
    content = "\n".join(" ".join(statement.split()) for statement in step.statements)
    assert RELEASED[step.name] == hashlib.sha256(content.encode()).hexdigest()[:16]


def test_tables_are_those_that_the_docs_promise() -> None:
    """All steps together, from nothing."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(LEDGER)
        for step in MIGRATIONS:
            for statement in step.statements:
                connection.execute(statement)
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        )
        assert [name for (name,) in tables] == [
            "edit_files",
            "edits",
            "migrations",
            "outbox",
            "sent_before",
            "sinks",
            "sqlite_sequence",
        ]


def test_edits_of_an_older_release_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came later is not known of them: no process, nothing forgotten."""
    with monkeypatch.context() as patch:
        know(patch, *MIGRATIONS[:2])
        with open_state(tmp_path, create=True) as state, state.writing() as connection:
            connection.execute(
                "INSERT INTO edits (kind, made_at, in_place, options, note) "
                "VALUES ('clone', '2026', 0, '{}', '')"
            )
    with open_state(tmp_path, create=True) as state:
        (edit,) = Edits(state).pending()
    assert (edit.kind, edit.process, edit.forgotten_at) == ("clone", None, None)
    assert (tmp_path / "state.db.before-0003-edit-processes").exists()
