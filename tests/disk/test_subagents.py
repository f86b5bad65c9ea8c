"""Sub-agents' files and the notes beside them."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

import pytest

from steno.disk import peek, subagents
from steno.disk.subagents import SubagentFile, SubagentLayout, SubagentMeta
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.walk import Problem

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")


def make_agent(path: Path, session_id: str = "s") -> Path:
    """Write a sub-agent's file of one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"sessionId":"{session_id}","isSidechain":true}}\n')
    return path


def test_meta_tells_what_the_client_noted(tmp_path: Path) -> None:
    """All five fields are read."""
    path = tmp_path / "agent-1.meta.json"
    path.write_text(
        '{"agentType":"Explore","description":"look","toolUseId":"toolu_1","spawnDepth":2,'
        '"name":"bob","x":1}'
    )
    assert subagents.read_meta(path) == SubagentMeta("Explore", "look", "toolu_1", 2, "bob")


@pytest.mark.parametrize(
    ("content", "meta"),
    [
        ('{"agentType":7,"spawnDepth":"deep","name":{}}', SubagentMeta()),
        ('{"spawnDepth":true}', SubagentMeta()),
        ("{", None),
        ("[]", None),
    ],
)
def test_damaged_meta_does_no_harm(tmp_path: Path, content: str, meta: SubagentMeta | None) -> None:
    """Values of the wrong kind are missing values; a damaged file is no file."""
    path = tmp_path / "agent-1.meta.json"
    path.write_text(content)
    assert subagents.read_meta(path) == meta


def test_agents_of_a_session_folder_are_found_at_every_depth(tmp_path: Path) -> None:
    """Agents of workflows too; a journal, notes and other folders are none."""
    folder = tmp_path / "subagents"
    make_agent(folder / "agent-1.jsonl", "other")
    make_agent(folder / "workflows" / "wf_1" / "agent-2.jsonl")
    make_agent(folder / "workflows" / "wf_1" / "journal.jsonl")
    (folder / "agent-1.meta.json").write_text('{"agentType":"Plan"}')
    problems: list[Problem] = []
    found = list(subagents.in_session_folder(tmp_path, "mine", problems))
    assert [(agent.agent_id, agent.layout, agent.workflow) for agent in found] == [
        ("1", SubagentLayout.SESSION, None),
        ("2", SubagentLayout.WORKFLOW, "wf_1"),
    ]
    assert {agent.session_id for agent in found} == {"mine"}
    assert [agent.meta for agent in found] == [SubagentMeta("Plan"), None]
    assert found[0].size == (folder / "agent-1.jsonl").stat().st_size
    assert problems == []


def test_agents_of_a_project_folder_tell_their_session(tmp_path: Path) -> None:
    """Nothing but their lines says whose they are."""
    make_agent(tmp_path / "subagents" / "agent-1.jsonl", "x")
    (tmp_path / "subagents" / "agent-2.jsonl").write_bytes(b"")
    found = list(subagents.in_project_folder(tmp_path, []))
    assert [(agent.session_id, agent.layout) for agent in found] == [
        ("x", SubagentLayout.PROJECT),
        (None, SubagentLayout.PROJECT),
    ]


def test_agents_beside_sessions_tell_their_session(tmp_path: Path) -> None:
    """The flat layout is tied by the lines as well."""
    make_agent(tmp_path / "agent-1.jsonl", "x")
    with os.scandir(tmp_path) as entries:
        (agent,) = subagents.beside_sessions(list(entries), [])
    assert (agent.session_id, agent.layout) == ("x", SubagentLayout.FLAT)


@posix
def test_links_to_folders_do_not_lead_in_circles(tmp_path: Path) -> None:
    """A link back up is not followed."""
    make_agent(tmp_path / "subagents" / "agent-1.jsonl")
    (tmp_path / "subagents" / "again").symlink_to(tmp_path / "subagents")
    assert len(list(subagents.in_session_folder(tmp_path, "s", []))) == 1


def test_folders_nested_beyond_recursion_are_walked(tmp_path: Path) -> None:
    """Depth costs no stack."""
    deep = tmp_path / "subagents" / "/".join("d" * 300)
    make_agent(deep / "agent-1.jsonl")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        found: list[SubagentFile] = list(subagents.in_session_folder(tmp_path, "s", []))
    finally:
        sys.setrecursionlimit(limit)
    assert len(found) == 1


@posix
def test_what_is_no_regular_file_is_told_once(tmp_path: Path) -> None:
    """A fifo named like an agent is a problem, not a sub-agent."""
    (tmp_path / "subagents").mkdir()
    os.mkfifo(tmp_path / "subagents" / "agent-1.jsonl")
    problems: list[Problem] = []
    assert list(subagents.in_project_folder(tmp_path, problems)) == []
    assert [problem.reason for problem in problems] == ["it is no regular file"]


def test_agent_that_cannot_be_read_is_kept_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays a sub-agent of an unknown session."""
    make_agent(tmp_path / "subagents" / "agent-1.jsonl")

    def forbid(path: Path) -> str:
        raise UnreadableFileError(path, "you have no permission") from PermissionError(
            errno.EACCES, "no"
        )

    monkeypatch.setattr(peek, "first_session_id", forbid)
    problems: list[Problem] = []
    (agent,) = subagents.in_project_folder(tmp_path, problems)
    assert agent.session_id is None
    assert [problem.reason for problem in problems] == ["you have no permission"]
