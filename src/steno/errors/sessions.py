"""Errors about which session is meant, and whether it can be taken up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.errors.base import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST_CANDIDATES_SHOWN: Final = 12
"""How many names an :class:`AmbiguousSessionError` lists before it says "and N more"."""


class SessionNotFoundError(UsageError):
    """No session answers to the name that was given."""

    def __init__(self, name: str, homes: Sequence[Path]) -> None:
        """Take the name asked for and the homes that were searched."""
        where = ", ".join(str(home) for home in homes) or "no home at all"
        advice = (
            "There is none at all; 'steno demo DIR' writes a made-up home to try."
            if name == "@last"
            else "Try 'steno list' for the ids, a path to a .jsonl file, or @last."
        )
        super().__init__(f"no session called {name!r} in {where}. {advice}")
        self.name = name


class AmbiguousSessionError(UsageError):
    """Several sessions answer to the name that was given."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        """Take the name asked for and one line for each session that it could mean."""
        shown = list(candidates[:MOST_CANDIDATES_SHOWN])
        rest = len(candidates) - len(shown)
        if rest:
            shown.append(f"... and {rest} more")
        listing = "\n".join(f"  {line}" for line in shown)
        super().__init__(
            f"{name!r} could be any of {len(candidates)} sessions; "
            f"give a longer id or the path:\n{listing}"
        )
        self.name = name
        self.candidates = tuple(candidates)


class LiveSessionError(UsageError):
    """A client has the session open that was to be edited."""

    def __init__(self, session: str, pid: int, advice: str = "") -> None:
        """Take the session's id, the client's process, and what can be done meanwhile."""
        super().__init__(
            f"session {session} is open in a running client (process {pid}), which may write to "
            f"it at any moment; nothing was changed. End that client, then retry. {advice}".rstrip()
        )
        self.session = session
        self.pid = pid


class SessionIdError(UsageError):
    """No session can begin under the id that was asked for."""

    def __init__(self, session: str, taken: Path | None = None) -> None:
        """Take the id, and the file of the session that has it already."""
        if taken is None:
            told = f"{session!r} is no session id; give a UUID, as 'uuidgen' makes one."
        else:
            told = (
                f"there is a session {session} already, in {taken}; nothing was written. "
                f"Go on with it by --resume {session}, or give another id."
            )
        super().__init__(told)
        self.session = session


class ResumeRefusedError(UsageError):
    """A session is too damaged to go on with."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the session's file and what is wrong with it."""
        super().__init__(
            f"{path} cannot be gone on with as it is. {reason} Nothing was written; "
            f"'steno repair {path}' makes a copy that can."
        )
        self.path = path


class UnknownLineError(UsageError):
    """A session has no line of the id that was asked for."""

    def __init__(self, path: Path, line: str) -> None:
        """Take the session's file and the id of the line."""
        super().__init__(
            f"{path} has no line {line!r} to go back to; nothing was written. "
            f"'steno tree {path}' shows the ids of its lines."
        )
        self.path = path
        self.line = line


class DemoTargetError(UsageError):
    """The folder for the demo is in use for something else."""

    def __init__(self, target: Path) -> None:
        """Take the folder."""
        super().__init__(
            f"{target} is not empty and no earlier demo; nothing was written. "
            "Name a folder that does not exist yet, such as ./demo-home."
        )
        self.target = target
