"""What was typed at the terminal, kept in ``history.jsonl`` for the next time."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import time
from typing import TYPE_CHECKING, Any

from steno.disk import layout
from steno.disk.history import read_history
from steno.disk.writer import append_lines
from steno.format.codec import encode_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Something that was typed."""

    display: str
    """The text as the prompt showed it; what was pasted is named, not shown."""
    project: str
    """The folder that the client was started in."""
    session_id: str
    pasted: Mapping[str, Any] = field(default_factory=dict)
    """What was pasted, by its number in the text."""


def remember(home: Path, typed: Typed, moment: float | None = None) -> None:
    """Add what was typed, now or at a moment in seconds since 1970."""
    body = {
        "display": typed.display,
        "pastedContents": dict(typed.pasted),
        "timestamp": int((time() if moment is None else moment) * 1000),
        "project": typed.project,
        "sessionId": typed.session_id,
    }
    append_lines(layout.history_path(home), [encode_value(body)])


def recall(home: Path, project: str, *, most: int = 100) -> list[str]:
    """Give what was typed in a project, the oldest first; what was typed twice is given once."""
    kept: dict[str, None] = {}
    for typed in read_history(layout.history_path(home)):
        if typed.project == project:
            kept.pop(typed.display, None)
            kept[typed.display] = None
    return list(kept)[-most:] if most else []
