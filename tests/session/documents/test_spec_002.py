"""Document 002: grouping, merging, incremental reading and session transitions as it says."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.codec import encode_value
from steno.session.documents.spec_002 import (
    Grouping002,
    ToolCall002,
    Turn002,
    content_002,
    find_previous_session_002,
    group_turns_002,
    is_tool_result_002,
    match_tool_results_002,
    merge_assistant_parts_002,
    new_turns_002,
    read_lines_002,
    role_002,
    timestamp_002,
    tool_uses_002,
)
from tests.session.documents.hostile import any_body, any_value

Body = dict[str, Any]

READ = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "/"}}
WRITE = {"type": "tool_use", "id": "t2", "name": "Write", "input": {"path": "/b"}}
FIRST_AT = datetime(2025, 1, 15, 10, 0, tzinfo=UTC)


def user(content: Any, **own: Any) -> Body:
    """Make section 2's user message: its content stands on the line."""
    return {"type": "user", "content": content, **own}


def assistant(message_id: str | None, content: Any, **own: Any) -> Body:
    """Make section 2's assistant message: it has no type."""
    identity = {} if message_id is None else {"id": message_id}
    return {"message": {**identity, "role": "assistant", "content": content}, **own}


def text(words: str) -> Body:
    """Make a text block."""
    return {"type": "text", "text": words}


def result(*call_ids: str, content: str = "file data", **own: Any) -> Body:
    """Make section 2's tool result message."""
    blocks = [{"type": "tool_result", "tool_use_id": c, "content": content} for c in call_ids]
    return user(blocks, **own)


EXAMPLE = [
    user("read a file", sessionId="sess1"),
    assistant("m1", [READ]),
    result("t1"),
    assistant("m2", [text("done")]),
]
"""The four lines of section 5."""


def lines(*messages: Any) -> list[bytes]:
    """Write messages as lines; bytes stay as they are."""
    return [m if isinstance(m, bytes) else encode_value(m) for m in messages]


def shapes(grouping: Grouping002) -> list[tuple[Any, int, int]]:
    """Say each turn's prompt, and how many replies and results it has."""
    return [(t.user["content"], len(t.assistants), len(t.tool_results)) for t in grouping.turns]


def test_example_of_the_document_is_one_turn_of_four_messages() -> None:
    """Section 5: the tool result belongs to the turn instead of starting one; consumed is 4."""
    prompt, call, answer, done = EXAMPLE
    assert group_turns_002(EXAMPLE) == Grouping002(
        turns=(Turn002(prompt, (call, done), (answer,)),), consumed=4
    )


@pytest.mark.parametrize(
    ("message", "role"),
    [
        (user("hello"), "user"),
        (assistant("m1", "hi"), "assistant"),
        ({"type": "user", "message": {"role": "assistant"}}, "user"),
        ({"type": None, "message": {"role": "assistant"}}, "assistant"),
        ({"type": "", "message": {"role": "assistant"}}, ""),
        ({"message": "assistant"}, None),
        ({}, None),
    ],
)
def test_role_is_the_type_or_else_the_role_of_the_message(message: Body, role: object) -> None:
    """Section 4: msg.type ?? msg.message?.role."""
    assert role_002(message) == role


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ({"message": {"content": "nested"}, "content": "flat"}, "nested"),
        ({"message": {}, "content": "flat"}, None),
        ({"message": [], "content": "flat"}, None),
        ({"message": None, "content": "flat"}, "flat"),
        ({"message": "", "content": "flat"}, "flat"),
        ({"content": [text("a")]}, [text("a")]),
        ({}, None),
    ],
)
def test_nested_content_goes_before_that_of_the_line(message: Body, content: object) -> None:
    """Section 6: where there is a message object its content counts, even a missing one."""
    assert content_002(message) == content


