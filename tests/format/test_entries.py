"""Every entry type: its fields, and what its module reads out of them."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any, TypeVar

import pytest

from steno.format import entries
from steno.format.codec import encode_value
from steno.format.content import TextBlock
from steno.format.decode import decode
from steno.format.entries.ai_title import AiTitleEntry
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.content_replacement import ContentReplacementEntry
from steno.format.entries.custom_title import CustomTitleEntry
from steno.format.entries.file_history_delta import FileHistoryDeltaEntry
from steno.format.entries.file_history_snapshot import FileHistorySnapshotEntry
from steno.format.entries.frame_link import FrameLinkEntry
from steno.format.entries.last_prompt import LastPromptEntry
from steno.format.entries.pr_link import PrLinkEntry
from steno.format.entries.progress import (
    PROGRESS_KINDS,
    AgentLine,
    AgentProgress,
    BashProgress,
    ProgressEntry,
    UnknownProgress,
)
from steno.format.entries.queue_operation import QueueOperation, QueueOperationEntry
from steno.format.entries.summary import SummaryEntry
from steno.format.entries.system import SYSTEM_KINDS, SystemEntry
from steno.format.entries.system.compaction import CompactBoundaryEntry, MicrocompactBoundaryEntry
from steno.format.entries.system.failures import ApiErrorEntry, ModelRefusalFallbackEntry
from steno.format.entries.system.notices import LocalCommandEntry, ScheduledTaskFireEntry
from steno.format.entries.system.turns import StopHookSummaryEntry, TurnDurationEntry
from steno.format.entries.user import UserEntry, UserKind
from steno.format.entries.worktree_state import WorktreeStateEntry
from steno.format.entry import Entry
from steno.format.registry import ENTRY_KINDS
from steno.format.tool_results.shell import ShellResult

E = TypeVar("E", bound=Entry)


def read(kind: type[E], **body: Any) -> E:
    """Decode a line with these keys and make sure of its class and of every key in it."""
    entry = decode(encode_value(body) + b"\n")
    assert type(entry) is kind
    assert entry.unknown_keys == ()
    assert list(entry.misshapen()) == []
    return entry


def user(content: object, **keys: Any) -> UserEntry:
    """Make a user line."""
    return read(UserEntry, type="user", message={"role": "user", "content": content}, **keys)


LOOSE: list[tuple[str, dict[str, Any]]] = [
    ("summary", {"summary": "Fix the bug", "leafUuid": "u9"}),
    ("pr-link", {"prNumber": 3, "prUrl": "https://x/3", "prRepository": "a/b"}),
    ("last-prompt", {"lastPrompt": "go on", "leafUuid": "u9"}),
    ("mode", {"mode": "normal"}),
    ("permission-mode", {"permissionMode": "plan"}),
    ("custom-title", {"customTitle": "mine"}),
    ("ai-title", {"aiTitle": "theirs"}),
    ("agent-name", {"agentName": "ada"}),
    ("agent-setting", {"agentSetting": "reviewer"}),
    ("agent-color", {"agentColor": "red"}),
    ("tag", {"tag": "later"}),
    ("bridge-session", {"bridgeSessionId": "b", "lastSequenceNum": 4}),
    ("frame-link", {"path": "/a.html", "frameUrl": "https://x/f", "title": "A"}),
    ("isolation-latch", {"side": "left"}),
    ("atis-latch", {"atis": ""}),
    ("relocated", {"relocatedCwd": "/b"}),
    ("speculation-accept", {"timeSavedMs": 120}),
    ("history-suppression", {"cause": "fork_inherit"}),
    ("content-replacement", {"agentId": "a", "replacements": []}),
    ("fork-context-ref", {}),
    ("attribution-snapshot", {}),
    ("cost-state", {}),
    ("ended-by-model", {}),
    ("observer-ref", {}),
    ("artifact-autoreact-ledger", {}),
    ("artifact-comment-monitor", {}),
    ("marble-origami-commit", {}),
    ("marble-origami-snapshot", {}),
    ("marble-origami-reset", {}),
]


@pytest.mark.parametrize(("tag", "keys"), LOOSE)
def test_loose_entries_read_their_own_keys(tag: str, keys: dict[str, Any]) -> None:
    """A small line gives each of its own keys under a typed name."""
    kind = ENTRY_KINDS[tag]
    stamp = "2026-11-15T10:00:00.000Z"
    entry = read(kind, type=tag, sessionId="s1", timestamp=stamp, **keys)
    own = {key: getattr(entry, kind.fields[key].name) for key in keys}
    assert own == {key: () if value == [] else value for key, value in keys.items()}
    assert (entry.type, entry.body["sessionId"]) == (tag, "s1")


def test_every_module_of_entries_is_registered() -> None:
    """No entry class lies about without being in the table, and each module is named by its tag."""
    for info in pkgutil.iter_modules(entries.__path__):
        module = importlib.import_module(f"steno.format.entries.{info.name}")
        kinds = [
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, Entry) and value.TAG
            and value.__module__ == module.__name__
        ]  # fmt: skip
        for kind in kinds:
            assert ENTRY_KINDS[str(kind.TAG)] is kind
            assert str(kind.TAG).replace("-", "_").startswith(info.name)


def test_named_values_have_their_own_attributes() -> None:
    """The fields that other parts rely on are there under the names that they use."""
    assert read(SummaryEntry, type="summary", summary="s", leafUuid="u").leaf_uuid == "u"
    assert read(LastPromptEntry, type="last-prompt", leafUuid="u").leaf_uuid == "u"
    assert read(CustomTitleEntry, type="custom-title", customTitle="t").custom_title == "t"
    assert read(AiTitleEntry, type="ai-title", aiTitle="t").ai_title == "t"
    assert read(PrLinkEntry, type="pr-link", prNumber=3).pr_number == 3
    assert read(FrameLinkEntry, type="frame-link", frameUrl="x").frame_url == "x"


def test_worktree_state_tells_where_the_session_came_from() -> None:
    """A worktree entered is an object; one that was left is null."""
    session = {
        "originalCwd": "/a", "preEnterOriginalCwd": "/a", "worktreePath": "/a/w",
        "worktreeName": "w", "worktreeBranch": "b", "originalBranch": "main",
        "originalHeadCommit": "c", "sessionId": "s",
    }  # fmt: skip
    entry = read(WorktreeStateEntry, type="worktree-state", worktreeSession=session)
    assert entry.worktree_session is not None
    assert entry.worktree_session.unknown_keys == ()
    assert entry.worktree_session.worktree_path == "/a/w"
    left = read(WorktreeStateEntry, type="worktree-state", worktreeSession=None)
    assert left.worktree_session is None


def test_replacements_name_what_they_replace() -> None:
    """A replacement points at a call and gives the text in its place."""
    entry = read(
        ContentReplacementEntry,
        type="content-replacement",
        replacements=[{"kind": "tool-result", "toolUseId": "t", "replacement": "short"}],
    )
    (replacement,) = entry.replacements or ()
    assert (replacement.kind, replacement.tool_use_id) == ("tool-result", "t")
    assert replacement.replacement == "short"


@pytest.mark.parametrize(
    ("content", "keys", "kind"),
    [
        ("do it", {}, UserKind.PROMPT),
        ([{"type": "text", "text": "do it"}], {}, UserKind.PROMPT),
        ([{"type": "tool_result", "tool_use_id": "t"}], {}, UserKind.TOOL_RESULT),
        ("body", {"isMeta": True}, UserKind.META),
        ("<local-command-caveat>x</local-command-caveat>", {"isMeta": True}, UserKind.META),
        ("so far", {"isCompactSummary": True}, UserKind.COMPACT_SUMMARY),
        ("<command-name>/compact</command-name>", {}, UserKind.COMMAND),
        ("<command-message>x</command-message>", {}, UserKind.COMMAND),
        ("<local-command-stdout>x</local-command-stdout>", {}, UserKind.COMMAND_OUTPUT),
        ("<local-command-stderr>x</local-command-stderr>", {}, UserKind.COMMAND_OUTPUT),
        ("<bash-input>ls</bash-input>", {}, UserKind.BASH),
        ("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", {}, UserKind.BASH_OUTPUT),
        ("<bash-stderr>a</bash-stderr>", {}, UserKind.BASH_OUTPUT),
        ("[Request interrupted by user]", {}, UserKind.INTERRUPT),
        (
            [{"type": "text", "text": "[Request interrupted by user for tool use]"}],
            {},
            UserKind.INTERRUPT,
        ),
        ("<task-notification>x</task-notification>", {}, UserKind.TASK_NOTIFICATION),
    ],
)
def test_user_line_says_what_it_really_is(
    content: object, keys: dict[str, Any], kind: UserKind
) -> None:
    """Prompts, results, commands and the client's own words are told apart."""
    assert user(content, **keys).kind is kind


