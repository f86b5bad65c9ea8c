"""Errors about edits: planned, under way, done, and to be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.errors.base import StenoError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


class EditStateError(UsageError):
    """An edit is not at the point where it can be finished, undone or given up."""

    def __init__(self, edit: int, state: str | None, wanted: str) -> None:
        """Take the edit's number, its state (None: there is no such edit) and what was wanted."""
        how = {
            "failed": "did not succeed, and nothing of it is left",
            "undone": "was undone already",
            "done": "is done already",
        }
        told = f"edit {edit} {how.get(state or '', f'is {state}')}"
        found = told if state else f"there is no edit {edit}"
        super().__init__(
            f"{found}, so it cannot be {wanted}. 'steno undo --list' shows the other edits."
        )
        self.edit = edit
        self.state = state


class LaterEditError(UsageError):
    """An edit cannot be taken back before another one that came later."""

    def __init__(self, edit: int, later: int) -> None:
        """Take the edit's number and that of the later one."""
        super().__init__(
            f"edit {later} came after edit {edit} and changed the same file; nothing was changed. "
            f"First take that back: 'steno undo {later}'."
        )
        self.edit = edit
        self.later = later


class ForgottenEditError(UsageError):
    """An edit cannot be taken back: the old bytes were removed, as somebody asked."""

    def __init__(self, edit: int, when: str) -> None:
        """Take the edit's number and when its bytes were removed."""
        super().__init__(
            f"the old bytes of edit {edit} were removed for good on {when} ('steno undo "
            "--forget'), so it cannot be taken back. 'steno undo --list' shows the other edits."
        )
        self.edit = edit


class RunningEditError(UsageError):
    """An edit cannot be taken back: it is still under way."""

    def __init__(self, edit: int, pid: int) -> None:
        """Take the edit's number and its process."""
        super().__init__(
            f"edit {edit} is still under way (process {pid}); nothing was changed. "
            "Wait for it to end, or end it, then retry."
        )
        self.edit = edit
        self.pid = pid


class BusyEditsError(UsageError):
    """Another edit is under way, for longer than anybody wants to wait."""

    def __init__(self, path: Path) -> None:
        """Take the file or folder that is locked for it."""
        super().__init__(
            f"another edit is under way ({path} is locked); nothing was changed. "
            "Wait for it to end, then retry."
        )
        self.path = path


class UnresumableResultError(UsageError):
    """An edit would make a session that the client cannot resume out of one that it can."""

    def __init__(self, session_id: str, refusal: str) -> None:
        """Take the session, and what the client would do."""
        super().__init__(
            f"the result could not be resumed ({refusal}), though {session_id} can: the edit would "
            "bring lines into the conversation that are damaged. Nothing was changed; run "
            f"'steno repair {session_id}' first, then retry."
        )
        self.session_id = session_id


class BundleError(UsageError):
    """A bundle cannot be imported."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the bundle and the reason in a few words."""
        super().__init__(
            f"{path} cannot be imported: {reason}. Nothing was written. "
            "Ask for the bundle once more, from somebody you trust."
        )
        self.path = path
        self.reason = reason


class KeptBytesError(StenoError):
    """Bytes that were kept for an undo are no longer what they were."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file that kept them and the reason in a few words."""
        super().__init__(
            f"what was kept in {path} cannot be used: {reason}; nothing was changed. "
            "Put it back from a backup, then retry."
        )
        self.path = path
        self.reason = reason