@pytest.mark.parametrize(
    ("message", "moment"),
    [
        ({"timestamp": "2025-01-15T10:00:00Z"}, FIRST_AT),
        ({"message": {"timestamp": "2025-01-15T10:00:00Z"}}, FIRST_AT),
        (
            {"timestamp": "2025-01-15T10:00:00Z", "message": {"timestamp": "2030-01-01T00:00:00Z"}},
            FIRST_AT,
        ),
        ({"timestamp": 12345, "message": {"timestamp": "2025-01-15T10:00:00Z"}}, None),
        ({"timestamp": "yesterday"}, None),
        ({}, None),
    ],
)
def test_time_of_the_line_goes_before_that_of_the_message(
    message: Body, moment: datetime | None
) -> None:
    """Section 6: times that are no strings are ignored."""
    assert timestamp_002(message) == moment


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        (result("t1"), True),
        (user([text("and"), *result("t1")["content"]]), True),
        ({"type": "user", "message": {"content": result("t1")["content"]}}, True),
        (user([text("hello")]), False),
        (user("tool_result"), False),
        ({"type": "user"}, False),
    ],
)
def test_one_tool_result_block_makes_a_tool_result(message: Body, *, answer: bool) -> None:
    """Section 4: any tool_result block in a list of content."""
    assert is_tool_result_002(message) is answer


def test_new_prompt_starts_a_new_turn() -> None:
    """Section 5, step 3."""
    grouping = group_turns_002(
        [user("first"), assistant("m1", "a"), user("second"), assistant("m2", "b")]
    )
    assert shapes(grouping) == [("first", 1, 0), ("second", 1, 0)]
    assert grouping.consumed == 4


def test_prompt_without_reply_is_not_consumed() -> None:
    """Sections 5 and 9: consumed stays at the end of the last complete turn."""
    grouping = group_turns_002([user("first"), assistant("m1", "a"), user("second")])
    assert shapes(grouping) == [("first", 1, 0)]
    assert grouping.consumed == 2
    assert group_turns_002([user("hi")]) == Grouping002((), 0)
    assert group_turns_002([]) == Grouping002((), 0)


def test_prompt_without_reply_between_complete_turns_is_passed_over() -> None:
    """Section 5: a turn is only given with both sides, and consumed tells of the last one."""
    messages = [user("a"), user("b"), assistant("m1", "x"), user("c"), user("d")]
    grouping = group_turns_002(messages)
    assert shapes(grouping) == [("b", 1, 0)]
    assert grouping.consumed == 3


def test_replies_and_results_before_the_first_prompt_make_no_turn() -> None:
    """Section 5: a turn needs a user message."""
    rest = [result("t0"), assistant("m0", "rest of a turn")]
    assert group_turns_002(rest) == Grouping002((), 0)
    grouping = group_turns_002([*rest, user("now"), assistant("m1", "a")])
    assert shapes(grouping) == [("now", 1, 0)]


def test_meta_messages_are_skipped_wherever_they_stand() -> None:
    """Sections 2 and 9: as if they were not in the transcript at all."""
    messages = [
        user("skill rubric scaffolding...", isMeta=True),
        user("real user question"),
        user("more scaffolding", isMeta=True),
        assistant("m1", "meta response", isMeta=True),
        assistant("m2", [text("real")]),
        assistant("m3", "meta again", isMeta=True),
    ]
    grouping = group_turns_002(messages)
    assert shapes(grouping) == [("real user question", 1, 0)]
    assert grouping.turns[0].assistants == (messages[4],)
    assert grouping.consumed == 6


def test_only_true_makes_a_message_meta() -> None:
    """Section 2 says isMeta: true."""
    grouping = group_turns_002([user("a", isMeta=False), assistant("m1", "x", isMeta="true")])
    assert shapes(grouping) == [("a", 1, 0)]


def test_lines_of_one_message_are_merged() -> None:
    """Sections 5 and 9: contents are joined, the first part's metadata stays."""
    first = assistant("m1", [text("part1")], timestamp="2025-01-15T10:00:05Z")
    first["message"]["usage"] = {"output_tokens": 1}
    second = assistant("m1", [READ], timestamp="2025-01-15T10:00:06Z")
    (turn,) = group_turns_002([user("hi"), first, second]).turns
    assert turn.assistants == (
        {
            "message": {
                "id": "m1",
                "role": "assistant",
                "content": [text("part1"), READ],
                "usage": {"output_tokens": 1},
            },
            "timestamp": "2025-01-15T10:00:05Z",
        },
    )
    assert first["message"]["content"] == [text("part1")]


def test_result_between_the_lines_of_one_message_does_not_split_it() -> None:
    """Section 5, step 3: a result is put aside and the parts go on."""
    messages = [
        user("go"),
        assistant("m1", [READ]),
        result("t1"),
        assistant("m1", [WRITE]),
        result("t2"),
    ]
    (turn,) = group_turns_002(messages).turns
    assert [tool_uses_002(reply) for reply in turn.assistants] == [(READ, WRITE)]
    assert len(turn.tool_results) == 2


