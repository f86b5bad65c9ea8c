"""Edits as a person reads them: one that is to be taken back, and the list of all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.cli.clock import shown
from steno.cli.output import Cell, Table, folder, identity, moment
from steno.cli.plan_text import resume_line
from steno.cli.terminal import clean_line
from steno.errors import UnreadableFileError
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.cli.output import Row
    from steno.cli.undo_document import EditRow
    from steno.edit.taken_back import FileBack, TakenBack
    from steno.store.edit_rows import Edit

MOST_FILES: Final = 6
"""Files that are named where an edit is taken back; ``--json`` names all."""
_VERBS: Final = {"add": "put back", "change": "put back", "remove": "remove"}


def undo_lines(plan: TakenBack) -> Iterator[str]:
    """Say what taking an edit back does, safe to print."""
    yield clean_line(edit_line(plan.edit))
    for file in plan.files[:MOST_FILES]:
        yield clean_line(f"  {_file(file)}")
    if len(plan.files) > MOST_FILES:
        yield f"  … and {count(len(plan.files) - MOST_FILES, 'more file')}; --json names all"
    if plan.edit.in_place and plan.before is not None and plan.after is not None:
        yield f"  {resume_line(plan.before, plan.after)}"


def edit_line(edit: Edit) -> str:
    """Name an edit by its number, what it was made of, and when."""
    where = "in place" if edit.in_place else f"to {edit.result_session or edit.result_path}"
    what = edit.source_session or edit.source_path
    told = f"Edit {edit.id}: {edit.kind} of {what}, {where}, {shown(edit.made_at)}"
    return f"{told}; it was cut off on the way" if edit.state == "planned" else told


def _file(file: FileBack) -> str:
    if file.moved_from is not None:
        return f"move {file.moved_from} -> {file.path}"
    return f"{_VERBS.get(file.action, file.action)} {file.path}"


def edits_table(edits: Sequence[Edit], rows: Sequence[EditRow]) -> Table:
    """Put edits into a table; ``rows`` tell of the same edits."""
    cells = [_cells(edit, row) for edit, row in zip(edits, rows, strict=True)]
    columns = ["number", "edit", "state", "made at", "source", "result", "title", "home"]
    return Table(
        "",
        columns,
        cells,
        right=frozenset({"number"}),
        wide={"title": 12, "home": 10},
        most={"title": 48},
        drop=["home", "title", "made at", "result"],
        ends=frozenset({"home"}),
    )


def _cells(edit: Edit, row: EditRow) -> Row:
    result = Cell("in place", "in place") if row.in_place else identity(row.result)
    return [
        str(row.number), row.edit, _state(row), moment(row.made_at), identity(row.source), result,
        _title(edit), folder(edit.home),
    ]  # fmt: skip


def _title(edit: Edit) -> str:
    """Name the session that an edit was made of, or made, if one of them is still there."""
    from steno.catalog.headline import read_headline

    for path in (edit.source_path, edit.result_path):
        if path is not None and Path(path).suffix == ".jsonl" and Path(path).is_file():
            try:
                return read_headline(Path(path)).title or ""
            except UnreadableFileError:
                continue
    return ""


def _state(row: EditRow) -> str:
    if row.state == "planned":
        return "planned, running" if row.running else "planned, cut off"
    return row.state if row.forgotten_at is None else f"{row.state}, forgotten"