def test_command_line_has_its_tags_parsed() -> None:
    """A slash command gives its name and arguments; a prompt gives none."""
    entry = user("<command-name>/model</command-name>\n<command-args>opus</command-args>")
    assert entry.command is not None
    assert (entry.command.name, entry.command.args) == ("/model", "opus")
    assert user("tell me about <command-name>").command is None


def test_user_line_reads_its_own_keys() -> None:
    """The keys of prompts of all versions are typed."""
    entry = user(
        "hi",
        promptId="p", promptSource="typed", origin={"kind": "human"}, permissionMode="plan",
        thinkingMetadata={"level": "high", "disabled": False, "triggers": [],
                          "maxThinkingTokens": 31999},
        todos=[{"content": "a", "status": "pending", "activeForm": "doing a"}],
        imagePasteIds=[1, 2], isVisibleInTranscriptOnly=True, planContent="plan",
        classifierMetaLines="{}", interruptedMessageId="m", toolDenialKind="user-rejected",
        toolEndsTurn=True, mcpMeta={}, sourceToolUseID="t", sourceToolAssistantUUID="u",
        interruptedByShutdown=True, queuePriority="later", turnCompanion=True, userFeedback="no",
    )  # fmt: skip
    assert (entry.prompt_id, entry.prompt_source, entry.permission_mode) == ("p", "typed", "plan")
    assert entry.origin is not None
    assert entry.origin.kind == "human"
    assert entry.thinking_metadata is not None
    assert entry.thinking_metadata.max_thinking_tokens == 31999
    assert [todo.content for todo in entry.todos or ()] == ["a"]
    assert entry.image_paste_ids == (1, 2)
    assert (entry.interrupted_message_id, entry.tool_denial_kind) == ("m", "user-rejected")
    assert (entry.queue_priority, entry.user_feedback) == ("later", "no")


