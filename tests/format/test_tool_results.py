"""Tool results: each tool's structured result in its own class, by name or by its keys."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from steno.format import tool_results
from steno.format.content import ToolUseBlock
from steno.format.decode import decode
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.tool_results import (
    ARRAY_TOOLS,
    RESULT_KINDS,
    TEXT_TOOLS,
    TOOL_RESULTS,
    ToolResult,
    UnknownToolResult,
    decode_tool_items,
    decode_tool_result,
    kind_by_keys,
)
from steno.format.tool_results.agents import AgentResult, SendMessageResult
from steno.format.tool_results.ask import AskUserQuestionResult
from steno.format.tool_results.files import (
    EditResult,
    MultiEditResult,
    ReadFile,
    ReadResult,
    WriteResult,
)
from steno.format.tool_results.mcp import ListedResource
from steno.format.tool_results.schedule import CronListResult
from steno.format.tool_results.search import GlobResult, GrepResult
from steno.format.tool_results.shell import ShellResult
from steno.format.tool_results.tasks import TaskOutputResult, TaskUpdateResult
from steno.format.tool_results.todo import TodoWriteResult
from steno.format.tool_results.web import WebHits, WebSearchResult

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

R = TypeVar("R", bound=ToolResult)

HUNK = {"oldStart": 4, "oldLines": 1, "newStart": 4, "newLines": 2, "lines": ["-a", "+b", "+c"]}
TASK = {
    "id": "1", "subject": "s", "description": "d", "activeForm": "f", "status": "pending",
    "owner": "o", "blocks": [], "blockedBy": [], "metadata": {},
}  # fmt: skip
SHELL = {"stdout": "o", "stderr": "", "interrupted": False, "isImage": False}
USAGE = {"input_tokens": 1, "output_tokens": 2}
DONE = {
    "content": [{"type": "text", "text": "a"}], "totalDurationMs": 1, "totalTokens": 2,
    "totalToolUseCount": 3, "usage": USAGE,
}  # fmt: skip
GIT_DIFF = {
    "filename": "a", "status": "modified", "additions": 2, "deletions": 1, "changes": 3,
    "patch": "@@", "repository": "o/r",
}  # fmt: skip
TEXT_FILE = {"filePath": "/a", "content": "x", "numLines": 1, "startLine": 1, "totalLines": 9}

SAMPLES: list[tuple[str, dict[str, Any]]] = [
    ("Bash", SHELL),
    ("Bash", {**SHELL, "returnCodeInterpretation": "r", "noOutputExpected": True}),
    ("Bash", {**SHELL, "backgroundTaskId": "b", "backgroundedByUser": True,
              "assistantAutoBackgrounded": False, "backgroundCwdHint": "h", "timedOutAfterMs": 5,
              "backgroundEndsWithFinalResponse": True}),
    ("Bash", {**SHELL, "persistedOutputPath": "/p", "persistedOutputSize": 9,
              "rawOutputPath": "/r", "staleReadFileStateHint": "s", "structuredContent": [],
              "dangerouslyDisableSandbox": True}),
    ("Bash", {**SHELL, "gitOperation": {
        "commit": {"sha": "s", "kind": "committed", "branch": "b"},
        "branch": {"ref": "r", "action": "merged"}, "push": {"branch": "b"},
        "pr": {"number": 1, "action": "created", "url": "u"}}}),
    ("Bash", {**SHELL, "ghRateLimitHint": "h", "backgroundWakesOwner": True}),
    ("PowerShell", {"stdout": "", "stderr": "", "interrupted": False, "backgroundTaskId": "b"}),
    ("BashOutput", {"shellId": "s", "command": "c", "status": "running", "exitCode": None,
                    "stdout": "", "stderr": "", "stdoutLines": 1, "stderrLines": 0,
                    "timestamp": "t", "filterPattern": "x"}),
    ("KillBash", {"message": "m", "shell_id": "s", "success": True}),
    ("KillShell", {"message": "m", "shell_id": "s"}),
    ("Read", {"type": "text", "file": {**TEXT_FILE, "truncatedByTokenCap": True}}),
    ("Read", {"type": "file", "file": "the text"}),
    ("Read", {"type": "image", "file": {
        "base64": "x", "type": "image/png", "originalSize": 5, "dimensions": {
            "originalWidth": 2, "originalHeight": 2, "displayWidth": 1, "displayHeight": 1}}}),
    ("Read", {"type": "notebook", "file": {"filePath": "/n.ipynb", "cells": []}}),
    ("Read", {"type": "pdf", "file": {"filePath": "/a", "base64": "x", "originalSize": 8}}),
    ("Read", {"type": "parts", "firstPage": 1, "file": {
        "filePath": "/a", "originalSize": 8, "count": 2, "outputDir": "/o"}}),
    ("Read", {"type": "text", "file": TEXT_FILE,
              "artifactRead": {"slug": "s", "ver": "1", "seeded": False}}),
    ("Read", {"type": "file_unchanged", "file": {"filePath": "/a"}}),
    ("Write", {"type": "create", "filePath": "/a", "content": "x", "structuredPatch": []}),
    ("Write", {"type": "update", "filePath": "/a", "content": "x", "structuredPatch": [HUNK],
               "originalFile": "y", "userModified": False, "memdirStamped": True,
               "gitDiff": GIT_DIFF, "staged": False}),
    ("Edit", {"filePath": "/a", "oldString": "a", "newString": "b", "originalFile": None,
              "structuredPatch": [HUNK], "userModified": False, "replaceAll": False,
              "staleRecovered": True, "memdirStamped": True, "gitDiff": GIT_DIFF,
              "staged": True}),
    ("MultiEdit", {"filePath": "/a", "originalFileContents": "a", "structuredPatch": [HUNK],
                   "edits": [{"old_string": "a", "new_string": "b", "replace_all": False}],
                   "userModified": False}),
    ("NotebookEdit", {"new_source": "x", "cell_id": "c", "cell_number": 1, "cell_type": "code",
                      "language": "python", "edit_mode": "replace", "error": "",
                      "notebook_path": "/n", "original_file": "", "updated_file": "",
                      "old_source": "y"}),
    ("Glob", {"filenames": ["a"], "durationMs": 1, "numFiles": 1, "truncated": False,
              "totalMatches": 1, "countIsComplete": True, "timedOut": True}),
    ("Grep", {"filenames": ["a"], "numFiles": 1}),
    ("Grep", {"mode": "files_with_matches", "filenames": ["a"], "numFiles": 1, "appliedLimit": 1,
              "totalFiles": 3, "timedOut": False}),
    ("Grep", {"mode": "content", "filenames": [], "numFiles": 0, "content": "x", "numLines": 1,
              "appliedOffset": 1, "totalLines": 5}),
    ("Grep", {"mode": "count", "filenames": [], "numFiles": 1, "content": "a:1",
              "numMatches": 1}),
    ("TaskCreate", {"task": {"id": "1", "subject": "s"}}),
    ("TaskGet", {"task": TASK}),
    ("TaskGet", {"task": None}),
    ("TaskList", {"tasks": [TASK]}),
    ("TaskUpdate", {"success": True, "taskId": "1", "updatedFields": ["status"],
                    "statusChange": {"from": "pending", "to": "completed"},
                    "verificationNudgeNeeded": False, "error": "e"}),
    ("TaskOutput", {"retrieval_status": "success", "task": {
        "task_id": "b", "task_type": "local_bash", "status": "running", "description": "d",
        "output": "o", "exitCode": 0, "error": "", "prompt": "p", "result": "r",
        "isRawTranscript": False}}),
    ("TaskStop", {"message": "m", "task_id": "b", "task_type": "local_bash", "command": "c"}),
    ("TodoWrite", {"oldTodos": [], "newTodos": [{
        "content": "c", "status": "pending", "activeForm": "f", "id": "1", "priority": "high"}],
        "verificationNudgeNeeded": True}),
    ("Task", DONE),
    ("Task", {**DONE, "agentId": "a", "prompt": "p", "status": "completed"}),
    ("Agent", {**DONE, "agentId": "a", "agentType": "t", "prompt": "p", "status": "completed",
               "resolvedModel": "m", "modelsUsed": ["m"], "worktreePath": "/w",
               "worktreeBranch": "b", "toolStats": {
                   "readCount": 1, "searchCount": 0, "bashCount": 0, "editFileCount": 0,
                   "linesAdded": 0, "linesRemoved": 0, "otherToolCount": 0, "frameCount": 0},
               "toolsUsed": ["Read"]}),
    ("Agent", {"status": "remote_launched", "taskId": "t", "sessionUrl": "u", "description": "d",
               "prompt": "p", "outputFile": "/o"}),
    ("Agent", {"agentId": "a", "description": "d", "isAsync": True, "outputFile": "/o",
               "prompt": "p", "status": "async_launched", "canReadOutputFile": True,
               "canContinueAgent": True}),
    ("Task", {"agent_id": "a", "agent_type": "t", "color": "red", "is_splitpane": False,
              "model": "m", "name": "ada", "plan_mode_required": False, "prompt": "p",
              "status": "teammate_spawned", "team_name": "x", "teammate_id": "ada@x",
              "tmux_pane_id": "p", "tmux_session_name": "s", "tmux_window_name": "w"}),
    ("SendMessage", {"success": True, "message": "m", "routing": {
        "sender": "a", "target": "b", "summary": "s", "content": "c", "senderColor": "red",
        "targetColor": "blue"}}),
    ("SendMessage", {"success": True, "message": "m", "request_id": "r", "target": "b"}),
    ("SendMessage", {"success": True, "message": "m", "resumedAgentId": "a",
                     "revivedAgentId": "a", "pin": {"id": "a", "name": "a", "ref": "d7"}}),
    ("SendMessage", {"success": False, "message": "m", "display": "not sent"}),
    ("TeamCreate", {"team_name": "x", "team_file_path": "/t", "lead_agent_id": "a"}),
    ("TeamDelete", {"success": True, "message": "m", "team_name": "x"}),
    ("TeamDelete", {"success": True, "message": "m"}),
    ("ListAgents", {"listing": "none"}),
    ("WebFetch", {"bytes": 1, "code": 200, "codeText": "OK", "durationMs": 1, "result": "r",
                  "url": "u", "artifactRead": {"slug": "s", "ver": "1"}}),
    ("WebSearch", {"query": "q", "durationSeconds": 1.5, "searchCount": 1, "results": [
        {"tool_use_id": "s", "content": [{"title": "t", "url": "u"}]}, "found it"]}),
    ("EnterPlanMode", {"message": "m"}),
    ("ExitPlanMode", {"plan": "p", "isAgent": False, "filePath": "/p", "hasTaskTool": True,
                      "planWasEdited": True, "awaitingLeaderApproval": True, "requestId": "r"}),
    ("EnterWorktree", {"message": "m", "worktreePath": "/w", "worktreeBranch": "b"}),
    ("ExitWorktree", {"action": "remove", "message": "m", "originalCwd": "/a", "worktreePath": "/w",
                      "worktreeBranch": "b", "discardedCommits": 0, "discardedFiles": 0,
                      "restoredCwd": "/a", "originalCwdMissing": False,
                      "tmuxSessionName": "s"}),
    ("AskUserQuestion", {
        "questions": [{"question": "q", "header": "h", "multiSelect": False, "options": [
            {"label": "l", "description": "d", "preview": "p"}]}],
        "answers": {"q": "l"}, "response": "r", "afkTimeoutMs": 5,
        "annotations": {"q": {"preview": "p", "notes": "n", "unanswered": "skipped"}}}),
    ("Skill", {"success": True, "commandName": "c", "allowedTools": ["Read"]}),
    ("LSP", {"operation": "o", "filePath": "/a", "result": "r", "resultCount": 1, "fileCount": 1}),
    ("ToolSearch", {"matches": ["Read"], "query": "q", "total_deferred_tools": 4}),
    ("ReportFindings", {"count": 1, "findings": [{}], "level": "l"}),
    ("Artifact", {"url": "u", "path": "/a", "title": "t", "updated": True,
                  "liveSubscription": "off"}),
    ("Artifact", {"url": "u", "path": "/a", "version": "2", "mcpDropped": "m"}),
    ("ScheduleWakeup", {"scheduledFor": 1, "clampedDelaySeconds": 60, "wasClamped": False,
                        "stopped": True, "cancelledWakeups": 1}),
    ("Monitor", {"taskId": "b", "timeoutMs": 5, "persistent": False}),
    ("Workflow", {"status": "async_launched", "taskId": "w", "taskType": "local_workflow",
                  "runId": "wf", "workflowName": "n", "summary": "s", "scriptPath": "/s",
                  "transcriptDir": "/t", "isAsync": True}),
    ("Workflow", {"status": "remote_launched", "taskId": "w", "taskType": "remote_agent",
                  "workflowName": "n", "sessionUrl": "u", "warning": "w", "error": "e"}),
    ("CronCreate", {"id": "8e", "humanSchedule": "Every 5 minutes", "recurring": True,
                    "durable": False, "nextFireAt": 1794714891383}),
    ("CronList", {"jobs": [{"id": "8e", "cron": "*/5 * * * *", "humanSchedule": "h",
                            "prompt": "p", "recurring": True, "durable": False,
                            "nextFireAt": 1}]}),
    ("CronDelete", {"id": "8e"}),
    ("CronDelete", {"id": "8e", "endedLoopWakeup": True}),
    ("RemoteTrigger", {"status": 200, "json": "{}", "summary": "s"}),
    ("PushNotification", {"message": "m", "pushSent": True, "localSent": False, "idleSec": 2,
                          "disabledReason": "config_off", "hasFocus": True, "sentAt": "t"}),
    ("PushNotification", {"message": "m", "disabledReason": "user_present"}),
    ("ReadMcpResourceTool", {"contents": [{"uri": "u", "mimeType": "m", "text": "t"}]}),
    ("ReadMcpResourceTool", {"contents": [{"uri": "u", "blobSavedTo": "/b"}], "error": "e"}),
    ("ReadMcpResourceDirTool", {"resources": [{"uri": "u", "name": "n", "mimeType": "m"}],
                                "error": "e"}),
]  # fmt: skip


def sample(tool: str, index: int = 0) -> dict[str, Any]:
    """Give one of the samples above."""
    return [body for name, body in SAMPLES if name == tool][index]


def result(kind: type[R], tool: str, body: dict[str, Any]) -> R:
    """Decode a result whose class is known."""
    found = decode_tool_result(body, tool)
    assert type(found) is kind
    return found


@pytest.mark.parametrize(("tool", "body"), SAMPLES)
def test_each_result_is_known_to_the_last_key(tool: str, body: dict[str, Any]) -> None:
    """By its tool's name a result is read in its class, which leaves no key over."""
    found = decode_tool_result(body, tool)
    assert isinstance(found, TOOL_RESULTS[tool])
    pending: list[Any] = [found]
    while pending:
        view = pending.pop()
        assert view.unknown_keys == ()
        assert list(view.misshapen()) == []
        pending += view.inner_views()


