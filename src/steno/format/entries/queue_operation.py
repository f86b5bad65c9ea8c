"""``queue-operation``: prompts and notices that wait until the model is free."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from steno.format.codec import JsonRefusedError, decode_text
from steno.format.command_tags import TaskNotification, parse_notification
from steno.format.content import CONTENT, Block, TextBlock
from steno.format.envelope import LooseEntry
from steno.format.view import Field, View, text


class QueueOperation(StrEnum):
    """What happens to the queue."""

    ENQUEUE = "enqueue"
    DEQUEUE = "dequeue"
    REMOVE = "remove"
    POP_ALL = "popAll"


LONGEST_DESCRIPTOR: Final = 1_000_000
"""Characters up to which a content is tried as a task descriptor; a longer one is a prompt."""


class TaskDescriptor(View):
    """A background task as clients about 2.1.45 queued it: a JSON object in a string."""

    task_id = text("task_id", since="2.1.44")
    """The task; for a sub-agent also the end of its file's name."""
    tool_use_id = text("tool_use_id", since="2.1.44")
    """The call that started it."""
    description = text("description", since="2.1.44")
    """What it is about."""
    task_type = text("task_type", since="2.1.44")
    """``local_agent`` or ``local_bash``."""


class QueueOperationEntry(LooseEntry):
    """One change of the queue; ``content`` is a prompt, a task or a notice."""

    TAG = "queue-operation"
    SINCE = "2.0.36"

    operation = text("operation", since="2.0.36")
    """enqueue, dequeue, remove or popAll."""
    content: Field[str | tuple[Block, ...]] = Field("content", CONTENT, since="2.0.36")
    """What is queued: text, a JSON descriptor or a tagged notice; or blocks. None on dequeue."""

    reason = text("reason", since="2.1.325")
    """Why something was taken out, such as ``absorbed_mid_turn``."""
    command_uuid = text("commandUuid", since="2.1.325")
    """What was taken out; ``source_uuid`` of the ``queued_command`` that it became."""
    delivery_id = text("deliveryId", since="2.1.325")
    """``delivery_id`` of that ``queued_command``."""

    @property
    def plain_text(self) -> str:
        """The content's text, of blocks joined by newlines."""
        content = self.content
        if content is None or isinstance(content, str):
            return content or ""
        return "\n".join(b.text for b in content if isinstance(b, TextBlock) and b.text)

    @property
    def task(self) -> TaskDescriptor | None:
        """The content as a task descriptor; None where it is something else."""
        content = self.content
        if not isinstance(content, str) or not _may_be_descriptor(content):
            return None
        try:
            value = decode_text(content).value
        except JsonRefusedError:
            return None
        return TaskDescriptor(value) if isinstance(value, dict) and "task_id" in value else None

    @property
    def notification(self) -> TaskNotification | None:
        """The content as a background task's notice; None where it is something else."""
        return parse_notification(self.plain_text)


def _may_be_descriptor(content: str) -> bool:
    return content.lstrip()[:1] == "{" and len(content) <= LONGEST_DESCRIPTOR
