"""A client that is killed at any moment loses nothing that was acknowledged."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest

import steno
from steno.client.opening import Place, open_resumed
from tests.client.conversations import MODEL, asks, replies, text
from tests.disk.child_processes import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

KILLS: Final = [pytest.param(20, id="20"), pytest.param(300, id="300", marks=pytest.mark.stress)]
HARMLESS: Final = {"call-without-result", "torn-line", "bad-line", "no-final-newline"}
"""What a kill may leave: a tool that never came to its end, a line that is half-written."""
ROOT: Final = Path(__file__).parents[2]


def killed(home: Path, session_id: str, chance: random.Random) -> list[str]:
    """Let a client talk, kill it at some moment, and give what it acknowledged."""
    variables = environment()
    variables["PYTHONPATH"] = os.pathsep.join((variables["PYTHONPATH"], str(ROOT)))
    script = [sys.executable, str(Path(__file__).with_name("recording_child.py"))]
    command = [*script, str(home), session_id, str(chance.random())]
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        try:
            first = child.stdout.readline()
            assert first, "the child died by itself"
            time.sleep(chance.random() * 0.1)
        finally:
            child.kill()
        rest = child.stdout.read()
    return [line.decode() for line in (first + rest).split(b"\n")[:-1]]


@pytest.mark.parametrize("kills", KILLS)
def test_killed_client_loses_nothing_acknowledged(tmp_path: Path, kills: int) -> None:
    """After every kill all lines are there once, the session is sound, and it goes on."""
    chance, home = random.Random(kills), tmp_path / "home"
    session_id = str(uuid4())
    path = Place(home=home, cwd=tmp_path).session_path(session_id)
    safe: list[str] = []
    before = b""
    for _ in range(kills):
        safe += killed(home, session_id, chance)
        content = path.read_bytes()
        assert content.startswith(before)
        session = steno.load(path)
        stored = [uuid for uuid in session.outline.uuids if uuid]
        assert len(stored) == len(set(stored))
        assert set(safe) <= set(stored)
        assert {found.code for found in session.findings} <= HARMLESS
        assert session.refusal is None
        before = content
        if len(before) > 4_000_000:
            session_id = str(uuid4())
            path = path.with_name(f"{session_id}.jsonl")
            safe, before = [], b""
    check_the_end(home, tmp_path, session_id, safe, path)


def check_the_end(home: Path, cwd: Path, session_id: str, safe: list[str], path: Path) -> None:
    """Go on once more; every line that was acknowledged leads up from there to the beginning."""
    if not safe:
        return
    opened = open_resumed(Place(home=home, cwd=cwd), session_id)
    assert opened.messages_for(MODEL)
    asks(opened.recorder, "We are still here.")
    replies(opened.recorder, text("Indeed."))
    session = steno.load(path)
    assert "We are still here." in str(session.messages()[-2])
    active = {session.outline.uuids[row] for row in session.active_rows}
    assert set(safe) <= active
