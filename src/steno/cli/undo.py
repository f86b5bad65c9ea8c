"""``steno undo``: take an edit back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from steno.cli.options import Options, with_options
from steno.cli.output import Table, note, print_json, print_table, print_text
from steno.cli.writing import ask
from steno.errors import UsageError

if TYPE_CHECKING:
    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class EditRow:
    """One edit of the journal."""

    number: int
    edit: str
    state: str
    """``planned`` (begun, and cut off or still under way), ``done``, ``undone`` or ``failed``."""
    made_at: str
    source: str | None
    result: str | None
    in_place: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoDocument:
    """What ``steno undo --json`` prints."""

    schema: str = "steno.undo/1"
    undone: EditRow | None
    """null for a dry run, and for --list."""
    edits: list[EditRow] = field(default_factory=list)


@click.command("undo", short_help="Take an edit back.")
@click.argument("number", type=int, required=False)
@click.option("--list", "listed", is_flag=True, help="List the edits, the newest last.")
@click.option("--dry-run", is_flag=True, help="Say which edit it would be, and do nothing.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@with_options
def command(options: Options, number: int | None, *, listed: bool, dry_run: bool, yes: bool) -> int:
    """Take an edit back: the newest, or the one of that NUMBER.

    The files are put back byte for byte, and those that the edit made go. That is refused where
    anybody has changed one of them since, such as a client that went on with the session.

    Exit codes: 0 done, 1 nothing to undo, 2 wrong use or an error.
    """
    from steno.store.database import open_state

    state = open_state(options.data)
    if state is None:
        return _nothing(options)
    with state:
        return _undo(options, state, number, listed=listed, dry_run=dry_run, yes=yes)


def _undo(options: Options, state: StateDatabase, number: int | None, **asked: bool) -> int:
    from steno.edit.undo import undo
    from steno.store.lineage import Edits

    edits = Edits(state)
    if asked["listed"]:
        return _list(options, edits.all())
    edit = _newest(edits.all()) if number is None else edits.edit(number)
    if edit is None and number is None:
        return _nothing(options)
    if edit is None:
        raise UsageError(f"there is no edit {number}; 'steno undo --list' shows them.")
    if not options.json:
        print_text(_told(edit))
    if asked["dry_run"]:
        if options.json:
            print_json(UndoDocument(undone=None, edits=[_row(edit)]))
        return 0
    ask("Take it back?", yes=asked["yes"])
    undo(state, edit.id)
    undone = edits.edit(edit.id) or edit
    if options.json:
        print_json(UndoDocument(undone=_row(undone), edits=[_row(undone)]))
    else:
        print_text("Taken back: all files are as they were.")
    return 0


def _newest(edits: tuple[Edit, ...]) -> Edit | None:
    """Give the newest edit that can be taken back, or was cut off on the way."""
    return next((edit for edit in reversed(edits) if edit.state in ("done", "planned")), None)


def _nothing(options: Options) -> int:
    if options.json:
        print_json(UndoDocument(undone=None))
    else:
        note("There is no edit to undo.")
    return 1


def _list(options: Options, edits: tuple[Edit, ...]) -> int:
    rows = [_row(edit) for edit in edits]
    if options.json:
        print_json(UndoDocument(undone=None, edits=rows))
        return 0
    columns = ("number", "edit", "state", "made at", "source", "result")
    cells = [
        [
            str(row.number), row.edit, row.state, row.made_at, row.source or "",
            "in place" if row.in_place else row.result or "",
        ]
        for row in rows
    ]  # fmt: skip
    print_table(Table("", columns, cells, right=frozenset({"number"})))
    return 0


def _row(edit: Edit) -> EditRow:
    return EditRow(
        number=edit.id,
        edit=edit.kind,
        state=edit.state,
        made_at=edit.made_at,
        source=edit.source_session,
        result=edit.result_session,
        in_place=edit.in_place,
    )


def _told(edit: Edit) -> str:
    where = "in place" if edit.in_place else f"to {edit.result_session or edit.result_path}"
    what = edit.source_session or edit.source_path
    told = f"Edit {edit.id}: {edit.kind} of {what}, {where}, {edit.made_at}"
    return f"{told}; it was cut off on the way" if edit.state == "planned" else told
