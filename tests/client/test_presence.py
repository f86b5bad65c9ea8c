"""The announcement of a running client."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from steno.client.lines import Envelope
from steno.client.presence import Presence
from steno.disk.discover import Home
from steno.disk.live import live_sessions
from steno.disk.peek import read_object
from tests.disk.child_processes import environment

HERE: Final = Envelope(session_id="s", cwd="/sea/ebb", version="steno/1")

CHILD: Final = """
import sys, time
from pathlib import Path
from steno.client.lines import Envelope
from steno.client.presence import Presence
with Presence(Path(sys.argv[1]), Envelope(session_id="s", cwd="/sea", version="1")) as presence:
    presence.tell("busy")
    print(presence.path, flush=True)
    {then}
"""


def test_others_find_us_while_we_run(tmp_path: Path) -> None:
    """By the session, the process and its start; in a private file that is gone afterwards."""
    with Presence(tmp_path, HERE) as presence:
        presence.tell("busy")
        (found,) = live_sessions(Home(tmp_path))
        assert (found.session_id, found.pid, found.alive) == ("s", os.getpid(), True)
        assert (found.status, found.kind, found.entrypoint) == ("busy", "interactive", "steno")
        assert found.name is not None
        assert found.name.startswith("ebb-")
        assert presence.path.stat().st_mode & 0o777 == 0o600
        assert presence.path.parent.stat().st_mode & 0o777 == 0o700
    assert live_sessions(Home(tmp_path)) == ()
    assert list((tmp_path / "sessions").iterdir()) == []


def test_keys_are_those_of_the_real_client(tmp_path: Path) -> None:
    """In its order, but for the protocol between clients, which we do not speak."""
    with Presence(tmp_path, HERE, name="neap tide") as presence:
        presence.tell("idle")
        body = read_object(presence.path)
    assert " ".join(body) == (
        "pid sessionId cwd startedAt procStart version kind entrypoint name nameSource status "
        "updatedAt statusUpdatedAt"
    )
    assert (body["name"], body["nameSource"]) == ("neap tide", "user")


def test_we_may_go_on_to_another_session(tmp_path: Path) -> None:
    """As after a fresh start in the same client."""
    with Presence(tmp_path, HERE) as presence:
        presence.become("t", "/land")
        (found,) = live_sessions(Home(tmp_path))
    assert (found.session_id, found.cwd) == ("t", "/land")


def test_home_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    """It is a courtesy, no more."""
    (tmp_path / "sessions").write_text("a file", "utf-8")
    with Presence(tmp_path, HERE) as presence:
        presence.tell("idle")
    assert (tmp_path / "sessions").read_text("utf-8") == "a file"


def test_signal_handlers_are_left_as_they_were(tmp_path: Path) -> None:
    """Also where somebody else deals with the signals."""
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    with Presence(tmp_path, HERE):
        pass
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)] == before
    mine = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with Presence(tmp_path, HERE):
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, mine)


def test_other_threads_may_announce_us(tmp_path: Path) -> None:
    """Only the first thread may deal with signals."""
    worker = threading.Thread(target=lambda: Presence(tmp_path, HERE).__enter__())
    worker.start()
    worker.join()
    (found,) = live_sessions(Home(tmp_path))
    assert found.pid == os.getpid()


@pytest.mark.skipif(sys.platform == "win32", reason="ends processes as POSIX does")
@pytest.mark.usefixtures("usual_signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_ended_client_leaves_no_announcement(tmp_path: Path, number: signal.Signals) -> None:
    """Whichever signal ends it; its end is still told as that signal's."""
    command = [sys.executable, "-c", CHILD.format(then="time.sleep(60)"), str(tmp_path)]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        assert child.stdout is not None
        path = Path(child.stdout.readline().strip())
        assert path.exists()
        child.send_signal(number)
    assert child.returncode == -number
    assert not path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="forks as POSIX does")
def test_copy_of_the_process_leaves_it_alone(tmp_path: Path) -> None:
    """A child that ends before us does not take our announcement with it."""
    then = "import os; p = os.fork(); p or sys.exit(0); os.wait(); print(presence.path.exists())"
    command = [sys.executable, "-c", CHILD.format(then=then), str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[1] == "True"
