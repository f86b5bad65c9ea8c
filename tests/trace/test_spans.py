"""Sessions as traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from steno.disk.discover import Home
from steno.session.session import load_file
from steno.testing.demo import write_demo
from steno.trace.profiles import PROFILES
from steno.trace.span import SpanKind
from steno.trace.spans import session_traces
from tests.session.transcripts import (
    boundary,
    call,
    reply,
    result,
    session,
    user,
)
from tests.trace.traced import assert_whole, of_kind, only, traces

if TYPE_CHECKING:
    from pathlib import Path


def test_turn_is_a_trace_with_its_words() -> None:
    """The prompt goes in, the last words of the reply come out."""
    trace = only(
        user("a", "do it", cwd="/p", gitBranch="main", version="2.1.197", promptId="p-1"),
        reply("b", call("1")),
        user("c", [result("1")]),
        reply("d"),
    )
    assert_whole(trace)
    assert (trace.root.input, trace.root.output, trace.root.name) == ("do it", "d", "claude-code")
    assert dict(trace.root.facts) == {
        "turn_number": 1,
        "steno.input_kind": "plain",
        "steno.prompt_id": "p-1",
        "steno.cwd": "/p",
        "steno.git_branch": "main",
        "steno.client_version": "2.1.197",
    }
    assert (trace.prompt_id, trace.line, trace.last_line, trace.last_text) == ("p-1", 1, 4, "d")
    assert (trace.is_finished, trace.is_followed, trace.api_messages) == (True, False, 2)


def test_turn_that_nobody_answered_is_none() -> None:
    """It comes back when it is complete."""
    lines = [user("a"), reply("b"), user("c")]
    assert [trace.turn_number for trace in traces(*lines)] == [1]
    assert [trace.turn_number for trace in traces(*lines, reply("d"))] == [1, 2]


def test_copy_of_a_turn_has_its_ids() -> None:
    """Whatever its lines are called; another answer makes another turn."""
    one = only(user("a"), reply("b", of="m"))
    copy = only(user("x", "a"), reply("y", of="m"))
    other = only(user("a"), reply("b", of="n"))
    assert one.id == copy.id != other.id
    assert [span.id for span in one.spans] == [span.id for span in copy.spans]


def test_turn_without_an_answer_of_the_api_is_named_by_its_prompt() -> None:
    """By the client's key, else by the failure, else by its line, else by its place."""
    error = failure("e")
    bare = failure("e", message={"id": None})
    keyed = [only(user(name, promptId="p"), error) for name in ("a", "b")]
    # A clone has the failure's id, and lines of its own.
    cloned = [only(user(name), error) for name in ("a", "b")]
    lined = [only(user(name), bare) for name in ("a", "b")]
    placed = [only(*before, user(None, "a"), bare) for before in ([], [user(None, isMeta=True)])]
    assert keyed[0].id == keyed[1].id
    assert cloned[0].id == cloned[1].id
    assert lined[0].id != lined[1].id
    assert placed[0].id != placed[1].id
    assert keyed[0].root.error == "api_error"
    assert keyed[0].root.error_text == "e"


def failure(uuid: str, **own: Any) -> dict[str, Any]:
    """Make the line of a request that failed for good."""
    return reply(uuid, model="<synthetic>", isApiErrorMessage=True, **own)


def test_reply_behind_a_failure_does_not_rename_the_turn() -> None:
    """Nor does one with an id behind one without."""
    for first in (failure("e"), reply("e", message={"id": None})):
        for prompt in (user("a", promptId="p"), user("a")):
            before = only(prompt, first)
            after = only(prompt, first, user("m", isMeta=True), reply("b"))
            assert (before.id, before.root.id) == (after.id, after.root.id)
            assert after.root.error is None
            assert_whole(after)


def test_turns_with_one_prompt_id_have_traces_of_their_own() -> None:
    """Where no API response names them; the first is named as ever."""
    lines = [
        part
        for name in "abc"
        for part in (user(name, promptId="p"), failure(f"e{name}", message={"id": None}))
    ]
    found = traces(*lines)
    assert len({trace.id for trace in found}) == len({trace.root.id for trace in found}) == 3
    assert found[0].id == only(*lines[:2]).id
    assert [trace.id for trace in traces(*lines[:4])] == [trace.id for trace in found[:2]]


def test_replies_before_any_prompt_are_traced_and_not_counted() -> None:
    """They are no turn (spec 002, section 5), and not lost; the first turn is number one."""
    early, turn = traces(reply("m0"), reply("m1"), user("a"), reply("b"))
    assert (early.turn_number, early.root.input, early.api_messages) == (None, None, 2)
    assert "turn_number" not in early.root.facts
    assert early.root.facts["steno.input_kind"] == "start"
    assert turn.turn_number == 1
    assert PROFILES["langfuse"](early).spans[0].name == "claude-code"


