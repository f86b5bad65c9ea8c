"""Document 001: its turns, tool pairs and streamed messages come out as it says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.documents.spec_001 import (
    DedupedMessage001,
    ToolCallMatch001,
    ToolCallPair001,
    Turn001,
    deduplicate_001,
    detect_turns_001,
    is_final_message_001,
    is_synthetic_001,
    pair_tool_calls_001,
)
from tests.session.documents.hostile import any_body

Body = dict[str, Any]

GREP = {"type": "tool_use", "id": "toolu_01Wez", "name": "Grep", "input": {"pattern": "x"}}
READ = {"type": "tool_use", "id": "toolu_02Rea", "name": "Read", "input": {"file_path": "a.ts"}}
FOUND = {"mode": "files_with_matches", "filenames": ["file1.ts"], "numFiles": 1, "appliedLimit": 20}


def human(uuid: str, text: str) -> Body:
    """Make section 3.2's human input: the content is a string."""
    return {"type": "user", "uuid": uuid, "message": {"role": "user", "content": text}}


def result(uuid: str, *call_ids: str, about: Any = None, content: str = "Found") -> Body:
    """Make section 3.2's tool result: the content is a list."""
    blocks = [{"tool_use_id": c, "type": "tool_result", "content": content} for c in call_ids]
    message = {"role": "user", "content": blocks}
    return {"type": "user", "uuid": uuid, "message": message, "toolUseResult": about}


def reply(uuid: str, *blocks: Body, id_: str = "msg_1", stop: Any = None, out: Any = 2) -> Body:
    """Make section 3.3's assistant entry."""
    usage = {"input_tokens": 2, "output_tokens": out}
    message = {"id": id_, "role": "assistant", "content": list(blocks), "stop_reason": stop}
    return {"type": "assistant", "uuid": uuid, "message": {**message, "usage": usage}}


def text(words: str) -> Body:
    """Make a text block."""
    return {"type": "text", "text": words}


THINKING = {"type": "thinking", "thinking": "Let me look.", "signature": "c2ln"}
STREAMED = [
    reply("e1", THINKING),
    reply("e2", text("I look.")),
    reply("e3", GREP, stop="tool_use", out=480),
]
"""Section 6, the streaming pattern observed in 2.0.50."""


def test_of_the_streaming_pattern_only_the_third_entry_is_used() -> None:
    """Section 6: only entry 3 (final) should be used for reconstruction."""
    assert deduplicate_001(STREAMED) == {
        "msg_1": DedupedMessage001(
            message_id="msg_1",
            final_entry_uuid="e3",
            streaming_entry_uuids=("e1", "e2"),
            content_blocks=(GREP,),
            usage={"input_tokens": 2, "output_tokens": 480},
        )
    }


def test_without_a_stop_reason_the_entry_with_the_most_output_stands_for_the_message() -> None:
    """Section 6's fallback is the latest streaming state; the first of equal ones."""
    entries = [reply("e1", out=2), reply("e2", text("b"), out=9), reply("e3", out=9)]
    message = deduplicate_001(entries)["msg_1"]
    assert message.final_entry_uuid == "e2"
    assert message.streaming_entry_uuids == ("e1", "e3")
    assert message.content_blocks == (text("b"),)


def test_missing_output_figure_exceeds_nothing_and_is_exceeded_by_nothing() -> None:
    """The comparison is false with what is no number, so the entry before stays."""
    first_without = deduplicate_001([reply("e1", out=None), reply("e2", out=9)])["msg_1"]
    second_without = deduplicate_001([reply("e1", out=1), reply("e2", out="9")])["msg_1"]
    assert (first_without.final_entry_uuid, second_without.final_entry_uuid) == ("e1", "e1")


def test_messages_are_kept_apart_by_their_id_in_order_of_appearance() -> None:
    """Section 6 groups by message.id, wherever the entries stand; others are passed over."""
    entries = [
        human("h1", "Go"),
        reply("e1", id_="msg_2"),
        reply("e2", id_="msg_1", stop="end_turn"),
        reply("e3", id_="msg_2", stop="end_turn"),
    ]
    messages = deduplicate_001(entries)
    assert [(m.message_id, m.final_entry_uuid) for m in messages.values()] == [
        ("msg_2", "e3"),
        ("msg_1", "e2"),
    ]


def test_first_of_several_final_entries_stands_for_the_message() -> None:
    """Section 6 takes the first stop_reason, so clients that repeat it on all lines lose text."""
    entries = [reply("e1", THINKING, stop="tool_use"), reply("e2", GREP, stop="tool_use")]
    message = deduplicate_001(entries)["msg_1"]
    assert (message.final_entry_uuid, message.content_blocks) == ("e1", (THINKING,))


