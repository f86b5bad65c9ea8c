"""Attachments that stand for a prompt, or for the end of one."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.command_tags import TaskNotification, parse_notification
from steno.format.content import CONTENT, Block
from steno.format.origin import Origin
from steno.format.view import NAMED, Field, anything, flag, integer, text, view


class QueuedCommand(Attachment):
    """What the user typed, or a task reported, while a tool ran: there is no user line for it."""

    TAG = "queued_command"
    SINCE = "2.1.197"

    prompt: Field[str | tuple[Block, ...]] = Field("prompt", CONTENT, since="2.1.197")
    """The prompt: a string, or blocks where it has images."""
    command_mode = text("commandMode", since="2.1.197")
    """prompt, bash or task-notification."""
    source_uuid = text("source_uuid", since="2.1.209")
    """The prompt's own id."""
    origin = view("origin", Origin, since="2.1.209")
    """Who sent it."""
    timestamp = text("timestamp", since="2.1.209")
    """When it was queued."""
    image_paste_ids = anything("imagePasteIds", since=NAMED)
    """The pasted images of the prompt, by number."""
    is_meta = flag("isMeta", since=NAMED)
    """True where the client itself queued it."""

    @property
    def notification(self) -> TaskNotification | None:
        """The notice of a background task; None where it is a prompt."""
        return parse_notification(self.prompt) if isinstance(self.prompt, str) else None


class StructuredOutput(Attachment):
    """The answer in the shape that was asked for; it does not reach the model."""

    TAG = "structured_output"
    SINCE = "2.1.197"

    data = anything("data", since="2.1.197")
    """The answer."""
    tool_use_id = text("toolUseID", since=NAMED)
    """The call that gave it."""


class MaxTurnsReached(Attachment):
    """The session may go on no further; it does not reach the model."""

    TAG = "max_turns_reached"
    SINCE = "2.1.197"

    max_turns = integer("maxTurns", since=NAMED)
    """How many turns were allowed."""
    turn_count = integer("turnCount", since=NAMED)
    """How many there were."""


class GoalStatus(Attachment):
    """Whether the goal that the user set is reached; known from reports alone."""

    TAG = "goal_status"
    SINCE = NAMED

    condition = text("condition", since=NAMED)
    """The goal."""
    met = flag("met", since=NAMED)
    """True where it is reached."""
    sentinel = flag("sentinel", since=NAMED)
    """True for the line that sets the goal."""
