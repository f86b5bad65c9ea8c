"""Document 004: rounds, kinds of input, blocks and its parser's messages come out as it says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given

from steno.session.documents.spec_004 import (
    Message004,
    TextBlock004,
    ThinkingBlock004,
    ToolResultBlock004,
    ToolUseBlock004,
    content_blocks_004,
    extract_text_004,
    extract_tool_name_004,
    input_kind_004,
    parse_session_004,
    round_kind_004,
    starts_round_004,
)
from tests.session.documents.hostile import any_body

Body = dict[str, Any]

RESULT = {
    "type": "tool_result",
    "tool_use_id": "call_xxx",
    "content": "文件内容...",
    "is_error": False,
}
CALL = {"type": "tool_use", "id": "call_xxx", "name": "Read", "input": {"file_path": "..."}}
THINKING = {"type": "thinking", "thinking": "让我分析一下这个问题...", "signature": ""}


def text(words: str) -> Body:
    """Make a text block."""
    return {"type": "text", "text": words}


def user(*blocks: Any, at: str | None = None, **own: Any) -> Body:
    """Make a user line that follows another one."""
    time = {} if at is None else {"timestamp": f"2026-02-18T02:{at}Z"}
    line = {"type": "user", "uuid": "u", "parentUuid": "p", "message": {"content": list(blocks)}}
    return {**line, **time, **own}


FIRST = user(text("帮我分析这个项目的结构"), parentUuid=None, permissionMode="acceptEdits")
"""The document's first user message (section 3.1)."""
SELECTION = user(
    text("<ide_selection>The user selected the lines 78 to 78 from ...</ide_selection>"),
    text("帮我实现##v0.2.3的任务..."),
    permissionMode="acceptEdits",
)
OPENED = user(
    text("<ide_opened_file>The user opened the file ... in the IDE.</ide_opened_file>"),
    text("继续"),
)
TOOL_RESULT = user(RESULT, sourceToolAssistantUUID="7ab1374a")
PLAIN = user(text("下一步"))


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (FIRST, "new_session"),
        (SELECTION, "new_session"),
        (user(RESULT, permissionMode="default"), "new_session"),
        (user(text("first"), parentUuid=None), "new_session"),
        (user(RESULT, parentUuid=None), "new_session"),
        ({"type": "user", "message": {"content": "no parent at all"}}, "new_session"),
        (TOOL_RESULT, "continue"),
        (user(text("and"), RESULT), "continue"),
        (OPENED, "new_round"),
        (PLAIN, "new_round"),
        (user(text("x"), permissionMode=None), "new_round"),
        ({**PLAIN, "message": {"content": "tool_result"}}, "new_round"),
        ({**PLAIN, "message": None}, "new_round"),
    ],
)
def test_round_is_told_by_mode_then_parent_then_result(message: Body, kind: str) -> None:
    """The simplified algorithm, in its order of priority."""
    assert round_kind_004(message) == kind


@pytest.mark.parametrize(
    ("before", "now", "kind"),
    [
        ("00:00", "04:59", "new_round"),
        ("00:00", "05:00", "new_round"),
        ("00:00", "05:00.001", "resume"),
        ("59:00", "00:00", "new_round"),
        (None, "59:00", "new_round"),
        ("00:00", None, "new_round"),
    ],
)
def test_silence_of_more_than_five_minutes_makes_a_resume(
    before: str | None, now: str | None, kind: str
) -> None:
    """The last resort: the gap must exceed the threshold, and both times must be known."""
    assert round_kind_004(user(text("x"), at=now), user(text("y"), at=before)) == kind


def test_threshold_is_the_callers() -> None:
    """The document leaves it open."""
    now, before = user(text("x"), at="02:00"), user(text("y"), at="00:00")
    assert round_kind_004(now, before, threshold=timedelta(minutes=1)) == "resume"
    assert round_kind_004(now, before, threshold=timedelta(minutes=2)) == "new_round"


def test_silence_does_not_matter_to_results_and_new_sessions() -> None:
    """The gap is looked at last, and an empty line before is none."""
    before = user(text("y"), at="00:00")
    assert round_kind_004(user(RESULT, at="59:00"), before) == "continue"
    assert round_kind_004(user(at="59:00", permissionMode="plan"), before) == "new_session"
    assert round_kind_004(user(text("x"), at="59:00"), {}) == "new_round"


@pytest.mark.parametrize(
    ("message", "starts"),
    [
        (FIRST, True),
        (user(RESULT, permissionMode="default"), True),
        (TOOL_RESULT, False),
        (user(RESULT, parentUuid=None), False),
        (PLAIN, True),
        (OPENED, True),
    ],
)
def test_round_starts_unless_a_result_comes_without_a_mode(message: Body, *, starts: bool) -> None:
    """The three rules that define a round; they know nothing of parents."""
    assert starts_round_004(message) is starts