def test_entries_without_an_id_share_one_place() -> None:
    """A missing id is a key like any other."""
    entries: list[Body] = [
        {"type": "assistant", "uuid": "e1", "message": {"stop_reason": None}},
        {"type": "assistant", "uuid": "e2"},
    ]
    assert deduplicate_001(entries) == {None: DedupedMessage001(None, "e1", ("e2",), (), {})}


def test_turn_reaches_from_a_human_string_to_the_next() -> None:
    """Section 4: replies and tool loops belong to the turn of the string before them."""
    entries = [
        human("h1", "Hello, please help me with..."),
        *STREAMED,
        result("r1", "toolu_01Wez"),
        reply("e4", text("Done."), id_="msg_2", stop="end_turn"),
        human("h2", "Thanks"),
        reply("e5", text("Welcome."), id_="msg_3", stop="end_turn"),
    ]
    call = ToolCallPair001("toolu_01Wez", "Grep", "e3", "r1")
    assert detect_turns_001(entries) == (
        Turn001("h1", "Hello, please help me with...", ("e3", "e4"), (call,)),
        Turn001("h2", "Thanks", ("e5",), ()),
    )


def test_several_tools_of_one_entry_get_their_own_results() -> None:
    """Section 4 finds the call by its id, whatever the order of the results."""
    entries = [
        human("h1", "Go"),
        reply("e1", GREP, READ, stop="tool_use"),
        result("r1", "toolu_02Rea"),
        result("r2", "toolu_01Wez"),
    ]
    (turn,) = detect_turns_001(entries)
    assert [call.result_entry_uuid for call in turn.tool_calls] == ["r2", "r1"]


def test_call_that_came_twice_takes_one_result_after_the_other() -> None:
    """Section 4 passes over calls that have a result already."""
    entries = [
        human("h1", "Go"),
        reply("e1", GREP, GREP, stop="tool_use"),
        result("r1", "toolu_01Wez"),
        result("r2", "toolu_01Wez"),
        result("r3", "toolu_01Wez"),
    ]
    (turn,) = detect_turns_001(entries)
    assert [call.result_entry_uuid for call in turn.tool_calls] == ["r1", "r2"]


def test_call_without_result_keeps_none() -> None:
    """Section 4: null until the result arrives; a result of an earlier turn's call is lost."""
    entries = [
        human("h1", "Go"),
        reply("e1", GREP, stop="tool_use"),
        human("h2", "Stop"),
        result("r1", "toolu_01Wez"),
    ]
    first, second = detect_turns_001(entries)
    assert first.tool_calls == (ToolCallPair001("toolu_01Wez", "Grep", "e1", None),)
    assert second.tool_calls == ()


def test_result_entry_without_uuid_leaves_the_call_open() -> None:
    """Section 4 tells a call with a result by the result's uuid."""
    nameless = {**result("r1", "toolu_01Wez"), "uuid": None}
    entries = [
        human("h1", "Go"),
        reply("e1", GREP, stop="tool_use"),
        nameless,
        result("r2", "toolu_01Wez"),
    ]
    (turn,) = detect_turns_001(entries)
    assert turn.tool_calls[0].result_entry_uuid == "r2"


def test_call_and_result_without_ids_do_not_belong_together() -> None:
    """What has no id pairs with nothing."""
    nameless = reply("e1", {"type": "tool_use", "name": "Grep"}, stop="tool_use")
    idless = {"type": "user", "uuid": "r1", "message": {"content": [{"type": "tool_result"}]}}
    (turn,) = detect_turns_001([human("h1", "Go"), nameless, idless])
    assert turn.tool_calls == (ToolCallPair001(None, "Grep", "e1", None),)
    assert pair_tool_calls_001([nameless, idless]) == ()


def test_what_comes_before_the_first_human_string_is_in_no_turn() -> None:
    """Section 4 has no current turn yet."""
    entries = [
        reply("e1", GREP, stop="tool_use"),
        result("r1", "toolu_01Wez"),
        {"type": "summary", "summary": "Codebase overview", "leafUuid": "e1"},
    ]
    assert detect_turns_001(entries) == ()


def test_entries_of_other_types_leave_the_turn_as_it_is() -> None:
    """Section 4 looks at user and assistant entries alone."""
    queue = {"type": "queue-operation", "operation": "enqueue", "content": "later"}
    assert detect_turns_001([human("h1", "Go"), queue]) == (Turn001("h1", "Go", (), ()),)


