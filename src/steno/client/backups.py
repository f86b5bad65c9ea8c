"""File history: copies of files from before the client changed them, and the way back to them.

A snapshot belongs to a prompt and says which copy of each tracked file holds what was there when
the prompt was given; no copy means that there was no such file.
"""

from __future__ import annotations

import os
import shutil
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

from steno.client.storing import store
from steno.disk.layout import backup_hash, backup_name, file_history_dir, parse_backup_name
from steno.disk.private_files import create_private, make_private_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    Note = Callable[[dict[str, Any]], None]
    """Takes the body of a file-history-snapshot line."""

MOST_SNAPSHOTS: Final = 100
"""Older ones are forgotten; their copies stay."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One version of one file."""

    name: str | None
    """In the folder of copies; None: the file was not there."""
    version: int
    time: str

    def body(self) -> dict[str, Any]:
        """Give it as a line holds it."""
        return {"backupFileName": self.name, "version": self.version, "backupTime": self.time}


@dataclass(slots=True)
class Snapshot:
    """The copies that hold what was there at a prompt, by path as lines show it."""

    prompt: str
    time: str
    copies: dict[str, Copy] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rewound:
    """What a way back changed, or would."""

    files: tuple[Path, ...]
    insertions: int
    deletions: int
    gone: tuple[Path, ...] = ()
    """Those of the files that were not there then: they are deleted."""


class NoSnapshotError(LookupError):
    """There is no way back to a prompt."""

    def __init__(self, prompt: str) -> None:
        """Take the uuid of the prompt."""
        super().__init__(f"No file checkpoint found for message {prompt}.")
        self.prompt = prompt


class LostCopyError(LookupError):
    """The copy of a file that a way back needs is gone."""

    def __init__(self, path: Path) -> None:
        """Take the file."""
        super().__init__(f"The copy of {path} from before it was changed is gone.")
        self.path = path