def test_tool_result_is_read_in_its_tools_class() -> None:
    """By name or by its keys; a string is an error or a text, as it is."""
    body = {"stdout": "a", "stderr": "", "interrupted": False}
    block = [{"type": "tool_result", "tool_use_id": "t", "content": "a"}]
    entry = user(block, toolUseResult=body)
    assert isinstance(entry.tool_result("Bash"), ShellResult)
    assert isinstance(entry.tool_result(), ShellResult)
    assert [result.tool_use_id for result in entry.tool_results] == ["t"]
    assert user(block, toolUseResult="Error: no").tool_result("Bash") == "Error: no"
    assert user(block).tool_result("Bash") is None


def test_assistant_line_reads_its_own_keys() -> None:
    """A reply and a failure are told apart by their keys."""
    entry = read(
        AssistantEntry,
        type="assistant", message={"id": "m", "model": "<synthetic>", "content": []},
        isApiErrorMessage=True, error="rate_limit", apiErrorStatus=429, errorDetails="x",
        apiError={}, effort="high", attributionSkill="s", attributionPlugin="p",
        attributionMcpServer="m", attributionMcpTool="t", attributionAgent="a",
        isAbortedMidStream=False, advisorModel="x", apiBlockIndex=0, isVirtual=False,
        requestId="r",
    )  # fmt: skip
    assert entry.is_synthetic
    assert (entry.is_api_error_message, entry.error, entry.api_error_status) == (
        True, "rate_limit", 429,
    )  # fmt: skip
    assert (entry.effort, entry.attribution_agent) == ("high", "a")
    assert not read(AssistantEntry, type="assistant").is_synthetic


