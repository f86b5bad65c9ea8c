"""Which session came from which, by what edit, and what an undo has to put back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from steno.errors import DamagedStateError, EditStateError
from steno.store.edit_rows import (
    CHANGE,
    EDIT,
    FACTS,
    change_from,
    change_row,
    edit_from,
    facts_row,
    stored,
)
from steno.store.upgrade import NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit, EditFacts, EditState, FileChange
    from steno.store.process import Process

T = TypeVar("T")

# The columns and NOW are constants of ours; whatever comes from outside is a parameter.
_BEGIN: Final = f"INSERT INTO edits (made_at, {FACTS}) VALUES ({NOW}, {', '.join('?' * 11)})"  # noqa: S608
_RECORD: Final = f"INSERT INTO edit_files (edit_id, {CHANGE}) VALUES ({', '.join('?' * 9)})"  # noqa: S608
_FINISH: Final = f"""
UPDATE edits SET
    finished_at = {NOW},
    result_session = coalesce(?, result_session),
    result_path = coalesce(?, result_path),
    result_sha256 = coalesce(?, result_sha256)
WHERE id = ?
"""  # noqa: S608
_PROCESS: Final = "UPDATE edits SET process_id = ?, process_start = ?, boot_id = ? WHERE id = ?"
_FORGOTTEN: Final = f"UPDATE edits SET forgotten_at = coalesce(forgotten_at, {NOW}) WHERE id = ?"  # noqa: S608
_UNDONE: Final = f"UPDATE edits SET undone_at = {NOW} WHERE id = ?"  # noqa: S608
_EDITS: Final = f"SELECT {EDIT} FROM edits"  # noqa: S608
_FILES: Final = f"SELECT {CHANGE} FROM edit_files WHERE edit_id = ? ORDER BY number"  # noqa: S608

_OF_NAME: Final = """
WHERE id IN (
    SELECT id FROM edits WHERE source_session = :name OR result_session = :name
        OR source_path = :name OR result_path = :name
    UNION SELECT edit_id FROM edit_files WHERE path = :name OR moved_to = :name
) ORDER BY id
"""
# An edit in place has no other session for its result.
_LEADS_ON: Final = "state = 'done' AND result_session IS NOT source_session"
_KEEPS: Final = """
forgotten_at IS NULL AND EXISTS (
    SELECT * FROM edit_files WHERE edit_id = id AND kept_path IS NOT NULL
)
"""


class Edits:
    """The edits that a state.db knows.

    An edit is written in two steps, so that a crash between them can be told: it is begun, with
    all its files, before any file is touched, and finished when all is done.
    """

    def __init__(self, state: StateDatabase) -> None:
        """Take the open state.db."""
        self.state = state

    def begin_edit(self, facts: EditFacts, process: Process | None = None) -> int:
        """Record an edit that is about to happen, in which process, and give its number."""
        with self.state.writing() as connection:
            number = connection.execute(_BEGIN, facts_row(facts)).lastrowid
            assert number is not None  # noqa: S101 - an INSERT always has one
            if process is not None:
                row = (process.pid, process.start, process.boot, number)
                connection.execute(_PROCESS, row)
        return number

    def let_go(self, edit_id: int) -> None:
        """Record that no process is at work on an edit any more, whatever came of it."""
        with self.state.writing() as connection:
            connection.execute(_PROCESS, (None, None, None, edit_id))

    def record_file(self, edit_id: int, change: FileChange) -> None:
        """Record what a begun edit is about to do to a file."""
        with self.state.writing() as connection:
            self._demand(edit_id, "planned", "changed")
            connection.execute(_RECORD, (edit_id, *change_row(change)))

    def finish_edit(
        self,
        edit_id: int,
        *,
        result_session: str | None = None,
        result_path: str | None = None,
        result_sha256: str | None = None,
    ) -> None:
        """Record that all of a begun edit is done, and what was not known of it before."""
        facts = (stored(result_session), stored(result_path), result_sha256)
        with self.state.writing() as connection:
            self._turn(edit_id, "planned", "done", "finished")
            connection.execute(_FINISH, (*facts, edit_id))

    def mark_failed(self, edit_id: int) -> None:
        """Record that a begun edit was given up, and that all files are as before."""
        with self.state.writing():
            self._turn(edit_id, "planned", "failed", "given up")

    def mark_undone(self, edit_id: int) -> None:
        """Record that a finished edit was taken back."""
        with self.state.writing() as connection:
            self._turn(edit_id, "done", "undone", "undone")
            connection.execute(_UNDONE, (edit_id,))

    def mark_forgotten(self, edit_id: int) -> None:
        """Record that the old bytes of an edit go for good; one that has not ended is refused."""
        with self.state.writing() as connection:
            edit = self.edit(edit_id)
            if edit is None or edit.state == "planned":
                raise EditStateError(edit_id, None if edit is None else edit.state, "forgotten")
            connection.execute(_FORGOTTEN, (edit_id,))

    def edit(self, edit_id: int) -> Edit | None:
        """Give the edit of this number."""
        return self._one("WHERE id = ?", (edit_id,))

    def all(self) -> tuple[Edit, ...]:
        """List every edit, of any state, the newest last."""
        return self._all("ORDER BY id", ())

    def files_of(self, edit_id: int) -> tuple[FileChange, ...]:
        """List what an edit does to files, in order."""
        return self._read(change_from, _FILES, (edit_id,))

    def edits_of(self, *names: str | Path) -> tuple[Edit, ...]:
        """List the edits, of any state, that a session or file of this id or path had a part in."""
        found = [self._all(_OF_NAME, {"name": stored(str(name))}) for name in names]
        by_number = {edit.id: edit for edits in found for edit in edits}
        return tuple(by_number[number] for number in sorted(by_number))

    def newest(self) -> Edit | None:
        """Give the newest edit that can be taken back, or was cut off on the way."""
        where = "state IN ('done', 'planned') AND forgotten_at IS NULL"
        return self._one(f"WHERE {where} ORDER BY id DESC LIMIT 1", ())

    def with_kept_bytes(self) -> tuple[Edit, ...]:
        """List the edits that have ended and of which old bytes are kept."""
        return self._all(f"WHERE state != 'planned' AND {_KEEPS} ORDER BY id", ())

    def origins(self) -> dict[str, Edit]:
        """Give the edit that made it for every session that an edit has made."""
        edits = self._all(f"WHERE result_session IS NOT NULL AND {_LEADS_ON} ORDER BY id", ())
        return {edit.result_session: edit for edit in edits if edit.result_session is not None}

    def pending(self) -> tuple[Edit, ...]:
        """List the edits that were begun and never finished: under way, or cut off by a crash."""
        return self._all("WHERE state = 'planned' ORDER BY id", ())

    def kept_paths(self) -> frozenset[str]:
        """Name all kept bytes that some edit still needs, as they are recorded."""
        query = (
            "SELECT kept_path FROM edit_files JOIN edits ON edits.id = edit_id "
            "WHERE kept_path IS NOT NULL AND forgotten_at IS NULL"
        )
        return frozenset(path for (path,) in self.state.rows(query))

    def _turn(self, edit_id: int, old: EditState, new: EditState, wanted: str) -> None:
        self._demand(edit_id, old, wanted)
        change = "UPDATE edits SET state = ? WHERE id = ?"
        self.state.connection.execute(change, (new, edit_id))

    def _demand(self, edit_id: int, state: EditState, wanted: str) -> None:
        query = "SELECT state FROM edits WHERE id = ?"
        found = next((state for (state,) in self.state.rows(query, (edit_id,))), None)
        if found != state:
            raise EditStateError(edit_id, found, wanted)

    def _one(self, where: str, values: tuple[Any, ...]) -> Edit | None:
        found = self._all(where, values)
        return found[0] if found else None

    def _all(self, where: str, values: tuple[Any, ...] | Mapping[str, Any]) -> tuple[Edit, ...]:
        return self._read(edit_from, f"{_EDITS} {where}", values)

    def _read(
        self,
        make: Callable[[tuple[Any, ...]], T],
        query: str,
        values: tuple[Any, ...] | Mapping[str, Any],
    ) -> tuple[T, ...]:
        rows = self.state.rows(query, values)
        try:
            return tuple(make(row) for row in rows)
        except (TypeError, ValueError) as problem:
            raise DamagedStateError(self.state.path, str(problem)) from problem
