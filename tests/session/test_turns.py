"""Turns: what follows one input, up to the next."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.session.session import load
from steno.session.turns import Turn, count_human, find_turns, turn_number
from steno.session.turns import moment as moment_of
from steno.testing.agent_tools import AgentTask, agent_in_file, task_notification
from steno.testing.build import SessionBuilder, think
from steno.testing.shell_tools import bash
from steno.testing.tool_run import unanswered
from tests.held import attachment, calls, held, place, progress, prompt, result, says, system
from tests.written import reply, user

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

IMAGE = {"type": "image", "source": {"type": "base64", "data": "aGk="}}


def turns_of(*lines: Any, active: Iterable[int] = ()) -> tuple[Turn, ...]:
    """Find the turns of some lines."""
    session = held(*lines)
    return find_turns(session.outline, session.rows_and_records(), frozenset(active))


def kinds_of(*lines: Any) -> list[str]:
    """Name what opened the turns of some lines."""
    return [turn.input_kind.value for turn in turns_of(*lines)]


def sent(uuid: str, content: Any, **own: Any) -> dict[str, Any]:
    """Make a user line."""
    return user(content, **{**place(uuid, None, 0), **own})


def test_a_turn_runs_up_to_the_next_prompt() -> None:
    """Replies, results, progress, attachments and system lines belong to the prompt before."""
    first, second = turns_of(
        {"type": "mode", "mode": "normal"},
        prompt("p1", None, 0, promptId="one", permissionMode="default"),
        attachment("t", "p1", 0.1),
        calls("c", "t", 2),
        progress("g", "c", 3),
        result("r", "c", 4),
        says("a", "r", 6),
        system("s", "a", 90, "turn_duration"),
        prompt("p2", "s", 100),
        active=[1, 2, 3, 5, 6, 7],
    )
    assert (first.number, first.row, first.line, first.uuid) == (1, 1, 2, "p1")
    assert list(first.rows) == [1, 2, 3, 4, 5, 6, 7]
    assert (first.prompt_id, first.text) == ("one", "prompt p1")
    assert (first.api_messages, first.tool_calls) == (2, 1)
    assert (first.started, first.ended) == (moment(0), moment(6))
    assert (first.complete, first.is_active, first.round_kind) == (True, True, "new_session")
    assert (second.number, second.row, list(second.rows)) == (2, 8, [8])
    assert (second.complete, second.is_active, second.ended) == (False, False, None)
    assert second.round_kind == "new_round"
    assert hash(first) != hash(second)


def moment(second: float) -> Any:
    """Give the time so many seconds after the beginning."""
    session = held(prompt("p", None, second))
    return find_turns(session.outline, session.rows_and_records())[0].started


@pytest.mark.parametrize(
    ("content", "keys", "kind"),
    [
        ("go", {}, "plain"),
        ([IMAGE], {}, "image"),
        ("<ide_selection>a</ide_selection>go", {}, "ide_selection"),
        ("<ide_opened_file>a</ide_opened_file>go", {}, "ide_opened_file"),
        ("<command-name>/x</command-name>", {}, "command"),
        ("<bash-input>ls</bash-input>", {}, "bash"),
        ("go", {"promptSource": "queued"}, "queued"),
    ],
)
def test_what_a_person_sends_opens_a_turn(content: Any, keys: dict[str, Any], kind: str) -> None:
    """Each kind of input is one."""
    before, turn = turns_of(prompt("p", None, 0), says("a", "p", 1), sent("u", content, **keys))
    assert turn.input_kind == kind
    assert turn.is_human
    assert before.input_kind == "plain"


@pytest.mark.parametrize(
    ("content", "keys"),
    [
        ([{"type": "tool_result", "tool_use_id": "t"}], {}),
        ("skill body", {"isMeta": True, "sourceToolUseID": "t"}),
        ("<command-name>/x</command-name>", {"isMeta": True}),
        ("so far", {"isCompactSummary": True}),
        ("<local-command-stdout>x</local-command-stdout>", {}),
        ("<bash-stdout>x</bash-stdout>", {}),
        ("[Request interrupted by user for tool use]", {}),
        ("sub-agent's prompt", {"isSidechain": True}),
    ],
)
def test_what_nobody_sends_belongs_to_the_running_turn(content: Any, keys: dict[str, Any]) -> None:
    """Meta lines, results, outputs, summaries, interrupts, and lines of sub-agents."""
    assert kinds_of(prompt("p", None, 0), says("a", "p", 1), sent("u", content, **keys)) == [
        "plain"
    ]


def test_a_task_notification_opens_a_turn_that_is_no_persons() -> None:
    """As do the messages of other agents."""
    notice = task_notification("t", "b1", "/tmp/b1", "completed", "It ended")
    turns = turns_of(
        prompt("p", None, 0),
        says("a", "p", 1),
        sent("n", notice),
        says("b", "n", 3),
        sent("m", '<teammate-message teammate_id="x">\nDone.\n</teammate-message>'),
    )
    assert [(turn.input_kind.value, turn.text) for turn in turns] == [
        ("plain", "prompt p"),
        ("task_notification", "It ended"),
        ("agent", "Done."),
    ]
    assert count_human(turns) == 1


def test_what_is_queued_within_a_turn_is_a_further_prompt_of_it() -> None:
    """It came as an attachment, and opens none."""
    notice = task_notification("t", "b1", "/tmp/b1", "completed", "It ended")
    texts = [{"type": "text", "text": "and\nthis"}, {"type": "text"}, IMAGE]
    queued = {"type": "queued_command"}
    (turn,) = turns_of(
        prompt("p", None, 0),
        calls("c", "p", 1),
        attachment("q1", "c", 2, **queued, prompt=" also that ", commandMode="prompt"),
        attachment("q2", "q1", 3, **queued, prompt=notice, commandMode="task-notification"),
        attachment("q3", "q2", 4, **queued, prompt=texts),
        attachment("q4", "q3", 5, **queued, prompt="ls", commandMode="bash"),
        attachment("q5", "q4", 6, **queued),
    )
    assert [(one.row, one.line, one.input_kind.value, one.text) for one in turn.prompts] == [
        (2, 3, "queued", "also that"),
        (3, 4, "task_notification", "It ended"),
        (4, 5, "queued", "and\nthis"),
        (5, 6, "bash", "ls"),
        (6, 7, "queued", ""),
    ]
    assert turns_of(attachment("q", None, 0, **queued, prompt="x")) == ()


def test_a_prompt_is_told_apart_from_its_context() -> None:
    """Titles are made of what the person said."""
    text = (
        "<ide_opened_file>a.py is open</ide_opened_file><ide_selection>line 3</ide_selection>"
        "<system-reminder>be kind</system-reminder>mend it"
    )
    (turn,) = turns_of(sent("p", [{"type": "text", "text": text}, IMAGE, IMAGE]))
    assert turn.text == "mend it"
    assert turn.context == ("a.py is open", "line 3")
    assert turn.images == 2


def test_replies_before_the_first_prompt_have_a_turn_of_their_own() -> None:
    """As in a file that goes on behind a summary; without replies there is none."""
    start, turn = turns_of(
        sent("s", "This session is being continued from a previous conversation that ran out."),
        says("a", "s", 1),
        calls("c", "a", 2),
        prompt("p", "c", 3),
    )
    assert (start.input_kind, start.row, list(start.rows)) == ("start", 0, [0, 1, 2])
    assert (start.round_kind, start.text, start.is_human) == ("continue", "", False)
    assert (start.api_messages, start.tool_calls, start.complete) == (2, 1, False)
    assert turn.input_kind == "plain"
    assert kinds_of(says("a", None, 1)) == ["start"]
    assert kinds_of(sent("s", "so far", isCompactSummary=True), prompt("p", "s", 3)) == ["plain"]
    assert kinds_of(says("a", None, 1, isMeta=True), prompt("p", "a", 3)) == ["plain"]


def test_a_repeated_line_opens_one_turn_at_its_last_place() -> None:
    """Copies of a uuid are one line, and the last of them counts."""
    turns = turns_of(
        prompt("p", None, 0),
        says("a", "p", 1),
        prompt("q", "a", 2),
        prompt("p", None, 0, slug="again"),
        says("a", "p", 1),
    )
    assert [(turn.uuid, turn.row, list(turn.rows)) for turn in turns] == [
        ("q", 2, [2]),
        ("p", 3, [3, 4]),
    ]


def test_all_branches_count_and_one_is_active() -> None:
    """A prompt that was taken back is a turn all the same."""
    session = SessionBuilder()
    session.prompt("one")
    (start,) = session.reply("First.")
    session.prompt("wrong")
    session.reply("Second.")
    session.rewind(start)
    session.prompt("right")
    session.reply("Third.")
    found = held(*session.records)
    assert found.chain is not None
    turns = find_turns(found.outline, found.rows_and_records(), frozenset(found.chain.path))
    assert [(turn.text, turn.is_active) for turn in turns] == [
        ("one", True),
        ("wrong", False),
        ("right", True),
    ]


def test_lines_without_ids_count() -> None:
    """Files of spec 002 have no uuids and keep content and role elsewhere."""
    first, second = turns_of(
        {"type": "user", "content": "read a file", "sessionId": "s"},
        {"message": {"id": "m1", "role": "assistant", "content": [
            {"type": "tool_use", "id": "t1", "name": "Read", "input": {}}]}},
        {"type": "user", "content": [{"type": "tool_result", "tool_use_id": "t1"}]},
        {"type": "user", "content": "scaffolding", "isMeta": True},
        {"message": {"id": "m2", "role": "assistant", "content": "done"}},
        {"type": "user", "content": "read a file"},
    )  # fmt: skip
    assert (first.text, list(first.rows), first.api_messages) == ("read a file", [0, 1, 2, 3, 4], 2)
    assert (first.tool_calls, first.complete, first.uuid, first.started) == (1, True, None, None)
    assert second.row == 5


def test_sub_agents_inside_the_file_are_left_out() -> None:
    """Neither their prompts nor their calls belong to a turn of the person."""

    def work(child: SessionBuilder) -> str:
        child.reply(bash("ls", "sources.py"))
        child.reply("One file.")
        return "One file."

    session = SessionBuilder(version="1.0.51")
    session.prompt("look around")
    session.reply(agent_in_file(AgentTask("look", "List the files.", tool="Task"), work))
    session.reply("There is one file.")
    (turn,) = turns_of(*session.records)
    assert (turn.tool_calls, turn.api_messages, turn.complete) == (1, 2, True)
    assert [turn.rows[0], turn.rows[-1], len(turn.rows)] == [0, len(session.records) - 1, 4]


def test_a_sub_agents_own_file_has_turns_that_another_agent_opened() -> None:
    """All of its lines are sidechain lines; nobody typed its prompt."""
    turns = turns_of(
        prompt("p", None, 0, isSidechain=True, agentId="a1"),
        says("a", "p", 1, isSidechain=True, agentId="a1"),
        sent("n", "<task-notification>x</task-notification>", isSidechain=True),
    )
    assert [turn.input_kind.value for turn in turns] == ["agent", "task_notification"]
    assert turns[0].complete
    assert count_human(turns) == 0


def test_copies_of_a_call_count_once_and_where_they_stand_last() -> None:
    """A streamed call is written again as it grows."""
    first, second = turns_of(
        prompt("p", None, 0),
        calls("c", "p", 1),
        calls("c", "p", 1),
        prompt("q", "c", 2),
        reply("m", uuid="d", message={"content": [
            {"type": "tool_use", "id": "toolu_c", "name": "Bash"},
            {"type": "server_tool_use", "id": "srv", "name": "web_search"},
            {"type": "tool_use", "name": "no id"},
        ]}),
    )  # fmt: skip
    assert (first.tool_calls, second.tool_calls) == (0, 2)


def test_what_made_a_turn_end_is_told() -> None:
    """An interrupt, an error, an unanswered call, a closed client."""
    session = SessionBuilder()
    session.prompt("one")
    session.reply(think("Hm."), unanswered(bash("sleep 60", "")))
    session.user([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    session.prompt("two")
    session.synthetic("API Error", error="server_error")
    session.prompt("three", interruptedByShutdown=True)
    one, two, three = turns_of(*session.records)
    assert (one.interrupted, one.error, one.complete) == (True, False, False)
    assert (two.interrupted, two.error, two.complete) == (False, True, False)
    assert (three.interrupted, three.error, three.complete) == (True, False, False)
    assert two.ended is not None


def test_a_measured_turn_is_complete() -> None:
    """The client writes the line when a turn is over."""
    thought = {"content": [{"type": "thinking", "thinking": "hm"}]}
    lines = [prompt("p", None, 0), says("a", "p", 1, message=thought)]
    (turn,) = turns_of(*lines, system("s", "a", 2, "turn_duration"))
    assert turn.complete
    (turn,) = turns_of(*lines, system("s", "a", 2, "away_summary"))
    assert not turn.complete
    assert turns_of(system("s", None, 2, "turn_duration")) == ()


def test_a_turn_takes_its_prompt_id_from_the_first_line_that_has_one() -> None:
    """The line of a command may have none."""
    (turn,) = turns_of(
        sent("p", "<command-name>/x</command-name>"),
        sent("m", [{"type": "text", "text": "body"}], isMeta=True, promptId="one"),
        sent("r", "[Request interrupted by user]", promptId="two"),
    )
    assert turn.prompt_id == "one"


def test_rows_are_found_in_the_turn_where_they_stand() -> None:
    """Those before the first turn are in none."""
    turns = turns_of({"type": "mode"}, prompt("p", None, 0), says("a", "p", 1), prompt("q", "a", 2))
    assert [turn_number(turns, row) for row in range(4)] == [None, 1, 1, 2]
    assert turn_number((), 3) is None


def test_times_are_those_of_what_happened_not_of_what_was_added_later() -> None:
    """A session that is taken up days later does not make its last turn longer."""
    (turn,) = turns_of(
        prompt("p", None, 0),
        calls("c", "p", 5),
        says("b", "c", 3),
        prompt("m", "b", 3000, isMeta=True),
        reply("f", message={"model": "<synthetic>"}, **place("f", "m", 3000)),
        system("s", "f", 3000, "away_summary"),
    )
    assert turn.ended == moment(5)


@given(
    st.lists(
        st.sampled_from(
            [
                sent("u", "go"),
                sent("u", "<bash-input>x</bash-input>"),
                sent("u", "x", isMeta=True),
                sent("u", "[Request interrupted by user]"),
                sent("u", [{"type": "tool_result", "tool_use_id": "toolu_c"}]),
                sent("u", "x", isSidechain=True),
                calls("c", None, 1),
                says("a", None, 1),
                {"type": "attachment", "attachment": {"type": "queued_command", "prompt": "x"}},
                {"type": "user", "message": 5},
                {"type": "mode"},
                b"torn {\n",
            ]
        ),
        max_size=12,
    ),
    st.booleans(),
)
def test_every_row_of_the_conversation_is_in_one_turn_at_most(
    lines: list[Any], named: bool
) -> None:
    """Whatever the lines are; turns are numbered and follow one another."""
    for number, line in enumerate(lines):
        if isinstance(line, dict) and "uuid" in line:
            lines[number] = {**line, "uuid": f"{number}" if named else line["uuid"]}
    session = held(*lines)
    turns = find_turns(session.outline, session.rows_and_records())
    rows = [row for turn in turns for row in turn.rows]
    assert rows == sorted(set(rows))
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    for turn in turns:
        assert {turn_number(turns, row) for row in turn.rows} == {turn.number}


HAND_COUNTED = {
    "fe869ecb-c176-478f-9734-7e4b8ef12cff": {"plain": 2, "command": 1},
    "0d3a8e6f-290f-4105-a327-a2496e5e2a83": {"plain": 3, "image": 1, "command": 3},
    "12a546d1-83a7-49a6-abba-5400db340b43": {"command": 1, "bash": 1, "plain": 1},
    "5c0375b4-57a5-4f26-b12d-d022ee4e51b7": {"command": 1},
    "7acd37a8-2745-4b58-a8a9-46164b22ad9e": {
        "command": 1, "ide_opened_file": 1, "plain": 3, "ide_selection": 1,
    },
    "1b3e6441-62e3-4b41-8a0c-9d252f531f7a": {"ide_opened_file": 1},
    "130d7b7e-5801-4345-9bd6-f32fd9b8429b": {"plain": 5},
    "0cf3db51-1c73-43bb-8d05-dc02739514a5": {"plain": 3, "command": 1},
    "d161f8df-fbc0-4df3-8c31-ff512052f8b2": {"command": 1, "image": 1},
    "1cd4e81e-c965-4804-bcb3-528cd9728724": {"command": 1, "plain": 9, "task_notification": 1},
    "ef958aa1-0e93-49f0-bb71-150f63befcd1": {"plain": 2, "command": 1},
    "ef000000-0000-4000-8000-000000000001": {"plain": 1, "agent": 2},
    "6c0a282a-886f-458d-a426-93d95104b4a6": {"plain": 7, "task_notification": 4},
    "be2220da-eaff-40d2-b482-9f05cced3187": {"plain": 3, "task_notification": 6},
}  # fmt: skip
"""What opened the turns of real sessions from 1.0.24 to 2.1.219, counted line by line."""


@pytest.mark.parametrize("session_id", HAND_COUNTED)
def test_turns_of_real_sessions_are_as_counted_by_hand(corpus: Path, session_id: str) -> None:
    """Sessions of many versions, with all kinds of input."""
    (path,) = corpus.glob(f"projects/*/{session_id}.jsonl")
    session = load(path)
    turns = find_turns(session.outline, session.rows_and_records())
    assert Counter(turn.input_kind.value for turn in turns) == HAND_COUNTED[session_id]


def test_time_beyond_all_calendars_is_none() -> None:
    """A zone may carry the last day of the calendar over its end."""
    assert moment_of(253_402_300_800.0 + 86_340) is None
    assert moment_of(None) is None
    assert moment_of(0.0) is not None
