"""Who sent a prompt: the human, another agent, or the client itself."""

from __future__ import annotations

from steno.format.view import NAMED, View, text


class Origin(View):
    """The sender of a prompt."""

    kind = text("kind", since="2.1.185")
    """``human``, ``task-notification``, ``coordinator`` or ``peer``."""
    server = text("server", since=NAMED)
    """The server that sent it."""
    source = text("source", since=NAMED)
    """Known by name alone."""
    sender = text("from", since=NAMED)
    """The agent that sent it."""
    name = text("name", since=NAMED)
    """That agent's name."""
    sender_task_id = text("senderTaskId", since=NAMED)
    """The background task in which that agent runs."""
    producer = text("producer", since="2.1.325")
    """What in the client sent it, such as ``session-task``."""
    run_id = text("runId", since="2.1.325")
    """The run of the task that sent it."""
    message = text("body", since=NAMED)
    """What it sent."""
