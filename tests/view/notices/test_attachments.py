"""Attachments as notices."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from steno.format.attachments.choose import ATTACHMENT_KINDS
from steno.format.decode import decode
from steno.format.entries.attachment import AttachmentEntry
from steno.view.items import NoticeKind
from steno.view.notices.attachments import tell_attachment
from steno.view.notices.told import Told
from steno.view.parts import CodePart
from tests.held import attachment
from tests.view.shapes import of_view
from tests.written import line_of


def told(kind: str, **own: Any) -> Told | None:
    """Tell an attachment."""
    entry = decode(line_of(attachment("a", None, 0, **{"type": kind, **own})))
    assert isinstance(entry, AttachmentEntry)
    assert entry.attachment is not None
    return tell_attachment(entry.attachment)


HOOK = {"hookName": "PostToolUse:Edit", "hookEvent": "PostToolUse"}


@pytest.mark.parametrize(
    ("kind", "own", "notice", "text"),
    [
        ("file", {"displayPath": "a.py"}, "file", "file put in: a.py"),
        ("already_read_file", {"filename": "/x/a.py"}, "file",
         "file mentioned, read before: /x/a.py"),
        ("compact_file_reference", {"filename": "a"}, "file", "file too long to bring back: a"),
        ("edited_text_file", {"filename": "a"}, "file", "file changed by somebody else: a"),
        ("edited_image_file", {}, "file", "picture changed by somebody else"),
        ("directory", {"path": "src"}, "file", "folder put in: src"),
        ("read_truncation_notice", {"banner": "half"}, "file", "half"),
        ("mcp_resource", {"server": "s", "uri": "u"}, "file", "resource put in: u · s"),
        ("plan_file_reference", {"planFilePath": "p"}, "file", "plan brought back: p"),
        ("nested_memory", {"displayPath": "M.md"}, "memory", "instructions put in: M.md"),
        ("relevant_memories", {"memories": [1]}, "memory", "memories put in"),
        ("plan_mode", {"reminderType": "full"}, "mode", "planning begins"),
        ("plan_mode_exit", {}, "mode", "planning is over"),
        ("auto_mode", {}, "mode", "the model works on its own"),
        ("output_style", {"style": "terse"}, "mode", "output style: terse"),
        ("date_change", {"newDate": "2026-01-04"}, "info", "a new day: 2026-01-04"),
        ("hook_success", {**HOOK, "stdout": "ok\nmore"}, "hook", "PostToolUse:Edit hook: ok"),
        ("hook_success", {"stderr": "hm"}, "hook", "hook: hm"),
        ("hook_additional_context", {**HOOK, "content": ["a", "b"]}, "hook",
         "PostToolUse:Edit hook · adds: a"),
        ("hook_additional_context", {"content": "one"}, "hook", "hook · adds: one"),
        ("hook_system_message", {**HOOK, "content": "hi"}, "hook", "PostToolUse:Edit hook: hi"),
        ("hook_permission_decision", HOOK, "hook", "PostToolUse:Edit hook · permission decision"),
        ("async_hook_response", HOOK, "hook", "PostToolUse:Edit hook · answered"),
        ("opened_file_in_ide", {"filename": "a"}, "editor", "open in the editor: a"),
        ("selected_lines_in_ide", {"filename": "a"}, "editor", "selected in the editor: a"),
        ("structured_output", {"data": {}}, "result", "answer as data"),
        ("budget_usd", {"remaining": 1.5, "total": 2}, "limit", "$1.50 of $2.00 left to spend"),
        ("budget_usd", {"remaining": 1}, "limit", "$1.00 left to spend"),
        ("unknown_command_fallback", {"commandName": "x"}, "command",
         "no command /x; it went to the model as typed"),
        ("goal_status", {"condition": "c", "met": True}, "task", "goal reached: c"),
        ("goal_status", {"sentinel": True}, "task", "goal set"),
        ("goal_status", {}, "task", "goal open"),
        ("teammate_mailbox", {"messages": [{"from": "a", "text": "x"}, {"from": "a"}, {}]},
         "agent", "messages of the team: a, ?"),
        ("task_status", {"description": "mirror", "status": "running"}, "task",
         "task: mirror · running"),
    ],
)  # fmt: skip
def test_attachments_tell_what_they_bring(
    kind: str, own: dict[str, Any], notice: str, text: str
) -> None:
    """In one line."""
    found = told(kind, **own)
    assert found is not None
    assert (found.notice.value, found.text, found.level) == (notice, text, "info")


@pytest.mark.parametrize(
    ("kind", "own", "text"),
    [
        ("hook_non_blocking_error", {"exitCode": 1, "stderr": "x"}, "hook · failed · exit 1"),
        ("hook_blocking_error", {"blockingError": {"blockingError": "red"}}, "hook · stopped it"),
        ("hook_blocking_error", {}, "hook · stopped it"),
        ("hook_stopped_continuation", {"message": "enough"}, "hook · ended the turn: enough"),
        ("hook_cancelled", {"timedOut": True, "durationMs": 5000},
         "hook · took too long · 5.0 s"),
        ("hook_cancelled", {}, "hook · was broken off"),
        ("async_hook_response", {"exitCode": 2}, "hook · answered"),
        ("max_turns_reached", {"maxTurns": 3}, "no more rounds allowed: 3"),
        ("max_turns_reached", {}, "no more rounds allowed"),
        ("task_status", {"taskId": "b1", "status": "failed"}, "task: b1 · failed"),
    ],
)  # fmt: skip
def test_what_went_wrong_is_a_warning(kind: str, own: dict[str, Any], text: str) -> None:
    """A person wants to see it."""
    found = told(kind, **own)
    assert found is not None
    assert (found.text, found.level) == (text, "warning")


@pytest.mark.parametrize(
    ("kind", "own"),
    [
        ("skill_listing", {"content": "x"}),
        ("agent_listing_delta", {}),
        ("task_reminder", {"content": []}),
        ("plan_mode", {"reminderType": "sparse"}),
        ("hook_success", {"stdout": "\n"}),
        ("hook_additional_context", {"content": []}),
        ("diagnostics", {"files": []}),
        ("budget_usd", {}),
        ("environment", {}),
        ("from_the_future", {}),
    ],
)
def test_bookkeeping_is_not_told(kind: str, own: dict[str, Any]) -> None:
    """What the client repeats for the model alone, and what says nothing."""
    assert told(kind, **own) is None


def test_a_file_shows_its_text() -> None:
    """In either shape of the result, with its first line's number."""
    content = {"type": "text", "file": {"content": "x = 1\n", "startLine": 4}}
    found = told("file", displayPath="a.py", content=content)
    assert found is not None
    assert found.parts == (CodePart("x = 1", "python", "a.py", 4),)
    older = told("file", filename="a.py", content={"type": "file", "file": "y"})
    assert older is not None
    assert [part.kind for part in older.parts] == ["code"]