@pytest.mark.parametrize(("tool", "body"), SAMPLES)
def test_keys_tell_the_same_as_the_name(tool: str, body: dict[str, Any]) -> None:
    """Where the tool is not known its result is read in the same class all the same."""
    assert kind_by_keys(body) is TOOL_RESULTS[tool]
    assert type(decode_tool_result(body)) is TOOL_RESULTS[tool]
    assert type(decode_tool_result(body, "SomethingElse")) is TOOL_RESULTS[tool]


def test_every_tool_is_sampled() -> None:
    """No tool of the table is forgotten above."""
    assert {tool for tool, _ in SAMPLES} == set(TOOL_RESULTS)


def test_every_result_class_is_in_the_table() -> None:
    """No result class lies about without being tried, and no tool has two."""
    found = set()
    for info in pkgutil.iter_modules(tool_results.__path__):
        module = importlib.import_module(f"steno.format.tool_results.{info.name}")
        found |= {
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, ToolResult) and value.TOOLS
        }
    assert found == set(RESULT_KINDS)
    tools = Counter(tool for kind in RESULT_KINDS for tool in kind.TOOLS)
    assert set(tools.values()) == {1}
    assert not (TEXT_TOOLS | ARRAY_TOOLS.keys()) & tools.keys()


@pytest.mark.parametrize("body", [{}, {"x": 1}, {"message": "m", "extra": 1}, {"task": {}, "y": 1}])
def test_result_of_unknown_shape_is_kept(body: dict[str, Any]) -> None:
    """Keys that say too little are no reason to guess."""
    found = decode_tool_result(body)
    assert type(found) is UnknownToolResult
    assert found.body == body


