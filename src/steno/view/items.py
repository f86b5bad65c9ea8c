"""What a session is made of for a reader, in order and before any markup.

Every item says which rows of the session it was built from, so that nothing is lost between a
transcript and what is shown of it. Texts are as they stand in the transcript: a surface has to
make them harmless in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from steno.session.branches import BranchKind, PointKind
    from steno.session.compaction import CompactionKind
    from steno.session.input_kind import InputKind
    from steno.view.document import Document
    from steno.view.message_figures import MessageFigures
    from steno.view.parts import MediaPart, Part
    from steno.view.tools.card import ToolCard

Level = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What all items have in common."""

    kind: ClassVar[str] = ""
    """Names the class for surfaces that choose by a word, such as templates."""

    rows: tuple[int, ...] = field(repr=False)
    """The rows of the session that it stands for."""
    line: int
    """The line that it begins at."""
    time: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptItem(Item):
    """What somebody sent to the model."""

    kind: ClassVar[str] = "prompt"

    input_kind: InputKind
    text: str
    """What was sent, without what the IDE and the client put around it."""
    context: tuple[str, ...] = ()
    """What the IDE put into it."""
    images: tuple[MediaPart, ...] = ()
    sender: str = ""
    """The agent that sent it; empty for a person."""
    is_queued: bool = False
    """Whether it came while a turn ran, and became part of that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyItem(Item):
    """What the model said."""

    kind: ClassVar[str] = "reply"

    text: str
    """Markdown, as the model wrote it."""
    message: MessageFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingItem(Item):
    """What the model thought."""

    kind: ClassVar[str] = "thinking"

    text: str
    """Empty where the API keeps it to itself."""
    is_redacted: bool = False
    message: MessageFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolItem(Item):
    """A tool call with what came of it."""

    kind: ClassVar[str] = "tool"

    card: ToolCard
    call_id: str
    message: MessageFigures
    is_parallel: bool = False
    """Whether the same reply called other tools beside it."""
    ended: datetime | None = None
    duration_ms: int | None = None
    result_line: int | None = None
    subagents: tuple[SubagentItem, ...] = ()
    """The sub-agents that it began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParallelGroup(Item):
    """Tools that one reply called together."""

    kind: ClassVar[str] = "parallel"

    members: tuple[ToolItem, ...]
    duration_ms: int | None = None
    """From the first call to the last result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentItem(Item):
    """A sub-agent; its own conversation is opened when it is asked for."""

    kind: ClassVar[str] = "subagent"

    agent_id: str
    agent_type: str = ""
    description: str = ""
    name: str = ""
    status: str = ""
    """The last word on it: completed, failed, killed, …; empty where there is none."""
    background: bool = False
    depth: int = 1
    """1 where the session itself began it."""
    ended: datetime | None = None
    opener: Callable[[], Document | None] | None = field(default=None, repr=False, compare=False)

    @property
    def document(self) -> Document | None:
        """Its own conversation, loaded now; None where nothing of it is left."""
        return None if self.opener is None else self.opener()

    @property
    def duration_ms(self) -> int | None:
        """From its first line to its last."""
        if self.time is None or self.ended is None:
            return None
        return max(0, round((self.ended - self.time).total_seconds() * 1000))


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionItem(Item):
    """A place where older conversation gave way to a summary."""

    kind: ClassVar[str] = "compaction"

    compaction: CompactionKind
    trigger: str = ""
    tokens_before: int | None = None
    tokens_after: int | None = None
    duration_ms: int | None = None
    dropped_messages: int = 0
    """Messages that a resume no longer sees because of it."""
    kept_messages: int = 0
    """Older messages that stay in use as they are."""
    cleared_results: int = 0
    """Of a small one: tool results that are no longer sent whole."""
    cleared_attachments: int = 0
    in_force: bool = False
    """Whether what a resume sends begins here."""
    summary: str = ""
    """What stands in the place of the older messages."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the ways on from a branch point."""

    branch: int
    """Its number, by which :meth:`Document.branch` gives all of it."""
    kind: BranchKind | None
    """How it begins; None for the way that the lines around the item take."""
    is_active: bool
    """Whether a resume goes on from it."""
    is_here: bool
    """Whether it is the way that the lines around the item take."""
    lines: int
    turns: int
    """How many turns are opened on it."""
    first_words: str = ""
    """How it begins: the prompt, or the reply."""
    started: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchItem(Item):
    """A line from which the conversation goes on in several ways."""

    kind: ClassVar[str] = "branch"

    point: PointKind
    alternatives: tuple[Alternative, ...]
    """The oldest first."""


class NoticeKind(StrEnum):
    """What a notice is about."""

    API_ERROR = "api_error"
    RETRY = "retry"
    INTERRUPT = "interrupt"
    HOOK = "hook"
    MODE = "mode"
    MODEL = "model"
    COMMAND = "command"
    OUTPUT = "output"
    """What a local command or a bash line of the user printed."""
    FILE = "file"
    MEMORY = "memory"
    EDITOR = "editor"
    LINK = "link"
    TITLE = "title"
    TASK = "task"
    AGENT = "agent"
    LIMIT = "limit"
    RESULT = "result"
    """A result without its call, or an answer in the shape that was asked for."""
    PLACE = "place"
    """The folder or the worktree that the session works in."""
    SUMMARY = "summary"
    INFO = "info"
    DAMAGE = "damage"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeItem(Item):
    """Something that happened beside the conversation."""

    kind: ClassVar[str] = "notice"

    notice: NoticeKind
    text: str
    """What happened, in one line; it may hold words of the transcript."""
    level: Level = "info"
    parts: tuple[Part, ...] = ()
    """What there is to look at: output, a text, links."""
    is_quiet: bool = False
    """Whether a reader misses nothing without it: a hook that went well, a title once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenItem(Item):
    """Lines of bookkeeping that a reader is spared unless asking for everything."""

    kind: ClassVar[str] = "hidden"

    what: str
    """The type of the lines, such as ``attachment/skill_listing``."""
    text: str = field(default="", repr=False)
    """What they say, where that was sent to the model: the body of a command or a skill."""
    about: str = field(default="", repr=False)
    """What they hold, in a few words."""


AnyItem = (
    PromptItem
    | ReplyItem
    | ThinkingItem
    | ToolItem
    | ParallelGroup
    | SubagentItem
    | CompactionItem
    | BranchItem
    | NoticeItem
    | HiddenItem
)
"""Every kind of item."""


def tools_in(item: Item) -> tuple[ToolItem, ...]:
    """Give the tool calls of an item: its own, those of a group, or none."""
    if isinstance(item, ToolItem):
        return (item,)
    return item.members if isinstance(item, ParallelGroup) else ()


def rows_of(item: Item) -> set[int]:
    """Give all rows that an item and what is inside it stand for."""
    rows = set(item.rows)
    for tool in tools_in(item):
        rows.update(tool.rows)
        for agent in tool.subagents:
            rows.update(agent.rows)
    return rows
