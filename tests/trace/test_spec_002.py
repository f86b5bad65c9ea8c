"""Spec 002, sections 4 to 7 and 9, rule by rule, through the traces that are sent to Langfuse.

The rules themselves are in ``tests/session/documents/test_spec_002.py``; here is what tracing makes
of them, and the exceptions that ``docs/tracing.md`` names.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.documents.spec_002 import group_turns_002
from steno.trace.replies import text_of
from tests.session.documents.test_spec_002 import assistant, result, text, user
from tests.trace.profiles.test_langfuse import members
from tests.trace.spec_002_sent import (
    CALL,
    MODEL,
    OBSERVATION,
    TRACE,
    Body,
    at,
    generations,
    of_type,
    one,
    prompts,
    seconds,
    sent,
    timed_example,
    told,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


# Section 4


def test_section_4_role_is_the_type_else_that_of_the_message() -> None:
    """A user's line has a type, a reply has a role inside; the type goes before the role."""
    typed = {"type": "assistant", "message": {"id": "m2", "content": "B"}}
    lines = user("q"), assistant("m1", "A"), typed, {"message": {"role": "system", "content": "x"}}
    assert prompts(*lines) == [("Turn 1", "q", ["A", "B"])]
    asked = {"type": "user", "message": {"role": "assistant", "content": "r"}}
    assert prompts(asked, assistant("m1", "A")) == [("Turn 1", "r", ["A"])]


def test_section_4_one_result_block_makes_a_line_a_result() -> None:
    """Whatever else the line holds."""
    mixed = user([text("and this"), *result("t1")["content"]])
    trace = one(user("q"), assistant("m1", [CALL]), mixed, assistant("m2", "A"))
    (tool,) = of_type(trace, "tool")
    assert told(tool, "output") == "file data"
    assert generations(trace) == ["", "A"]


# Section 5


def test_section_5_rule_1_lines_count_in_file_order() -> None:
    """Whatever times they have."""
    lines = (
        user("q", timestamp=at(9)), assistant("m1", "A", timestamp=at(8)),
        user("r", timestamp=at(2)), assistant("m2", "B", timestamp=at(3)),
    )  # fmt: skip
    assert prompts(*lines) == [("Turn 1", "q", ["A"]), ("Turn 2", "r", ["B"])]


def test_section_5_rule_2_meta_lines_are_skipped() -> None:
    """A user's, a result's and a reply's."""
    lines = (
        user("meta", isMeta=True), user("q"), assistant("m0", "META", isMeta=True),
        assistant("m1", [CALL]), result("t1", content="META", isMeta=True), assistant("m2", "A"),
    )  # fmt: skip
    assert prompts(*lines) == [("Turn 1", "q", ["", "A"])]
    (tool,) = of_type(one(*lines), "tool")
    assert told(tool, "output") is None


def test_section_5_rule_3_user_line_begins_a_turn_and_a_result_does_not() -> None:
    """The result belongs to the running turn."""
    lines = user("q"), assistant("m1", [CALL]), result("t1"), user("r"), assistant("m2", "A")
    assert prompts(*lines) == [("Turn 1", "q", [""]), ("Turn 2", "r", ["A"])]


def test_section_5_rule_4_same_message_id_is_one_reply() -> None:
    """Its parts are put together, and the first part's model and time stay."""
    lines = (
        user("q", timestamp=at(0)), assistant("m1", [text("A")], timestamp=at(1)),
        assistant("m1", [CALL], timestamp=at(2)), assistant("m1", "B", timestamp=at(3)),
    )  # fmt: skip
    lines[1]["message"]["model"] = "first"
    lines[3]["message"]["model"] = "last"
    (generation,) = of_type(one(*lines), "generation")
    assert (generation.name, seconds(generation)) == ("first", (1, 3))
    assert told(generation, "output")["content"] == "A\nB"
    assert told(generation, "metadata.tool_count") == 1


def test_section_5_rule_4_new_message_id_is_a_new_reply() -> None:
    """The one before is over."""
    assert prompts(user("q"), assistant("m1", "A"), assistant("m2", "B")) == [
        ("Turn 1", "q", ["A", "B"])
    ]