def test_strings_and_other_values() -> None:
    """A string is an error or a text; arrays and nothing give no result."""
    assert decode_tool_result("Error: no", "Bash") == "Error: no"
    assert decode_tool_result([{"type": "text"}], "mcp__a__b") is None
    assert decode_tool_result(None) is None
    assert decode_tool_result(5) is None


def test_read_gives_its_text_in_both_shapes() -> None:
    """The file is an object, or in the old shape of spec 004 a string."""
    new = result(ReadResult, "Read", {"type": "text", "file": TEXT_FILE})
    assert isinstance(new.file, ReadFile)
    assert (new.file.file_path, new.file.total_lines, new.text) == ("/a", 9, "x")
    old = result(ReadResult, "Read", {"type": "file", "file": "the text"})
    assert (old.file, old.text) == ("the text", "the text")
    assert result(ReadResult, "Read", {"type": "text"}).text is None


def test_patches_are_hunks() -> None:
    """What changed is given stretch by stretch."""
    edit = result(EditResult, "Edit", {"filePath": "/a", "structuredPatch": [HUNK]})
    (hunk,) = edit.structured_patch or ()
    assert (hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines) == (4, 1, 4, 2)
    assert hunk.lines == ("-a", "+b", "+c")
    written = result(WriteResult, "Write", {"type": "create", "structuredPatch": []})
    assert written.structured_patch == ()
    several = result(MultiEditResult, "MultiEdit", sample("MultiEdit"))
    assert [step.new_string for step in several.edits or ()] == ["b"]