class Backups:
    """The file history of one session."""

    def __init__(
        self, home: Path, session_id: str, root: Path, note: Note | None = None, *, on: bool = True
    ) -> None:
        """Take the home, the session, the folder that paths are shown by, and who writes lines."""
        self.folder = file_history_dir(home, session_id)
        self.root = root
        self.on = on
        self._home = home
        self._note = note
        self._snapshots: list[Snapshot] = []
        self._forked_from: Path | None = None

    def take_up(
        self,
        lines: Iterable[Mapping[str, Any]],
        more_folders: Iterable[Path] = (),
        *,
        forked_from: str | None = None,
    ) -> None:
        """Go on with the snapshots of a session that is resumed; what cannot be one is left out.

        So are files outside the session's folders: a transcript may come from anybody, and must
        not say what is deleted elsewhere. A fork names the session that its copies are kept for.
        """
        folders = [folder.resolve() for folder in (self.root, *more_folders)]
        found: dict[str, Snapshot] = {}
        for line in lines:
            snapshot = self._snapshot(line.get("snapshot"), folders)
            if snapshot is not None:
                found.pop(snapshot.prompt, None)
                found[snapshot.prompt] = snapshot
        self._snapshots = [*self._snapshots, *found.values()][-MOST_SNAPSHOTS:]
        if forked_from is not None and found:
            self._forked_from = file_history_dir(self._home, forked_from)

    def lines(self) -> list[dict[str, Any]]:
        """Give the bodies of lines that tell of all snapshots, as a fork begins with them."""
        return [line_body(one, one.prompt, is_update=False) for one in self._snapshots]

    def begin(self, prompt: str) -> None:
        """Take a snapshot for a prompt: of each tracked file that changed, a new copy."""
        if not self.on:
            return
        self._bring_copies()
        snapshot = Snapshot(prompt, _now())
        for shown, copy in (self._snapshots[-1].copies if self._snapshots else {}).items():
            snapshot.copies[shown] = self._current(shown, copy)
        self._snapshots = [*self._snapshots, snapshot][-MOST_SNAPSHOTS:]
        self._tell(snapshot, prompt, is_update=False)

    def before_change(self, path: Path, message: str | None = None) -> None:
        """Keep a copy of a file that is about to be changed, once for each prompt."""
        if not self.on or not self._snapshots:
            return
        snapshot, shown = self._snapshots[-1], self._shown(path)
        if shown in snapshot.copies:
            return
        version = 1 + max((copy.version for copy in self._versions(shown)), default=0)
        snapshot.copies[shown] = self._kept(path, version)
        self._tell(snapshot, message or str(uuid.uuid4()), is_update=True)

    def can_rewind(self, prompt: str) -> bool:
        """Say whether there is a way back to a prompt."""
        return any(snapshot.prompt == prompt for snapshot in self._snapshots)

    def rewind(self, prompt: str, *, dry: bool = False) -> Rewound:
        """Bring the tracked files back to what they were at a prompt; ``dry`` only says how."""
        changed: dict[Path, bytes | None] = {}
        inserted = deleted = 0
        for shown, copy in self._at(prompt).items():
            path = self.root / shown
            now, then = _content(path), self._content(shown, copy)
            if now != then:
                changed[path] = then
                more, less = _difference(now, then)
                inserted, deleted = inserted + more, deleted + less
        # All copies are there: from here on nothing but the disk can be in the way.
        for path, then in () if dry else changed.items():
            _restore(path, then)
        gone = tuple(path for path, then in changed.items() if then is None)
        return Rewound(tuple(changed), inserted, deleted, gone)

    def _at(self, prompt: str) -> dict[str, Copy]:
        """Give the copies for a prompt; a file tracked later was then as its first copy says."""
        places = [at for at, one in enumerate(self._snapshots) if one.prompt == prompt]
        if not places:
            raise NoSnapshotError(prompt)
        wanted: dict[str, Copy] = {}
        for snapshot in self._snapshots[places[-1] :]:
            wanted = {**snapshot.copies, **wanted}
        return wanted

    def _current(self, shown: str, last: Copy) -> Copy:
        path = self.root / shown
        try:
            is_same = _content(path) == self._content(shown, last)
        except LookupError:
            is_same = False
        return last if is_same else self._kept(path, last.version + 1)

    def _kept(self, path: Path, version: int) -> Copy:
        if not path.is_file():
            return Copy(None, version, _now())
        make_private_folder(self.folder)
        # A copy that is there may be all that is left of a file: it is never written over.
        while not self._is_copied(path, name := backup_name(str(path), version)):
            version += 1
        return Copy(name, version, _now())

    def _is_copied(self, path: Path, name: str) -> bool:
        """Copy a file under a name; False where something else has that name."""
        place = self.folder / name
        try:
            copy = create_private(place)
        except FileExistsError:
            return _content(place) == path.read_bytes()
        with path.open("rb") as source, os.fdopen(copy, "wb") as target:
            shutil.copyfileobj(source, target)
        return True

    def _content(self, shown: str, copy: Copy) -> bytes | None:
        if copy.name is None:
            return None
        parsed = parse_backup_name(copy.name)
        # A name that a transcript made up must not lead to any other file.
        if parsed is None or parsed[0] != backup_hash(str(self.root / shown)):
            raise LostCopyError(self.root / shown)
        for folder in filter(None, (self.folder, self._forked_from)):
            kept = _content(folder / copy.name)
            if kept is not None:
                return kept
        # No copy is not the same as no file: what is there must not be deleted for it.
        raise LostCopyError(self.root / shown)

    def _bring_copies(self) -> None:
        """Copy what a fork needs of the session that it comes from; what is gone is left out."""
        source, self._forked_from = self._forked_from, None
        if source is None:
            return
        for copy in (copy for one in self._snapshots for copy in one.copies.values()):
            is_name = copy.name is not None and parse_backup_name(copy.name) is not None
            if is_name and not (self.folder / str(copy.name)).exists():
                content = _content(source / str(copy.name))
                if content is not None:
                    make_private_folder(self.folder)
                    with os.fdopen(create_private(self.folder / str(copy.name)), "wb") as target:
                        target.write(content)

    def _snapshot(self, held: Any, folders: Sequence[Path]) -> Snapshot | None:
        if not isinstance(held, dict) or not isinstance(held.get("messageId"), str):
            return None
        snapshot = Snapshot(held["messageId"], str(held.get("timestamp", "")))
        tracked = held.get("trackedFileBackups")
        for shown, told in tracked.items() if isinstance(tracked, dict) else ():
            copy = _copy(told)
            if copy is not None and self._is_in(shown, folders):
                snapshot.copies[shown] = copy
        return snapshot

    def _is_in(self, shown: str, folders: Sequence[Path]) -> bool:
        try:
            path = (self.root / shown).resolve()
        except (OSError, ValueError):
            return False
        return any(path.is_relative_to(folder) for folder in folders)

    def _shown(self, path: Path) -> str:
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)

    def _versions(self, shown: str) -> list[Copy]:
        return [one.copies[shown] for one in self._snapshots if shown in one.copies]

    def _tell(self, snapshot: Snapshot, message: str, *, is_update: bool) -> None:
        if self._note is not None:
            self._note(line_body(snapshot, message, is_update=is_update))


def line_body(snapshot: Snapshot, message: str, *, is_update: bool) -> dict[str, Any]:
    """Give the body of the line that tells of a snapshot."""
    held = {
        "messageId": snapshot.prompt,
        "trackedFileBackups": {shown: copy.body() for shown, copy in snapshot.copies.items()},
        "timestamp": snapshot.time,
    }
    return {
        "type": "file-history-snapshot",
        "messageId": message,
        "snapshot": held,
        "isSnapshotUpdate": is_update,
    }


def _copy(told: Any) -> Copy | None:
    if not isinstance(told, dict) or not isinstance(told.get("version"), int):
        return None
    name = told.get("backupFileName")
    if name is not None and not isinstance(name, str):
        return None
    return Copy(name, told["version"], str(told.get("backupTime", "")))


def _restore(path: Path, then: bytes | None) -> None:
    if then is None:
        path.unlink(missing_ok=True)
    else:
        store(path.resolve(), then)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None


def _difference(now: bytes | None, then: bytes | None) -> tuple[int, int]:
    """Count the lines that come and go; of large files only how many more or fewer."""
    old, new = (now or b"").split(b"\n"), (then or b"").split(b"\n")
    if len(old) + len(new) > MOST_COMPARED:
        return max(len(new) - len(old), 0), max(len(old) - len(new), 0)
    inserted = deleted = 0
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            inserted, deleted = inserted + d - c, deleted + b - a
    return inserted, deleted


MOST_COMPARED: Final = 4000


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
