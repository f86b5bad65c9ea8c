"""What an edit would do, before it does it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.edit.draft import Change, Difference
    from steno.edit.outlook import Outlook
    from steno.store.edit_rows import EditFacts


class Role(StrEnum):
    """What a file is to the session."""

    SESSION = "session"
    SUBAGENT = "subagent"
    META = "subagent-meta"
    TOOL_RESULT = "tool-result"
    FILE_HISTORY = "file-history"
    HISTORY = "history"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """One file that an edit writes, or takes away."""

    role: Role
    path: Path
    content: Callable[[], Iterable[bytes]] | None
    """Gives the new content in pieces; None where the file goes, or moves as it is."""
    before_sha256: str | None = None
    """What it holds now (of one that moves: where it lies now); None where there is none yet."""
    moved_from: Path | None = None
    """Where it lies now, of a file that moves; there must be none at ``path`` yet."""


@dataclass(frozen=True, slots=True)
class Removed:
    """Bytes of the source that are in no file of the result, and go into quarantine."""

    line: int | None
    raw: bytes
    why: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Files of any number of sessions that are written, moved and removed as one edit."""

    facts: EditFacts
    sources: Mapping[Path, str]
    """The hash of every file that the plan goes by."""
    files: tuple[PlannedFile, ...]
    """In the order in which they are written: those of which others speak first."""
    removed: tuple[Removed, ...] = ()
    """What goes into quarantine."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an edit would do; ``apply`` does it, unless a file has changed meanwhile."""

    kind: str
    source_id: str
    source_path: Path
    sources: Mapping[Path, str]
    """The hash of every file that the plan goes by."""
    guarded: tuple[SessionFile, ...]
    """The sessions that no client may have open: the source, and what else goes into the result."""
    result_id: str
    result_path: Path
    in_place: bool
    changes: tuple[Change, ...]
    files: tuple[PlannedFile, ...]
    before: Outlook
    """What a resume of the source sends."""
    after: Outlook
    """What a resume of the result will send."""
    saved_bytes: int
    differences: Callable[[], Iterator[Difference]]
    """Gives every record that differs, apart from new ids."""
    unseen: tuple[str, ...] = ()
    """What the model will no longer see, in plain words."""
    notes: tuple[str, ...] = ()
    """What else the reader should know."""
    options: Mapping[str, Any] = field(default_factory=dict)
    removed: tuple[Removed, ...] = ()
    """What goes into quarantine."""

    @property
    def saved_tokens(self) -> int:
        """About how many tokens less a resume will send."""
        return self.before.tokens - self.after.tokens
