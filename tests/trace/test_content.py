"""How much of a conversation leaves the machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.deep import TooDeep
from steno.secrets.scan import Scanner
from steno.trace.content import Content
from steno.trace.otlp import pack
from steno.trace.profiles import PROFILES
from steno.trace.span import Event, Said
from tests.trace.made import CHAT, LAST, ROOT, TOOL, random_traces, text, whole_trace

if TYPE_CHECKING:
    from steno.trace.span import Span, Trace

KEY = "ghp_" + "a8Kq2Lx9Zt" * 3 + "Wm4Rp7"
"""What looks like a token, and is none."""


def changed(trace: Trace, id_: str, **own: Any) -> Trace:
    """Give a trace with one span changed."""
    spans = (replace(span, **own) if span.id == id_ else span for span in trace.spans)
    return replace(trace, spans=tuple(spans))


def find(trace: Trace, id_: str) -> Span:
    """Give a span."""
    return next(span for span in trace.spans if span.id == id_)


def bones(trace: Trace) -> list[Any]:
    """Give what no level may change."""
    return [trace.id, trace.session_id, trace.turn_number, trace.last_text] + [
        (s.id, s.parent, s.asked_by, s.call_id, s.message_id, s.start, s.end, s.usage, s.cost_usd,
         s.kind, s.name, s.tool_count, s.finish_reason, [(e.name, e.time) for e in s.events])
        for s in trace.spans
    ]  # fmt: skip


def test_full_content_is_the_trace_itself() -> None:
    """Nothing is copied where nothing changes, also where secrets were looked for."""
    trace = whole_trace()
    assert Content().apply(trace) is trace
    assert Content(scanner=Scanner()).apply(trace) is trace


def test_metadata_has_no_content() -> None:
    """Prompts, replies, arguments, results and descriptions stay at home."""
    trace = Content("metadata").apply(whole_trace())
    for span in trace.spans:
        assert (span.input, span.output, span.heard, span.said, span.error_text) == (
            None, None, (), None, None,
        )  # fmt: skip
        assert "steno.agent.description" not in span.facts
    assert find(trace, TOOL).error == "tool_error"
    assert trace.root.facts["steno.cwd"] == "/home/mira/ebb"


@pytest.mark.parametrize(
    ("told", "sent"),
    [
        ("rate_limit", "rate_limit"),
        ("overloaded_error", "overloaded_error"),
        ("prompt was: PRIVATE", "error"),
        ("PRIVATE" * 10, "error"),
        ("PRIVATE\n", "error"),
        ("", "error"),
    ],
)
def test_metadata_names_errors_and_says_nothing_of_them(told: str, sent: str) -> None:
    """A message of the API may quote the prompt: only what looks like a name is sent."""
    trace = changed(whole_trace(), CHAT, error=told, error_text="PRIVATE words")
    trace = changed(trace, ROOT, events=(Event("retry", 5, {"error.type": told, "n": 3}),))
    bare = Content("metadata").apply(trace)
    assert find(bare, CHAT).error == sent
    assert dict(find(bare, ROOT).events[0].attributes) == {"error.type": sent, "n": 3}
    for say in PROFILES.values():
        assert "PRIVATE" not in repr(say(bare))


def test_truncated_content_says_what_is_missing() -> None:
    """At any depth, and nothing that is short enough."""
    block = {"type": "tool_result", "tool_use_id": "t1", "content": [text("x" * 25), text("y")]}
    trace = changed(whole_trace(), LAST, heard=(Said("tool", (block,)),), output="z" * 12)
    span = find(Content("truncated", 10).apply(trace), LAST)
    (said,) = span.heard
    assert said.blocks[0]["content"] == [text("x" * 10 + "… (15 more characters)"), text("y")]
    assert span.output == "z" * 10 + "… (2 more characters)"


def test_truncation_keeps_ids_and_leaves_no_half_pictures() -> None:
    """A picture that is too long goes as a whole; what refers to calls still does."""
    call = "toolu_" + "0" * 24
    picture = {"type": "base64", "media_type": "image/png", "data": "A" * 400}
    blocks = ({"type": "tool_use", "id": call}, {"type": "image", "source": picture})
    trace = changed(whole_trace(), CHAT, said=Said("assistant", blocks))
    said = find(Content("truncated", 20).apply(trace), CHAT).said
    assert said is not None
    assert said.blocks[0]["id"] == call
    assert said.blocks[1]["source"] == {**picture, "data": ""}


def test_long_ids_are_no_way_around_the_limit() -> None:
    """A tool's own member called id may hold a whole book."""
    trace = changed(whole_trace(), TOOL, input={"id": "x" * 500})
    assert len(find(Content("truncated", 10).apply(trace), TOOL).input["id"]) < 50


def test_values_nested_too_deeply_are_cut_off() -> None:
    """Where they would not end."""
    value: Any = "bottom"
    for _ in range(500):
        value = [value]
    trace = changed(whole_trace(), TOOL, input=value, output=TooDeep(b"[[[["))
    tool = find(Content("truncated", 10).apply(trace), TOOL)
    assert "bottom" not in repr(tool.input)
    assert tool.output == "…"


def test_secrets_are_replaced_everywhere() -> None:
    """Also where one stands alone in a place that no rule would look at twice."""
    heard = (Said("user", (text(f"export TOKEN={KEY}"),)),)
    trace = changed(whole_trace(), CHAT, heard=heard)
    trace = changed(trace, TOOL, input={"command": f"echo {KEY}"}, error_text=KEY)
    sent = Content(scanner=Scanner()).apply(trace)
    assert KEY not in repr(sent)
    assert "[REDACTED:" in find(sent, TOOL).input["command"]
    assert bones(sent) == bones(trace)


def test_secrets_go_before_the_cutting() -> None:
    """Half a secret would be none to a rule, and all the same half of one."""
    trace = changed(whole_trace(), TOOL, output="x" * 20 + " " + KEY + " " + "y" * 40)
    sent = Content("truncated", 40, Scanner()).apply(trace)
    assert KEY[:15] not in repr(sent)


def test_secrets_in_facts_and_events_are_replaced() -> None:
    """They leave the machine, too, even as metadata."""
    trace = changed(whole_trace(), TOOL, facts={"steno.cwd": f"/home/{KEY}/x"})
    sent = Content("metadata", scanner=Scanner()).apply(trace)
    assert KEY not in repr(sent)


def test_redaction_depends_on_the_trace_alone() -> None:
    """The same placeholders each time, so that the same trace is not sent again."""
    trace = changed(whole_trace(), TOOL, output=f"a {KEY} b ghp_{'b7Jw3Ny8Qs' * 3}Vd5Tg1")
    content = Content(scanner=Scanner())
    first = content.apply(trace)
    content.apply(changed(whole_trace(), TOOL, output=f"other ghp_{'c6Hv4Mz7Ra' * 3}Ue2Sf9"))
    assert content.apply(trace) == first


@given(random_traces(), st.sampled_from(["full", "truncated", "metadata"]), st.integers(1, 9))
def test_ids_times_and_tokens_are_untouched(trace: Trace, level: Any, limit: int) -> None:
    """At every level, whatever the content is; and what is left can be sent."""
    sent = Content(level, limit, Scanner()).apply(trace)
    assert bones(sent) == bones(trace)
    for say in PROFILES.values():
        assert pack(say(sent))
