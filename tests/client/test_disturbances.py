"""A service that fails all the time, through a whole session: nothing is lost, nothing doubled."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sys
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest

import steno
from steno.format.codec import encode_value
from steno.model import exchange_choose
from steno.model.attempts import Attempts
from steno.model.exchange import Patience
from steno.model.script import as_answer
from steno.testing import messages_faults as faults
from steno.testing.messages_api import MessagesApi
from tests.client.agent_process import Ground
from tests.client.forked_agent import live
from tests.client.plain_transcripts import plain_lines
from tests.client.twenty_turns import SUMMARY, TURNS, model, prompt

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.model.script import Reply, Request

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="forks as POSIX does"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

MOST_IN_A_ROW: Final = 3
SILENT: Final = 2.0
"""Seconds of silence after which the client gives an answer up; the silent ones last longer.

So many that a good answer is not taken for a silent one where the machine is busy.
"""
SEEDS: Final = [
    pytest.param(seed, id=str(seed), marks=() if seed == 2 else pytest.mark.stress)
    for seed in range(1, 9)
]


def disturbed(reply: Reply, number: int, after: int) -> Reply:
    """Give something that goes wrong in the place of an answer, each time something else."""
    parts = as_answer(reply).blocks
    wrong = (
        faults.busy(429, retry_after=0),
        faults.busy(529),
        faults.busy(503),
        faults.busy(500),
        faults.drops(),
        faults.cut(*parts, after=after),
        faults.ends(*parts, after=after),
        faults.fails_within(*parts, after=after),
        faults.stalls(*parts, after=after, seconds=SILENT * 4),
    )
    return wrong[number % len(wrong)]


class Disturber:
    """A model whose every answer may go wrong, a few times in a row."""

    def __init__(self, seed: int) -> None:
        """Take what decides over chance."""
        self.chance, self.failed, self.kinds = random.Random(seed), Counter[str](), Counter[str]()

    def __call__(self, request: Request) -> Reply:
        """Answer a request, or not."""
        reply = model(request)
        asked = hashlib.sha256(encode_value(request.body.get("messages"))).hexdigest()
        if self.failed[asked] < MOST_IN_A_ROW and self.chance.random() < 0.5:
            self.failed[asked] += 1
            fault = disturbed(reply, self.kinds.total(), self.chance.randrange(1, 6))
            self.kinds[fault.kind.name] += 1
            return fault
        answered = as_answer(reply)
        if self.chance.random() < 0.1:
            return replace(answered, delay=0.05, pace=0.01)
        return reply


def be_quick() -> None:
    """Make all pauses of a client short; what it waits for stays the same."""
    sleep = asyncio.sleep
    attempts = Attempts(most=11, first_pause=0.001)

    async def nap(seconds: float, result: Any = None) -> Any:
        return await sleep(seconds / 100, result)

    # The child is forked for this alone: nobody else finds it changed.
    setattr(asyncio, "sleep", nap)  # noqa: B010 - its types are many
    setattr(exchange_choose, "patience_from", lambda _: Patience(attempts, silent=SILENT))  # noqa: B010


def session(folder: Path, rules: Callable[[Request], Reply]) -> tuple[Path, MessagesApi]:
    """Take a whole session to its end."""
    with MessagesApi(rules=rules) as api:
        ground, session_id = Ground(folder, api.environ), str(uuid4())
        prompts = [prompt(turn) for turn in TURNS]
        life = live(ground, ("--session-id", session_id), prompts, be_quick)
    results = [frame for frame in life.told if frame["type"] == "result"]
    assert (life.code, len(results)) == (0, len(TURNS))
    assert [result["is_error"] for result in results] == [False] * len(TURNS)
    return ground.transcript(session_id), api


def subagents(path: Path, folder: Path) -> dict[str, list[str]]:
    """Give the lines of sub-agents by what they were asked."""
    files = path.with_suffix("").glob("subagents/*.jsonl")
    texts = [plain_lines(file, folder) for file in files]
    return {errand(lines): lines for lines in texts}


def errand(lines: list[str]) -> str:
    """Give the errand that the lines of a sub-agent begin with."""
    return lines[0].partition("ERRAND-")[2][:2]


@pytest.mark.parametrize("seed", SEEDS)
def test_disturbed_session_is_the_same_as_a_calm_one(tmp_path: Path, seed: int) -> None:
    """Refusals, broken and silent answers leave no trace: the same lines, the same sub-agents."""
    disturber = Disturber(seed)
    calm, wild = tmp_path / "calm", tmp_path / "wild"
    calm_path, calm_api = session(calm, model)
    wild_path, wild_api = session(wild, disturber)
    assert (calm_api.problems, wild_api.problems) == ([], [])
    assert len(disturber.kinds) == len(faults.FaultKind)
    assert len(wild_api.requests) == len(calm_api.requests) + disturber.kinds.total()
    assert plain_lines(wild_path, wild) == plain_lines(calm_path, calm)
    assert subagents(wild_path, wild) == subagents(calm_path, calm)
    assert len(subagents(calm_path, calm)) == 3
    assert steno.load(wild_path).findings == ()


def test_broken_summary_is_asked_for_again(tmp_path: Path) -> None:
    """An answer that breaks off is no reason to go on without a summary, or with half of one."""
    broken = [faults.cut(SUMMARY, after=4), faults.ends(SUMMARY, after=4), SUMMARY]
    with MessagesApi(["Good morning.", *broken, "I go on."]) as api:
        ground, session_id = Ground(tmp_path, api.environ), str(uuid4())
        prompts = ("hello", "/compact", "and on")
        life = live(ground, ("--session-id", session_id), prompts, be_quick)
    results = [frame for frame in life.told if frame["type"] == "result"]
    assert [result["is_error"] for result in results] == [False] * 3
    assert api.problems == []
    session = steno.load(ground.transcript(session_id))
    assert session.findings == ()
    assert "errands were run" in str(session.messages())