def test_message_that_comes_again_after_another_is_not_joined_to_its_first_part() -> None:
    """Section 5, step 4 compares with the current message alone."""
    messages = [user("go"), *(assistant(m, [text(m)]) for m in ("m1", "m2", "m1"))]
    (turn,) = group_turns_002(messages).turns
    assert [reply["message"]["id"] for reply in turn.assistants] == ["m1", "m2", "m1"]


def test_replies_without_id_are_merged_with_their_neighbours_until_an_id_appears() -> None:
    """Section 9: they have no merge key and end where the next distinct id begins."""
    messages = [
        user("go"),
        assistant(None, [text("a")]),
        assistant(None, [text("b")]),
        assistant("m1", [text("c")]),
    ]
    (turn,) = group_turns_002(messages).turns
    assert [content_002(reply) for reply in turn.assistants] == [
        [text("a"), text("b")],
        [text("c")],
    ]


def test_reply_without_id_is_appended_to_the_current_parts() -> None:
    """Section 5, step 4: also where those have an id, which stays the current one."""
    messages = [user("go"), *(assistant(m, [text("x")]) for m in ("m1", None, "m1"))]
    (turn,) = group_turns_002(messages).turns
    assert [len(content_002(reply)) for reply in turn.assistants] == [3]


def test_merging_takes_content_of_every_shape() -> None:
    """A string becomes a text block; what is neither string nor list adds nothing."""
    flat = {"type": "assistant", "content": "one"}
    merged = merge_assistant_parts_002([flat, assistant("m1", [READ]), assistant("m1", None)])
    assert merged == {"type": "assistant", "content": [text("one"), READ]}


def test_single_part_stays_as_it_is() -> None:
    """There is nothing to merge."""
    part = assistant("m1", "only")
    assert merge_assistant_parts_002([part]) is part


def test_calls_are_matched_to_results_by_id() -> None:
    """Section 9: with the content and the time of the result's message."""
    results = [
        result("t2", content="ok", timestamp="2025-01-15T10:00:00Z"),
        result("t1", content="first"),
        result("t1", content="second"),
    ]
    assert match_tool_results_002((READ, WRITE), results) == (
        ToolCall002("t1", "Read", {"path": "/"}, "first", None),
        ToolCall002("t2", "Write", {"path": "/b"}, "ok", FIRST_AT),
    )


def test_call_without_result_has_null_output() -> None:
    """Section 9: if no match is found the output is null."""
    nameless = {"type": "tool_use"}
    idless = user([{"type": "tool_result", "content": "stray"}])
    assert match_tool_results_002((READ, nameless), [idless]) == (
        ToolCall002("t1", "Read", {"path": "/"}, None, None),
        ToolCall002(None, None, None, None, None),
    )


def test_tool_uses_are_those_of_the_content() -> None:
    """A reply's calls, in order; a string has none."""
    assert tool_uses_002(assistant("m1", [text("a"), READ, WRITE])) == (READ, WRITE)
    assert tool_uses_002(assistant("m1", "text")) == ()


def test_line_numbers_count_the_lines_that_are_no_json() -> None:
    """Section 8: lineOffsets stay right although some lines are skipped."""
    reading = read_lines_002(lines(b"{torn", EXAMPLE[0], b"", EXAMPLE[1], b'{"a":NaN}', b"7"))
    assert reading.messages == (EXAMPLE[0], EXAMPLE[1], 7)
    assert reading.line_offsets == (2, 4, 6)


def test_bad_bytes_inside_a_string_do_not_lose_the_line() -> None:
    """A JavaScript reader replaces them, so the line is read."""
    reading = read_lines_002([b'{"type":"user","content":"\xff"}\r'])
    assert reading.messages == (user("�"),)


@pytest.mark.parametrize(
    ("last_line", "offsets"), [(-1, (1, 2)), (0, (1, 2)), (1, (2,)), (2, ()), (9, ())]
)
def test_lines_up_to_the_last_one_done_are_skipped(
    last_line: int, offsets: tuple[int, ...]
) -> None:
    """Section 8, step 3."""
    assert read_lines_002(lines(user("a"), user("b")), last_line).line_offsets == offsets