def test_rounds_of_the_drawn_conversation() -> None:
    """A prompt, its tool loop, and the next prompt: two rounds."""
    conversation = [
        user(text("a"), permissionMode="default"),
        user(RESULT),
        user(RESULT),
        user(text("b"), permissionMode="default"),
    ]
    assert [starts_round_004(message) for message in conversation] == [True, False, False, True]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (SELECTION, "ide_selection"),
        (OPENED, "ide_opened_file"),
        (TOOL_RESULT, "tool_result"),
        (FIRST, "text"),
        (PLAIN, "text"),
        (user(text("")), "text"),
        ({**PLAIN, "message": {"content": "plain string"}}, "text"),
        ({**PLAIN, "message": {"content": "<ide_selection>x</ide_selection> y"}}, "ide_selection"),
        (user(text("<ide_opened_file>"), text("<ide_selection>")), "ide_selection"),
        (user({**RESULT, "content": "<ide_selection>"}), "tool_result"),
        (user(text("look"), {"type": "image", "source": {}}), None),
        (user({"type": "text", "text": None}), None),
        (user(), None),
        ({**PLAIN, "message": {}}, None),
    ],
)
def test_kind_of_input_is_told_by_its_content(message: Body, kind: str | None) -> None:
    """The table of input types with its examples; what it does not name is None."""
    assert input_kind_004(message) == kind


def test_all_blocks_are_kept_even_empty_ones() -> None:
    """Leaving empty text or thinking out would break the chain of messages."""
    content = [text(""), {"type": "thinking", "thinking": ""}, THINKING, CALL, RESULT]
    assert content_blocks_004(content) == (
        TextBlock004(""),
        ThinkingBlock004(""),
        ThinkingBlock004("让我分析一下这个问题..."),
        ToolUseBlock004("Read", {"file_path": "..."}, "call_xxx"),
        ToolResultBlock004("call_xxx", "文件内容...", is_error=False),
    )


def test_missing_keys_of_blocks_have_empty_values() -> None:
    """The defaults of parse_content_blocks."""
    content = [{"type": t} for t in ("text", "thinking", "tool_use", "tool_result")]
    assert content_blocks_004(content) == (
        TextBlock004(""),
        ThinkingBlock004(""),
        ToolUseBlock004("", {}, ""),
        ToolResultBlock004("", "", is_error=False),
    )


@pytest.mark.parametrize("content", ["a string", None, {}, [], ["a", 1], [{"type": "image"}, {}]])
def test_what_is_no_block_of_the_four_types_gives_none(content: object) -> None:
    """parse_content_blocks passes over it."""
    assert content_blocks_004(content) == ()


def test_parser_gives_text_marked_thinking_and_the_first_tool() -> None:
    """The parsing example, on the document's own messages."""
    reply = {
        "type": "assistant",
        "uuid": "9c71480b",
        "timestamp": "2026-02-18T02:01:02.619Z",
        "message": {"content": [THINKING, text("我来帮你分析这个项目..."), CALL]},
    }
    loose = {"type": "queue-operation", "operation": "dequeue"}
    assert parse_session_004([loose, FIRST, reply, {"type": "user", "message": 3}]) == (
        Message004("user", "u", "", "帮我分析这个项目的结构"),
        Message004(
            "assistant",
            "9c71480b",
            "2026-02-18T02:01:02.619Z",
            "[思考] 让我分析一下这个问题...\n我来帮你分析这个项目...",
            "Read",
        ),
        Message004("user", "", "", ""),
    )


def test_parser_loses_prompts_that_are_strings() -> None:
    """The document knows lists alone, so a string gives no text."""
    assert extract_text_004("hello") == ""
    assert extract_tool_name_004("hello") is None
    assert extract_tool_name_004([text("a")]) is None


def test_text_of_another_shape_counts_as_empty() -> None:
    """Nothing but strings is joined."""
    odd = [{"type": "text", "text": 3}, {"type": "thinking"}, {"type": "tool_use"}]
    assert extract_text_004(odd) == "\n[思考] "
    assert extract_tool_name_004(odd) is None


@given(any_body, any_body)
def test_no_shape_of_lines_is_too_odd(message: Body, previous: Body) -> None:
    """Whatever the lines hold, there is an answer."""
    kind = round_kind_004(message, previous)
    assert (kind == "continue") <= (not starts_round_004(message))
    assert input_kind_004(message) in (
        None,
        "ide_selection",
        "ide_opened_file",
        "tool_result",
        "text",
    )
    assert len(parse_session_004([message, previous])) <= 2
    content_blocks_004(message.get("message"))