def test_compact_boundary_tells_what_is_kept() -> None:
    """A boundary names its trigger, its figures and the lines that stay in use."""
    entry = read(
        CompactBoundaryEntry,
        type="system", subtype="compact_boundary", content="Conversation compacted",
        level="info", parentUuid=None, logicalParentUuid="u5",
        compactMetadata={
            "trigger": "auto", "preTokens": 167503, "postTokens": 9000, "durationMs": 5,
            "cumulativeDroppedTokens": 1, "preCompactDiscoveredTools": ["Read"],
            "preservedSegment": {"headUuid": "h", "anchorUuid": "a", "tailUuid": "t"},
            "preservedMessages": {"anchorUuid": "a", "uuids": ["x"], "allUuids": ["x", "y"]},
        },
    )  # fmt: skip
    assert entry.logical_parent_uuid == "u5"
    metadata = entry.compact_metadata
    assert metadata is not None
    assert metadata.unknown_keys == ()
    assert (metadata.trigger, metadata.pre_tokens, metadata.post_tokens) == ("auto", 167503, 9000)
    assert metadata.preserved_segment is not None
    assert metadata.preserved_segment.tail_uuid == "t"
    assert metadata.preserved_messages is not None
    assert metadata.preserved_messages.uuids == ("x",)
    assert metadata.preserved_messages.all_uuids == ("x", "y")


def test_microcompact_boundary_tells_what_was_cut() -> None:
    """A small compaction names the calls whose results went."""
    entry = read(
        MicrocompactBoundaryEntry,
        type="system", subtype="microcompact_boundary",
        microcompactMetadata={
            "trigger": "auto", "preTokens": 9, "tokensSaved": 4, "compactedToolIds": ["t"],
            "clearedAttachmentUUIDs": [],
        },
    )  # fmt: skip
    assert entry.microcompact_metadata is not None
    assert entry.microcompact_metadata.compacted_tool_ids == ("t",)
    assert entry.microcompact_metadata.tokens_saved == 4


def test_end_of_turn_lines_read_their_figures() -> None:
    """A duration and a summary of hooks, as interactive clients write them."""
    turn = read(
        TurnDurationEntry,
        type="system", subtype="turn_duration", durationMs=88947, messageCount=4, isMeta=False,
        pendingBackgroundAgentCount=1, pendingWorkflowCount=0,
    )  # fmt: skip
    assert (turn.duration_ms, turn.message_count) == (88947, 4)
    hooks = read(
        StopHookSummaryEntry,
        type="system", subtype="stop_hook_summary", hookCount=1, level="suggestion",
        hookInfos=[{"command": "x", "durationMs": 3}], hookErrors=["bad"],
        hookAdditionalContext=["c"], preventedContinuation=False, stopReason="", hasOutput=True,
        toolUseID="t",
    )  # fmt: skip
    (info,) = hooks.hook_infos or ()
    assert (info.command, info.duration_ms) == ("x", 3)
    assert hooks.hook_errors == ("bad",)
    assert hooks.hook_additional_context == ("c",)
    assert hooks.tool_use_id == "t"


def test_local_command_has_its_tags_parsed() -> None:
    """The command or its output is read out of the content."""
    entry = read(
        LocalCommandEntry,
        type="system", subtype="local_command", level="info",
        content="<command-name>/usage</command-name>\n<command-args></command-args>",
    )  # fmt: skip
    assert (entry.command.name, entry.command.args) == ("/usage", "")
    assert read(LocalCommandEntry, type="system", subtype="local_command").command.name is None


def test_failures_tell_what_happens_next() -> None:
    """A failed request is tried again; a refused one goes to another model."""
    error = read(
        ApiErrorEntry,
        type="system", subtype="api_error", retryInMs=547.5, retryAttempt=1, maxRetries=10,
        source="request_retry", cause=None,
        error={"status": 529, "message": "busy", "connection": {"code": "X", "isSSLError": False}},
    )  # fmt: skip
    assert (error.retry_in_ms, error.retry_attempt, error.max_retries) == (547.5, 1, 10)
    assert error.error is not None
    assert error.error.status == 529
    assert error.error.connection is not None
    assert error.error.connection.code == "X"
    refusal = read(
        ModelRefusalFallbackEntry,
        type="system", subtype="model_refusal_fallback", direction="retry", trigger="refusal",
        originalModel="a", fallbackModel="b", apiRefusalCategory="c", apiRefusalExplanation=None,
        refusedUserMessageUuid="u", requestId="r",
    )  # fmt: skip
    assert (refusal.original_model, refusal.fallback_model) == ("a", "b")


