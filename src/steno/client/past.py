"""What was said in a session so far: the messages for the model, and what else its lines tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.client.recorder import Position
from steno.session.chain import chain_at
from steno.session.context import build_messages, part_unanswered
from steno.session.line import Line
from steno.session.models import last_model

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from steno.client.lines import Draft
    from steno.session.session import Session

    Words = Callable[[Mapping[str, Any]], str | None]
    """Gives what the model is told of an attachment; None for nothing."""

_FILE_KEYS: Final = ("filePath", "notebook_path")
_NANOSECONDS: Final = 1_000_000_000
_WITHIN_TIME: Final = 999_999
"""What the times of lines leave out, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Past:
    """The lines that a conversation goes on from."""

    lines: tuple[Line, ...] = ()
    leaf: int | None = None
    """Which of them is the last message; system lines and attachments may follow it."""
    beyond: tuple[Line, ...] | None = None
    """What followed them, where the conversation was cut; it is not sent."""
    last_uuid: str | None = None
    """What the next line hangs on."""
    dropped_tokens: int = 0
    """What compactions have saved so far."""

    def messages_for(self, model: str, words: Words | None = None) -> list[dict[str, Any]]:
        """Give the messages for a model; thinking of another one is left out.

        ``words`` puts attachments into words. Without it they are left out, but for images.
        """
        lines, end = list(self.lines), None
        if self.beyond is not None:
            # A call whose result stands beyond the cut is sent, as the real client does.
            lines, end = [*lines, *self.beyond], len(lines) - 1
        elif self.leaf is not None:
            lines = part_unanswered(lines, self.leaf)
        if words is not None:
            lines = [_worded(line, words) for line in lines]
        return build_messages(lines, model, end=end) if lines else []

    @property
    def model(self) -> str | None:
        """The model that answered last."""
        return last_model(self.lines)

    @property
    def position(self) -> Position:
        """Where the conversation stands."""
        position = Position()
        for line in self.lines:
            if isinstance(line.body.get("uuid"), str):
                position = position.after({"type": line.kind, **line.body})
        return replace(position, leaf=self.last_uuid)

    def last(self, key: str) -> str | None:
        """Give the last value that lines have for a key, such as ``cwd`` or ``slug``."""
        values = (line.body.get(key) for line in reversed(self.lines))
        return next((value for value in values if isinstance(value, str) and value), None)

    def files_seen(self) -> dict[str, int]:
        """Give the files that the model knows, and when they were last changed as it knows them.

        A file that was changed since gets the time of the line, which is not its own: the model
        has to read it again before it may change it.
        """
        found: dict[str, int] = {}
        for line in self.lines:
            path = _file_of(line)
            moment = _nanoseconds(line.body.get("timestamp"))
            if path is not None and moment is not None:
                found[path] = min(_changed(path, moment), moment)
        return found

    def files_written(self) -> dict[str, str]:
        """Give the files that the model wrote as a whole and did nothing with since, with text."""
        found: dict[str, str] = {}
        for line in self.lines:
            path, kept = _file_of(line), line.body.get("toolUseResult")
            if path is None:
                continue
            found.pop(path, None)
            is_whole = isinstance(kept, dict) and kept.get("type") in ("create", "update")
            if isinstance(kept, dict) and is_whole and isinstance(kept.get("content"), str):
                found[path] = kept["content"].replace("\r\n", "\n")
        return found

    def changes_told(self) -> dict[str, str]:
        """Give what the model was told of changes by others, in files that it did not see since."""
        found: dict[str, str] = {}
        for line in self.lines:
            if (path := _file_of(line)) is not None:
                found.pop(path, None)
            held = line.body.get("attachment")
            if isinstance(held, dict) and line.subtype == "edited_text_file":
                found[str(held.get("filename"))] = str(held.get("snippet"))
        return found

    @property
    def is_unanswered(self) -> bool:
        """Whether the last message is the user's, or a result, and nobody answered it."""
        is_known = self.leaf is not None and self.beyond is None
        return is_known and self.lines[self.leaf or 0].kind == "user"

    @property
    def is_broken_off(self) -> bool:
        """Whether the model was at work: a result, or something beside a prompt, is the last."""
        place = self.leaf or 0
        behind = self.lines[place + 1 :]
        is_beside = any(line.kind == "attachment" for line in behind)
        return self.is_unanswered and (is_beside or self.lines[place].holds("tool_result"))

    def answered(self, drafts: Sequence[Draft]) -> Past:
        """Give it with what we say in the place of the answer that never came."""
        place = len(self.lines) if self.is_broken_off else (self.leaf or 0) + 1
        added = [Line(str(draft.before["type"]), "", _body(draft)) for draft in drafts]
        lines = (*self.lines[:place], *added, *self.lines[place:])
        return replace(self, lines=lines, leaf=None)


def past_of(session: Session, at: str | None = None) -> Past:
    """Read what a session goes on from; ``at`` is the uuid of the line to go back to."""
    chain = session.chain
    if chain is None:
        return Past()
    uuids = session.outline.uuids
    dropped = 0 if session.boundary is None else session.boundary[1].get("cumulativeDroppedTokens")
    saved = dropped if isinstance(dropped, int) else 0
    if at is None:
        lines = tuple(session.lines(chain.rows))
        place = chain.rows.index(chain.leaf) if chain.leaf in chain.rows else None
        return Past(lines, place, None, uuids[chain.path[-1]], saved)
    row = session.outline.by_uuid[at]
    is_active = row in chain.rows
    rows = chain.rows if is_active else chain_at(session.links, row, trailing=False).rows
    place = rows.index(row)
    lines = tuple(session.lines(rows))
    return Past(lines[: place + 1], place, lines[place + 1 :], at, saved)


def _body(draft: Draft) -> dict[str, Any]:
    return {**draft.before, **draft.behind}


def _worded(line: Line, words: Words) -> Line:
    """Put an attachment into words of the user's side, which stand where it stood."""
    attachment = line.body.get("attachment")
    if line.kind != "attachment" or not isinstance(attachment, dict):
        return line
    told = words(attachment)
    if told is None:
        return line
    message = {"role": "user", "content": [{"type": "text", "text": told}]}
    return Line("user", "", {**line.body, "message": message}, line.place)


def _file_of(line: Line) -> str | None:
    """Give the file that a line shows the model, or that the model wrote with it."""
    shown = line.body.get("toolUseResult")
    attachment = line.body.get("attachment")
    if isinstance(attachment, dict) and attachment.get("type") == "file":
        shown = attachment.get("content")
    if not isinstance(shown, dict):
        return None
    inside = shown.get("file")
    places: Sequence[Mapping[str, Any]] = [inside, shown] if isinstance(inside, dict) else [shown]
    paths = (place.get(key) for place in places for key in _FILE_KEYS)
    return next((path for path in paths if isinstance(path, str) and path), None)


def _nanoseconds(timestamp: object) -> int | None:
    if not isinstance(timestamp, str):
        return None
    try:
        return int(datetime.fromisoformat(timestamp).timestamp() * _NANOSECONDS) + _WITHIN_TIME
    except (ValueError, OverflowError):
        return None


def _changed(path: str, otherwise: int) -> int:
    try:
        return Path(path).stat().st_mtime_ns
    except (OSError, ValueError):
        return otherwise
