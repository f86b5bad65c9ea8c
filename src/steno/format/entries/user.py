"""``user``: a prompt, a tool's result, or something that the client says in the user's name."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from steno.format.command_tags import (
    CommandTags,
    has_command_tags,
    parse_command_tags,
    split_prompt,
)
from steno.format.content import TextBlock, ToolResultBlock
from steno.format.message import Message, MessageEntry
from steno.format.origin import Origin
from steno.format.shapes import INTEGER, ListOf
from steno.format.tool_results import ToolResult, decode_tool_result
from steno.format.tool_results.todo import Todo
from steno.format.view import (
    NAMED,
    Field,
    View,
    anything,
    flag,
    integer,
    mapping,
    text,
    texts,
    view,
    views,
)

INTERRUPTED: Final = "[Request interrupted by user"
"""How the text of an interrupt begins; behind it ``]`` or ``for tool use]``."""


class UserKind(StrEnum):
    """What a user line really is."""

    PROMPT = "prompt"
    TOOL_RESULT = "tool_result"
    META = "meta"
    COMPACT_SUMMARY = "compact_summary"
    COMMAND = "command"
    COMMAND_OUTPUT = "command_output"
    BASH = "bash"
    BASH_OUTPUT = "bash_output"
    INTERRUPT = "interrupt"
    TASK_NOTIFICATION = "task_notification"
    AGENT_MESSAGE = "agent_message"


class ThinkingMetadata(View):
    """How much the model was allowed to think."""

    level = text("level", since="1.0.128", until="2.1.15")
    """The thinking level by name."""
    disabled = flag("disabled", since="1.0.128", until="2.1.15")
    """True where thinking was off."""
    triggers = anything("triggers", since="1.0.128", until="2.1.15")
    """The words of the prompt that asked for it."""
    max_thinking_tokens = integer("maxThinkingTokens", since="2.1.19", until="2.1.45")
    """The budget in tokens."""


class TurnPosition(View):
    """Where in the session a prompt stands."""

    prompt_index = integer("promptIndex", since="2.1.325")
    """Which prompt it is, counted from zero."""
    turn_index = integer("turnIndex", since="2.1.325")
    """Which turn it begins, counted from one."""


class PermissionDecision(View):
    """Whether a tool was allowed to run, and who said so."""

    decision = text("decision", since="2.1.325")
    """``accept`` or ``reject``."""
    source = text("source", since="2.1.325")
    """Who decided: ``config``, ``hook`` and others."""
    reason_type = text("reasonType", since="2.1.325")
    """Why, such as ``mode`` or ``hook``."""
    reason_code = text("reasonCode", since="2.1.325")
    """Why in more detail, such as ``hook:PreToolUse`` or ``workingDir``."""


class UserEntry(MessageEntry):
    """A line of the user's side."""

    TAG = "user"
    SINCE = "1.0.24"

    message = view("message", Message, since="1.0.24")
    """The message as it goes to the API."""
    prompt_id = text("promptId", since="2.1.77")
    """The prompt that the line belongs to; the same on all lines of its turn."""
    prompt_source = text("promptSource", since="2.1.169")
    """Where the prompt came from: typed, queued or sdk."""
    origin = view("origin", Origin, since="2.1.185")
    """Who sent the prompt."""
    permission_mode = text("permissionMode", since="2.1.15")
    """The permission mode when the prompt was sent."""
    thinking_metadata = view("thinkingMetadata", ThinkingMetadata, since="1.0.128", until="2.1.45")
    """The thinking budget of the prompt."""
    todos = views("todos", Todo, since="2.0.55", until="2.1.62")
    """The to-do list at that time."""
    image_paste_ids: Field[tuple[int, ...]] = Field(
        "imagePasteIds", ListOf(INTEGER), since="2.1.29"
    )
    """The pasted images of the prompt, by number."""
    is_compact_summary = flag("isCompactSummary", since="2.0.76")
    """True for the summary behind a compaction; it is sent to the API."""
    is_visible_in_transcript_only = flag("isVisibleInTranscriptOnly", since="2.0.76")
    """True for a line that the terminal does not show; it is sent all the same."""
    tool_use_result = anything("toolUseResult", since="1.0.24")
    """The tool's result for the user interface: an object, a string on errors, or an array."""
    source_tool_assistant_uuid = text("sourceToolAssistantUUID", since="2.1.1")
    """The assistant line with the call that this result answers."""
    source_tool_use_id = text("sourceToolUseID", since="2.0.71")
    """The call (of a skill) that put this line in."""
    tool_denial_kind = text("toolDenialKind", since="2.1.205")
    """Why a tool was not allowed to run."""
    tool_ends_turn = flag("toolEndsTurn", since="2.1.197")
    """True where the result ends the turn."""
    mcp_meta = mapping("mcpMeta", since="2.1.197")
    """What an MCP server added to its result."""
    interrupted_message_id = text("interruptedMessageId", since="2.1.197")
    """The API message that the user broke off."""
    plan_content = text("planContent", since="2.1.29", until="2.1.63")
    """The plan that the session starts from."""
    classifier_meta_lines = text("classifierMetaLines", since="2.1.205")
    """Notes of the client's safety classifier."""
    interrupted_by_shutdown = flag("interruptedByShutdown", since=NAMED)
    """True where the client was closed in the middle of the turn."""
    queue_priority = text("queuePriority", since=NAMED)
    """How urgent a queued prompt was."""
    turn_companion = flag("turnCompanion", since="2.1.325")
    """True for a line that goes with a prompt, such as the body of a typed skill."""
    turn_origin = text("turnOrigin", since="2.1.325")
    """What began the turn: ``human``, ``sdk`` or ``task_notification``."""
    turn_position = view("turnPosition", TurnPosition, since="2.1.325")
    """Where in the session the prompt stands."""
    queue_skip_attachments = flag("queueSkipAttachments", since="2.1.325")
    """Known by its name alone; true wherever it was seen, mostly on notices of tasks."""
    refused_message_id = text("refusedMessageId", since="2.1.325")
    """The API message in which the model refused."""
    repeats_compact_summary = flag("repeatsCompactSummary", since="2.1.325")
    """Known by its name alone; seen on what ``/compact`` printed."""
    summarized_turn_prompt_uuids = texts("summarizedTurnPromptUuids", since="2.1.325")
    """On a summary: the prompts of the turn that was under way when it was made."""
    sandboxed = flag("sandboxed", since="2.1.325")
    """True where the tool ran in the sandbox."""
    permission_decision = view("permissionDecision", PermissionDecision, since="2.1.325")
    """Whether the tool was allowed to run."""
    mcp_call_not_read_only = text("mcpCallNotReadOnly", since="2.1.325")
    """Why an MCP tool does not count as one that only reads, such as ``no_hint``."""
    user_feedback = text("userFeedback", since=NAMED)
    """What the user wrote when refusing a tool."""

    @property
    def tool_results(self) -> tuple[ToolResultBlock, ...]:
        """The tool results in the line's content."""
        return tuple(block for block in self.blocks if isinstance(block, ToolResultBlock))

    @property
    def kind(self) -> UserKind:
        """What the line really is, told by its flags, its sender and its text."""
        if self.tool_results:
            return UserKind.TOOL_RESULT
        if self.is_compact_summary:
            return UserKind.COMPACT_SUMMARY
        kind = self._kind_by_origin() or _kind_of_text(self.plain_text)
        if kind in _NOT_HIDDEN_BY_META:
            return kind
        if self.is_meta or self.source_tool_use_id or self.turn_companion:
            return UserKind.META
        if kind is UserKind.META and not all(isinstance(b, TextBlock) for b in self.blocks):
            return UserKind.PROMPT
        return kind

    def _kind_by_origin(self) -> UserKind | None:
        sender = self.origin
        return None if sender is None else _KINDS_BY_ORIGIN.get(sender.kind or "")

    @property
    def command(self) -> CommandTags | None:
        """The tags of a slash command or bash line; None where the line is no such thing."""
        content = self.plain_text
        return parse_command_tags(content) if has_command_tags(content) else None

    def tool_result(self, tool_name: str | None = None) -> ToolResult | str | None:
        """Read ``toolUseResult`` as its tool's own class, by the tool's name or by its shape."""
        return decode_tool_result(self.tool_use_result, tool_name)


