"""What was sent in a user line, as its sender wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.command_tags import agent_words, own_words, parse_command_tags, parse_notification
from steno.format.entries.user import UserEntry, UserKind

if TYPE_CHECKING:
    from steno.format.command_tags import CommandTags

PERSONS_KINDS: Final = frozenset({UserKind.PROMPT, UserKind.COMMAND, UserKind.BASH})
"""The lines that hold a person's own words."""


def persons_words(entry: UserEntry) -> str | None:
    """Give the person's own words of a line; None where it holds none."""
    return sent_words(entry) if entry.kind in PERSONS_KINDS else None


def sent_words(entry: UserEntry) -> str:
    """Give what was sent in a line, without the tags and the context around it.

    A command is given as it was typed, a bash line behind ``!``, a note for the memory behind
    ``#``, a task's notice by its summary.
    """
    content, kind = entry.plain_text, entry.kind
    if kind is UserKind.TASK_NOTIFICATION:
        notice = parse_notification(content)
        return (notice and notice.summary) or content.strip()
    if kind is UserKind.AGENT_MESSAGE:
        return agent_words(content)
    words = own_words(content).strip()
    if kind in (UserKind.COMMAND, UserKind.BASH):
        return _as_typed(parse_command_tags(words)) or words
    return words


def _as_typed(tags: CommandTags) -> str:
    if tags.bash_input is not None:
        return f"! {tags.bash_input}".strip()
    if tags.memory_input is not None:
        return f"# {tags.memory_input}".strip()
    return f"{tags.name or tags.message or ''} {tags.args or ''}".strip()
