"""What a resume would send is what the real client was recorded to send, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

import steno
from tests.recorded_resumes import (
    or_skipped,
    probe,
    probe_names,
    recorded_session,
    session_names,
)
from tests.resume_keys import recorded_keys

if TYPE_CHECKING:
    from pathlib import Path

    from tests.recorded_resumes import Recorded

KNOWN_DIFFERENCES: Final[dict[str, str]] = {}
"""Probes on which steno and the client differ, each with the reason; at most one in fifty."""


def check(recorded: Recorded, path: Path) -> None:
    """Compare what steno would send for a transcript with what the client sent."""
    path.write_bytes(recorded.content)
    session = steno.load(path)
    if recorded.keys is None:
        assert session.refusal is not None
        assert session.messages() == []
    else:
        assert session.refusal is None
        assert recorded_keys(session.messages()) == recorded.keys


@pytest.mark.parametrize("name", or_skipped(session_names()))
def test_sessions_of_the_corpus_agree(name: str, tmp_path: Path) -> None:
    """For every main session of the corpus the messages are those that the client sent."""
    check(recorded_session(name), tmp_path / "session.jsonl")


@pytest.mark.parametrize("name", or_skipped(probe_names()))
def test_probes_agree(name: str, tmp_path: Path) -> None:
    """For every probe of one rule the messages are those that the client sent."""
    if name in KNOWN_DIFFERENCES:
        pytest.xfail(KNOWN_DIFFERENCES[name])
    check(probe(name), tmp_path / "session.jsonl")


def test_differences_are_few_and_of_probes_that_exist() -> None:
    """The list of known differences stays within a fiftieth of the probes."""
    if not probe_names():
        pytest.skip("needs the probes in ../shared/interop")
    assert set(KNOWN_DIFFERENCES) <= set(probe_names())
    assert len(KNOWN_DIFFERENCES) <= len(probe_names()) / 50
