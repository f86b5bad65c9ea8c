"""Edits and the files that they touch, as state.db holds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from steno.format.codec import decode_text, encode_value
from steno.store.process import Process

if TYPE_CHECKING:
    from collections.abc import Mapping

EditState = Literal["planned", "done", "undone", "failed"]
"""Begun and not finished (or killed on the way), finished, taken back, given up."""
FileRole = Literal["session", "subagent", "tool-result", "file-history", "history", "other"]
FileAction = Literal["create", "replace", "delete", "move"]

Stored = str | bytes | int | None
"""A value as SQLite takes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditFacts:
    """What is known about an edit before it begins: from what, to what, how and why."""

    kind: str
    """Such as ``clone`` or ``trim``."""
    source_session: str | None = None
    source_path: str | None = None
    source_sha256: str | None = None
    result_session: str | None = None
    result_path: str | None = None
    result_sha256: str | None = None
    in_place: bool = False
    home: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the edit was asked to do; anything that JSON can hold."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit(EditFacts):
    """An edit as it was recorded; times are ISO 8601 in UTC."""

    id: int
    state: EditState
    made_at: str
    finished_at: str | None = None
    undone_at: str | None = None
    forgotten_at: str | None = None
    """When the old bytes were removed for good, so that it cannot be undone any more."""
    process: Process | None = None
    """The process that it runs in; None when it has ended, or nobody noted it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """What an edit does to one file: one entry of the undo journal."""

    number: int
    """Its place among the files of the edit, from 1; an undo goes backwards."""
    role: FileRole
    path: str
    action: FileAction
    before_sha256: str | None = None
    after_sha256: str | None = None
    kept_path: str | None = None
    """Where the old bytes are, below the data folder."""
    moved_to: str | None = None


FACTS: Final = (
    "kind, source_session, source_path, source_sha256, result_session, result_path, "
    "result_sha256, in_place, home, options, note"
)
"""The columns of :func:`facts_row`, in order."""

EDIT: Final = (
    f"{FACTS}, id, state, made_at, finished_at, undone_at, forgotten_at, "
    "process_id, process_start, boot_id"
)
_PROCESS: Final = ("process_id", "process_start", "boot_id")
"""The columns of :func:`edit_from`, in order."""

CHANGE: Final = "number, role, path, action, before_sha256, after_sha256, kept_path, moved_to"
"""The columns of :func:`change_row` and :func:`change_from`, in order."""


def stored(text: str | None) -> str | bytes | None:
    """Give a text as SQLite takes it: one that is no Unicode, such as a path, as bytes."""
    if text is None:
        return None
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def restored(value: Any) -> Any:
    """Give a text back that :func:`stored` made ready."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def facts_row(facts: EditFacts) -> tuple[Stored, ...]:
    """Give the facts in the order of their columns."""
    return (
        facts.kind,
        stored(facts.source_session),
        stored(facts.source_path),
        facts.source_sha256,
        stored(facts.result_session),
        stored(facts.result_path),
        facts.result_sha256,
        int(facts.in_place),
        stored(facts.home),
        encode_value(dict(facts.options)).decode(),
        stored(facts.note),
    )


def edit_from(row: tuple[Any, ...]) -> Edit:
    """Make an edit of its columns."""
    names = [name.strip() for name in EDIT.split(",")]
    values = {name: restored(value) for name, value in zip(names, row, strict=True)}
    values["in_place"] = bool(values["in_place"])
    values["options"] = dict(decode_text(values["options"]).value)
    process = _process(*map(values.pop, _PROCESS))
    return Edit(**values, process=process)


def _process(pid: object, start: str | None, boot: str | None) -> Process | None:
    if pid is None:
        return None
    if not isinstance(pid, int):
        raise TypeError(f"{pid!r} is no process")
    return Process(pid, start, boot)


def change_row(change: FileChange) -> tuple[Stored, ...]:
    """Give a change in the order of its columns."""
    return (
        change.number,
        change.role,
        stored(change.path),
        change.action,
        change.before_sha256,
        change.after_sha256,
        stored(change.kept_path),
        stored(change.moved_to),
    )


def change_from(row: tuple[Any, ...]) -> FileChange:
    """Make a change of its columns."""
    names = [name.strip() for name in CHANGE.split(",")]
    return FileChange(**{name: restored(value) for name, value in zip(names, row, strict=True)})
