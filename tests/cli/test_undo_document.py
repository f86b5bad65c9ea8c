"""The document of an undo: what the edit made is its source, what it was made of its result."""

from __future__ import annotations

from pathlib import Path

from steno.cli.undo_document import UndoDocument, edit_row, undo_document
from steno.edit.outlook import Outlook
from steno.edit.taken_back import FileBack, TakenBack
from steno.store.edit_rows import Edit
from steno.store.process import this_process

EDIT = Edit(
    id=7, kind="trim", state="done", made_at="2026", source_session="a", source_path="/a.jsonl",
    result_session="b", result_path="/b.jsonl",
)  # fmt: skip


def test_undo_goes_the_other_way() -> None:
    """The result is null until it is done."""
    files = (FileBack("remove", Path("/b.jsonl")), FileBack("move", Path("/x"), Path("/y")))
    plan = TakenBack(EDIT, files, 12, Outlook(1, 10, 1.0), Outlook(2, 30, 1.0))
    dry, done = undo_document(plan, None), undo_document(plan, EDIT)
    assert (dry.undone, dry.result) == (None, None)
    assert done.source is not None
    assert done.result is not None
    assert (done.source.session, done.source.path) == ("b", "/b.jsonl")
    assert (done.result.session, done.result.path) == ("a", "/a.jsonl")
    assert [row.what for row in done.changes] == ["/b.jsonl", "/y -> /x"]
    assert (done.saved.bytes, done.saved.tokens) == (12, -20)
    assert done.edits == [edit_row(EDIT)] == [done.undone]


def test_nothing_undone_has_all_keys() -> None:
    """With nothing in them."""
    document = UndoDocument(undone=None)
    assert (document.source, document.result, document.changes) == (None, None, [])
    assert (document.saved.bytes, document.resume.before, document.resume.after) == (0, None, None)


def test_row_tells_running_from_cut_off() -> None:
    """Both are planned."""
    rows = [
        edit_row(Edit(id=1, kind="trim", state="planned", made_at="2026", process=process))
        for process in (None, this_process())
    ]
    assert [row.running for row in rows] == [False, True]