def test_old_system_line_has_content_and_no_subtype() -> None:
    """1.0.x wrote system lines without a subtype."""
    entry = read(
        SystemEntry, type="system", content="Running x", level="info", toolUseID="t", isMeta=False
    )
    assert (entry.subtype, entry.content, entry.level) == (None, "Running x", "info")


def test_named_subtypes_read_their_content() -> None:
    """A subtype that is known by name alone still gives its text."""
    for subtype, kind in SYSTEM_KINDS.items():
        assert read(kind, type="system", subtype=subtype, content="c").content == "c"
    fire = read(ScheduledTaskFireEntry, type="system", subtype="scheduled_task_fire", cronKind="l")
    assert fire.cron_kind == "l"


PROGRESS: list[dict[str, Any]] = [
    {
        "type": "bash_progress", "output": "o", "fullOutput": "f", "elapsedTimeSeconds": 2,
        "totalLines": 1, "totalBytes": 5, "timeoutMs": 9, "taskId": "t",
    },
    {"type": "hook_progress", "hookEvent": "Stop", "hookName": "Stop", "command": "x"},
    {
        "type": "agent_progress", "agentId": "a", "prompt": "p", "message": {},
        "normalizedMessages": [], "resume": "a",
    },
    {
        "type": "mcp_progress", "status": "started", "serverName": "s", "toolName": "t",
        "elapsedTimeMs": 5,
    },
    {"type": "waiting_for_task", "taskDescription": "d", "taskType": "local_bash"},
    {"type": "query_update", "query": "q"},
    {"type": "search_results_received", "query": "q", "resultCount": 10},
]  # fmt: skip


@pytest.mark.parametrize("data", PROGRESS, ids=lambda data: str(data["type"]))
def test_each_kind_of_progress_has_its_class(data: dict[str, Any]) -> None:
    """The seven kinds are read with all of their keys."""
    entry = read(ProgressEntry, type="progress", data=data, toolUseID="t", parentToolUseID="p")
    assert type(entry.data) is PROGRESS_KINDS[data["type"]]
    assert entry.data.unknown_keys == ()
    assert list(entry.data.misshapen()) == []
    assert (entry.tool_use_id, entry.parent_tool_use_id) == ("t", "p")


def test_there_are_seven_kinds_of_progress() -> None:
    """The table and the samples above agree."""
    assert list(PROGRESS_KINDS) == [data["type"] for data in PROGRESS]


def test_unknown_progress_is_kept() -> None:
    """A kind from elsewhere is read in the class for the unknown."""
    entry = read(ProgressEntry, type="progress", data={"type": "tea_progress"})
    assert type(entry.data) is UnknownProgress
    assert entry.agent_line is None


def test_agent_progress_gives_the_sub_agents_line() -> None:
    """The line inside has its own message, blocks and usage."""
    line = {
        "type": "assistant", "uuid": "u", "timestamp": "2026-11-15T10:00:00Z", "requestId": "r",
        "message": {
            "id": "m", "role": "assistant", "content": [{"type": "text", "text": "hi"}],
            "usage": {"output_tokens": 3},
        },
        "toolUseResult": None, "isMeta": False,
    }  # fmt: skip
    entry = read(ProgressEntry, type="progress", data={"type": "agent_progress", "message": line})
    assert isinstance(entry.data, AgentProgress)
    inner = entry.agent_line
    assert inner is not None
    assert inner.unknown_keys == ()
    assert (inner.type, inner.uuid, inner.request_id) == ("assistant", "u", "r")
    assert inner.message is not None
    assert inner.message.usage is not None
    assert inner.message.usage.output_tokens == 3
    assert inner.blocks == (TextBlock({"type": "text", "text": "hi"}),)


@pytest.mark.parametrize(
    ("message", "texts"),
    [({"content": "hi"}, ["hi"]), ({"content": ""}, []), ({}, []), ("odd", [])],
)
def test_blocks_of_a_sub_agents_line_never_fail(message: object, texts: list[str]) -> None:
    """A string is one block; what is no content gives none."""
    blocks = AgentLine({"message": message}).blocks
    assert [block.text for block in blocks if isinstance(block, TextBlock)] == texts


