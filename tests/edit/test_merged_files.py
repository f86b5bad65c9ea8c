"""Tests of the files beside two copies: sub-agents, results and file backups of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.disk import layout
from steno.edit.apply import apply
from steno.edit.merge import merge
from steno.edit.merged_files import files_beside
from steno.errors import UsageError
from steno.session.session import load
from tests.edit.edited import home_of, in_home, told
from tests.session.transcripts import Body, line, user
from tests.written import ONE, TWO, line_of

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

HEAD = (user("p0", at=0, cwd="/w"), told("a0", at=1))
NAME = layout.backup_name("/w/f.txt", 2)


def _copies(folder: Path, second: str = TWO, **own: Any) -> tuple[Session, Session]:
    lines: list[Body] = own.get("lines", [user("p2", at=20)])
    first = in_home(folder / "one", *HEAD, user("p1", at=10))
    return first, in_home(folder / "two", *HEAD, *lines, session_id=second)


def _beside(session: Session, name: str, content: bytes) -> None:
    assert session.path is not None
    path = session.path.with_suffix("") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _again(session: Session) -> Session:
    assert session.path is not None
    return load(session.path)


def _agent(*uuids: str) -> bytes:
    return b"".join(line_of(user(uuid, isSidechain=True, sessionId=TWO)) for uuid in uuids)


def test_files_of_the_second_copy_come_along(tmp_path: Path) -> None:
    """A sub-agent with new ids, a result as it is, each beside the result."""
    first, second = _copies(tmp_path)
    _beside(first, "tool-results/a.txt", b"one")
    _beside(second, "tool-results/b.txt", b"two")
    _beside(second, "subagents/agent-x.jsonl", _agent("s1"))
    plan = merge(_again(first), _again(second))
    applied = apply(plan, tmp_path / "data")
    folder = applied.path.with_suffix("")
    assert (folder / "tool-results" / "a.txt").read_bytes() == b"one"
    assert (folder / "tool-results" / "b.txt").read_bytes() == b"two"
    agent = load(folder / "subagents" / "agent-x.jsonl").record(0).body
    assert agent["sessionId"] == applied.session
    assert agent["uuid"] != "s1"


def test_backups_of_one_name_and_two_contents_are_both_kept(tmp_path: Path) -> None:
    """The second copy's gets the next version, and its lines say so."""
    copy = {"backupFileName": NAME, "version": 2, "backupTime": "2026-03-02T09:00:00.000Z"}
    snapshot = {"messageId": "p2", "trackedFileBackups": {"f.txt": copy, "g": "inline"}}
    own = {"messageId": "p2", "snapshot": snapshot, "isSnapshotUpdate": False}
    delta = {"snapshotMessageId": "p2", "trackingPath": "f.txt", "backup": copy, "messageId": "p2"}
    lines = [
        user("p2", at=20),
        line("file-history-snapshot", None, parent=None, at=21, **own),
        line("file-history-delta", None, parent=None, at=22, **delta),
    ]
    first, second = _copies(tmp_path, lines=lines)
    for session, content in ((first, b"ours"), (second, b"theirs")):
        folder = layout.file_history_dir(home_of(session).path, session.id or "")
        folder.mkdir(parents=True)
        (folder / NAME).write_bytes(content)
        (folder / layout.backup_name("/w/same", 1)).write_bytes(b"same")
    applied = apply(merge(first, second), tmp_path / "data")
    folder = layout.file_history_dir(home_of(first).path, applied.session)
    new = layout.backup_name("/w/f.txt", 3)
    assert (folder / NAME).read_bytes() == b"ours"
    assert (folder / new).read_bytes() == b"theirs"
    assert len(list(folder.iterdir())) == 3
    merged = load(applied.path)
    assert [version.backup_name for version in merged.file_history.versions("/w/f.txt")] == [new]
    bodies = [record.body for _, record in merged.rows_and_records()]
    assert [body["backup"]["version"] for body in bodies if "backup" in body] == [3]


def test_longer_sub_agent_of_two_is_kept(tmp_path: Path) -> None:
    """One that was copied while it ran is part of the whole one."""
    first, second = _copies(tmp_path)
    _beside(first, "subagents/agent-x.jsonl", _agent("s1"))
    _beside(second, "subagents/agent-x.jsonl", _agent("s1", "s2"))
    for one, other in ((first, second), (second, first)):
        plan = merge(_again(one), _again(other), new_id="99999999-0000-4000-8000-000000000009")
        agents = [file for file in plan.files if file.path.name == "agent-x.jsonl"]
        assert len(agents) == 1
        assert agents[0].content is not None
        assert len(list(agents[0].content())) == 2


def test_sub_agent_that_both_went_on_with_is_refused(tmp_path: Path) -> None:
    """So are two results of one name: only one could be kept."""
    first, second = _copies(tmp_path)
    _beside(first, "subagents/agent-x.jsonl", _agent("s1", "s2"))
    _beside(second, "subagents/agent-x.jsonl", _agent("s1", "s3"))
    with pytest.raises(UsageError, match="one name and different contents"):
        merge(_again(first), _again(second))
    _beside(second, "subagents/agent-x.jsonl", _agent("s1"))
    _beside(first, "tool-results/a.txt", b"one")
    _beside(second, "tool-results/a.txt", b"two")
    with pytest.raises(UsageError, match="one name and different contents"):
        merge(_again(first), _again(second))


def test_other_file_of_the_first_is_kept_and_told(tmp_path: Path) -> None:
    """A note of the client's own, of which each copy has one."""
    first, second = _copies(tmp_path, second=ONE)
    _beside(first, "notes.md", b"one")
    _beside(second, "notes.md", b"two")
    found = files_beside(_again(first), _again(second))
    assert found.notes == ("notes.md: both have it, and the first one's is kept.",)
    assert found.taken == ()
