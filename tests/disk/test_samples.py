"""The samples of every version: what each shows is what steno reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.disk.transcript import read
from steno.format.drift import Drift
from steno.format.entries.user import UserEntry
from steno.format.message import MessageEntry
from steno.session.check_file import check_file

DATA = Path(__file__).parents[1] / "data"
SAMPLES = sorted(DATA.rglob("*.jsonl"))

FINDINGS = {
    "no_version/spec_002.jsonl": {
        "no-type",
        "no-uuid",
        "no-timestamp",
        "no-model",
        "string-content",
        "unreachable-history",
        "not-resumable",
    },
    "2.0.60/flat_agents_and_rewind.jsonl": {"dead-branch"},
    "2.1.20/agent_progress_without_files.jsonl": {"call-without-result"},
    "2.1.130/nested_agents/subagents/agent-a2222222222222222.jsonl": {"call-without-result"},
    "2.1.60/fork_and_retry.jsonl": {"dead-branch"},
    "broken/torn_tail.jsonl": {"torn-line", "no-final-newline"},
    "broken/glued.jsonl": {"glued-line", "torn-line", "repeated-uuid", "unreachable-history"},
    "broken/nul_and_garbage.jsonl": {"nul-bytes", "bad-line", "unreachable-history"},
    "broken/line_ends.jsonl": {"bom", "crlf", "blank-line"},
    "broken/gbk.jsonl": {"not-utf8"},
    "broken/utf16.jsonl": {"not-utf8", "bom", "crlf", "not-resumable"},
    "broken/not_strict.jsonl": {"loose-json", "unreachable-history"},
    "future/unknown.jsonl": {"wrong-shape"},
}
"""The findings of each sample that has any."""


def name(path: Path) -> str:
    """Give a sample's name."""
    return path.relative_to(DATA).as_posix()


@pytest.mark.parametrize("path", SAMPLES, ids=name)
def test_each_sample_comes_back_and_shows_what_it_should(path: Path) -> None:
    """Byte for byte, with its findings and no others."""
    assert b"".join(entry.raw for entry in read(path)) == path.read_bytes()
    assert {found.code for found in check_file(path).findings} == FINDINGS.get(name(path), set())


@pytest.mark.parametrize("path", SAMPLES, ids=name)
def test_only_the_future_is_unknown(path: Path) -> None:
    """Each release knows every shape that was ever seen; a time that is a number is told."""
    drift = Drift()
    for entry in read(path):
        for part in entry.parts:
            drift.see(part, f"{name(path)}:{part.line}")
    found = {row.name for row in drift.rows()}
    if path.is_relative_to(DATA / "future"):
        assert found
    else:
        assert found <= {"user.timestamp: integer, not string"}


def test_the_future_is_named_by_what_is_new_in_it() -> None:
    """A type, a subtype, an attachment, a block, a key, a shape."""
    drift = Drift()
    for entry in read(DATA / "future" / "unknown.jsonl"):
        drift.see(entry, f"future:{entry.line}")
    rows = drift.rows()
    named = " ".join(row.name for row in rows)
    for new in ("hologram", "weather", "shell", "song", "mood", "permissionMode"):
        assert new in named
    assert {row.first_version for row in rows} == {"9.0.0"}


def test_content_and_time_are_found_where_spec_002_puts_them() -> None:
    """On the line, in the message, or nowhere."""
    entries = list(read(DATA / "no_version" / "spec_002.jsonl"))
    assert all(isinstance(entry, MessageEntry) for entry in entries)
    assert [entry.type for entry in entries] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "assistant",
    ]
    first, second, third, *_ = entries
    assert isinstance(first, UserEntry)
    assert first.content == "read a file"
    assert second.time is not None
    assert third.time is None
    assert isinstance(third, UserEntry)
    assert [result.content for result in third.tool_results] == ["file data"]


def test_every_sample_is_explained() -> None:
    """In the README beside them."""
    readme = (DATA / "README.md").read_text("utf-8")
    assert [name(path) for path in SAMPLES if f"`{name(path)}`" not in readme] == []
