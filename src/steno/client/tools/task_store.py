"""The task list of a session on the disk, ``tasks/<session id>/<n>.json``."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any, Final

from steno.disk.layout import tasks_dir
from steno.disk.peek import read_object
from steno.disk.private_files import create_private, make_private_folder, open_locked
from steno.errors import UnreadableFileError
from steno.format.codec import encode_document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HIGHEST: Final = ".highwatermark"

Task = dict[str, Any]


class TaskStore:
    """The tasks of one session; several clients may use them at once."""

    def __init__(self, home: Path, session_id: str) -> None:
        """Take the home and the session."""
        self.folder = tasks_dir(home, session_id)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep others away while tasks are read and written."""
        make_private_folder(self.folder)
        fd = open_locked(self.folder / ".lock")
        try:
            yield
        finally:
            os.close(fd)

    def all(self) -> list[Task]:
        """List the tasks by their numbers; a file that is no task is passed over."""
        found = [self.get(number) for number in self._numbers()]
        return [task for task in found if task is not None]

    def get(self, task_id: str) -> Task | None:
        """Give a task; None where there is none."""
        if not (task_id.isascii() and task_id.isdigit()):
            return None
        with contextlib.suppress(UnreadableFileError):
            return dict(read_object(self.folder / f"{task_id}.json"))
        return None

    def add(self, task: Task) -> Task:
        """Give a new task the next number; that of a deleted one is not used again."""
        number = str(max(self._highest(), *(int(one) for one in self._numbers()), 0) + 1)
        task = {"id": number, **task}
        self.put(task)
        self._write(_HIGHEST, number.encode())
        return task

    def put(self, task: Task) -> None:
        """Write a task."""
        self._write(f"{task['id']}.json", encode_document(task))

    def remove(self, task_id: str) -> None:
        """Delete a task and what others say of it."""
        (self.folder / f"{task_id}.json").unlink(missing_ok=True)
        for task in self.all():
            kept = {key: [one for one in task.get(key, ()) if one != task_id] for key in _LINKS}
            if any(kept[key] != task.get(key, []) for key in _LINKS):
                self.put({**task, **kept})

    def _numbers(self) -> list[str]:
        try:
            names = [path.stem for path in self.folder.glob("*.json")]
        except OSError:
            return []
        return sorted((name for name in names if name.isascii() and name.isdigit()), key=int)

    def _highest(self) -> int:
        with contextlib.suppress(OSError, ValueError):
            return int((self.folder / _HIGHEST).read_text("ascii"))
        return 0

    def _write(self, name: str, content: bytes) -> None:
        scratch = self.folder / f".{name}.{os.getpid()}"
        scratch.unlink(missing_ok=True)
        with os.fdopen(create_private(scratch), "wb") as file:
            file.write(content)
        scratch.replace(self.folder / name)


_LINKS: Final = ("blocks", "blockedBy")
