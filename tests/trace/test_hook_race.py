"""The race of the hook with the client's last lines: no turn is lost, doubled or cut for good."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from steno.session.session import load
from steno.trace.closing import Stop, answers
from steno.trace.spans import session_traces
from tests.trace.racing import LateClient, race

if TYPE_CHECKING:
    from pathlib import Path

    from steno.trace.span import Trace
    from steno.trace.spool import SpoolLine

PATIENCE = 10.0
"""Seconds that the exporter waits for the last line of a turn."""


class Waiting:
    """Waits for each turn that a line tells of, as the exporter does, and keeps what it found."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.found: list[Trace] = []

    def __call__(self, lines: tuple[SpoolLine, ...]) -> None:
        """Find the turns of these lines."""
        for line in lines:
            self.found.append(self._wait(line))

    def _wait(self, line: SpoolLine) -> Trace:
        stop = Stop(line.prompt_id, line.last_assistant_message, line.is_cut)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for trace in session_traces(load(line.transcript_path)):
                if answers(stop, trace):
                    return trace
            time.sleep(0.001)
        pytest.fail(f"the turn {line.prompt_id} did not come")


def run(tmp_path: Path, *, sessions: int, turns: int) -> None:
    """Let a client that is late race with an exporter that waits."""
    home = tmp_path / "projects" / "-tides"
    home.mkdir(parents=True)
    client = LateClient(home, tmp_path / "spool", random.Random(5))
    waiting = Waiting()
    race(client, waiting, sessions=sessions, turns=turns)
    assert len(client.replies) == sessions * turns
    assert {one.prompt_id: one.last_text for one in waiting.found} == client.replies
    assert max(Counter(one.id for one in waiting.found).values()) == 1


def test_last_lines_after_the_hook_are_waited_for(tmp_path: Path) -> None:
    """Each turn is found once, with its last words."""
    run(tmp_path, sessions=6, turns=10)


@pytest.mark.stress
def test_a_thousand_turns_with_late_lines_all_arrive(tmp_path: Path) -> None:
    """The same, a thousand times with random delays."""
    run(tmp_path, sessions=50, turns=20)
