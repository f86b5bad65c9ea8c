"""``steno undo``: take an edit back, or forget how."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.days import as_day
from steno.cli.options import Options, with_options
from steno.cli.output import Table, note, print_json, print_table, print_text, size
from steno.cli.terminal import clean_line
from steno.cli.undo_document import UndoDocument, edit_row, undo_document
from steno.cli.writing import ask, tell_dry_run
from steno.errors import SessionNotFoundError, UsageError
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from steno.cli.undo_document import EditRow
    from steno.store.database import StateDatabase
    from steno.store.edit_rows import Edit
    from steno.store.lineage import Edits

_NUMBER: Final = re.compile(r"[0-9]{1,18}", re.ASCII)


@click.command("undo", short_help="Take an edit back.")
@click.argument("name", metavar="[NUMBER|SESSION]", required=False)
@click.option(
    "--list", "listed", is_flag=True,
    help="List the edits, the newest last: all of them, or those of SESSION.",
)  # fmt: skip
@click.option(
    "--forget", "forgotten", type=int, multiple=True, metavar="NUMBER",
    help="Remove the old bytes of this edit for good; it cannot be undone then. May be repeated.",
)  # fmt: skip
@click.option(
    "--forget-before", "before", callback=as_day, metavar="DAY",
    help="The same for all edits made before that day: 2026-05-31, 30d (days ago), 8w.",
)  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say which edit it would be, and do nothing.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@with_options
def command(options: Options, name: str | None, **asked: Any) -> int:
    """Take an edit back: the newest, or the one of that NUMBER.

    The files are put back byte for byte, and those that the edit made go. That is refused where
    anybody has changed one of them since, such as a client that went on with the session, and
    while the edit is still under way.

    What an edit replaced is kept for this, so after 'steno redact --in-place' the secrets are
    still on this machine. --forget removes what is kept.

    \b
    Examples:
      steno undo
      steno undo --list @last
      steno undo --forget 7
      steno undo --forget-before 30d --dry-run

    Exit codes: 0 done, 1 nothing to undo or to forget, 2 wrong use or an error.
    """  # noqa: D301 - click reads the marks
    from steno.store.database import open_state

    _refuse_mixed(name, asked)
    state = open_state(options.data)
    if state is None:
        return _nothing(options, "undo")
    with state:
        if asked["listed"]:
            return _list(options, state, name)
        if asked["forgotten"] or asked["before"]:
            return _forget(options, state, asked)
        return _undo(options, state, name, dry_run=asked["dry_run"], yes=asked["yes"])


def _refuse_mixed(name: str | None, asked: dict[str, Any]) -> None:
    forgets = bool(asked["forgotten"] or asked["before"])
    if forgets and (asked["listed"] or name is not None):
        raise UsageError("undo, --list and --forget are three things; give one of them.")
    if name is not None and not asked["listed"] and not _NUMBER.fullmatch(name):
        msg = f"{name!r} is no number of an edit; 'steno undo --list' shows them."
        raise UsageError(msg)


def _undo(options: Options, state: StateDatabase, name: str | None, **asked: bool) -> int:
    from steno.edit.taken_back import plan_undo
    from steno.edit.undo import undo
    from steno.store.lineage import Edits

    edits = Edits(state)
    edit = edits.newest() if name is None else edits.edit(int(name))
    if edit is None and name is None:
        return _nothing(options, "undo")
    if edit is None:
        raise UsageError(f"there is no edit {name}; 'steno undo --list' shows them.")
    plan = plan_undo(state, edit.id)
    if not options.json:
        print_text(clean_line(_told(edit)))
    if not asked["dry_run"]:
        ask("Take it back?", yes=asked["yes"])
        undo(state, edit.id)
    if options.json:
        print_json(undo_document(plan, None if asked["dry_run"] else edits.edit(edit.id)))
    elif not asked["dry_run"]:
        print_text("Taken back: all files are as they were.")
    return 0


def _told(edit: Edit) -> str:
    where = "in place" if edit.in_place else f"to {edit.result_session or edit.result_path}"
    what = edit.source_session or edit.source_path
    told = f"Edit {edit.id}: {edit.kind} of {what}, {where}, {edit.made_at}"
    return f"{told}; it was cut off on the way" if edit.state == "planned" else told


def _nothing(options: Options, verb: str) -> int:
    if options.json:
        print_json(UndoDocument(undone=None))
    else:
        note(f"There is no edit to {verb}.")
    return 1


def _forget(options: Options, state: StateDatabase, asked: dict[str, Any]) -> int:
    from steno.edit.forget import forget, keeps_bytes, sweep
    from steno.store.lineage import Edits

    edits = Edits(state)
    numbers = dict.fromkeys([*asked["forgotten"], *_before(edits, asked["before"])])
    chosen = [number for number in numbers if keeps_bytes(state, number)]
    rows = [edit_row(edit) for number in chosen if (edit := edits.edit(number)) is not None]
    if not rows:
        return _nothing(options, "forget: no old bytes are kept of it")
    if not options.json:
        for row in rows:
            what = row.source or row.result or "several sessions"
            print_text(clean_line(f"Edit {row.number}: {row.edit} of {what}, {row.made_at}"))
    if asked["dry_run"]:
        if options.json:
            print_json(UndoDocument(undone=None, edits=rows))
        else:
            tell_dry_run()
        return 0
    ask(_question(len(rows)), yes=asked["yes"])
    done = [forget(state, number) for number in chosen]
    sweep(state)
    rows = [edit_row(one.edit) for one in done]
    if options.json:
        print_json(UndoDocument(undone=None, edits=rows, forgotten=rows))
    else:
        files, held = sum(one.files for one in done), sum(one.bytes for one in done)
        print_text(f"Removed {count(files, 'kept file')}, {size(held)}, for good.")
    return 0


def _question(number: int) -> str:
    told = "it" if number == 1 else "them"
    return f"Remove the old bytes for good? You cannot undo {told} then."


def _before(edits: Edits, day: date | None) -> list[int]:
    """List the edits by number that were made before a day and keep old bytes."""
    if day is None:
        return []
    found = ((edit.id, made_on(edit.made_at)) for edit in edits.with_kept_bytes())
    return [number for number, made in found if made < day]


def made_on(stamp: str) -> date:
    """Give the day of a moment where the reader is."""
    from datetime import datetime

    return datetime.fromisoformat(stamp).astimezone().date()


def _list(options: Options, state: StateDatabase, name: str | None) -> int:
    from steno.store.lineage import Edits

    edits = Edits(state)
    rows = [edit_row(edit) for edit in (edits.all() if name is None else _of(options, edits, name))]
    if options.json:
        print_json(UndoDocument(undone=None, edits=rows))
        return 0
    columns = ("number", "edit", "state", "made at", "source", "result")
    cells = [
        [
            str(row.number), row.edit, _state(row), row.made_at, row.source or "",
            "in place" if row.in_place else row.result or "",
        ]
        for row in rows
    ]  # fmt: skip
    print_table(Table("", columns, cells, right=frozenset({"number"})))
    return 0


def _of(options: Options, edits: Edits, name: str) -> Sequence[Edit]:
    """Give the edits of a session, also of one that is gone."""
    from steno.catalog.resolve import resolve_session

    try:
        file = resolve_session(name, options.homes)
    except SessionNotFoundError:
        found = edits.edits_of(name)
        if not found:
            raise
        return found
    return edits.edits_of(file.id, file.path)


def _state(row: EditRow) -> str:
    if row.state == "planned":
        return "planned, running" if row.running else "planned, cut off"
    return row.state if row.forgotten_at is None else f"{row.state}, forgotten"
