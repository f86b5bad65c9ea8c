"""The task list that a session keeps in ``tasks/<session id>/``, one file per task."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steno.disk import layout, peek, walk
from steno.errors import UnreadableFileError
from steno.format.members import text_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.disk.discover import Home


@dataclass(frozen=True, slots=True)
class Task:
    """One task."""

    path: Path
    id: str
    subject: str
    description: str
    status: str
    """``pending``, ``in_progress``, ``completed``."""
    active_form: str | None
    blocks: tuple[str, ...]
    """Ids of the tasks that wait for this one."""
    blocked_by: tuple[str, ...]
    """Ids of the tasks that this one waits for."""
    content: Mapping[str, Any]
    """Everything that the file says, known or not."""


def read_tasks(
    home: Home, session_id: str, problems: list[walk.Problem] | None = None
) -> tuple[Task, ...]:
    """Read a session's tasks in the order of their numbers; damaged files are passed over."""
    if not layout.is_plain_name(session_id):
        return ()
    complaints = [] if problems is None else problems
    listed = walk.entries(layout.tasks_dir(home.path, session_id), complaints)
    paths = (Path(entry.path) for entry in listed if entry.name.endswith(".json"))
    tasks = (_read(path, complaints) for path in paths)
    return tuple(sorted((task for task in tasks if task is not None), key=_order))


def _order(task: Task) -> tuple[int, int, str]:
    digits = task.path.stem
    if digits.isascii() and digits.isdigit():
        return (0, len(digits.lstrip("0")), digits.lstrip("0"))
    return (1, 0, digits)


def _read(path: Path, problems: list[walk.Problem]) -> Task | None:
    try:
        content = peek.read_object(path)
    except UnreadableFileError as error:
        walk.note(error, problems)
        return None
    return Task(
        path=path,
        id=text_in(content, "id") or path.stem,
        subject=text_in(content, "subject") or "",
        description=text_in(content, "description") or "",
        status=text_in(content, "status") or "pending",
        active_form=text_in(content, "activeForm"),
        blocks=_ids(content.get("blocks")),
        blocked_by=_ids(content.get("blockedBy")),
        content=content,
    )


def _ids(value: object) -> tuple[str, ...]:
    return tuple(str(task_id) for task_id in value) if isinstance(value, list) else ()
