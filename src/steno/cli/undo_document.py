"""What ``steno undo`` prints with ``--json``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steno.cli.edit_documents import (
    ChangeRow,
    Saved,
    SessionPlace,
    SomeResume,
    saved_tokens,
    some_resume,
)

if TYPE_CHECKING:
    from steno.edit.taken_back import FileBack, TakenBack
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
    running: bool
    """Whether it is under way right now; one that is ``planned`` and not running was cut off."""
    forgotten_at: str | None
    """When its old bytes were removed for good; it cannot be undone then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoDocument:
    """What ``steno undo --json`` prints."""

    schema: str = "steno.undo/1"
    edit: str = "undo"
    undone: EditRow | None
    """null for a dry run, for --list and for --forget."""
    edits: list[EditRow] = field(default_factory=list)
    forgotten: list[EditRow] = field(default_factory=list)
    """Those whose old bytes were removed."""
    source: SessionPlace | None = None
    """What the edit made; null where none is taken back."""
    result: SessionPlace | None = None
    """What it was made of, and is as it was again; null for a dry run."""
    changes: list[ChangeRow] = field(default_factory=list)
    """One for each file."""
    saved: Saved = field(default_factory=lambda: Saved(bytes=0, tokens=0))
    resume: SomeResume = field(default_factory=some_resume)


def undo_document(plan: TakenBack, undone: Edit | None) -> UndoDocument:
    """Give an undo, done or not, as a document."""
    edit, resume = plan.edit, some_resume(plan.before, plan.after)
    source = SessionPlace(session=edit.source_session, path=edit.source_path or "")
    made = SessionPlace(
        session=edit.result_session or edit.source_session,
        path=edit.result_path or edit.source_path or "",
    )
    return UndoDocument(
        undone=None if undone is None else edit_row(undone),
        edits=[edit_row(undone or edit)],
        source=made,
        result=None if undone is None else source,
        changes=[ChangeRow(line=None, action=one.action, what=_what(one)) for one in plan.files],
        saved=Saved(bytes=plan.saved_bytes, tokens=saved_tokens(resume)),
        resume=resume,
    )


def _what(file: FileBack) -> str:
    return f"{file.path}" if file.moved_from is None else f"{file.moved_from} -> {file.path}"


def edit_row(edit: Edit) -> EditRow:
    """Give an edit as a row."""
    from steno.edit.undo import is_under_way

    return EditRow(
        number=edit.id,
        edit=edit.kind,
        state=edit.state,
        made_at=edit.made_at,
        source=edit.source_session,
        result=edit.result_session,
        in_place=edit.in_place,
        running=is_under_way(edit),
        forgotten_at=edit.forgotten_at,
    )
