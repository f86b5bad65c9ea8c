"""Attachments: every type of the lists is known, and every key that was seen is typed."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any, TypeVar

import pytest

from steno.format import attachments
from steno.format.attachments import (
    ATTACHMENT_KINDS,
    Attachment,
    NamedAttachment,
    UnknownAttachment,
)
from steno.format.attachments.choose import NAMED_ONLY
from steno.format.attachments.files import FileAttachment
from steno.format.attachments.hooks import HookAdditionalContext, HookBlockingError, HookSuccess
from steno.format.attachments.ide import Diagnostics
from steno.format.attachments.listings import InvokedSkills, SkillListing
from steno.format.attachments.memory import NestedMemory
from steno.format.attachments.prompts import BudgetUsd, QueuedCommand
from steno.format.attachments.reminders import TaskReminder
from steno.format.attachments.surroundings import (
    Environment,
    Instructions,
    Model,
    PromptSnapshot,
)
from steno.format.attachments.teams import TeammateMailbox
from steno.format.codec import encode_value
from steno.format.content import ImageBlock
from steno.format.decode import decode
from steno.format.entries.attachment import AttachmentEntry

A = TypeVar("A", bound=Attachment)

OBSERVED = [
    "agent_listing_delta",
    "skill_listing",
    "file",
    "nested_memory",
    "edited_text_file",
    "queued_command",
    "command_permissions",
    "plan_mode",
    "plan_mode_exit",
    "hook_success",
    "hook_non_blocking_error",
    "hook_additional_context",
    "structured_output",
    "max_turns_reached",
    "agent_mention",
    "already_read_file",
    "async_hook_response",
    "auto_mode",
    "auto_mode_exit",
    "budget_usd",
    "compact_file_reference",
    "critical_system_reminder",
    "date_change",
    "deferred_tools_delta",
    "diagnostics",
    "directory",
    "dynamic_skill",
    "edited_image_file",
    "goal_status",
    "hook_blocking_error",
    "hook_cancelled",
    "hook_deferred_tool",
    "hook_error_during_execution",
    "hook_permission_decision",
    "hook_stopped_continuation",
    "hook_system_message",
    "invoked_skills",
    "mcp_instructions_delta",
    "mcp_resource",
    "opened_file_in_ide",
    "output_style",
    "output_token_usage",
    "pdf_reference",
    "plan_file_reference",
    "plan_mode_reentry",
    "relevant_memories",
    "selected_lines_in_ide",
    "task_reminder",
    "task_status",
    "team_context",
    "teammate_mailbox",
    "teammate_shutdown_batch",
    "todo_reminder",
    "token_usage",
    "tool_search_usage_reminder",
    "total_tokens_reminder",
    "ultra_effort_enter",
    "ultra_effort_exit",
    "ultrathink_effort",
    "workflow_keyword_request",
    "context_tip",
    "date",
    "deferred_tools_record",
    "environment",
    "instructions",
    "model",
    "output_style_instructions",
    "prompt_snapshot",
    "remote_session_change",
    "session_context",
    "unknown_command_fallback",
]

HOOK = {"hookName": "PostToolUse:Read", "hookEvent": "PostToolUse", "toolUseID": "t"}
RUN = {"command": "x", "stdout": "", "stderr": "", "exitCode": 0, "durationMs": 3}
READ = {
    "type": "text",
    "file": {"filePath": "/a", "content": "x", "numLines": 1, "startLine": 1, "totalLines": 1},
}
TASK = {
    "id": "1", "subject": "s", "description": "d", "activeForm": "f", "status": "pending",
    "owner": "ada", "blocks": [], "blockedBy": ["2"], "metadata": {"k": 1},
}  # fmt: skip

SEEN: list[dict[str, Any]] = [
    {"type": "hook_success", **HOOK, **RUN, "content": "c"},
    {"type": "hook_non_blocking_error", **HOOK, **RUN},
    {"type": "hook_additional_context", **HOOK, "content": ["a"]},
    {"type": "hook_system_message", **HOOK, "content": "m"},
    {"type": "hook_blocking_error", **HOOK,
     "blockingError": {"blockingError": "b", "command": "x"}},
    {"type": "hook_cancelled", **HOOK, "command": "x", "durationMs": 1, "timedOut": True,
     "timeoutMs": 5},
    {"type": "async_hook_response", **HOOK, "processId": "p", "response": {}, "stdout": "",
     "stderr": "", "exitCode": 0},
    {"type": "hook_stopped_continuation", **HOOK, "message": "enough"},
    {"type": "file", "filename": "/a", "displayPath": "a", "content": READ,
     "savedCopyFraming": {"enveloped": False}},
    {"type": "already_read_file", "filename": "/a", "displayPath": "a", "content": READ},
    {"type": "compact_file_reference", "filename": "/a", "displayPath": "a"},
    {"type": "edited_text_file", "filename": "/a", "displayPath": "a", "snippet": "1 x"},
    {"type": "directory", "path": "/a", "displayPath": "a", "content": "b"},
    {"type": "read_truncation_notice", "banner": "b", "toolUseID": "t"},
    {"type": "nested_memory", "path": "/a", "displayPath": "a", "content": {
        "path": "/a", "type": "Project", "content": "x", "rawContent": "x", "globs": ["*.py"],
        "contentDiffersFromDisk": False, "parent": "/b"}},
    {"type": "mcp_resource", "server": "s", "uri": "u", "name": "n", "content": {}},
    {"type": "skill_listing", "content": "- s", "names": ["s"], "skillCount": 1, "isInitial": True,
     "digests": ["140faf"]},
    {"type": "agent_listing_delta", "addedTypes": ["a"], "addedLines": ["l"], "removedTypes": [],
     "isInitial": True, "showConcurrencyNote": True, "builtInTypes": ["a"],
     "builtInPluginTypes": []},
    {"type": "deferred_tools_delta", "addedNames": ["a"], "addedLines": ["l"], "removedNames": [],
     "readdedNames": [], "pendingMcpServers": [], "needsAuthMcpServers": [],
     "failedMcpServers": [], "wireHiddenNames": []},
    {"type": "deferred_tools_record", "entries": [{
        "name": "n", "description": "d", "input_schema": {}, "defer_loading": True}]},
    {"type": "mcp_instructions_delta", "addedNames": [], "addedBlocks": [], "removedNames": []},
    {"type": "command_permissions", "allowedTools": ["Read"]},
    {"type": "invoked_skills", "skills": [{"name": "s", "path": "/p", "content": "c"}]},
    {"type": "dynamic_skill", "skillDir": "/s", "skillNames": ["s"], "displayPath": "s"},
    {"type": "task_reminder", "content": [TASK], "itemCount": 1},
    {"type": "todo_reminder", "content": [{"content": "a", "status": "pending"}], "itemCount": 1},
    {"type": "total_tokens_reminder", "text": "t"},
    {"type": "silent_turn_reminder", "text": "t"},
    {"type": "critical_system_reminder", "content": "c"},
    {"type": "date_change", "newDate": "2026-11-15"},
    {"type": "bash_output_audience_note", "toolUseID": "t"},
    {"type": "plan_mode", "reminderType": "full", "isSubAgent": False, "planFilePath": "/p",
     "planExists": True},
    {"type": "plan_mode_exit", "planFilePath": "/p", "planExists": True},
    {"type": "plan_file_reference", "planFilePath": "/p", "planContent": "p"},
    {"type": "auto_mode", "autoModeConsentFlow": False, "bashFirst": True, "steerOnly": False,
     "bypass": False, "bashFirstSteer": "relaxed", "finishExposedWork": False},
    {"type": "ultrathink_effort"},
    {"type": "output_style", "style": "s"},
    {"type": "diagnostics", "isNew": True, "files": [{"uri": "/a", "diagnostics": [{
        "message": "m", "severity": "Error", "source": "s", "code": "c",
        "range": {"start": {"line": 1, "character": 2}, "end": {"line": 1, "character": 3}}}]}]},
    {"type": "opened_file_in_ide", "filename": "/a"},
    {"type": "queued_command", "prompt": "p", "commandMode": "prompt", "timestamp": "t",
     "source_uuid": "u", "origin": {"kind": "human", "producer": "p", "runId": "r"},
     "delivery_id": "d", "runId": "r",
     "usage": {"totalTokens": 1, "toolUses": 2, "durationMs": 3}},
    {"type": "structured_output", "data": {"a": 1}, "toolUseID": "t"},
    {"type": "max_turns_reached", "maxTurns": 3, "turnCount": 4, "exitCommitted": False},
    {"type": "budget_usd", "used": 0, "total": 0.5, "remaining": 0.5},
    {"type": "unknown_command_fallback", "commandName": "c", "availableCommandNames": ["d"],
     "availableCommandCount": 42},
    {"type": "date", "date": "2026-11-15"},
    {"type": "environment", "snapshot": {
        "workingDirectory": "/a", "isWorktree": True, "isGitRepo": True, "platform": "linux",
        "additionalWorkingDirectories": ["/b"], "shell": "bash", "osVersion": "Linux 6"},
     "changes": [{"field": "workingDirectory", "from": "/c"}, {"field": "isWorktree"}]},
    {"type": "instructions", "files": [{"path": "/a", "type": "Project", "content": "x"}]},
    {"type": "model", "text": "t", "identity": {
        "modelId": "m", "marketingName": "M", "knowledgeCutoff": "c"}},
    {"type": "output_style_instructions", "style": {"name": "terse", "prompt": "p"}},
    {"type": "prompt_snapshot", "systemPrompt": ["s"], "reminderFold": False,
     "keptReminders": False, "echoWireToolInputs": False, "contextRendering": "announced",
     "cliPrefix": "c", "systemTurns": True, "toolChangeHeader": True, "inlineTools": False,
     "tools": [{"name": "n", "description": "d", "schema": {}}]},
    {"type": "remote_session_change", "url": None, "commit": "c", "pr": "p",
     "sendUserFileHint": False, "managedCommit": False, "managedPr": False},
    {"type": "session_context", "context": {"gitStatus": "g"}},
    {"type": "goal_status", "condition": "c", "met": False, "sentinel": True},
    {"type": "teammate_mailbox", "messages": [{"from": "bob", "text": "hi", "timestamp": "t"}]},
    {"type": "agent_mention", "agentType": "x"},
    {"type": "task_status", "taskId": "t", "taskType": "local_agent", "description": "d",
     "status": "running", "deltaSummary": None, "outputFilePath": "/o"},
]  # fmt: skip


def seen(name: str) -> dict[str, Any]:
    """Give the sample of one type."""
    (body,) = [body for body in SEEN if body["type"] == name]
    return body


def attach(body: dict[str, Any]) -> Attachment:
    """Decode an attachment line and give what it holds."""
    entry = decode(encode_value({"type": "attachment", "attachment": body}) + b"\n")
    assert isinstance(entry, AttachmentEntry)
    assert entry.attachment is not None
    return entry.attachment


def as_kind(kind: type[A], body: dict[str, Any]) -> A:
    """Decode an attachment line whose class is known."""
    attachment = attach(body)
    assert type(attachment) is kind
    return attachment


@pytest.mark.parametrize("name", OBSERVED)
def test_every_observed_name_is_known(name: str) -> None:
    """No name of the lists is taken for something from the future."""
    kind = ATTACHMENT_KINDS[name]
    assert not issubclass(kind, UnknownAttachment)
    assert kind.SINCE
    assert type(attach({"type": name})) is kind


@pytest.mark.parametrize("body", SEEN, ids=lambda body: str(body["type"]))
def test_every_key_that_was_seen_is_typed(body: dict[str, Any]) -> None:
    """An attachment as real lines have it leaves no key over, at any depth."""
    pending = [attach(body), *attach(body).inner_views()]
    while pending:
        view = pending.pop()
        assert view.unknown_keys == ()
        assert list(view.misshapen()) == []
        pending += [inner for inner in view.inner_views() if inner != view]


def test_every_class_is_in_the_table() -> None:
    """No attachment class lies about without its name being registered."""
    for info in pkgutil.iter_modules(attachments.__path__):
        module = importlib.import_module(f"steno.format.attachments.{info.name}")
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Attachment) and value.TAG:
                assert ATTACHMENT_KINDS[value.TAG] is value


def test_names_without_a_shape_share_one_class() -> None:
    """What is known by name alone keeps everything in its body."""
    for name in NAMED_ONLY:
        attachment = attach({"type": name, "x": 1})
        assert type(attachment) is NamedAttachment
        assert attachment.body == {"type": name, "x": 1}


@pytest.mark.parametrize("body", [{"type": "hologram", "x": 1}, {}, {"type": 5}])
def test_unknown_attachment_is_kept(body: dict[str, Any]) -> None:
    """A type from the future is read in the class for the unknown, whole."""
    attachment = attach(body)
    assert type(attachment) is UnknownAttachment
    assert attachment.body == body


def test_attachment_that_is_no_object_is_none() -> None:
    """An odd line gives no attachment and does not fail."""
    entry = decode(b'{"type":"attachment","attachment":"text"}\n')
    assert isinstance(entry, AttachmentEntry)
    assert entry.attachment is None


def test_hooks_tell_what_they_did() -> None:
    """A run, its words to the model and its refusal are typed."""
    run = as_kind(HookSuccess, seen("hook_success"))
    assert (run.hook_event, run.exit_code, run.duration_ms, run.content) == (
        "PostToolUse", 0, 3, "c",
    )  # fmt: skip
    assert as_kind(HookAdditionalContext, seen("hook_additional_context")).content == ("a",)
    odd = as_kind(HookAdditionalContext, {"type": "hook_additional_context", "content": "s"})
    assert odd.content == "s"
    block = as_kind(HookBlockingError, seen("hook_blocking_error"))
    assert block.blocking_error is not None
    assert block.blocking_error.blocking_error == "b"


def test_rendered_words_stand_beside_the_attachment() -> None:
    """A line of 2.1.325 tells what the model was given, and in whose name."""
    pieces = [{"content": "It is ebb."}]
    line = {
        "type": "attachment", "attachment": seen("date"), "rendered": pieces,
        "renderedRole": "system", "renderedInHumanTurn": pieces, "renderedBesideToolResult": True,
    }  # fmt: skip
    entry = decode(encode_value(line) + b"\n")
    assert isinstance(entry, AttachmentEntry)
    assert entry.unknown_keys == ()
    assert [piece.content for piece in entry.rendered or ()] == ["It is ebb."]
    assert entry.rendered == entry.rendered_in_human_turn
    assert (entry.rendered_role, entry.rendered_beside_tool_result) == ("system", True)


def test_surroundings_tell_where_the_model_is() -> None:
    """The machine, what changed about it, the model, the instructions and the prompt are typed."""
    place = as_kind(Environment, seen("environment"))
    assert place.snapshot is not None
    assert (place.snapshot.working_directory, place.snapshot.is_worktree) == ("/a", True)
    assert [(one.field, one.before) for one in place.changes or ()] == [
        ("workingDirectory", "/c"), ("isWorktree", None),
    ]  # fmt: skip
    model = as_kind(Model, seen("model"))
    assert model.identity is not None
    assert (model.identity.model_id, model.text) == ("m", "t")
    (file,) = as_kind(Instructions, seen("instructions")).files or ()
    assert (file.type, file.content) == ("Project", "x")
    snapshot = as_kind(PromptSnapshot, seen("prompt_snapshot"))
    assert snapshot.system_prompt == ("s",)
    assert [tool.name for tool in snapshot.tools or ()] == ["n"]


def test_budget_is_whole_or_not() -> None:
    """Money is a number of either kind."""
    budget = as_kind(BudgetUsd, seen("budget_usd"))
    assert (budget.used, budget.total, budget.remaining) == (0, 0.5, 0.5)


def test_file_holds_what_the_read_tool_gives() -> None:
    """A mentioned file has the shape of a Read result."""
    file = as_kind(FileAttachment, seen("file"))
    assert file.content is not None
    assert file.content.text == "x"


def test_memory_names_its_source() -> None:
    """Instructions of a folder say whose they are and which files they are for."""
    memory = as_kind(NestedMemory, seen("nested_memory"))
    assert memory.content is not None
    assert (memory.content.type, memory.content.globs) == ("Project", ("*.py",))


def test_lists_hold_typed_items() -> None:
    """Tasks, skills, complaints and messages are views of their own."""
    (task,) = as_kind(TaskReminder, seen("task_reminder")).content or ()
    assert (task.subject, task.blocked_by, task.owner) == ("s", ("2",), "ada")
    (skill,) = as_kind(InvokedSkills, seen("invoked_skills")).skills or ()
    assert skill.content == "c"
    assert as_kind(SkillListing, seen("skill_listing")).names == ("s",)
    (file,) = as_kind(Diagnostics, seen("diagnostics")).files or ()
    (complaint,) = file.diagnostics or ()
    assert complaint.range is not None
    assert complaint.range.start is not None
    assert (complaint.range.start.line, complaint.range.start.character) == (1, 2)
    (message,) = as_kind(TeammateMailbox, seen("teammate_mailbox")).messages or ()
    assert (message.sender, message.message) == ("bob", "hi")


def test_queued_prompt_is_text_blocks_or_a_notice() -> None:
    """What was typed while a tool ran is found here and nowhere else."""
    typed = as_kind(QueuedCommand, seen("queued_command"))
    assert (typed.prompt, typed.notification) == ("p", None)
    notice = "<task-notification><task-id>b1</task-id></task-notification>"
    queued = as_kind(QueuedCommand, {"type": "queued_command", "prompt": notice})
    assert queued.notification is not None
    assert queued.notification.task_id == "b1"
    image = {"type": "image", "source": {"type": "base64"}}
    rich = as_kind(QueuedCommand, {"type": "queued_command", "prompt": [image]})
    assert rich.prompt == (ImageBlock(image),)
    assert rich.notification is None
