"""What kind of input opened a turn, and who sent it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from steno.format.command_tags import split_prompt
from steno.format.content import ImageBlock
from steno.format.entries.user import UserKind

if TYPE_CHECKING:
    from steno.format.entries.user import UserEntry

QUEUED: Final = "queued"
"""The ``promptSource`` of what was typed while the model was busy."""


class InputKind(StrEnum):
    """What opened a turn."""

    PLAIN = "plain"
    IMAGE = "image"
    IDE_SELECTION = "ide_selection"
    IDE_OPENED_FILE = "ide_opened_file"
    COMMAND = "command"
    BASH = "bash"
    QUEUED = "queued"
    TASK_NOTIFICATION = "task_notification"
    """A background task reported."""
    AGENT = "agent"
    """Another agent wrote: a teammate, or the one that began this sub-agent."""
    START = "start"
    """Nothing did: replies that stand before the first prompt, as behind a summary."""

    @property
    def is_human(self) -> bool:
        """Whether a person sent it."""
        return self not in _NOT_HUMAN


_NOT_HUMAN: Final = frozenset({InputKind.TASK_NOTIFICATION, InputKind.AGENT, InputKind.START})

_BY_USER_KIND: Final = {
    UserKind.TASK_NOTIFICATION: InputKind.TASK_NOTIFICATION,
    UserKind.AGENT_MESSAGE: InputKind.AGENT,
    UserKind.COMMAND: InputKind.COMMAND,
    UserKind.BASH: InputKind.BASH,
}


def input_kind(entry: UserEntry) -> InputKind | None:
    """Say what kind of input a user line is; None where it belongs to the running turn."""
    kind = entry.kind
    if kind is UserKind.PROMPT:
        return InputKind.QUEUED if entry.prompt_source == QUEUED else _kind_of_prompt(entry)
    return _BY_USER_KIND.get(kind)


def opening_kind(entry: UserEntry, *, is_main: bool) -> InputKind | None:
    """Say what kind of input opens a turn; in a sub-agent's file (not ``is_main``) no person's."""
    kind = input_kind(entry)
    return InputKind.AGENT if kind is not None and kind.is_human and not is_main else kind


def _kind_of_prompt(entry: UserEntry) -> InputKind:
    context = {tag.name for tag in split_prompt(entry.plain_text).context}
    for kind in (InputKind.IDE_SELECTION, InputKind.IDE_OPENED_FILE):
        if kind in context:
            return kind
    has_image = any(isinstance(block, ImageBlock) for block in entry.blocks)
    return InputKind.IMAGE if has_image else InputKind.PLAIN
