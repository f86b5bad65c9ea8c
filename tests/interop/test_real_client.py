"""What the real client writes today is read without losing, missing or guessing anything."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pytest

import steno
from steno.cli.main import main
from steno.disk import layout
from steno.disk.backups import backups_of, find_backup
from steno.disk.discover import Home, SessionFile
from steno.disk.follow import Follower
from steno.disk.history import read_history
from steno.disk.layout import FileKind
from steno.disk.live import LiveSession, live_sessions
from steno.disk.results import (
    find_result,
    mcp_result_files,
    persisted_path,
    tool_result_files,
)
from steno.disk.tasks import read_tasks
from steno.format.entries.file_history_snapshot import FileHistorySnapshotEntry
from tests.interop.made_sessions import slow_reply
from tests.interop.mcp_server import RESULTS
from tests.interop.reading import drift_of, odd_lines, read_whole
from tests.interop.recount import records, recount, recount_totals
from tests.interop.scenarios import all_scenarios, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.disk.walk import Problem
    from steno.format.finding import Finding
    from tests.interop.lab import Capture, Lab

pytestmark = pytest.mark.interop


def captured(captures: Lab, name: str) -> Capture:
    """Give what a scenario left behind, or skip where it cannot be run."""
    scenarios = all_scenarios()
    reason = why_not(scenarios[name]) if name in scenarios else "needs the scenarios of the lab"
    if reason is not None:
        pytest.skip(reason)
    return captures.capture(name)


@pytest.fixture(params=list(all_scenarios()))
def capture(request: pytest.FixtureRequest, captures: Lab) -> Capture:
    """Give what each scenario in turn left behind."""
    return captured(captures, request.param)


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Run a command of steno that must succeed, and give the document that it prints."""
    capsys.readouterr()
    code = main([*arguments, "--json"])
    printed = capsys.readouterr()
    assert code == 0, printed.out + printed.err
    return json.loads(printed.out)


def sessions_in(home: Path) -> dict[Path, list[Path]]:
    """Find the sessions of a home, each with its sub-agents, by their places alone."""
    return {
        path: sorted(path.with_suffix("").glob("subagents/**/agent-*.jsonl"))
        for path in sorted(home.glob("projects/*/*.jsonl"))
    }


def test_scenario_comes_to_its_end(capture: Capture) -> None:
    """The client ran, asked the API something, and left a transcript; else nothing is proven."""
    assert capture.trouble == []
    assert capture.requests
    assert list(capture.transcripts())


def test_every_byte_comes_back(capture: Capture) -> None:
    """The entries' bytes joined are the file, and each line is one plain record."""
    assert [line for path in capture.transcripts() for line in odd_lines(path)] == []


def test_nothing_is_unknown(capture: Capture) -> None:
    """No type, subtype, block, tool result, key or shape that this release does not know."""
    assert drift_of(capture.transcripts()).rows() == ()


def test_nothing_is_wrong(capture: Capture, capsys: pytest.CaptureFixture[str]) -> None:
    """Validation, which tells bad files from good ones, has nothing against the client's own."""
    for home in capture.homes:
        found = document(capsys, "validate", "--home", str(home), "--severity", "warning")
        assert [finding for session in found["sessions"] for finding in session["findings"]] == []


def test_counts_equal_a_plain_recount(capture: Capture, capsys: pytest.CaptureFixture[str]) -> None:
    """``steno stats`` counts what a few lines of plain Python count."""
    for home in capture.homes:
        sessions = sessions_in(home)
        told = document(capsys, "stats", "--home", str(home))
        counted = {session["path"]: session for session in told["sessions"]}
        for path, agents in sessions.items():
            wanted = recount(path, agents)
            assert {key: counted[str(path)][key] for key in wanted} == wanted
        agents = [agent for own in sessions.values() for agent in own]
        totals = recount_totals(list(sessions), agents)
        assert {key: told["totals"][key] for key in totals} == totals


def test_every_transcript_is_found(capture: Capture) -> None:
    """Discovery finds the sessions and sub-agents that are there, no fewer and no more."""
    for path in capture.homes:
        home = Home(path)
        survey = home.survey()
        found = {
            session.path: sorted(agent.path for agent in session.subagents)
            for session in home.sessions(survey=survey)
        }
        assert found == sessions_in(path)
        assert (survey.problems, survey.lost_subagents) == ([], ())


