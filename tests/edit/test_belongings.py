"""The files that belong to a session, in every layout, and where a copy has its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import SessionFile
from steno.edit.belongings import belongings_of
from steno.edit.plan import Role
from tests.written import ONE, TWO, line_of, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> SessionFile:
    """Write a session with everything that can lie around it."""
    path = write_lines(place(tmp_path, ONE), user())
    inside = path.with_suffix("")
    agent = line_of({**user(), "isSidechain": True, "agentId": "x"})
    for name, content in {
        "subagents/agent-x.jsonl": agent,
        "subagents/agent-x.meta.json": b"{}",
        "subagents/workflows/run/agent-y.jsonl": agent,
        "tool-results/big.txt": b"big",
        "workflows/script.js": b"go",
    }.items():
        write_lines(inside / name, content)
    write_lines(path.with_name("agent-flat.jsonl"), agent.replace(b'"x"', b'"flat"'))
    write_lines(tmp_path / "file-history" / ONE / "0123456789abcdef@v1", b"old")
    return SessionFile.at(path)


def test_all_of_them_are_found(file: SessionFile) -> None:
    """With what they are."""
    assert {(one.inside, one.role) for one in belongings_of(file)} == {
        ("subagents/agent-x.jsonl", Role.SUBAGENT),
        ("subagents/agent-x.meta.json", Role.META),
        ("subagents/workflows/run/agent-y.jsonl", Role.SUBAGENT),
        ("tool-results/big.txt", Role.TOOL_RESULT),
        ("workflows/script.js", Role.OTHER),
        ("subagents/agent-flat.jsonl", Role.SUBAGENT),
        ("0123456789abcdef@v1", Role.FILE_HISTORY),
    }


def test_copy_has_its_own(file: SessionFile, tmp_path: Path) -> None:
    """All of them below its own id."""
    targets = {one.of_copy(file, TWO) for one in belongings_of(file)}
    folder = place(tmp_path, TWO).with_suffix("")
    assert tmp_path / "file-history" / TWO / "0123456789abcdef@v1" in targets
    assert folder / "subagents" / "agent-flat.jsonl" in targets
    assert all(TWO in str(path) for path in targets)


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_links_are_passed_over(file: SessionFile, tmp_path: Path) -> None:
    """What they lead to is not the session's."""
    inside = file.path.with_suffix("")
    (tmp_path / "secret").write_text("x")
    (inside / "tool-results" / "link.txt").symlink_to(tmp_path / "secret")
    (inside / "linked").symlink_to(tmp_path)
    assert not [one for one in belongings_of(file) if "link" in one.inside]