def test_complaints_of_the_editor_are_listed() -> None:
    """Each with its file."""
    complaint = {"message": "not used", "severity": "Warning"}
    found = told("diagnostics", files=[{"uri": "a.py", "diagnostics": [complaint, complaint]}])
    assert found is not None
    assert (found.notice, found.text) == (NoticeKind.EDITOR, "2 complaints of the editor")
    assert found.parts[0].entries == ("a.py · not used · Warning",) * 2  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", sorted(ATTACHMENT_KINDS))
def test_every_known_attachment_can_be_told(kind: str) -> None:
    """Whatever shape its keys have."""

    @settings(max_examples=15)
    @given(of_view(ATTACHMENT_KINDS[kind]))
    def check(body: dict[str, Any]) -> None:
        found = tell_attachment(ATTACHMENT_KINDS[kind]({**body, "type": kind}))
        assert found is None or (isinstance(found, Told) and "\n" not in found.text)

    check()


@pytest.mark.parametrize(
    ("tag", "own", "parts"),
    [
        ("hook_success", {"stdout": "ok\n"}, 0),
        ("hook_success", {"stdout": "ok\nmore"}, 1),
        ("hook_success", {"stdout": "ok", "stderr": "hm"}, 2),
        ("hook_additional_context", {"content": ["busy"]}, 0),
        ("async_hook_response", {"stdout": "ok"}, 1),
    ],
)
def test_hooks_that_went_well_are_quiet(tag: str, own: dict[str, Any], parts: int) -> None:
    """What fits into the line is not told below it again."""
    notice = told(tag, **own)
    assert notice is not None
    assert (notice.is_quiet, len(notice.parts)) == (True, parts)


def test_hooks_that_failed_or_speak_to_the_user_are_not_quiet() -> None:
    """A reader should know of them."""
    for tag in ("hook_non_blocking_error", "hook_system_message", "hook_cancelled"):
        notice = told(tag, content="x")
        assert notice is not None
        assert not notice.is_quiet