def test_bash_progress_counts_what_it_saw() -> None:
    """The figures of a running command are typed."""
    entry = read(ProgressEntry, type="progress", data=PROGRESS[0])
    assert isinstance(entry.data, BashProgress)
    assert (entry.data.total_lines, entry.data.elapsed_time_seconds) == (1, 2)


def test_snapshot_holds_backups_or_contents() -> None:
    """New files keep copies elsewhere; old ones keep the content in the line."""
    backup = {"backupFileName": "h@v1", "version": 1, "backupTime": "t", "realParentDir": "/a"}
    entry = read(
        FileHistorySnapshotEntry,
        type="file-history-snapshot", messageId="u1", isSnapshotUpdate=True,
        snapshot={
            "messageId": "u1", "timestamp": "t",
            "trackedFileBackups": {"a.py": backup, "old.md": "text", "new.md": None},
        },
    )  # fmt: skip
    snapshot = entry.snapshot
    assert snapshot is not None
    assert snapshot.unknown_keys == ()
    assert list(snapshot.backups) == ["a.py"]
    assert snapshot.backups["a.py"].backup_file_name == "h@v1"
    assert snapshot.backups["a.py"].unknown_keys == ()
    assert snapshot.inline_contents == {"old.md": "text"}
    assert (entry.message_id, entry.is_snapshot_update) == ("u1", True)


def test_snapshot_without_files_gives_none() -> None:
    """The first snapshot of a session tracks nothing."""
    entry = read(FileHistorySnapshotEntry, type="file-history-snapshot", snapshot={})
    assert entry.snapshot is not None
    assert entry.snapshot.backups == entry.snapshot.inline_contents == {}


def test_delta_adds_one_file() -> None:
    """A delta names its file, its copy and the snapshot that it adds to."""
    entry = read(
        FileHistoryDeltaEntry,
        type="file-history-delta", messageId="u2", snapshotMessageId="u1", trackingPath="a.py",
        backup={"backupFileName": None, "version": 1, "backupTime": "t"}, timestamp="t",
    )  # fmt: skip
    assert (entry.tracking_path, entry.snapshot_message_id) == ("a.py", "u1")
    assert entry.backup is not None
    assert entry.backup.version == 1


def queue(content: object, operation: str = "enqueue") -> QueueOperationEntry:
    """Make a queue line."""
    return read(QueueOperationEntry, type="queue-operation", operation=operation, content=content)


def test_queue_holds_plain_text() -> None:
    """A prompt is neither a task nor a notice."""
    entry = queue("go on")
    assert (entry.plain_text, entry.task, entry.notification) == ("go on", None, None)
    assert entry.operation == QueueOperation.ENQUEUE


def test_queue_holds_a_task_descriptor() -> None:
    """Clients about 2.1.45 queued a JSON object as a string."""
    entry = queue(
        '{"task_id":"a7","description":"look","task_type":"local_agent","tool_use_id":"t"}'
    )
    task = entry.task
    assert task is not None
    assert task.unknown_keys == ()
    assert (task.task_id, task.task_type, task.tool_use_id) == ("a7", "local_agent", "t")
    assert task.description == "look"


@pytest.mark.parametrize(
    "content",
    ['{"task_id": broken', '{"other": 1}', "[1]", "{}", None, '{"task_id":"' + "x" * 1_000_000],
)
def test_what_only_looks_like_a_descriptor_is_none(content: object) -> None:
    """Broken JSON, other objects and endless prompts are plain text."""
    assert queue(content).task is None


def test_queue_holds_a_notice() -> None:
    """A background task's notice has its tags parsed."""
    entry = queue(
        "<task-notification>\n<task-id>b3</task-id>\n<status>completed</status>\n"
        "<summary>done</summary>\n</task-notification>\nRead the output."
    )
    notice = entry.notification
    assert notice is not None
    assert (notice.task_id, notice.status, notice.summary) == ("b3", "completed", "done")


def test_queue_holds_blocks() -> None:
    """A prompt with images is an array of blocks."""
    entry = queue([{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}])
    assert entry.plain_text == "a\nb"
    assert (entry.task, entry.notification) == (None, None)


def test_dequeue_has_no_content() -> None:
    """Taking from the queue says nothing about what was taken."""
    entry = queue(None, operation="dequeue")
    assert (entry.content, entry.plain_text) == (None, "")