def test_searches_count_what_they_found() -> None:
    """Files and lines are told with their numbers, in every mode."""
    assert result(GlobResult, "Glob", {"filenames": ["a"], "numFiles": 1}).filenames == ("a",)
    counted = result(GrepResult, "Grep", {"mode": "count", "numMatches": 3})
    assert (counted.mode, counted.num_matches) == ("count", 3)


def test_shell_tells_what_it_did_in_git() -> None:
    """A commit, a branch, a push and a pull request are read off a command."""
    operation = result(ShellResult, "Bash", sample("Bash", 4)).git_operation
    assert operation is not None
    assert operation.commit is not None
    assert operation.commit.sha == "s"
    assert operation.pull_request is not None
    assert operation.pull_request.number == 1


def test_agent_tells_how_it_ended() -> None:
    """An answer, a start in the background and a new member of a team are one class."""
    done = result(AgentResult, "Task", {**DONE, "status": "completed"})
    assert (done.status, done.total_tokens) == ("completed", 2)
    assert done.usage is not None
    assert done.usage.output_tokens == 2
    assert result(AgentResult, "Agent", {"isAsync": True, "agentId": "a"}).is_async
    assert result(AgentResult, "Task", {"teammate_id": "ada@x"}).teammate_id == "ada@x"
    sent = result(SendMessageResult, "SendMessage", {"routing": {"target": "b"}})
    assert sent.routing is not None
    assert sent.routing.target == "b"