def test_last_line_moves_to_the_end_of_the_last_complete_turn() -> None:
    """Section 8, step 7: lineOffsets[consumed - 1], unreadable lines and all."""
    file = lines(b"{torn", *EXAMPLE[:2], b"{torn", *EXAMPLE[2:], b"{torn", user("next"))
    new = new_turns_002(file)
    assert new.grouping.consumed == 4
    assert new.reading.line_offsets == (2, 3, 5, 6, 8)
    assert new.last_line == 6


def test_incomplete_turn_is_read_again_when_its_reply_has_come() -> None:
    """Section 8: the next look begins at the prompt that was not consumed."""
    file = lines(user("first"), assistant("m1", "a"), user("second"))
    before = new_turns_002(file)
    assert (shapes(before.grouping), before.last_line) == ([("first", 1, 0)], 2)
    again = new_turns_002(file, before.last_line)
    assert (shapes(again.grouping), again.last_line) == ([], 2)
    after = new_turns_002([*file, *lines(assistant("m2", "b"))], again.last_line)
    assert (shapes(after.grouping), after.last_line) == ([("second", 1, 0)], 4)


def test_rest_of_a_turn_that_was_taken_too_early_is_lost() -> None:
    """Section 8: a turn counts as complete with its first reply, so later ones have no prompt."""
    before = new_turns_002(lines(*EXAMPLE[:2]))
    after = new_turns_002(lines(*EXAMPLE), before.last_line)
    assert (before.last_line, after.last_line) == (2, 2)
    assert after.grouping == Grouping002((), 0)


SNAPSHOT = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}
CONTINUED = {"parentUuid": "p", "sessionId": "previous", "type": "user"}


def test_first_line_of_a_continued_session_names_the_previous_one() -> None:
    """Section 10: another sessionId whose transcript exists."""
    (first,) = lines(CONTINUED)
    assert find_previous_session_002(first, "current", {"previous"}.__contains__) == "previous"


@pytest.mark.parametrize(
    "first",
    [*lines(SNAPSHOT, user("hi", sessionId="current"), {"sessionId": 7}, []), b"{torn", b""],
)
def test_other_first_lines_name_no_previous_session(first: bytes) -> None:
    """Section 10: a normal session, its own id, or a line that is no JSON."""
    assert find_previous_session_002(first, "current", lambda _: True) is None


def test_previous_session_without_transcript_is_none() -> None:
    """Section 10, step 3: its file must exist."""
    (first,) = lines(CONTINUED)
    assert find_previous_session_002(first, "current", set[str]().__contains__) is None


@pytest.mark.parametrize("session_id", ["", "..", "../secret", "a\\b", "C:x", "a\0b"])
def test_id_that_leads_out_of_the_folder_is_never_asked_for(session_id: str) -> None:
    """What a transcript says must not become a path elsewhere."""
    asked: list[str] = []

    def exists(name: str) -> bool:
        asked.append(name)
        return True

    (first,) = lines({"sessionId": session_id})
    assert find_previous_session_002(first, "current", exists) is None
    assert asked == []


@given(st.lists(any_body | any_value, max_size=5))
def test_no_shape_of_messages_is_too_odd(messages: list[Any]) -> None:
    """Whatever the messages hold, complete turns end within them."""
    grouping = group_turns_002(messages)
    assert (grouping.consumed > 0) == bool(grouping.turns)
    assert grouping.consumed <= len(messages)
    for turn in grouping.turns:
        for reply in turn.assistants:
            match_tool_results_002(tool_uses_002(reply), turn.tool_results)


@given(st.lists(st.sampled_from([*lines(*EXAMPLE, user("x")), b"{torn"]), max_size=12), st.data())
def test_reading_on_never_gives_a_turn_twice(file: list[bytes], data: st.DataObject) -> None:
    """However a file grows between looks, no line is part of two turns."""
    cuts = data.draw(st.lists(st.integers(0, len(file)), max_size=4))
    last_line, ends = 0, list[int]()
    for cut in sorted(cuts):
        new = new_turns_002(file[:cut], last_line)
        assert new.last_line >= last_line
        if new.grouping.turns:
            assert new.last_line > last_line
            ends.append(new.last_line)
        last_line = new.last_line
    assert ends == sorted(set(ends))