def _kind_of_text(content: str) -> UserKind:
    """Judge a line by how its text begins, behind what the client or the IDE put in front."""
    start = content.lstrip()
    while start.startswith(INTERRUPTED):
        # A prompt may stand on the line of the interrupt that it came with.
        start = start.partition("]")[2].lstrip()
        if not start:
            return UserKind.INTERRUPT
    kind = _kind_by_start(start)
    if kind is not None or not start.startswith("<"):
        return kind or UserKind.PROMPT
    prompt = split_prompt(start)
    words = prompt.words.lstrip()
    if not words and not any(tag.name.startswith("ide_") for tag in prompt.context):
        return UserKind.META
    return _kind_by_start(words) or UserKind.PROMPT


def _kind_by_start(start: str) -> UserKind | None:
    return next((kind for prefix, kind in _KINDS_BY_START if start.startswith(prefix)), None)


_KINDS_BY_START: Final = (
    ("<local-command-stdout>", UserKind.COMMAND_OUTPUT),
    ("<local-command-stderr>", UserKind.COMMAND_OUTPUT),
    ("<command-name>", UserKind.COMMAND),
    ("<command-message>", UserKind.COMMAND),
    ("<command-args>", UserKind.COMMAND),
    ("<user-memory-input>", UserKind.COMMAND),
    ("<bash-input>", UserKind.BASH),
    ("<bash-stdout>", UserKind.BASH_OUTPUT),
    ("<bash-stderr>", UserKind.BASH_OUTPUT),
    ("<task-notification>", UserKind.TASK_NOTIFICATION),
    ("<teammate-message", UserKind.AGENT_MESSAGE),
    # Early clients set no flag on these two.
    ("Caveat: The messages below were generated by the user while running", UserKind.META),
    ("This session is being continued from a previous conversation", UserKind.COMPACT_SUMMARY),
)

_KINDS_BY_ORIGIN: Final = {
    "task-notification": UserKind.TASK_NOTIFICATION,
    "coordinator": UserKind.AGENT_MESSAGE,
    "peer": UserKind.AGENT_MESSAGE,
}

_NOT_HIDDEN_BY_META: Final = frozenset(
    {
        UserKind.INTERRUPT,
        UserKind.COMMAND_OUTPUT,
        UserKind.BASH_OUTPUT,
        UserKind.TASK_NOTIFICATION,
        UserKind.COMPACT_SUMMARY,
    }
)
"""What a line stays although the client marked it as its own."""