def test_lists_and_maps_are_typed() -> None:
    """Tasks, to-dos, answers and pages are views of their own."""
    update = result(TaskUpdateResult, "TaskUpdate", {"statusChange": {"from": "a", "to": "b"}})
    assert update.status_change is not None
    assert (update.status_change.before, update.status_change.after) == ("a", "b")
    output = result(TaskOutputResult, "TaskOutput", {"task": {"task_id": "b", "output": "o"}})
    assert output.task is not None
    assert output.task.output == "o"
    todos = result(TodoWriteResult, "TodoWrite", {"newTodos": [{"content": "c"}]})
    assert [todo.content for todo in todos.new_todos or ()] == ["c"]
    asked = result(AskUserQuestionResult, "AskUserQuestion", {"answers": {"q": "l"}})
    assert asked.answers == {"q": "l"}
    hits, words = result(WebSearchResult, "WebSearch", sample("WebSearch")).results or ()
    assert isinstance(hits, WebHits)
    assert [page.url for page in hits.content or ()] == ["u"]
    assert words == "found it"


def test_plans_are_told_apart() -> None:
    """Each planned prompt is a view with its schedule in both forms."""
    listed = result(CronListResult, "CronList", sample("CronList"))
    (job,) = listed.jobs or ()
    assert (job.cron, job.human_schedule, job.next_fire_at) == ("*/5 * * * *", "h", 1)


