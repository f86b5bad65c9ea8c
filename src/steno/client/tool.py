"""What a tool is to the loop: a name and a schema for the model, and something that runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.background import BackgroundTasks
    from steno.client.backups import Backups
    from steno.client.lines import Draft
    from steno.client.person import Person

Input = Mapping[str, Any]
"""What the model says that a tool is to do; already checked against the schema."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What came of a call: what the model sees, and what the transcript keeps for people."""

    content: str | list[dict[str, Any]]
    """The ``content`` of the tool_result block."""
    kept: Any = None
    """``toolUseResult`` of the line; a string where it is an error."""
    is_error: bool = False
    ends_turn: bool = False
    """Whether the model is not asked again after it."""
    meta: Mapping[str, Any] = field(default_factory=dict)
    """Further members of the line, such as ``mcpMeta``."""
    new_lines: tuple[Mapping[str, Any], ...] = ()
    """Messages that follow the result as lines of their own, such as the body of a skill."""


def failed(message: str, kept: str | None = None) -> ToolAnswer:
    """Give an error as an answer; the model sees it and may try otherwise."""
    return ToolAnswer(message, kept if kept is not None else f"Error: {message}", is_error=True)


@dataclass(slots=True)
class FilesSeen:
    """Which files the model has read, and when they were last changed then."""

    stamps: dict[str, int] = field(default_factory=dict)
    """``st_mtime_ns`` by absolute path."""
    digests: dict[str, bytes] = field(default_factory=dict)
    """What was in the files that were seen whole: a touched file is not a changed one."""
    reads: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    """Offset and limit of the last Read whose answer the model still has before it."""
    written: dict[str, str] = field(default_factory=dict)
    """The text of files that the model itself wrote, and has not read again since."""
    told: dict[str, str] = field(default_factory=dict)
    """What the model was told, before a resume, of changes in such files by others."""
    come_to: list[str] = field(default_factory=list)
    """Files that were read since the model was last told of their folders."""


@dataclass(slots=True, kw_only=True)
class ToolContext:
    """What a call may use of its surroundings; one for each agent."""

    session_id: str
    session_path: Path
    agent_id: str | None
    """None for the main conversation."""
    cwd: Path
    """The working folder now; a shell command may change it."""
    root: Path
    """The folder that the client was started in."""
    more_folders: tuple[Path, ...]
    """Others that may be read and written (``--add-dir``)."""
    environ: Mapping[str, str]
    seen: FilesSeen
    backups: Backups
    background: BackgroundTasks
    person: Person
    tell: Callable[[str, str], None]
    """Is told of output while it comes: the id of the call, and the new text."""
    spawn: Callable[[str, Input], Awaitable[ToolAnswer]]
    """Runs a sub-agent for the call of that id."""
    hides: Callable[[str, Path], bool] = lambda _tool, _path: False
    """Says whether the rules keep a file from what a tool, given by name, finds."""
    call_id: str = ""
    news: Callable[[Draft], object] = lambda _: None
    """Is told what a call is doing, as a line, where such lines are wanted."""


class Tool(Protocol):
    """One tool."""

    @property
    def name(self) -> str:
        """What the model calls it."""
        ...

    @property
    def description(self) -> str:
        """What the model is told of it, in our own words."""
        ...

    @property
    def schema(self) -> Mapping[str, Any]:
        """The JSON schema of its input."""
        ...

    def is_read_only(self, given: Input) -> bool:
        """Say whether the call changes nothing, so that it may run beside others."""
        ...

    async def run(self, given: Input, context: ToolContext) -> ToolAnswer:
        """Do it. Cancelled when the person interrupts; what it started has to end then."""
        ...