def test_section_5_rule_4_line_without_an_id_belongs_to_the_reply_before() -> None:
    """Also behind a result, and where that one has no id either."""
    assert prompts(user("q"), assistant("m1", "A"), assistant(None, "B")) == [
        ("Turn 1", "q", ["A\nB"])
    ]
    lines = user("q"), assistant(None, [CALL]), result("t1"), assistant(None, "A")
    assert prompts(*lines, assistant("m2", "B")) == [("Turn 1", "q", ["A", "B"])]


def test_section_5_rule_5_last_turn_is_taken() -> None:
    """Nothing has to follow it."""
    assert prompts(user("q"), assistant("m1", "A"), user("r"), assistant("m2", "B"))[-1] == (
        "Turn 2", "r", ["B"],
    )  # fmt: skip


def test_section_5_turn_has_a_user_line_and_a_reply() -> None:
    """One without a reply is none; replies before any user's line are sent without a number."""
    lines = assistant("m0", "early"), user("never answered"), user("q"), assistant("m1", "A")
    assert prompts(*lines) == [("claude-code", None, ["early"]), ("Turn 1", "q", ["A"])]
    early = sent(*lines)[0].spans[0]
    assert members(early, f"{TRACE}.metadata") == {"source": "claude-code", "session_id": "unknown"}


def test_section_5_unanswered_turn_comes_back() -> None:
    """It is not consumed: once the reply is there it is sent, with the number that is next."""
    lines = [user("q"), assistant("m1", "A"), user("r")]
    assert group_turns_002(lines).consumed == 2
    assert len(sent(*lines)) == 1
    assert prompts(*lines, assistant("m2", "B"))[1] == ("Turn 2", "r", ["B"])


def test_example_of_section_5_field_by_field() -> None:
    """Every cell of the tables of section 7, and nothing else under their names."""
    trace = one(*timed_example())
    root, first, tool, second = trace.spans
    asked = {"role": "user", "content": "read a file"}
    done = {"role": "assistant", "content": "done"}
    assert trace.session_id == "sess1"
    assert members(root, TRACE) == {
        "name": "Turn 1", "input": asked, "output": done,
        "metadata.source": "claude-code", "metadata.turn_number": 1, "metadata.session_id": "sess1",
    }  # fmt: skip
    assert members(root, OBSERVATION) == {"type": "agent", "input": asked, "output": done}
    generation = members(first, OBSERVATION)
    assert generation.pop("cost_details")["total"] > 0
    assert generation == {
        "type": "generation", "input": asked, "output": {"role": "assistant", "content": ""},
        "metadata.tool_count": 1, "model.name": MODEL,
        "usage_details": {
            "input": 100, "output": 50, "total": 150, "cache_read_input_tokens": 20,
            "cache_creation_input_tokens": 0,
        },
    }  # fmt: skip
    assert members(tool, OBSERVATION) == {
        "type": "tool", "input": {"path": "/"}, "output": "file data",
        "metadata.tool_name": "Read", "metadata.tool_id": "t1",
    }  # fmt: skip
    assert members(second, OBSERVATION) == {
        "type": "generation", "output": done, "metadata.tool_count": 0,
        "model.name": "claude-opus-4-8",
    }  # fmt: skip
    assert [span.name for span in trace.spans] == ["Turn 1", MODEL, "Read", "claude-opus-4-8"]
    assert [span.parent for span in trace.spans] == [None, root.id, first.id, root.id]
    # In the place of now, the last generation ends with the trace (trace.md).
    assert [seconds(span) for span in trace.spans] == [(0, 12), (5, 12), (5, 10), (12, 12)]


PIECES: Final = st.lists(
    st.sampled_from(("user", "new", "same", "nameless", "result", "meta user", "meta reply")),
    max_size=12,
)


@given(PIECES)
def test_section_5_grouping_is_that_of_the_document(pieces: list[str]) -> None:
    """For any order of lines: the same turns, the same replies, the same words in each."""
    names = count()
    lines: list[Body] = []
    last = "none"
    for piece in pieces:
        word = f"w{len(lines)}"
        if piece == "new" or (piece == "same" and last == "none"):
            last = f"m{next(names)}"
        made = {
            "user": user(word),
            "result": result("t1"),
            "meta user": user(word, isMeta=True),
            "meta reply": assistant(f"meta{word}", word, isMeta=True),
            "nameless": assistant(None, word),
        }.get(piece) or assistant(last, word)
        # A message that goes on in another turn belongs to the first (trace.md: merged by id).
        last = "none" if piece == "user" else last
        lines.append(made)
    wanted = [
        (f"Turn {number}", turn.user["content"], [_words(reply) for reply in turn.assistants])
        for number, turn in enumerate(group_turns_002(lines).turns, 1)
    ]
    assert [turn for turn in prompts(*lines) if turn[0] != "claude-code"] == wanted


