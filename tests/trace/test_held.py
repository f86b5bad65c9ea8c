"""Sessions whose lines are decoded once: the same traces, read from the file a single time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.session.bodies import FileBodies, HeldBodies
from steno.session.session import load
from steno.testing.build import make_session
from steno.testing.demo import write_demo
from steno.trace import held as module
from steno.trace.held import held
from steno.trace.spans import session_traces
from tests.session.transcripts import session, user
from tests.trace.sending import conversation

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_traces_are_the_same(tmp_path: Path) -> None:
    """Of every session of the demo, the broken ones too."""
    write_demo(tmp_path / "home")
    paths = sorted((tmp_path / "home" / "projects").glob("*/*.jsonl"))
    assert paths
    for path in paths:
        assert list(session_traces(held(load(path)))) == list(session_traces(load(path)))


def test_lines_are_kept_as_they_were(tmp_path: Path) -> None:
    """What is added afterwards belongs to the next load."""
    path = make_session(tmp_path, conversation("one", 1))
    kept = held(load(path))
    before = path.read_bytes()
    path.write_bytes(before + b'{"type":"user"}\n')
    assert b"".join(entry.raw for entry in kept.entries) == before


def test_large_files_and_lines_at_hand_stay_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory has its bounds."""
    loaded = load(make_session(tmp_path, conversation("one", 1)))
    assert isinstance(held(loaded).bodies, HeldBodies)
    monkeypatch.setattr(module, "MOST_HELD", 10)
    assert isinstance(held(loaded).bodies, FileBodies)
    at_hand = session(user("a"))
    assert held(at_hand) is at_hand
