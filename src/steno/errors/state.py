"""Errors about state.db, which is left as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.errors.base import StenoError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class StateError(StenoError):
    """Our own state.db cannot be used; it was left as it is."""

    def __init__(self, path: Path, problem: str) -> None:
        """Take the file, and what is wrong with it and can be done about it."""
        super().__init__(f"{path} {problem}")
        self.path = path


class NewerStateError(StateError):
    """A newer release has written to state.db."""

    def __init__(self, path: Path, unknown: Sequence[str]) -> None:
        """Take the file and the migrations in it that this release does not know."""
        names = f" ({', '.join(unknown)})" if unknown else ""
        super().__init__(
            path,
            f"was written by a newer release of steno{names}; it was left alone. "
            "Use that release, or name another folder with --db.",
        )
        self.unknown = tuple(unknown)


class ForeignStateError(StateError):
    """What is called state.db belongs to another program."""

    def __init__(self, path: Path) -> None:
        """Take the file."""
        super().__init__(
            path,
            "is no file of steno's; it was left alone. "
            "Move it away, or name another folder with --db.",
        )


class DamagedStateError(StateError):
    """state.db cannot be read in full."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason in a few words."""
        super().__init__(
            path,
            f"is damaged ({reason}); it was left alone. Put a copy in its place, such as a "
            f"{path.name}.before-... beside it, or move it away: steno then begins a new one, "
            "which knows nothing of earlier edits.",
        )
        self.reason = reason


class BusyStateError(StateError):
    """Another process keeps state.db locked for too long."""

    def __init__(self, path: Path) -> None:
        """Take the file."""
        super().__init__(
            path,
            "is kept locked by another process; nothing was written. "
            "Wait for it to end, then retry.",
        )
