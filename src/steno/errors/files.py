"""Errors about files that cannot be read, written or trusted to be what they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.errors.base import StenoError

if TYPE_CHECKING:
    from pathlib import Path


class UnreadableFileError(StenoError):
    """A file could not be read at all."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason in a few words."""
        super().__init__(f"cannot read {path}: {reason}.")
        self.path = path
        self.reason = reason


class FileChangedError(StenoError):
    """A guarded write found other bytes than the ones that its plan was made from."""

    def __init__(self, path: Path) -> None:
        """Take the file that changed."""
        super().__init__(
            f"{path} has changed since it was read; nothing was written. Read it again and retry."
        )
        self.path = path


class ResultChangedError(FileChangedError):
    """An edit cannot be taken back: somebody has changed what came of it."""

    def __init__(self, path: Path) -> None:
        """Take the file that changed."""
        super().__init__(path)
        message = (
            f"{path} was changed after the edit, so the edit cannot be taken back without losing "
            "that; nothing was changed. 'steno undo --list' shows the other edits."
        )
        self.args = (message,)


class OvertakenEditError(FileChangedError):
    """An edit was given up, and a file could not be put back: somebody else has changed it."""

    def __init__(self, path: Path, kept: Path | None) -> None:
        """Take the file that changed, and where its old bytes are kept."""
        super().__init__(path)
        old = "" if kept is None else f" What it held before the edit is in {kept}."
        message = (
            f"{path} was changed by another program while the edit was under way. It stays as it "
            f"is now, and all other files are as before.{old} Look at it, then retry."
        )
        self.args = (message,)


class WriteFailedError(StenoError):
    """The system refused a write; what was there before is still there."""

    def __init__(self, path: Path, reason: str, *, advice: str = "") -> None:
        """Take the file, the system's reason, and what the user can do about it."""
        advice = advice or (
            "Nothing of the old content was lost; free some space or check the permissions, "
            "then retry."
        )
        super().__init__(f"cannot write {path}: {reason}. {advice}")
        self.path = path
        self.reason = reason


class SystemRefusedError(StenoError):
    """The system refused something that has no message of its own, such as to take the output."""

    def __init__(self, error: OSError) -> None:
        """Take the system's error."""
        where = f"{error.filename}: " if error.filename is not None else ""
        super().__init__(
            f"the system refused: {where}{error.strerror or error}. "
            "Check the free space and the permissions, then retry."
        )


class UnheardAnswerError(SystemRefusedError):
    """The answer of a model could not be put out."""

    def __init__(self, session_id: str, error: OSError) -> None:
        """Take the session that holds it, and the system's error."""
        super().__init__(error)
        reason = error.strerror or error
        message = (
            f"the answer could not be put out: {reason}. It is kept: 'steno show {session_id}' "
            "shows it."
        )
        self.args = (message,)


class ClientSettingsError(StenoError):
    """The client's settings.json cannot be read or edited without risk."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the settings file and the reason in a few words."""
        super().__init__(f"{path} was left alone: {reason}. Mend the file by hand, then retry.")
        self.path = path
        self.reason = reason