@pytest.mark.parametrize(
    ("entry", "final"),
    [
        (reply("e", stop="end_turn"), True),
        (reply("e", stop="tool_use"), True),
        (reply("e", stop="stop_sequence"), True),
        (reply("e", stop=None), False),
        ({"type": "assistant", "message": {}}, True),
        ({"type": "assistant", "message": None}, False),
        ({"type": "assistant"}, False),
    ],
)
def test_message_is_final_unless_its_stop_reason_is_null(entry: Body, *, final: bool) -> None:
    """Section 4 compares with null, which a missing stop_reason is not."""
    assert is_final_message_001(entry) is final


def test_synthetic_messages_are_told_by_their_model() -> None:
    """Section 7.1: markers such as "No response requested."."""
    marker = reply("e", text("No response requested."), stop="stop_sequence")
    assert not is_synthetic_001(marker)
    marker["message"]["model"] = "<synthetic>"
    assert is_synthetic_001(marker)


def test_call_and_result_make_one_match_with_all_they_carry() -> None:
    """Section 5, with the sample entries of section 3."""
    entries = [*STREAMED, result("r1", "toolu_01Wez", about=FOUND, content="Found 20 files...")]
    assert pair_tool_calls_001(entries) == (
        ToolCallMatch001(
            tool_use_id="toolu_01Wez",
            tool_name="Grep",
            input={"pattern": "x"},
            tool_use_entry_uuid="e3",
            tool_result_entry_uuid="r1",
            result="Found 20 files...",
            result_metadata=FOUND,
        ),
    )


def test_failed_tool_has_a_plain_string_beside_its_result() -> None:
    """Section 7.7: an error is told as a string."""
    error = "Error: File not found: /path/to/missing/file"
    call, answer = reply("e1", READ, stop="tool_use"), result("r1", "toolu_02Rea", about=error)
    (match,) = pair_tool_calls_001([call, answer])
    assert match.result_metadata == error


def test_each_call_is_paired_once() -> None:
    """Section 5: pairs are one to one; orphans on either side are left out."""
    entries = [
        result("r0", "toolu_01Wez"),
        reply("e1", GREP, READ, stop="tool_use"),
        result("r1", "toolu_01Wez", "toolu_01Wez"),
        result("r2", "toolu_01Wez"),
        human("h1", "toolu_02Rea"),
    ]
    matches = pair_tool_calls_001(entries)
    assert [(m.tool_use_id, m.tool_result_entry_uuid) for m in matches] == [("toolu_01Wez", "r1")]


def test_call_in_a_streaming_entry_is_not_seen() -> None:
    """Section 5 looks at final messages alone."""
    entries = [reply("e1", GREP, stop=None), result("r1", "toolu_01Wez")]
    assert pair_tool_calls_001(entries) == ()


def test_later_call_of_the_same_id_takes_the_place_of_the_earlier() -> None:
    """Section 5 keeps pending calls in a map."""
    entries = [
        reply("e1", GREP, stop="tool_use"),
        reply("e2", GREP, id_="msg_2", stop="tool_use"),
        result("r1", "toolu_01Wez"),
    ]
    (match,) = pair_tool_calls_001(entries)
    assert match.tool_use_entry_uuid == "e2"


@given(st.lists(any_body, max_size=5))
def test_no_shape_of_lines_is_too_odd(entries: list[Body]) -> None:
    """Whatever the lines hold, there is an answer."""
    assert len(detect_turns_001(entries)) <= len(entries)
    assert all(match.tool_use_id is not None for match in pair_tool_calls_001(entries))
    messages = deduplicate_001(entries)
    assert sum(1 + len(m.streaming_entry_uuids) for m in messages.values()) <= len(entries)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abc")), max_size=12))
def test_pairing_is_one_to_one(steps: list[tuple[bool, str]]) -> None:
    """In whatever order calls and results come, no entry is used twice on either side."""
    entries = [human("h", "Go")]
    for number, (is_call, call_id) in enumerate(steps):
        call = reply(f"e{number}", {**GREP, "id": call_id}, stop="tool_use")
        entries.append(call if is_call else result(f"r{number}", call_id))
    matches = pair_tool_calls_001(entries)
    (turn,) = detect_turns_001(entries)
    answered = [c.result_entry_uuid for c in turn.tool_calls if c.result_entry_uuid is not None]
    for used in (
        [match.tool_use_entry_uuid for match in matches],
        [match.tool_result_entry_uuid for match in matches],
        answered,
    ):
        assert len(set(used)) == len(used)
    assert len(matches) <= len(answered)