def test_ids_and_projects_are_those_in_the_lines(capture: Capture) -> None:
    """A session is named by its file, and its folder after the directory it was started in."""
    for session in Home(capture.home).sessions():
        lines = records(session.path)
        assert {line["sessionId"] for line in lines if "sessionId" in line} == {session.id}
        started_in = next((line["cwd"] for line in lines if "cwd" in line), None)
        if started_in is not None:
            assert session.project_dir.name == layout.project_slug(started_in)


def test_every_file_is_of_a_known_kind(capture: Capture) -> None:
    """Whatever lies in the home, but for hidden files, has a place in the layout."""
    strangers = [
        str(inside)
        for home in capture.homes
        for path in sorted(home.rglob("*"))
        if path.is_file()
        and not path.name.startswith(".")
        and layout.classify(inside := path.relative_to(home)) is FileKind.OTHER
    ]
    assert strangers == []


def test_notes_beside_subagents_are_read(capture: Capture) -> None:
    """What a sub-agent's ``.meta.json`` says is read, and leads to the call that started it."""
    for session in Home(capture.home).sessions():
        calls = _calls_in(session)
        for agent in session.subagents:
            told = json.loads(layout.meta_path(agent.path).read_bytes())
            meta = agent.meta
            assert meta is not None
            assert (meta.agent_type, meta.description) == (told["agentType"], told["description"])
            assert (meta.tool_use_id, meta.spawn_depth) == (told["toolUseId"], told["spawnDepth"])
            assert meta.name == told.get("name")
            assert meta.tool_use_id in calls
            assert (agent.session_id, agent.workflow) == (session.id, None)


def _calls_in(session: SessionFile) -> set[str]:
    """Collect the ids of the tool calls in a session and its sub-agents."""
    files = [session.path, *(agent.path for agent in session.subagents)]
    replies = [line["message"]["content"] for line in _lines_of(files, "assistant")]
    return {block["id"] for blocks in replies for block in blocks if block["type"] == "tool_use"}


def _lines_of(paths: list[Path], kind: str) -> Iterator[dict[str, Any]]:
    for path in paths:
        yield from (line for line in records(path) if line["type"] == kind)


def test_output_beside_the_transcript_is_found(captures: Lab) -> None:
    """An output that was too large for the line is listed, and the line's pointer leads to it."""
    (session,) = Home(captured(captures, "06_errors").home).sessions()
    (listed,) = tool_result_files(session)
    (pointer,) = filter(None, (persisted_path(text) for text in _result_texts(session)))
    assert find_result(session, pointer) == listed
    assert listed.read().content == b"x" * 60_000


def _result_texts(session: SessionFile) -> list[str]:
    """Collect the texts that stand as tool results in a session."""
    contents = [line["message"]["content"] for line in _lines_of([session.path], "user")]
    results = [block for blocks in contents if isinstance(blocks, list) for block in blocks]
    texts = [block.get("content") for block in results]
    return [text for text in texts if isinstance(text, str)]


def test_output_of_an_mcp_tool_is_found(captures: Lab) -> None:
    """What an MCP tool gave too much of is told from others, and the line's pointer leads to it."""
    (session,) = Home(captured(captures, "made_mcp").home).sessions()
    (listed,) = mcp_result_files(session)
    assert tool_result_files(session) == (listed,)
    (pointer,) = filter(None, (persisted_path(text) for text in _result_texts(session)))
    assert find_result(session, pointer) == listed
    assert pointer.endswith(f"/{listed.path.name}")
    assert listed.read().content == RESULTS["novel"]["content"][0]["text"].encode()


@pytest.mark.parametrize("name", ["20_tui_basic", "22_tui_rewind", "made_typing"])
def test_history_is_what_was_typed(captures: Lab, name: str) -> None:
    """Every input of the interactive client comes back in its order, with its session."""
    home = captured(captures, name).home
    findings: list[Finding] = []
    path = layout.history_path(home)
    read = [(one.display, one.session_id) for one in read_history(path, findings)]
    assert read == [(line["display"], line["sessionId"]) for line in records(path)]
    assert findings == []
    assert {session_id for _, session_id in read} <= {one.id for one in Home(home).sessions()}


def test_tasks_are_read(captures: Lab) -> None:
    """The task list that the client keeps in files is read whole."""
    home = captured(captures, "15_tasks").home
    (session,) = Home(home).sessions()
    problems: list[Problem] = []
    tasks = read_tasks(Home(home), session.id, problems)
    files = sorted(layout.tasks_dir(home, session.id).glob("*.json"))
    assert [dict(task.content) for task in tasks] == [json.loads(f.read_bytes()) for f in files]
    assert [(task.subject, task.status) for task in tasks] == [
        ("First", "completed"),
        ("Second", "pending"),
    ]
    assert problems == []


