"""What a killed ``steno-agent`` leaves behind, the real client goes on with."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import pytest

from tests.client.killed_sessions import Session, some_death
from tests.interop.agreement import disagreement
from tests.interop.resuming import Attempt, Resumer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.interop.real_client import Client

pytestmark = [
    pytest.mark.interop,
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

SAMPLE: Final = 20
_AT_A_TIME: Final = 2


def leftovers(folder: Path) -> list[tuple[int, bytes]]:
    """Kill over and over; give what was in the file after each kill, and how many turns it had."""
    chance, left, number = random.Random(20), list[tuple[int, bytes]](), 0
    session = Session(folder / "0")
    while len(left) < SAMPLE:
        is_killed = session.live(some_death(chance))
        if is_killed and session.safe:
            left.append((session.done, session.before))
        if session.is_over:
            session.close()
            number += 1
            session = Session(folder / str(number))
    session.close()
    return left


def test_real_client_goes_on_after_kills(client: Client, scripts: Path, tmp_path: Path) -> None:
    """It sends what session.messages() says of the torn file, to the last key."""
    left = leftovers(tmp_path / "killed")
    assert len({done for done, _ in left}) > SAMPLE // 4, "they died in too few turns"
    with ThreadPoolExecutor(_AT_A_TIME) as crew:
        resumer = Resumer(client, scripts, tmp_path / "resumed", crew)
        for number, (done, content) in enumerate(left):
            name = f"kill {number} in turn {done + 1}"
            resumer.start(name, Attempt.by_path(content, resumer.folder_for(name)))
        names = [f"kill {number} in turn {done + 1}" for number, (done, _) in enumerate(left)]
        for name in names:
            resumed = resumer.resumed(name)
            assert resumed.request is not None, f"{name}: {resumed.said}"
            folder = tmp_path / name.replace(" ", "-")
            folder.mkdir()
            assert disagreement(resumer.attempt(name), resumed, folder) is None, name
