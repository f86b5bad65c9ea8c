"""What goes into a bundle: the files of a session, with or without their secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import SessionFile
from steno.edit.bundle_names import MemberRole
from steno.edit.bundle_parts import parts_of
from steno.secrets.scan import Scanner
from tests.written import ONE, line_of, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "AKIA" + "QX4ZTR7M2WLK5JHD"


@pytest.fixture
def file(tmp_path: Path) -> SessionFile:
    """Write a session with a secret in every file, and in a name."""
    path = write_lines(place(tmp_path, ONE), user(f"key {SECRET}", cwd="/tmp/project"))
    agent = line_of(user(SECRET, isSidechain=True, agentId="x"))
    for name, content in {
        "subagents/agent-x.jsonl": agent,
        "subagents/agent-x.meta.json": b'{"description":"' + SECRET.encode() + b'"}',
        "tool-results/big.txt": SECRET.encode(),
        f"tool-results/{SECRET}.txt": b"plain",
        "workflows/run.json": b"{}",
        "odd/file.sh": b"x",
        "tool-results/a:b": b"x",
    }.items():
        write_lines(path.with_suffix("") / name, content)
    write_lines(tmp_path / "file-history" / ONE / "0123456789abcdef@v1", SECRET.encode())
    return SessionFile.at(path)


def test_all_files_of_the_session_are_there(file: SessionFile) -> None:
    """As they are; what is none of them, or cannot travel, is told."""
    parts, left = parts_of(file, None)
    assert {part.inside: part.role for part in parts} == {
        "file-history/0123456789abcdef@v1": MemberRole.FILE_HISTORY,
        "session.jsonl": MemberRole.SESSION,
        "subagents/agent-x.jsonl": MemberRole.SUBAGENT,
        "subagents/agent-x.meta.json": MemberRole.META,
        f"tool-results/{SECRET}.txt": MemberRole.TOOL_RESULT,
        "tool-results/big.txt": MemberRole.TOOL_RESULT,
        "workflows/run.json": MemberRole.WORKFLOW,
    }
    assert sorted(left) == ["odd/file.sh", "tool-results/a:b"]
    assert [part.inside for part in parts] == sorted(part.inside for part in parts)
    own = next(part for part in parts if part.inside == "session.jsonl")
    assert b"".join(own.content()) == file.path.read_bytes()


def test_no_secret_goes_along(file: SessionFile) -> None:
    """Neither in a file nor in a name; the files themselves stay as they are."""
    before = file.path.read_bytes()
    parts, _ = parts_of(file, Scanner())
    assert len(parts) == 7
    for part in parts:
        assert SECRET not in part.inside
        assert SECRET.encode() not in b"".join(part.content()), part.inside
    assert file.path.read_bytes() == before
    assert any(part.inside.startswith("tool-results/REDACTED") for part in parts)


def test_names_that_some_systems_cannot_tell_apart_do_not_both_go(file: SessionFile) -> None:
    """The first one does."""
    write_lines(file.path.with_suffix("") / "tool-results" / "BIG.txt", b"x")
    parts, left = parts_of(file, None)
    assert "tool-results/BIG.txt" in {part.inside for part in parts}
    assert "tool-results/big.txt" in left