@pytest.mark.parametrize("name", ["04b_edits_checkpoint", "20_tui_basic", "22_tui_rewind"])
def test_backups_are_those_that_snapshots_name(captures: Lab, name: str) -> None:
    """Each copy that a snapshot names is found, under the name that its file's path gives."""
    home = Home(captured(captures, name).home)
    (session,) = home.sessions()
    named = set()
    for path, backup in _tracked_files(session):
        file_name = backup["backupFileName"]
        if file_name is not None:
            copy = find_backup(home, session.id, file_name)
            assert copy is not None
            assert copy.is_of(path)
            assert file_name == layout.backup_name(path, backup["version"])
            named.add(copy.path)
    assert named
    assert named == {copy.path for copy in backups_of(home, session.id)}


def _tracked_files(session: SessionFile) -> Iterator[tuple[str, Any]]:
    """Give the files of a session's snapshots by absolute path, with the record of their copy."""
    entries = read_whole(session.path)
    project = next(entry.body["cwd"] for entry in entries if "cwd" in entry.body)
    for entry in entries:
        if isinstance(entry, FileHistorySnapshotEntry):
            assert entry.snapshot is not None
            for path, backup in entry.snapshot.backups.items():
                yield f"{project}/{path}", backup.body


def test_growing_session_is_followed(captures: Lab) -> None:
    """From where it ended before a resume, following gives exactly what the client appended."""
    homes = [captured(captures, "09_resume_fork").folder / f"dot-claude.{n}" for n in range(1, 7)]
    (first,) = homes[0].glob("projects/*/*.jsonl")
    stages = [home / first.relative_to(homes[0]) for home in homes]
    grown = 0
    for before, after in pairwise(stages):
        length = before.stat().st_size
        lines = Follower(after, length).poll()
        appended = b"".join(line for _, line in lines if isinstance(line, bytes))
        assert before.read_bytes() + appended == after.read_bytes()
        grown += len(lines)
    assert grown


def test_running_client_is_seen(lab: Lab) -> None:
    """A client that waits for its model is alive; when it has ended it no longer is."""
    lab.start("slow", slow_reply())
    home = Home(lab.running_home("slow"))
    seen: dict[Path, LiveSession] = {}
    while not lab.is_over("slow"):
        seen |= {one.path: one for one in live_sessions(home) if one.alive}
        time.sleep(0.1)
    (live,) = seen.values()
    (session,) = Home(lab.capture("slow").home).sessions()
    assert (live.session_id, live.version) == (session.id, lab.client.version)
    assert live.cwd == next(line["cwd"] for line in records(session.path) if "cwd" in line)
    assert live.started_at is not None
    assert not any(one.alive for one in live_sessions(home))


REACHED: Final = (
    "user assistant system attachment queue-operation last-prompt mode permission-mode",
    "custom-title agent-name agent-setting worktree-state pr-link",
    "system/compact_boundary system/local_command system/informational",
    "attachment/skill_listing attachment/file attachment/queued_command attachment/nested_memory",
    "attachment/hook_success attachment/hook_blocking_error attachment/structured_output",
    "attachment/max_turns_reached attachment/plan_mode",
    "text thinking redacted_thinking tool_use tool_result image",
    "server_tool_use web_search_tool_result",
    "file-history-snapshot",
)
"""What the scenarios must have made the client write, so that reading it proves something."""


def test_scenarios_reach_what_they_are_for(captures: Lab) -> None:
    """All together they make the client write the types, subtypes and blocks that matter."""
    seen: set[str | None] = set()
    for name, scenario in all_scenarios().items():
        if why_not(scenario) is None:
            for path in captures.capture(name).transcripts():
                seen.update(_kinds(path))
    assert sorted(set(" ".join(REACHED).split()) - seen) == []


def _kinds(path: Path) -> Iterator[str | None]:
    for entry in steno.read(path):
        yield entry.type
        yield f"system/{entry.body.get('subtype')}"
        attachment, message = entry.body.get("attachment", {}), entry.body.get("message", {})
        yield f"attachment/{attachment.get('type')}"
        blocks = message.get("content", [])
        yield from (block["type"] for block in blocks if isinstance(block, dict))
