"""The XML-like tags in which the client writes slash commands, bash lines and notices."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG: Final = re.compile(
    r"<(command-name|command-message|command-args|command-contents|local-command-stdout|"
    r"local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|"
    r"user-memory-input|task-notification)>"
)
_NOTICE_FIELD: Final = re.compile(r"<([a-z][a-z-]*)>")
_CONTEXT: Final = re.compile(r"<(ide_[a-z_]+|system-reminder|local-command-caveat)>")
_TEAMMATE: Final = re.compile(r"<(teammate-message)(?:\s[^<>]*)?>")
_MOST_OPEN_TAGS: Final = 64
"""Names without a closing tag after which a notice is read no further."""


@dataclass(frozen=True, slots=True)
class CommandTags:
    """The tags of a command line, as far as they are there."""

    name: str | None = None
    """The command with its slash, such as ``/compact``."""
    message: str | None = None
    """The command's name as the terminal shows it."""
    args: str | None = None
    """What was typed behind it."""
    contents: str | None = None
    """The command's body."""
    stdout: str | None = None
    """What a local command printed."""
    stderr: str | None = None
    """What a local command complained of."""
    caveat: str | None = None
    """The client's warning that what follows is not for the model."""
    bash_input: str | None = None
    """A line typed in bash mode."""
    bash_stdout: str | None = None
    """What it printed."""
    bash_stderr: str | None = None
    """What it complained of."""
    memory_input: str | None = None
    """What the person wanted remembered, typed behind a ``#``."""
    notification: str | None = None
    """A background task's notice, itself tagged: see :func:`parse_notification`."""


_FIELDS: Final = {
    "command-name": "name",
    "command-message": "message",
    "command-args": "args",
    "command-contents": "contents",
    "local-command-stdout": "stdout",
    "local-command-stderr": "stderr",
    "local-command-caveat": "caveat",
    "bash-input": "bash_input",
    "bash-stdout": "bash_stdout",
    "bash-stderr": "bash_stderr",
    "user-memory-input": "memory_input",
    "task-notification": "notification",
}


def has_command_tags(text: str) -> bool:
    """Say whether a text begins with one of the client's tags."""
    start = text.lstrip()
    match = _TAG.match(start)
    return match is not None and f"</{match[1]}>" in start


def parse_command_tags(text: str) -> CommandTags:
    """Read the tags of a command, bash or notice line; the first of each kind counts."""
    found: dict[str, str] = {}
    for tag in _whole_tags(_TAG, text):
        found.setdefault(_FIELDS[tag.name], tag.value)
    return CommandTags(**found)


@dataclass(frozen=True, slots=True)
class ContextTag:
    """What the IDE or the client put into a prompt."""

    name: str
    """The tag, such as ``ide_selection`` or ``system-reminder``."""
    text: str


@dataclass(frozen=True, slots=True)
class PromptParts:
    """A prompt, with the person's own words told apart from what was put into it."""

    words: str
    context: tuple[ContextTag, ...]


def split_prompt(text: str) -> PromptParts:
    """Tell the person's words from the context that the IDE or the client put into a prompt."""
    kept, context, position = [], [], 0
    for tag in _whole_tags(_CONTEXT, text):
        kept.append(text[position : tag.start])
        context.append(ContextTag(tag.name, tag.value.strip()))
        position = tag.end
    return PromptParts(" ".join((*kept, text[position:])), tuple(context))


def own_words(text: str) -> str:
    """Give a prompt without the context that the IDE or the client put into it."""
    return split_prompt(text).words


def agent_words(text: str) -> str:
    """Give what other agents wrote, without the tags around it; all of it where there are none."""
    messages = [tag.value.strip() for tag in _whole_tags(_TEAMMATE, text)]
    return "\n\n".join(messages) if messages else text.strip()


@dataclass(frozen=True, slots=True)
class _WholeTag:
    name: str
    value: str
    start: int
    end: int


def _whole_tags(opening: re.Pattern[str], text: str) -> Iterator[_WholeTag]:
    """Give the whole tags of a text in order; its time does not grow with those left open."""
    position, unclosed = 0, set[str]()
    while (match := opening.search(text, position)) is not None:
        name, position = match[1], match.end()
        end = -1 if name in unclosed else text.find(f"</{name}>", position)
        if end >= 0:
            behind = end + len(name) + 3
            yield _WholeTag(name, text[position:end], match.start(), behind)
            position = behind
        elif len(unclosed) == _MOST_OPEN_TAGS:
            return
        else:
            unclosed.add(name)


@dataclass(frozen=True, slots=True)
class TaskNotification:
    """What a background task reported: its id, where its output is, how it ended."""

    task_id: str | None
    output_file: str | None
    status: str | None
    summary: str | None
    fields: dict[str, str]
    """Every tag of the notice by its name, these four included."""


def parse_notification(text: str) -> TaskNotification | None:
    """Read a ``<task-notification>``; None where the text holds none."""
    inner = parse_command_tags(text).notification
    if inner is None:
        return None
    fields: dict[str, str] = {}
    for tag in _whole_tags(_NOTICE_FIELD, inner):
        fields.setdefault(tag.name, tag.value.strip())
    return TaskNotification(
        fields.get("task-id"),
        fields.get("output-file"),
        fields.get("status"),
        fields.get("summary"),
        fields,
    )
