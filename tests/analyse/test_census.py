"""Counting many sessions: each API message once over all, sub-agents apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.analyse.census import Census, CensusTaker
from steno.disk.discover import Home
from steno.session.tokens import TokenCount
from steno.testing.build import AgentTask, SessionBuilder, make_fork, make_home, make_subagent
from tests.written import ONE, THREE, TWO, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.errors import UnreadableFileError


def census_of(home: Path) -> Census:
    """Count a whole home."""
    survey = Home(home).survey()
    sessions = list(Home(home).sessions(survey=survey))
    return CensusTaker().count(sessions, survey.lost_subagents)


def conversation() -> SessionBuilder:
    """Make a session of two replies."""
    session = SessionBuilder("tides")
    session.prompt("When is high water?")
    session.reply("At four.", tokens={"output": 100})
    session.prompt("And low water?")
    session.reply("At ten.", tokens={"output": 200})
    return session


def survey_harbour(agent: SessionBuilder) -> str:
    """Do the work of a sub-agent."""
    agent.reply("Done.", tokens={"output": 50})
    return "Done."


def test_session_and_its_fork_count_each_message_once(tmp_path: Path) -> None:
    """Each session has all its messages, the totals every message once."""
    session = conversation()
    fork = make_fork(session)
    fork.prompt("And in Kelm?")
    fork.reply("At five.", tokens={"output": 1000})
    census = census_of(make_home(tmp_path / "home", [session, fork]))
    counts = {row.id: (row.api_messages, row.usage.output_tokens) for row in census.sessions}
    assert counts == {session.session_id: (2, 300), fork.session_id: (3, 1300)}
    totals = census.totals
    assert (totals.sessions, totals.api_messages, totals.usage.output_tokens) == (2, 3, 1300)
    assert totals.lines == sum(row.lines for row in census.sessions)
    assert totals.bytes == sum(row.bytes for row in census.sessions)


def test_copies_in_several_files_count_with_their_most_output(tmp_path: Path) -> None:
    """The unfinished copy may be the one that is read last."""
    for session_id, output in ((ONE, 2), (TWO, 310), (THREE, 7)):
        write_lines(place(tmp_path, session_id), reply("m", usage={"output_tokens": output}))
    census = census_of(tmp_path)
    assert [row.usage.output_tokens for row in census.sessions] == [2, 310, 7]
    assert census.totals.usage == TokenCount(output_tokens=310)
    assert census.totals.api_messages == 1


def test_subagents_are_apart(tmp_path: Path) -> None:
    """Their files, messages and tokens are told beside the session's own."""
    session = conversation()
    child = make_subagent(
        session,
        AgentTask("Survey the harbour", "Measure it."),
        survey_harbour,
    )
    census = census_of(make_home(tmp_path / "home", [session]))
    (row,) = census.sessions
    assert row.subagents == 1
    assert row.subagents_api_messages == len(
        {b["message"]["id"] for b in child.bodies("assistant")}
    )
    assert row.subagents_usage.output_tokens >= 50
    assert row.api_messages == 3
    assert census.totals.subagents_usage == row.subagents_usage
    assert row.lines == len(session.records)


def test_lost_subagents_count_in_the_totals(tmp_path: Path) -> None:
    """But not what a session has already, and not twice."""
    usage = {"output_tokens": 5}
    write_lines(place(tmp_path, ONE), reply("shared", usage=usage))
    own = place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a1.jsonl"
    write_lines(own, reply("shared", usage=usage), reply("agent", usage=usage))
    lost = place(tmp_path, ONE).parent / "agent-a2.jsonl"
    write_lines(lost, reply("agent", usage=usage), reply("lost", usage=usage, sessionId=THREE))
    write_lines(lost, reply("lost", usage=usage, sessionId=THREE), reply("agent", usage=usage))
    census = census_of(tmp_path)
    (row,) = census.sessions
    assert (row.subagents, row.subagents_api_messages) == (1, 2)
    totals = census.totals
    assert (totals.subagents, totals.api_messages, totals.subagents_api_messages) == (2, 1, 2)
    assert totals.subagents_usage.output_tokens == 10


def test_synthetic_replies_are_apart(tmp_path: Path) -> None:
    """In a session and in the totals; a reply without an id is told as such."""
    made_up = {"model": "<synthetic>"}
    write_lines(
        place(tmp_path, ONE),
        reply("real"),
        reply("no", usage={"output_tokens": 99}, message=made_up),
        reply(None),
    )
    census = census_of(tmp_path)
    for row in (census.sessions[0], census.totals):
        assert (row.api_messages, row.synthetic_messages, row.messages_without_id) == (1, 1, 1)
        assert row.usage.output_tokens == 0


def test_counts_come_largest_first_with_turns_and_pairs(tmp_path: Path) -> None:
    """Versions keep the order in which they came."""
    block = [{"type": "tool_result", "tool_use_id": "t", "content": "x"}]
    call = {"content": [{"type": "tool_use", "id": "t", "name": "Bash", "input": {}}]}
    write_lines(
        place(tmp_path, ONE),
        user(version="2.0.9", uuid="prompt"),
        reply("m", message=call, version="2.0.10"),
        user(block, version="2.0.10"),
    )
    (row,) = census_of(tmp_path).sessions
    assert list(row.types) == ["user", "assistant"]
    assert list(row.versions) == ["2.0.9", "2.0.10"]
    assert (row.tool_uses, row.tool_results) == (1, 1)
    assert (row.tool_calls_paired, row.human_turns) == (1, 1)
    assert (row.id, row.path) == (ONE, str(place(tmp_path, ONE)))


def test_file_that_vanished_is_told_and_passed_over(tmp_path: Path) -> None:
    """Both a session's and a sub-agent's; the rest is counted."""
    gone = write_lines(place(tmp_path, ONE), reply("gone"))
    write_lines(place(tmp_path, TWO), reply("stays"))
    agent = write_lines(
        place(tmp_path, TWO).with_suffix("") / "subagents" / "agent-a.jsonl", reply("agent")
    )
    sessions = list(Home(tmp_path).sessions())
    assert [len(session.subagents) for session in sessions] == [0, 1]
    gone.unlink()
    agent.unlink()
    told: list[UnreadableFileError] = []
    read: list[int] = []
    census = CensusTaker(progress=read.append, complain=told.append).count(sessions)
    assert [row.id for row in census.sessions] == [TWO]
    assert census.totals.sessions == 1
    assert [error.path for error in told] == [gone, agent]
    assert sum(read) == place(tmp_path, TWO).stat().st_size


def test_nobody_has_to_listen(tmp_path: Path) -> None:
    """Without anybody to tell, a missing file is passed over all the same."""
    gone = write_lines(place(tmp_path, ONE))
    sessions = list(Home(tmp_path).sessions())
    gone.unlink()
    census = CensusTaker().count(sessions)
    assert (census.sessions, census.totals.sessions) == ([], 0)
