"""Attachments about other agents and background tasks."""

from __future__ import annotations

from steno.format.attachments.attachment import Attachment
from steno.format.view import NAMED, View, text, views


class TeammateMessage(View):
    """A message of another agent."""

    sender = text("from", since=NAMED)
    """Who sent it."""
    message = text("text", since=NAMED)
    """What it says."""
    timestamp = text("timestamp", since=NAMED)
    """When it was sent."""


class TeammateMailbox(Attachment):
    """Messages of the team."""

    TAG = "teammate_mailbox"
    SINCE = NAMED

    messages = views("messages", TeammateMessage, since=NAMED)
    """The messages."""


class AgentMention(Attachment):
    """A kind of sub-agent that the prompt mentions."""

    TAG = "agent_mention"
    SINCE = NAMED

    agent_type = text("agentType", since=NAMED)
    """The kind."""


class TaskStatus(Attachment):
    """How a background task stands."""

    TAG = "task_status"
    SINCE = NAMED

    task_id = text("taskId", since=NAMED)
    """The task."""
    task_type = text("taskType", since=NAMED)
    """``local_agent`` or ``local_bash``."""
    description = text("description", since=NAMED)
    """What it is about."""
    status = text("status", since=NAMED)
    """running, completed, failed or killed."""
    delta_summary = text("deltaSummary", since=NAMED)
    """What is new."""
    output_file_path = text("outputFilePath", since=NAMED)
    """Where its output lies."""
