"""The lines of a turn put together by message."""

from __future__ import annotations

from typing import Any

from steno.trace.replies import Conversation, Listener, text_of
from tests.session.transcripts import (
    attachment,
    call,
    reply,
    result,
    session,
    system,
    text,
    thinking,
    user,
)


def heard(*lines: Any, known: set[str] | None = None) -> Conversation:
    """Listen to some lines, all of them one turn."""
    opened = session(*lines)
    return Listener(lambda row: row, set() if known is None else known).listen(
        opened.rows_and_records()
    )


def test_parts_of_a_message_become_one_also_across_results() -> None:
    """Parallel calls have their results between them."""
    talk = heard(
        user("a"),
        reply("b", thinking("hm"), of="m"),
        reply("c", call("1"), of="m"),
        user("d", [result("1")]),
        reply("e", call("2"), of="m"),
        user("f", [result("2", "two", is_error=True)]),
        reply("g", of="n"),
    )
    assert [one.message_id for one in talk.replies] == ["m", "n"]
    assert [block["type"] for block in talk.replies[0].blocks] == [
        "thinking", "tool_use", "tool_use",
    ]  # fmt: skip
    assert list(talk.replies[0].calls) == ["1", "2"]
    assert [(one.content, one.is_error) for one in talk.results.values()] == [
        ("done", False), ("two", True),
    ]  # fmt: skip
    assert [said.role for said in talk.replies[0].heard] == ["user"]
    assert [said.role for said in talk.replies[1].heard] == ["tool", "tool"]


def test_line_without_a_message_id_belongs_to_the_reply_before_it() -> None:
    """Whether that one has an id or not, also behind a result (spec 002, section 5, rule 4)."""
    bare = {"id": None}
    talk = heard(
        user("a"),
        reply("b", message=bare),
        reply("c", call("1"), message=bare),
        user("d", [result("1")]),
        reply("e", message=bare),
        reply("f", of="m"),
        reply("g", message=bare),
        reply("h", of="n"),
    )
    assert [one.rows for one in talk.replies] == [[1, 2, 4], [5, 6], [7]]
    assert [one.message_id for one in talk.replies] == [None, "m", "n"]
    assert [one.text for one in talk.replies] == ["b\ne", "f\ng", "h"]


def test_failed_request_without_an_id_is_no_part_of_a_reply() -> None:
    """Nor is a reply a part of it."""
    bare = {"id": None}
    failure = reply("e", model="<synthetic>", isApiErrorMessage=True, message=bare)
    talk = heard(user("a"), reply("b"), failure, reply("c", message=bare))
    assert [one.rows for one in talk.replies] == [[1], [2], [3]]
    assert [one.error for one in talk.replies] == [None, "api_error", None]


def test_meta_lines_and_fillers_are_passed_over() -> None:
    """As if they were not there; what was taken elsewhere, too."""
    known = {"msg-old"}
    talk = heard(
        user("a"),
        user("m", isMeta=True),
        user("r", [result("1")], isMeta=True),
        reply("n", isMeta=True),
        reply("filler", model="<synthetic>"),
        reply("old"),
        reply("new"),
        known=known,
    )
    assert [one.message_id for one in talk.replies] == ["msg-new"]
    assert known == {"msg-old", "msg-new"}
    assert talk.results == {}
    assert [said.blocks[0]["text"] for said in talk.replies[0].heard] == ["a"]


def test_failed_request_is_a_reply_with_an_error() -> None:
    """And an event; a retry and an interrupt are events alone."""
    talk = heard(
        user("a"),
        system("r", "api_error", retryAttempt=2, retryInMs=500.5, error={"status": 529}),
        reply("b", model="<synthetic>", isApiErrorMessage=True, error="rate_limit"),
        reply("c", model="<synthetic>", isApiErrorMessage=True),
        user("d", "[Request interrupted by user]"),
    )
    assert [one.error for one in talk.replies] == ["rate_limit", "api_error"]
    assert [event.name for event in talk.events] == ["retry", "api_error", "api_error", "interrupt"]
    assert dict(talk.events[0].attributes) == {
        "http.response.status_code": 529, "steno.retry.attempt": 2, "steno.retry.in_ms": 500.5,
    }  # fmt: skip


def test_queued_prompt_is_heard() -> None:
    """By the next reply."""
    talk = heard(user("a"), reply("b"), attachment("q", prompt="and this"), reply("c"))
    assert [said.blocks[0]["text"] for said in talk.replies[1].heard] == ["and this"]


def test_largest_copy_of_a_message_counts() -> None:
    """Its usage; the stop reason comes from whichever copy has one."""
    talk = heard(
        user("a"),
        reply("b", of="m", message={"usage": {"output_tokens": 9}, "stop_reason": "tool_use"}),
        reply("c", of="m", message={"usage": {"output_tokens": 3}}),
    )
    (one,) = talk.replies
    assert one.scan is not None
    assert one.scan.usage is not None
    assert (one.scan.usage.output_tokens, one.stop_reason) == (9, "tool_use")


def test_first_result_counts() -> None:
    """As with the client."""
    talk = heard(
        user("a"), reply("b", call("1")), user("c", [result("1", "x")]), user("d", [result("1")])
    )
    assert talk.results["1"].content == "x"


def test_text_is_that_of_text_blocks() -> None:
    """Joined by newlines; odd ones are left out."""
    assert text_of([text("a"), thinking("b"), text(None), text("c"), {}]) == "a\nc"
