"""Tool calls: every use with its result, one to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.call_halves import CallHalves
from steno.session.session import load
from steno.session.tool_calls import FileCalls, Pairing, pair_calls, pair_files
from steno.session.turns import find_turns
from steno.testing.build import SessionBuilder
from steno.testing.shell_tools import bash
from steno.testing.tool_run import failed, unanswered
from tests.held import attachment, calls, held, progress, prompt, result, says
from tests.written import reply, user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.session.session import Session


def pairing_of(session: Session, **own: Any) -> Pairing:
    """Pair the calls of a session."""

    def read(row: int) -> Entry:
        return next(session.records([row]))

    turns = find_turns(session.outline, session.rows_and_records())
    return pair_calls(session.outline, session.rows_and_records(), turns=turns, reader=read, **own)


def test_a_call_has_its_result_its_place_and_its_times() -> None:
    """And reads its bodies when they are asked for."""
    session = SessionBuilder()
    session.prompt("look")
    session.reply("First.", bash("ls", "a.py\nb.py").after(3))
    pairing = pairing_of(held(*session.records))
    (call,) = pairing.calls
    assert (call.name, call.use_row, call.use_line, call.result_row, call.result_line) == (
        "Bash", 2, 3, 3, 4,
    )  # fmt: skip
    assert (call.turn, call.agent_id, call.server, call.is_error) == (1, None, False, False)
    assert call.started is not None
    assert call.ended is not None
    assert call.duration_ms == round((call.ended - call.started).total_seconds() * 1000)
    assert call.duration_ms >= 3000
    assert call.message_id is not None
    assert call.input["command"] == "ls"
    assert call.result == "a.py\nb.py"
    assert call.structured["stdout"] == "a.py\nb.py"
    assert (pairing.paired, pairing.calls_without_result) == (1, ())
    assert (pairing.results_without_call, pairing.repeated_results) == ((), ())


@pytest.mark.parametrize("results", ["fork", "chain", "one line"])
def test_parallel_calls_are_paired_however_their_results_hang(results: str) -> None:
    """Each on its call, one on the other, or all on one line."""
    session = SessionBuilder()
    session.settings = type(session.settings)(results=results)
    session.prompt("look")
    session.reply(bash("one", "1").after(3), bash("two", "2").after(1), bash("three", "3").after(2))
    pairing = pairing_of(held(*session.records))
    assert [(call.input["command"], call.result) for call in pairing.calls] == [
        ("one", "1"),
        ("two", "2"),
        ("three", "3"),
    ]
    assert pairing.paired == 3


def test_errors_and_unanswered_calls_are_told() -> None:
    """A call that was never answered has neither result nor end."""
    session = SessionBuilder()
    session.prompt("look")
    session.reply(failed(bash("false", ""), "It failed."))
    session.reply(unanswered(bash("sleep 60", "")))
    pairing = pairing_of(held(*session.records))
    wrong, open_ = pairing.calls
    assert (wrong.is_error, wrong.structured) == (True, "Error: It failed.")
    assert pairing.calls_without_result == (open_,)
    assert pairing.paired == 1
    assert (open_.result_row, open_.ended, open_.duration_ms, open_.result) == (None,) * 4
    assert open_.structured is None
    assert not open_.is_error


def test_a_result_may_stand_before_its_use() -> None:
    """And have no sensible time."""
    (call,) = pairing_of(held(result("r", "c", 1), calls("c", None, 5))).calls
    assert (call.use_row, call.result_row) == (1, 0)
    assert (call.duration_ms, call.turn) == (None, 1)


def test_what_does_not_fit_is_told() -> None:
    """Second results, results without a call, results without an id."""
    pairing = pairing_of(
        held(
            calls("c", None, 0),
            result("r1", "c", 1),
            result("r2", "c", 2),
            result("r3", "gone", 3),
            user([{"type": "tool_result"}], uuid="r4"),
            result("r5", "gone", 5),
        )
    )
    assert [(stray.id, stray.row, stray.line) for stray in pairing.results_without_call] == [
        ("toolu_gone", 3, 4),
        ("", 4, 5),
    ]
    assert [(stray.id, stray.line) for stray in pairing.repeated_results] == [
        ("toolu_c", 3),
        ("toolu_gone", 6),
    ]
    assert pairing.paired == 1


def test_the_last_copy_of_a_streamed_call_counts() -> None:
    """Its arguments are whole by then."""
    block = {"type": "tool_use", "id": "t", "name": "Bash"}
    pairing = pairing_of(
        held(
            reply("m", uuid="a", message={"content": [{**block, "input": {}}]}),
            reply("m", uuid="b", message={"content": [{**block, "input": {"command": "ls"}}]}),
            user([{"type": "tool_result", "tool_use_id": "t", "content": "x"}], uuid="r"),
        )
    )
    (call,) = pairing.calls
    assert (call.use_row, call.input, call.result) == (1, {"command": "ls"}, "x")


def test_tools_of_the_api_are_calls_too() -> None:
    """Their results stand in the same message."""
    search = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"q": "tides"}}
    pages = {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"url": "u"}]}
    asked = {"type": "mcp_tool_use", "id": "m", "name": "tide", "server_name": "x", "input": {}}
    told = {"type": "mcp_tool_result", "tool_use_id": "m", "content": "no", "is_error": True}
    session = held(
        prompt("p", None, 0),
        reply("m", uuid="a", message={"content": [search, asked, pages]}),
        reply("m", uuid="b", message={"content": [told]}),
    )
    one, two = pairing_of(session).calls
    assert (one.server, one.name, one.input, one.result) == (
        True, "web_search", {"q": "tides"}, [{"url": "u"}],
    )  # fmt: skip
    assert (two.server, two.is_error, two.result, two.structured) == (True, True, "no", None)


def test_progress_and_hooks_are_tied_to_their_call() -> None:
    """By the call above, else by the one that they name themselves."""
    news = {"toolUseID": "bash-progress-1", "parentToolUseID": "toolu_c"}
    session = held(
        progress("g1", None, 0) | news,
        calls("c", None, 1),
        calls("d", None, 2),
        progress("g2", "c", 3) | {"toolUseID": "toolu_d", "parentToolUseID": "toolu_c"},
        progress("g3", "c", 4) | {"toolUseID": "toolu_d"},
        progress("g4", "c", 5) | {"toolUseID": "hook-1", "parentToolUseID": "session-start"},
        attachment("h", "c", 6, type="hook_success", toolUseID="toolu_c"),
    )
    one, two = pairing_of(session).calls
    assert (one.progress_rows, one.hook_rows) == ((0, 3), (6,))
    assert (two.progress_rows, two.hook_rows) == ((4,), ())


def test_durations_come_from_the_result_where_it_tells() -> None:
    """The time between the lines also counts waiting for permission."""
    session = held(
        calls("c", None, 0),
        result("r", "c", 9, toolUseResult={"durationMs": 1200}),
        calls("d", None, 10),
        result("s", "d", 12.5),
        {**calls("e", None, 0), "timestamp": "soon"},
        result("t", "e", 13),
    )
    assert [call.duration_ms for call in pairing_of(session).calls] == [1200, 2500, None]


def test_a_call_without_an_id_is_listed_and_never_answered() -> None:
    """Nothing is dropped."""
    session = held(reply("m", message={"content": [{"type": "tool_use", "input": {"a": 1}}]}))
    (call,) = pairing_of(session).calls
    assert (call.id, call.name, call.result_row, call.input) == ("", "", None, {"a": 1})


def test_calls_of_sub_agents_carry_their_id() -> None:
    """In the session's file or in their own."""
    session = held(
        prompt("p", None, 0), prompt("x", None, 1, isSidechain=True),
        calls("c", "x", 2, isSidechain=True), result("r", "c", 3, isSidechain=True),
    )  # fmt: skip
    (call,) = pairing_of(session).calls
    assert (call.agent_id, call.turn, call.result_row) == ("x", 1, 3)
    (call,) = pairing_of(held(calls("c", None, 0)), agent_id="a1").calls
    assert call.agent_id == "a1"