def test_array_of_resources_is_read_by_its_tool() -> None:
    """What a tool lists is typed; arrays of other tools, and what is none, give nothing."""
    listed = [{"uri": "lab://note", "name": "note", "server": "lab"}, 5]
    (resource,) = decode_tool_items(listed, "ListMcpResourcesTool")
    assert isinstance(resource, ListedResource)
    assert (resource.uri, resource.name, resource.server) == ("lab://note", "note", "lab")
    assert resource.unknown_keys == ()
    assert decode_tool_items(listed, "mcp__a__b") == ()
    assert decode_tool_items(listed, None) == ()
    assert decode_tool_items({"uri": "u"}, "ListMcpResourcesTool") == ()


def corpus_results(corpus: Path) -> Iterator[tuple[str | None, Any]]:
    """Give every structured result of the corpus with the tool that gave it."""
    for path in sorted(corpus.rglob("*.jsonl")):
        names: dict[str | None, str | None] = {}
        for raw in path.read_bytes().split(b"\n"):
            for entry in decode(raw).parts:
                if isinstance(entry, AssistantEntry):
                    uses = [block for block in entry.blocks if isinstance(block, ToolUseBlock)]
                    names |= {block.id: block.name for block in uses}
                elif isinstance(entry, UserEntry) and isinstance(entry.tool_use_result, dict):
                    (block,) = entry.tool_results
                    yield names.get(block.tool_use_id), entry.tool_use_result


def test_corpus_results_are_all_known_and_both_ways_agree(corpus: Path) -> None:
    """Every structured result of real sessions is read in its tool's class, by name and by keys."""
    count = 0
    for tool, body in corpus_results(corpus):
        assert tool in TOOL_RESULTS
        assert kind_by_keys(body) is TOOL_RESULTS[tool]
        count += 1
    assert count > 1000
