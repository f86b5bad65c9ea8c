"""Replies and tool calls as spans."""

from __future__ import annotations

from decimal import Decimal

from steno.trace.span import SpanKind
from steno.trace.talk import TIME_ESTIMATED, UNANSWERED, Source, messages_of
from tests.session.transcripts import call, moment, reply, result, session, user
from tests.trace.test_clock import BEGIN, SECOND
from tests.trace.traced import of_kind, only, traces, usage


def seconds(moment: int) -> float:
    """Give a moment in seconds since the beginning of the transcript."""
    return (moment - BEGIN) / SECOND


def test_times_of_replies_and_tools() -> None:
    """A reply lasts until the next one, the last until the end; a tool until its result."""
    trace = only(
        user("a", at=0),
        reply("b", call("1"), of="m", at=2),
        reply("c", call("2"), of="m", at=3),
        user("d", [result("2")], at=5),
        user("e", [result("1")], at=8),
        reply("f", at=10),
        reply("g", of="msg-f", at=12),
    )
    chats, tools = of_kind(trace, SpanKind.CHAT), of_kind(trace, SpanKind.TOOL)
    assert [(seconds(one.start), seconds(one.end)) for one in chats] == [(2, 10), (10, 12)]
    assert [(seconds(one.start), seconds(one.end)) for one in tools] == [(2, 8), (2, 5)]
    assert (seconds(trace.root.start), seconds(trace.root.end)) == (0, 12)
    assert [one.asked_by for one in tools] == [chats[0].id] * 2
    assert {one.parent for one in trace.spans[1:]} == {trace.root.id}


def test_tool_without_a_result_has_no_output() -> None:
    """It ends where it began, and that is told."""
    (tool,) = of_kind(only(user("a"), reply("b", call("1", "Read"))), SpanKind.TOOL)
    assert (tool.name, tool.output, tool.end - tool.start) == ("Read", None, 0)
    assert tool.facts["steno.unanswered"] is True


def test_result_in_a_later_turn_is_found() -> None:
    """By its row, which tells its time."""
    opened = session(
        user("a", at=0),
        reply("b", call("1"), at=1),
        user("c", at=2),
        user("d", [result("1")], at=9),
    )
    late = Source(opened, "main", set(), prices=None).late_result("1")  # type: ignore[arg-type]
    assert late is not None
    assert (late.row, late.content) == (3, "done")


def test_failed_tool_says_why() -> None:
    """In words, of a string as of blocks."""
    lines = (
        user("a"),
        reply("b", call("1"), call("2"), call("3")),
        user("c", [result("1", "no", is_error=True)]),
        user("d", [result("2", [{"type": "text", "text": "x"}, "y"], is_error=True)]),
        user("e", [result("3", None, is_error=True)]),
    )
    tools = of_kind(only(*lines), SpanKind.TOOL)
    assert [(one.error, one.error_text) for one in tools] == [
        ("tool_error", "no"), ("tool_error", "x"), ("tool_error", None),
    ]  # fmt: skip


def test_usage_and_cost_come_once_from_the_largest_copy() -> None:
    """The price is the list price."""
    trace = only(
        user("a"),
        reply("b", of="m", **usage(input_tokens=10, output_tokens=1)),
        reply("c", of="m", **usage(input_tokens=10, output_tokens=100, cache_read_input_tokens=5)),
    )
    (chat,) = of_kind(trace, SpanKind.CHAT)
    assert chat.usage is not None
    tokens = chat.usage.tokens
    assert (tokens.input_tokens, tokens.output_tokens) == (10, 100)
    assert tokens.cache_read_input_tokens == 5
    assert chat.cost_usd == Decimal("0.0025525")


def test_reply_without_usage_has_none() -> None:
    """Nothing is made up; one without an id has its own."""
    (bare,) = of_kind(only(user("a"), reply("b")), SpanKind.CHAT)
    assert (bare.usage, bare.cost_usd) == (None, None)
    own = {"id": None, "usage": {"output_tokens": 80}}
    (nameless,) = of_kind(only(user("a"), reply("b", message=own)), SpanKind.CHAT)
    assert nameless.usage is not None
    assert nameless.usage.tokens.output_tokens == 80
    assert nameless.message_id is None


def test_what_the_client_says_itself_is_billed_by_nobody() -> None:
    """Not even where its line tells of tokens, as after an API error."""
    said = {"model": "<synthetic>", "usage": {"input_tokens": 4, "output_tokens": 120}}
    (chat,) = of_kind(
        only(user("a"), reply("b", isApiErrorMessage=True, message=said)), SpanKind.CHAT
    )
    assert (chat.name, chat.usage, chat.cost_usd) == ("<synthetic>", None, None)


def test_placeholder_usage_is_told() -> None:
    """A reply whose last tokens were never stored."""
    lines = (user("a"), reply("b", message={"usage": {"output_tokens": 3}}))
    (chat,) = of_kind(only(*lines), SpanKind.CHAT)
    assert chat.facts == {"steno.usage_incomplete": True}


def test_calls_and_replies_without_ids_are_told_apart() -> None:
    """By where they stand."""
    bare = {"type": "tool_use", "name": "X", "input": {}}
    trace = only(
        user(None, "a"),
        reply(None, bare, message={"id": None}),
        user(None, [result("?")]),
        reply(None, bare, bare, message={"id": None}),
    )
    assert len({span.id for span in trace.spans}) == len(trace.spans) == 5
    assert [span.kind.value for span in trace.spans] == ["agent", "chat", "tool", "tool", "tool"]


def test_result_on_a_meta_line_is_none() -> None:
    """As if it were not in the transcript (spec 002, section 9), also in another turn."""
    meta = user("m", [result("1", "META")], isMeta=True)
    (tool,) = of_kind(only(user("a"), reply("b", call("1")), meta, reply("c")), SpanKind.TOOL)
    assert (tool.output, tool.facts[UNANSWERED]) == (None, True)
    first, _ = traces(user("a"), reply("b", call("1")), user("c"), meta, reply("d"))
    (late,) = of_kind(first, SpanKind.TOOL)
    assert late.output is None


def test_time_that_is_no_text_is_none_at_all() -> None:
    """Not even where the message has one (spec 002, section 6)."""
    times = [5, {"a": 1}, True]
    for odd in times:
        trace = only(
            user("a", at=3),
            reply("b", timestamp=odd, message={"timestamp": moment(60)}),
            reply("c", at=70),
        )
        one, two = of_kind(trace, SpanKind.CHAT)
        assert (one.start, one.end) == (trace.root.start, two.start)
        assert one.facts[TIME_ESTIMATED] is True


def test_messages_of_a_session_at_hand_are_counted() -> None:
    """As those of a file are."""
    opened = session(user("a"), reply("b", **usage(output_tokens=7)))
    assert messages_of(opened).total().output_tokens == 7