def test_nothing_is_read_without_a_reader() -> None:
    """Then a call knows its rows alone."""
    session = held(calls("c", None, 0), result("r", "c", 1))
    (call,) = pair_calls(session.outline, session.rows_and_records()).calls
    assert (call.input, call.result, call.structured, call.turn) == (None,) * 4


def test_a_reader_may_find_something_else_by_now() -> None:
    """A file that was replaced has no such block any more."""
    session = held(calls("c", None, 0), result("r", "c", 1))
    other = held({"type": "mode"}, prompt("p", None, 0))
    (call,) = pair_calls(
        session.outline,
        session.rows_and_records(),
        reader=lambda row: next(other.records([row])),
    ).calls
    assert (call.input, call.result, call.structured) == (None, None, None)


def collected(session: Session) -> FileCalls:
    """Collect the halves of a session, and its turns."""
    halves = CallHalves(session.outline, reader=lambda row: next(session.records([row])))
    halves.see_all(session.rows_and_records())
    return FileCalls(halves, find_turns(session.outline, session.rows_and_records()))


def test_a_result_in_another_file_answers_a_call_that_is_left_open() -> None:
    """Its own file goes first, and a result is given once."""
    one = held(prompt("p", None, 0), calls("c", None, 1), calls("d", None, 2), result("r", "d", 3))
    copy = held(calls("c", None, 1))
    other = held(says("a", None, 0), result("s", "c", 4), result("t", "d", 5), result("u", "x", 6))
    first, again, last = pair_files([collected(one), collected(copy), collected(other)])
    moved, own = first.calls
    assert (moved.result_row, moved.result_line, moved.result, moved.turn) == (1, 2, "done", 1)
    assert moved.duration_ms == 3000
    assert own.result_row == 3
    assert again.paired == 0
    assert [stray.id for stray in last.results_without_call] == ["toolu_d", "toolu_x"]
    assert (first.results_without_call, last.calls) == ((), ())


