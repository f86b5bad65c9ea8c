"""The order of recovery: the session before a continuation goes first (spec 002, 10)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from steno.trace import recovery
from steno.trace.recovery import recovery_order

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

SNAPSHOT = {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}}


def write(folder: Path, name: str, previous: str | None = None) -> Path:
    """Write a session, in which the first line may name the one before it."""
    first = SNAPSHOT if previous is None else {"type": "user", "sessionId": previous}
    path = folder / f"{name}.jsonl"
    path.write_text(json.dumps(first) + "\n" + json.dumps({"type": "user", "sessionId": name}))
    return path


def test_normal_session_stands_alone(tmp_path: Path) -> None:
    """Its first line is a snapshot and names no session."""
    path = write(tmp_path, "now")
    assert recovery_order(path) == [path]


def test_previous_session_is_processed_first(tmp_path: Path) -> None:
    """The continuation's first line carries its id."""
    before, path = write(tmp_path, "before"), write(tmp_path, "now", "before")
    assert recovery_order(path) == [before, path]


def test_chain_of_sessions_is_followed_to_its_beginning(tmp_path: Path) -> None:
    """Each of them may have ended without a hook."""
    chain = [write(tmp_path, "a"), write(tmp_path, "b", "a"), write(tmp_path, "c", "b")]
    assert recovery_order(chain[-1]) == chain


def test_previous_session_without_a_file_is_left_out(tmp_path: Path) -> None:
    """There is nothing to recover; nor does a name lead out of the folder."""
    path = write(tmp_path, "now", "gone")
    assert recovery_order(path) == [path]
    (tmp_path / "inner").mkdir()
    write(tmp_path, "outer")
    path = write(tmp_path / "inner", "now", "../outer")
    assert recovery_order(path) == [path]


def test_sessions_in_a_ring_end(tmp_path: Path) -> None:
    """Two that name each other are each there once."""
    one, other = write(tmp_path, "one", "other"), write(tmp_path, "other", "one")
    assert recovery_order(one) == [other, one]


def test_endless_chain_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a thousand sessions."""
    monkeypatch.setattr(recovery, "MOST_SESSIONS", 3)
    chain = [write(tmp_path, str(number), str(number - 1)) for number in range(6)]
    assert recovery_order(chain[-1]) == chain[-3:]


def test_failure_does_not_block_the_current_session(tmp_path: Path) -> None:
    """A file that cannot be read, or whose first line is no JSON, has nothing before it."""
    missing = tmp_path / "missing.jsonl"
    assert recovery_order(missing) == [missing]
    torn = tmp_path / "torn.jsonl"
    torn.write_text('{"sessionId": "mis')
    assert recovery_order(torn) == [torn]
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    path = write(tmp_path, "now", "folder")
    assert recovery_order(path) == [path]
