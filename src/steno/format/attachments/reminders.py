"""Attachments that remind the model of something."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.tool_results.tasks import TaskItem
from steno.format.tool_results.todo import Todo
from steno.format.view import NAMED, integer, text, views


class TaskReminder(Attachment):
    """The task list, in case the model forgot it."""

    TAG = "task_reminder"
    SINCE = "2.1.98"

    content = views("content", TaskItem, since="2.1.98")
    """The tasks."""
    item_count = integer("itemCount", since="2.1.98")
    """How many there are."""


class TodoReminder(Attachment):
    """The to-do list, in case the model forgot it."""

    TAG = "todo_reminder"
    SINCE = "2.1.112"

    content = views("content", Todo, since="2.1.112")
    """The things to do."""
    item_count = integer("itemCount", since="2.1.112")
    """How many there are."""


class TextReminder(Attachment):
    """A reminder that is nothing but text."""

    text = text("text", since="2.1.325")
    """The reminder."""


class TotalTokensReminder(TextReminder):
    """How many tokens are left."""

    TAG = "total_tokens_reminder"
    SINCE = "2.1.325"


class SilentTurnReminder(TextReminder):
    """A turn without a word."""

    TAG = "silent_turn_reminder"
    SINCE = "2.1.325"


class CriticalSystemReminder(Attachment):
    """Something that the model must not forget."""

    TAG = "critical_system_reminder"
    SINCE = NAMED

    content = text("content", since=NAMED)
    """The reminder."""


class DateChange(Attachment):
    """The day changed while the session went on."""

    TAG = "date_change"
    SINCE = NAMED

    new_date = text("newDate", since=NAMED)
    """The new day."""


class BashOutputAudienceNote(Attachment):
    """A note on who sees a command's output; known from reports alone."""

    TAG = "bash_output_audience_note"
    SINCE = NAMED

    tool_use_id = text("toolUseID", since=NAMED)
    """The command's call."""