LINES = st.lists(
    st.tuples(st.sampled_from(["use", "result", "both", "server"]), st.sampled_from("abcd")),
    max_size=14,
)


def _line(kind: str, name: str, number: int) -> dict[str, Any]:
    use = {"type": "tool_use", "id": name, "name": "Bash", "input": {"number": number}}
    answer = {"type": "tool_result", "tool_use_id": name, "content": str(number)}
    if kind == "result":
        return user([answer, answer] if number % 3 == 0 else [answer], uuid=str(number))
    server = [{**use, "type": "server_tool_use"}, {**answer, "type": "web_search_tool_result"}]
    content = {"use": [use], "both": [use, use], "server": server}[kind]
    return reply(f"m{number}", uuid=str(number), message={"content": content})


@given(LINES, st.randoms(use_true_random=False))
def test_pairing_is_one_to_one_whatever_the_order_of_lines(
    plan: list[tuple[str, str]], random: Any
) -> None:
    """An id has one call and at most one result; every half is told of; order changes no pair."""
    lines = [_line(kind, name, number) for number, (kind, name) in enumerate(plan)]
    pairing = pairing_of(held(*lines))
    ids = [call.id for call in pairing.calls]
    assert len(ids) == len(set(ids))
    used = {name for kind, name in plan if kind != "result"}
    answered = {name for kind, name in plan if kind in ("result", "server")}
    assert set(ids) == used
    assert {call.id for call in pairing.calls if call.result_row is not None} == used & answered
    assert {stray.id for stray in pairing.results_without_call} == answered - used
    blocks = sum(2 if number % 3 == 0 and kind == "result" else kind in ("result", "server")
                 for number, (kind, _) in enumerate(plan))  # fmt: skip
    strays = len(pairing.results_without_call) + len(pairing.repeated_results)
    assert pairing.paired + strays == blocks
    random.shuffle(lines)
    shuffled = pairing_of(held(*lines))
    assert {call.id: call.result is None for call in shuffled.calls} == {
        call.id: call.result is None for call in pairing.calls
    }


@given(LINES)
def test_turns_count_the_calls_that_are_found_in_them(plan: list[tuple[str, str]]) -> None:
    """Both look at the same copies."""
    lines = [_line(kind, name, number) for number, (kind, name) in enumerate(plan)]
    lines.insert(len(lines) // 2, prompt("p", None, 0))
    session = held(*lines)
    turns = find_turns(session.outline, session.rows_and_records())
    found = [call.turn for call in pairing_of(session).calls]
    assert [turn.tool_calls for turn in turns] == [found.count(turn.number) for turn in turns]


HAND_COUNTED = {
    "fe869ecb-c176-478f-9734-7e4b8ef12cff": (32, 32, 0),
    "37f83ec9-f2ea-42a9-925e-0d5c105cb6e8": (101, 101, 0),
    "fe5e1c67-53e7-4862-81ae-d0e013e3270b": (11, 11, 0),
    "7acd37a8-2745-4b58-a8a9-46164b22ad9e": (71, 71, 0),
    "a7da6a22-facc-4fcd-8bab-f83c87862004": (108, 108, 0),
    "8b418ea5-895d-4ad5-abe8-4489d36e454f": (31, 31, 30),
    "5a3bb1c8-c3ce-466e-b487-24212cbf1da1": (1, 0, 0),
    "47a78253-7d91-4be2-bfd3-f5ac53c9195b": (23, 23, 47),
    "6af70815-f797-419c-b957-abbc09f18bb3": (25, 24, 41),
    "f6b7329a-914c-4f62-8090-4e29b032b173": (17, 17, 125),
    "ef958aa1-0e93-49f0-bb71-150f63befcd1": (40, 40, 0),
    "021119e5-0c91-4195-aa2d-b4109a88bc90": (2, 0, 0),
    "be2220da-eaff-40d2-b482-9f05cced3187": (28, 28, 0),
}
"""Calls of the main conversation, those with a result, and progress lines that name a call."""


@pytest.mark.parametrize("session_id", HAND_COUNTED)
def test_calls_of_real_sessions_are_as_counted_by_hand(corpus: Path, session_id: str) -> None:
    """Sessions of versions from 1.0.24 to 2.1.219."""
    (path,) = corpus.glob(f"projects/*/{session_id}.jsonl")
    pairing = pairing_of(load(path))
    main = [call for call in pairing.calls if call.agent_id is None]
    paired = sum(call.result_row is not None for call in main)
    tied = sum(len(call.progress_rows) for call in main)
    assert (len(main), paired, tied) == HAND_COUNTED[session_id]


def test_bodies_of_real_calls_are_those_of_their_lines(corpus: Path) -> None:
    """The rows lead to the blocks with the call's id."""
    (path,) = corpus.glob("projects/*/130d7b7e-5801-4345-9bd6-f32fd9b8429b.jsonl")
    for call in pairing_of(load(path)).calls:
        assert isinstance(call.input, dict)
        assert call.result is not None
