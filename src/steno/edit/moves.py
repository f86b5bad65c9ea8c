"""Moving files: the new one is there before the old one goes, and the same on the way back."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from steno.disk.private_files import make_private_folder, sync_folder
from steno.disk.writer import replace_file
from steno.edit.single_files import current_hash, pieces, remove_empty, remove_file
from steno.errors import FileChangedError, WriteFailedError
from steno.store.kept import verified

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from steno.edit.plan import PlannedFile
    from steno.store.edit_rows import FileChange


def bring(file: PlannedFile, change: FileChange) -> None:
    """Put a file where it moves to; the old one stays for now."""
    old = Path(change.path)
    same = change.before_sha256 == change.after_sha256
    _place(old, file.path, None if same else file.content, old)


def clear(path: Path, sha256: str | None) -> None:
    """Remove a file that has moved away, and the folders that are empty now."""
    remove_file(path, sha256)
    remove_empty(path.parent)


def restore(change: FileChange, data: Path) -> None:
    """Put a file that has moved away back where it was; the new one stays for now."""
    old, new = Path(change.path), Path(change.moved_to or "")
    found = current_hash(old)
    if found == change.before_sha256:
        return
    if found is not None:
        raise FileChangedError(old)
    if change.kept_path is None:
        _place(new, old, None, new)
    else:
        kept = verified(data, change.kept_path)
        _place(new, old, lambda: pieces(kept), new)


def drop(change: FileChange) -> None:
    """Remove a file from where it had moved to."""
    clear(Path(change.moved_to or ""), change.after_sha256)


def is_begun(change: FileChange) -> bool:
    """Say whether anything of a move has happened."""
    return current_hash(Path(change.moved_to or "")) == change.after_sha256


def refuse_changed_move(change: FileChange) -> None:
    """Refuse where a file that moved is no longer as the edit left it."""
    new = current_hash(Path(change.moved_to or ""))
    if new != change.after_sha256:
        # An undo that was cut off has put it back already.
        if new is None and current_hash(Path(change.path)) == change.before_sha256:
            return
        raise FileChangedError(Path(change.moved_to or ""))
    if current_hash(Path(change.path)) not in (None, change.before_sha256):
        raise FileChangedError(Path(change.path))


def _place(old: Path, new: Path, content: Callable[[], Iterable[bytes]] | None, like: Path) -> None:
    """Make a file of another, with its time, so that it does not seem newer than it is."""
    try:
        if content is None and _linked(old, new):
            return
        replace_file(new, pieces(old) if content is None else content(), expected_sha256=None)
    except OSError as problem:
        raise WriteFailedError(new, problem.strerror or str(problem)) from problem
    with contextlib.suppress(OSError):
        status = like.stat()
        os.utime(new, ns=(status.st_atime_ns, status.st_mtime_ns))


def _linked(old: Path, new: Path) -> bool:
    """Give a file a second name; False where the system cannot."""
    make_private_folder(new.parent)
    try:
        new.hardlink_to(old)
    except FileExistsError:
        raise FileChangedError(new) from None
    except OSError:
        return False
    sync_folder(new.parent)
    return True