def _words(reply: Mapping[str, Any]) -> str:
    content = reply["message"]["content"]
    return content if isinstance(content, str) else text_of(content)


# Section 6


def test_section_6_time_of_the_line_goes_before_that_of_the_message() -> None:
    """One that is no text is ignored: then the line has no time, and takes the one before it."""
    replies = [
        assistant("m1", "A", timestamp=at(5)),
        assistant("m2", "B"),
        assistant("m3", "C", timestamp=30),
        assistant("m4", "D", timestamp=at(9)),
    ]
    for reply, second in zip(replies, (50, 7, 40, 50), strict=True):
        reply["message"]["timestamp"] = at(second)
    trace = one(user("q", timestamp=at(0)), *replies)
    assert [seconds(span)[0] for span in trace.spans] == [0, 5, 7, 7, 9]
    estimated = [span.attributes.get("steno.time_estimated") for span in trace.spans]
    assert estimated == [None, None, None, True, None]


def test_section_6_nested_content_goes_before_that_of_the_line() -> None:
    """Where there is a message, its content counts."""
    both = {"type": "user", "content": "flat", "message": {"content": "nested"}}
    assert prompts(both, {**assistant("m1", "A"), "content": "flat"}) == [
        ("Turn 1", "nested", ["A"])
    ]


# Section 7: what the example does not show


@pytest.mark.parametrize(
    "words",
    [
        "<command-name>/foo</command-name>",
        "<local-command-stdout>x</local-command-stdout>",
        "[Request interrupted by user]",
        "<ide_opened_file>a.py</ide_opened_file>look at it",
        "<system-reminder>note</system-reminder>hello",
    ],
)
def test_section_7_input_is_the_users_text(words: str) -> None:
    """As it stands in the line, with the client's tags."""
    trace = one(user(words), assistant("m1", "A"))
    root, generation = trace.spans
    wanted = {"role": "user", "content": words}
    assert root.name == "Turn 1"
    assert (
        told(root, "input") == told(generation, "input") == members(root, TRACE)["input"] == wanted
    )


def test_section_7_text_is_that_of_all_text_blocks() -> None:
    """Of a prompt and of a reply; only the first model call has an input."""
    lines = user([text("a"), text("b")]), assistant("m1", [text("c"), CALL, text("d")])
    trace = one(*lines, result("t1"), assistant("m2", "e"))
    root, first, _, second = trace.spans
    assert told(root, "input")["content"] == told(first, "input")["content"] == "a\nb"
    assert told(first, "output")["content"] == "c\nd"
    assert told(second, "input") is None


def test_section_7_output_is_the_text_of_the_last_reply() -> None:
    """Even where that has none."""
    trace = one(user("q"), assistant("m1", "A"), assistant("m2", [CALL]))
    assert told(trace.spans[0], "output") == {"role": "assistant", "content": ""}


def test_section_7_trace_ends_with_its_latest_reply_or_result() -> None:
    """In whatever order they stand."""
    lines = (
        user("q", timestamp=at(0)), assistant("m1", [CALL], timestamp=at(1)),
        result("t1", timestamp=at(9)), assistant("m2", "A", timestamp=at(4)),
    )  # fmt: skip
    root, first, tool, second = one(*lines).spans
    assert [seconds(span) for span in (root, first, tool, second)] == [
        (0, 9), (1, 4), (1, 9), (4, 9),
    ]  # fmt: skip


def test_section_7_usage_that_is_absent_is_left_out() -> None:
    """And so is the total; the model is unknown where nothing tells it."""
    _, generation = one(user("q"), assistant("m1", "A")).spans
    assert "usage_details" not in members(generation, OBSERVATION)
    assert generation.name == "unknown"


# Section 9


def test_section_9_missing_time_is_estimated_and_told() -> None:
    """An exception: the line before it, else the next; without any, its number in ms."""
    lines = user("q"), assistant("m1", [CALL], timestamp=at(5)), result("t1"), assistant("m2", "A")
    trace = one(*lines)
    assert [seconds(span)[0] for span in trace.spans] == [5, 5, 5, 5]
    estimated = [span.attributes.get("steno.time_estimated") for span in trace.spans]
    assert estimated == [True, None, True, True]
    bare = one(user("q"), assistant("m1", "A"))
    assert [span.start for span in bare.spans] == [1_000_000, 2_000_000]


