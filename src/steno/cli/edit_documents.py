"""What the commands that change something print with ``--json``, as far as they share it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from steno.edit.apply import Applied
    from steno.edit.outlook import Outlook
    from steno.edit.plan import Plan
    from steno.store.edit_rows import EditFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlace:
    """A session and its file, or the folder of several."""

    session: str | None
    """null where there are several."""
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """One record that is changed, removed or added."""

    line: int | None
    """Its line in the source; null for a new one."""
    action: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What the result has less than the source."""

    bytes: int
    tokens: int
    """Of what a resume sends; an estimate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlookRow:
    """What a resume sends."""

    messages: int
    tokens: int
    """An estimate."""
    reachable: float | None
    """The share of the conversation that it goes by."""
    refusal: str | None
    """Why the client would refuse; null where it would not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeRow:
    """What a resume sends before and after."""

    before: OutlookRow
    after: OutlookRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeResume:
    """What a resume sends before and after, where that can be said."""

    before: OutlookRow | None
    """null where there is no such session, or are several."""
    after: OutlookRow | None
    """The same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDocument:
    """What the commands print with ``--json`` that change a session."""

    schema: str = "steno.edit/1"
    """``steno.clone/1``, ``steno.trim/1`` and so on."""
    edit: str
    """Which edit it was: clone, trim, ..."""
    number: int | None
    """By which it can be undone; null for a dry run."""
    source: SessionPlace
    result: SessionPlace | None
    """null for a dry run."""
    in_place: bool
    changes: list[ChangeRow] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """Every file that is written."""
    saved: Saved
    resume: ResumeRow
    unseen: list[str] = field(default_factory=list)
    """What the model will no longer see."""
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditsDocument:
    """What they print where several sessions were named."""

    schema: str = "steno.edits/1"
    edits: list[EditDocument]


def document(plan: Plan, applied: Applied | None) -> EditDocument:
    """Give a plan, done or not, as a document."""
    result = None
    if applied is not None:
        result = SessionPlace(session=applied.session, path=str(applied.path))
    return EditDocument(
        schema=f"steno.{plan.kind}/1",
        edit=plan.kind,
        number=applied.edit if applied else None,
        source=SessionPlace(session=plan.source_id, path=str(plan.source_path)),
        result=result,
        in_place=plan.in_place,
        changes=[
            ChangeRow(line=one.line, action=one.action, what=one.what) for one in plan.changes
        ],
        files=[str(file.path) for file in plan.files],
        saved=Saved(bytes=plan.saved_bytes, tokens=plan.saved_tokens),
        resume=ResumeRow(before=outlook_row(plan.before), after=outlook_row(plan.after)),
        unseen=list(plan.unseen),
        notes=list(plan.notes),
    )


def outlook_row(outlook: Outlook) -> OutlookRow:
    """Give what a resume sends as a part of a document."""
    return OutlookRow(
        messages=outlook.messages,
        tokens=outlook.tokens,
        reachable=outlook.reachable,
        refusal=outlook.refusal,
    )


def some_resume(before: Outlook | None = None, after: Outlook | None = None) -> SomeResume:
    """Give what a resume sends as a part of a document, as far as it is known."""
    return SomeResume(
        before=None if before is None else outlook_row(before),
        after=None if after is None else outlook_row(after),
    )


def saved_tokens(resume: SomeResume) -> int:
    """Say how many tokens less a resume sends afterwards; 0 where that is not known."""
    if resume.before is None or resume.after is None:
        return 0
    return resume.before.tokens - resume.after.tokens


class Places(NamedTuple):
    """From where to where an edit goes."""

    source: SessionPlace
    result: SessionPlace | None


def places(facts: EditFacts, *, is_done: bool) -> Places:
    """Say from where to where an edit of any number of sessions goes."""
    source = SessionPlace(session=facts.source_session, path=facts.source_path or "")
    result = SessionPlace(session=facts.result_session, path=facts.result_path or "")
    return Places(source, result if is_done else None)