def test_first_line_of_the_user_is_asked_whatever_the_client_wrote_there() -> None:
    """A summary, an interrupt or what a command printed, with a reply behind it (spec 002)."""
    words = "[Request interrupted by user]"
    trace = only(user("a", words), reply("b"))
    assert (trace.turn_number, trace.root.input) == (1, words)


def test_turns_of_a_dead_branch_are_told() -> None:
    """With the number that they have on their own chain."""
    found = traces(
        user("a"),
        reply("b"),
        user("old", parent="b"),
        reply("c"),
        user("older", parent="c"),
        reply("d"),
        user("new", parent="b"),
        reply("e"),
        user("newer"),
        reply("f"),
    )
    assert [trace.turn_number for trace in found] == [1, 2, 3, 2, 3]
    assert [trace.root.facts.get("steno.branch") for trace in found] == [None, 1, 1, None, None]


def test_counting_goes_on_from_others() -> None:
    """As from a state that was taken over."""
    opened = session(user("a"), reply("b"))
    (trace,) = session_traces(opened, counted_before=7)
    assert (trace.turn_number, trace.root.facts["turn_number"]) == (8, 8)


def test_compaction_belongs_to_the_turn_that_it_follows() -> None:
    """Also where a command that nobody answers stands between; before the first, to that."""
    metadata = {"trigger": "manual", "preTokens": 900, "postTokens": 90}
    summary = user("s", "all of it", isCompactSummary=True)
    lines = (user("a"), reply("b"), user("/compact"), boundary(metadata=metadata), summary)
    first, second = traces(*lines, user("c"), reply("d"))
    (compact,) = of_kind(first, SpanKind.COMPACT)
    assert not of_kind(second, SpanKind.COMPACT)
    assert (compact.name, compact.output, compact.parent) == ("manual", "all of it", first.root.id)
    assert compact.facts["steno.compaction.tokens_before"] == 900
    (early,) = of_kind(only(user("x"), boundary(), user("a"), reply("b")), SpanKind.COMPACT)
    assert early.name == "unknown"


def test_session_is_named_by_its_lines_where_it_has_no_file() -> None:
    """Or not at all."""
    assert only(user("a", sessionId="s-1"), reply("b")).session_id == "s-1"
    assert only(user("a"), reply("b")).session_id == "unknown"


def test_demo_is_whole_and_counts_every_message_once(tmp_path: Path) -> None:
    """Every session of it, with its sub-agents: tokens as the session itself counts them."""
    write_demo(tmp_path / "home")
    ids: dict[str, set[str]] = {}
    for file in Home(tmp_path / "home").sessions():
        opened = load_file(file)
        found = list(session_traces(opened))
        for trace in found:
            assert_whole(trace)
            ids.setdefault(trace.id, set()).add(trace.session_id)
        chats = [span for trace in found for span in trace.spans if span.message_id]
        assert len({chat.message_id for chat in chats}) == len(chats)
    assert len(ids) > 30


LINES = st.lists(
    st.sampled_from(
        [
            ("user", None), ("reply", None), ("part", None), ("call", None), ("result", None),
            ("meta", None), ("rewind", None), ("compact", None), ("failure", None),
            ("nameless", None),
        ]
    ),
    max_size=14,
)  # fmt: skip


@given(LINES)
def test_growing_file_never_renames_a_turn(kinds: list[tuple[str, None]]) -> None:
    """What a shorter file gave is in the longer one, with the same start and the same number."""
    lines = [_made(at, kind) for at, (kind, _) in enumerate(kinds)]
    before: dict[str, tuple[int, int | None]] = {}
    for count in range(len(lines) + 1):
        found = {
            trace.id: (trace.root.start, trace.turn_number) for trace in traces(*lines[:count])
        }
        assert before.items() <= found.items()
        before = found
    for trace in traces(*lines):
        assert_whole(trace)


def _made(at: int, kind: str) -> dict[str, object]:
    name = f"l{at}"
    if kind == "user":
        return user(name)
    if kind == "rewind":
        return user(name, parent=None)
    if kind == "meta":
        return user(name, isMeta=True)
    if kind == "compact":
        return boundary(name)
    if kind == "failure":
        return failure(name)
    if kind == "nameless":
        return reply(name, message={"id": None})
    if kind == "result":
        return user(name, [result(f"c{at - 1}")])
    if kind == "call":
        return reply(name, call(f"c{at}"))
    return reply(name, of=f"m{at - at % 2}") if kind == "part" else reply(name)
