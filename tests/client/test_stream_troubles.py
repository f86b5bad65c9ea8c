"""Streams that end, break, are full or were never there, and signals: ``steno-agent`` bears it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import steno
from steno.model.script import call, say
from steno.testing.messages_api import MessagesApi
from tests.client.agent_process import FREE, PROGRAM, STREAMING, Ended, Ground, said
from tests.client.troubles import HELLO, WAYS, goes_on, is_alive, is_plain, only_transcript, reply

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="speaks POSIX to its children"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


@pytest.fixture
def api() -> Iterator[MessagesApi]:
    """Give a service that is well."""
    with MessagesApi(rules=reply) as api:
        yield api


@pytest.fixture
def ground(api: MessagesApi, tmp_path: Path) -> Ground:
    """Give a home and a project where the service is known."""
    return Ground(tmp_path, api.environ)


def test_stdin_that_is_at_its_end(ground: Ground) -> None:
    """Who streams and says nothing gets nothing; who prints has to be told what."""
    assert ground.run(*STREAMING) == Ended(0, "", "")
    ran = ground.run("-p")
    assert ran.code == 2
    assert "there is no prompt" in ran.err
    assert ground.transcripts() == []


def test_frames_that_are_none(ground: Ground, api: MessagesApi) -> None:
    """What is no frame, or no prompt, is left out with a word; the next one is heard."""
    frames: list[Any] = [
        5, [], {}, {"type": "nonsense"}, {"type": "user"}, said(""), said([]), said([1, "two"]),
        {"type": "control_request"}, {"type": "control_response", "response": 5},
        {"type": "control_request", "request_id": 5, "request": {"subtype": "set_model"}},
    ]  # fmt: skip
    given = b"".join(json.dumps(frame).encode() + b"\n" for frame in frames)
    ran = ground.run(*STREAMING, given=b"{torn\n\n\xff\n" + given + HELLO)
    assert ran.code == 0
    assert is_plain(ran.err)
    assert ran.result["result"] == "Done."
    assert ran.err.count("left out") == 10
    assert len(api.requests) == 1
    assert api.problems == []
    only_transcript(ground)


@pytest.mark.parametrize(
    ("closed", "code"), [("<&-", 0), (">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0)]
)
def test_streams_that_are_not_there(ground: Ground, closed: str, code: int) -> None:
    """A stream that was closed is missed by nobody, and no other file takes its place."""
    command = [*PROGRAM, "-p", "hello"]
    ran = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {closed}', "sh", *command],
        env=ground.environment,
        cwd=ground.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == code, ran.stderr
    assert ran.stderr == ""
    assert ran.stdout == ("" if ">&-" in closed.partition("2>")[0] else "Done.\n")
    path = only_transcript(ground)
    assert "Done." in goes_on(ground, path)


def test_stderr_that_is_not_there(ground: Ground) -> None:
    """The exit code tells of an error where words cannot."""
    ran = subprocess.run(
        ["/bin/sh", "-c", '"$@" 2>&-', "sh", *PROGRAM, "-p", "hello", "--resume", "nonesuch"],
        env=ground.environment,
        cwd=ground.project,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 2


@contextmanager
def closed_pipe() -> Iterator[int]:
    """Give the end of a pipe that nobody reads."""
    reads, writes = os.pipe()
    os.close(reads)
    try:
        yield writes
    finally:
        os.close(writes)


def run_into(ground: Ground, out: int, *arguments: str, given: bytes = b"") -> Ended:
    """Run the program with its output into a descriptor."""
    ran = subprocess.run(
        [*PROGRAM, *arguments],
        env=ground.environment,
        cwd=ground.project,
        input=given,
        stdout=out,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    return Ended(ran.returncode, "", ran.stderr.decode())


@pytest.mark.parametrize("way", WAYS)
def test_reader_that_has_gone(ground: Ground, way: str) -> None:
    """Nobody is told off for not listening, and the answer so far is kept."""
    with closed_pipe() as out:
        ran = run_into(ground, out, *WAYS[way], given=HELLO if way == "streaming" else b"")
    assert ran.code == (0 if way == "print" else 1)
    assert is_plain(ran.err)
    path = only_transcript(ground)
    assert "hello" in goes_on(ground, path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_answer_that_does_not_fit(ground: Ground) -> None:
    """Where the answer cannot be put out it is said, with where to find it."""
    with Path("/dev/full").open("wb") as full:
        ran = run_into(ground, full.fileno(), "-p", "hello")
    assert ran.code == 2
    assert "No space left on device" in ran.err
    path = only_transcript(ground)
    assert path.stem in ran.err
    assert "Done." in str(steno.load(path).messages())


@pytest.mark.usefixtures("usual_signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
@pytest.mark.parametrize("way", WAYS)
def test_signals(tmp_path: Path, way: str, number: int, code: int) -> None:
    """What runs is ended with us, every call has a result, and the session goes on."""
    mark = tmp_path / "outlived"
    waits = [say("I wait."), call("Bash", command=f"echo $$ > {mark}; exec sleep 60")]
    with MessagesApi([waits, "Done."]) as api:
        ground = Ground(tmp_path, api.environ)
        with subprocess.Popen(
            [*PROGRAM, *WAYS[way], *FREE],
            env=ground.environment,
            cwd=ground.project,
            stdin=subprocess.PIPE if way == "streaming" else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            if process.stdin is not None:
                process.stdin.write(HELLO)
                process.stdin.flush()
            while not (mark.exists() and mark.read_text("utf-8")):
                assert process.poll() is None
                time.sleep(0.02)
            process.send_signal(number)
            _, words = process.communicate(timeout=60)
        assert process.returncode == code
        assert is_plain(words.decode())
        assert not is_alive(int(mark.read_text("utf-8")))
        path = only_transcript(ground)
        assert "Request interrupted by user" in goes_on(ground, path)
        assert api.problems == []
