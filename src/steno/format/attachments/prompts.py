"""Attachments that stand for a prompt, or for the end of one."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.command_tags import TaskNotification, parse_notification
from steno.format.content import CONTENT, Block
from steno.format.origin import Origin
from steno.format.view import NAMED, Field, View, anything, flag, integer, number, text, texts, view


class TaskUsage(View):
    """What a background task took, in figures."""

    total_tokens = integer("totalTokens", since="2.1.325")
    """Its tokens."""
    tool_uses = integer("toolUses", since="2.1.325")
    """How many tools it used."""
    duration_ms = integer("durationMs", since="2.1.325")
    """How long it ran."""


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
    delivery_id = text("delivery_id", since="2.1.325")
    """``deliveryId`` of the ``queue-operation`` that took it out of the queue."""
    run_id = text("runId", since="2.1.325")
    """The run of the task that reported."""
    usage = view("usage", TaskUsage, since="2.1.325")
    """What the task that reported took."""
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
    tool_use_id = text("toolUseID", since="2.1.197")
    """The call that gave it."""


class MaxTurnsReached(Attachment):
    """The session may go on no further; it does not reach the model."""

    TAG = "max_turns_reached"
    SINCE = "2.1.197"

    max_turns = integer("maxTurns", since="2.1.197")
    """How many turns were allowed."""
    turn_count = integer("turnCount", since="2.1.197")
    """How many there were."""
    exit_committed = flag("exitCommitted", since="2.1.325")
    """Known by its name alone; false in the one line seen."""


class BudgetUsd(Attachment):
    """How much money the session may still spend, in dollars."""

    TAG = "budget_usd"
    SINCE = "2.1.197"

    used = number("used", since="2.1.197")
    """What it has spent."""
    total = number("total", since="2.1.197")
    """What it may spend in all."""
    remaining = number("remaining", since="2.1.197")
    """What is left."""


class CommandFallback(Attachment):
    """A slash command that there is none of: the prompt goes to the model as it was typed."""

    TAG = "unknown_command_fallback"
    SINCE = "2.1.325"

    command_name = text("commandName", since="2.1.325")
    """The command, without the slash."""
    available_command_names = texts("availableCommandNames", since="2.1.325")
    """Commands that there are; not all of them."""
    available_command_count = integer("availableCommandCount", since="2.1.325")
    """How many there are in all."""


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