def test_section_9_call_without_a_result_has_no_output() -> None:
    """It ends where it began; a result for another call is nobody's."""
    lines = user("q", timestamp=at(0)), assistant("m1", [CALL], timestamp=at(1))
    (tool,) = of_type(one(*lines, result("t2", timestamp=at(5))), "tool")
    assert (told(tool, "output"), seconds(tool)) == (None, (1, 1))


def test_section_9_reply_without_an_id_ends_with_the_next_id() -> None:
    """It is one with others that lack an id."""
    lines = user("q"), assistant(None, "A"), assistant(None, "B"), assistant("m1", "C")
    assert prompts(*lines) == [("Turn 1", "q", ["A\nB", "C"])]


def test_section_9_meta_lines_change_nothing() -> None:
    """Wherever they stand, as if they were not there."""
    plain = timed_example()
    metas = (
        user("x", isMeta=True, timestamp=at(1)),
        assistant("m1", "x", isMeta=True, timestamp=at(59)),
        result("t1", content="x", isMeta=True, timestamp=at(59)),
    )
    wanted = [(span.id, span.attributes, span.start, span.end) for span in one(*plain).spans]
    for meta in metas:
        for place in range(1, len(plain) + 1):
            found = one(*plain[:place], meta, *plain[place:])
            assert [(s.id, s.attributes, s.start, s.end) for s in found.spans] == wanted


# What trace.md does otherwise, beside times and the end of the last generation


def test_exception_usage_is_that_of_the_largest_copy() -> None:
    """Model and time are those of the first part."""
    parts = [assistant("m1", word) for word in "AB"]
    parts[0]["message"]["usage"] = {"input_tokens": 3, "output_tokens": 1}
    parts[1]["message"]["usage"] = {"input_tokens": 3, "output_tokens": 9}
    _, generation = one(user("q"), *parts).spans
    assert told(generation, "usage_details")["output"] == 9


def test_exception_message_is_one_wherever_its_parts_stand() -> None:
    """Merged by its id, also across another one, and never told in two turns."""
    lines = user("q"), assistant("m1", "A"), assistant("m2", "B"), assistant("m1", "C")
    assert prompts(*lines, user("r"), assistant("m1", "D"), assistant("m3", "E")) == [
        ("Turn 1", "q", ["A\nC", "B"]),
        ("Turn 2", "r", ["E"]),
    ]


@pytest.mark.parametrize(
    "words",
    [
        "[Request interrupted by user]",
        "<local-command-stdout>x</local-command-stdout>",
        "This session is being continued from a previous conversation that ran out of context.",
    ],
)
def test_exception_what_the_client_writes_belongs_to_the_running_turn(words: str) -> None:
    """Nobody asked for anything there: a turn that is compacted on its way stays one."""
    lines = user("q"), assistant("m1", "A"), user(words), assistant("m2", "B")
    assert prompts(*lines) == [("Turn 1", "q", ["A", "B"])]


def test_exception_fillers_of_the_client_are_no_replies() -> None:
    """Of ``<synthetic>`` lines only those that tell of a failed request are spans, of their own."""
    filler, failure = assistant("f", "No response requested."), assistant("e", "API Error")
    for reply in (filler, failure):
        reply["message"]["model"] = "<synthetic>"
    failure["isApiErrorMessage"] = True
    assert sent(user("q"), filler) == []
    assert prompts(user("q"), failure, assistant("m1", "A")) == [
        ("Turn 1", "q", ["API Error", "A"])
    ]


def test_exception_turn_number_is_that_of_the_chain() -> None:
    """A turn that was taken back and asked anew has the number of the first."""
    lines = (
        user("q", uuid="a", parentUuid=None), assistant("m1", "A", uuid="b", parentUuid="a"),
        user("r", uuid="c", parentUuid="b"), assistant("m2", "B", uuid="d", parentUuid="c"),
        user("s", uuid="e", parentUuid="b"), assistant("m3", "C", uuid="f", parentUuid="e"),
    )  # fmt: skip
    assert [name for name, _, _ in prompts(*lines)] == ["Turn 1", "Turn 2", "Turn 2"]
