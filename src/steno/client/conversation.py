"""The conversation in memory: the lines that count, and the messages that they become.

Lines become messages by the very rules by which a resume reads them (``docs/resume.md``), so that
what is sent now and what would be sent after a crash are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.client.reminders import attachment_text, reminder
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.members import object_in, text_in
from steno.session.attached import images_of
from steno.session.context import place_attachments, to_drafts
from steno.session.line import Line, text_block
from steno.session.merge import Draft, merge
from steno.session.spoken import spoken_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Body = Mapping[str, Any]

CHAINED: Final = frozenset({"user", "assistant", "system", "attachment"})
"""Types of lines that are part of the conversation."""


class Conversation:
    """What was said so far."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        """Take the lines that count at the beginning, in order."""
        self._lines = list(lines)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines that count."""
        return tuple(self._lines)

    def add(self, body: Body) -> None:
        """Take in a line; what is no part of the conversation is left out."""
        if body.get("type") in CHAINED:
            self._lines.append(as_line(body))

    def replace(self, lines: Iterable[Line]) -> None:
        """Let other lines stand for all that was said, as after a compaction."""
        self._lines = list(lines)

    def messages(self, models: Iterable[str], opening: str = "") -> list[dict[str, Any]]:
        """Give the messages for a model, which may have several names.

        What others thought is left out. ``opening`` is told before the first message.
        """
        kept = spoken_lines(self._lines, frozenset({*models, SYNTHETIC_MODEL}))
        # Without a name no model gets reminders apart: ours are always the user's blocks.
        placed = place_attachments(kept, "", joined=False)
        drafts = [Draft.user([text_block(reminder(opening))])] if opening else []
        drafts += [draft for line in placed for draft in _drafts(line)]
        return merge(drafts)

    def last_reply(self) -> Body | None:
        """Give the last line that a model wrote."""
        for line in reversed(self._lines):
            if line.is_reply and line.message.get("model") != SYNTHETIC_MODEL:
                return line.body
        return None


def as_line(body: Body) -> Line:
    """Look at the body of a line as a resume does."""
    attachment = object_in(body, "attachment") or {}
    subtype = text_in(body, "subtype") or text_in(attachment, "type") or ""
    return Line(str(body["type"]), subtype, body)


def _drafts(line: Line) -> list[Draft]:
    """Turn a line into messages; what an attachment says is told as a reminder."""
    if line.kind != "attachment":
        return to_drafts(line)
    told = attachment_text(object_in(line.body, "attachment") or {})
    blocks = [text_block(reminder(told))] if told else []
    blocks += images_of(line.body)
    return [Draft.user(blocks)] if blocks else []
