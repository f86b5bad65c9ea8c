"""Clients that announce themselves."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.disk import live
from steno.disk.discover import Home
from steno.disk.live import is_running, live_sessions

if TYPE_CHECKING:
    from steno.disk.walk import Problem

posix = pytest.mark.skipif(sys.platform == "win32", reason="asks the system by POSIX signals")
linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")


def announce(home: Path, name: str, content: str) -> Path:
    """Write an announcement."""
    (home / "sessions").mkdir(exist_ok=True)
    path = home / "sessions" / name
    path.write_text(content)
    return path


@pytest.fixture
def ended_pid() -> int:
    """Give the pid of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    process.wait()
    return process.pid


def own_start() -> str:
    """Give this process's start time as Linux tells it."""
    return Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]


def test_announcement_is_read_whole(tmp_path: Path) -> None:
    """Everything that a list of sessions can show of a running client."""
    pid = os.getpid()
    path = announce(
        tmp_path,
        f"{pid}.json",
        f'{{"pid":{pid},"sessionId":"s","cwd":"/home/ann","startedAt":1000,"updatedAt":2000,'
        '"version":"2.1.197","kind":"interactive","entrypoint":"cli","name":"owl",'
        '"status":"busy","peerProtocol":1}',
    )
    (session,) = live_sessions(Home(tmp_path))
    assert session == live.LiveSession(
        path=path,
        pid=pid,
        session_id="s",
        alive=True,
        cwd="/home/ann",
        started_at=datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC),
        updated_at=datetime(1970, 1, 1, 0, 0, 2, tzinfo=UTC),
        version="2.1.197",
        kind="interactive",
        entrypoint="cli",
        name="owl",
        status="busy",
        process_start=None,
    )


@posix
def test_file_left_behind_is_told_apart(tmp_path: Path, ended_pid: int) -> None:
    """The process is gone, the file is not."""
    announce(tmp_path, f"{ended_pid}.json", f'{{"pid":{ended_pid},"sessionId":"s"}}')
    assert [session.alive for session in live_sessions(Home(tmp_path))] == [False]


@linux
def test_next_bearer_of_a_pid_is_told_apart(tmp_path: Path) -> None:
    """The process runs, but it is not the one that wrote the file."""
    pid, start = os.getpid(), own_start()
    announce(tmp_path, "1.json", f'{{"pid":{pid},"sessionId":"s","procStart":"{start}"}}')
    announce(tmp_path, "2.json", f'{{"pid":{pid},"sessionId":"s","procStart":{start}}}')
    announce(tmp_path, "3.json", f'{{"pid":{pid},"sessionId":"s","procStart":"1"}}')
    assert [session.alive for session in live_sessions(Home(tmp_path))] == [True, True, False]


@posix
def test_start_time_counts_only_where_it_can_be_compared(tmp_path: Path) -> None:
    """Without /proc, with a damaged one, or with a date, the pid alone must do."""
    pid = os.getpid()
    assert is_running(pid, "5", proc=tmp_path)
    (tmp_path / str(pid)).mkdir()
    (tmp_path / str(pid) / "stat").write_text("1 (a) S 1")
    assert is_running(pid, "5", proc=tmp_path)
    fields = " ".join(str(number) for number in range(3, 30))
    (tmp_path / str(pid) / "stat").write_text(f"1 (a) b) {fields}")
    assert is_running(pid, "22", proc=tmp_path)
    assert is_running(pid, "23", proc=tmp_path) is False
    assert is_running(pid, "Mon Jan  1 00:00:00 2026", proc=tmp_path)


@posix
@pytest.mark.parametrize(
    ("error", "alive"),
    [
        (PermissionError(errno.EPERM, "not yours"), True),
        (ProcessLookupError(errno.ESRCH, "none"), False),
        (OSError(errno.EINVAL, "odd"), None),
    ],
)
def test_processes_of_others_are_alive_too(
    monkeypatch: pytest.MonkeyPatch, error: OSError, *, alive: bool | None
) -> None:
    """What may not be signalled exists; what the system cannot say is unknown."""

    def kill(_: int, __: int) -> None:
        raise error

    monkeypatch.setattr(os, "kill", kill)
    assert is_running(4711) is alive


def test_early_form_is_read(tmp_path: Path) -> None:
    """The pid in the name, the id under another key."""
    announce(tmp_path, f"pid-{os.getpid()}.json", '{"session_id":"s","cwd":"/x"}')
    (session,) = live_sessions(Home(tmp_path))
    assert (session.pid, session.session_id, session.cwd) == (os.getpid(), "s", "/x")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("1.json", "{"),
        ("1.json", "[]"),
        ("1.json", '{"pid":1}'),
        ("x.json", '{"sessionId":"s"}'),
        ("x.json", '{"pid":true,"sessionId":"s"}'),
        ("x.json", '{"pid":0,"sessionId":"s"}'),
        ("x.json", '{"pid":-1,"sessionId":"s"}'),
        ("x.json", '{"pid":99999999999,"sessionId":"s"}'),
        ("99999999999.json", '{"sessionId":"s"}'),
        ("1.json", '{"pid":1,"sessionId":""}'),
    ],
)
def test_useless_announcements_are_told(tmp_path: Path, name: str, content: str) -> None:
    """Damaged ones are no sessions; above all, no signal goes to pid 0 or -1."""
    path = announce(tmp_path, name, content)
    problems: list[Problem] = []
    assert live_sessions(Home(tmp_path), problems) == ()
    assert [problem.path for problem in problems] == [path]


def test_home_without_announcements_has_no_live_sessions(tmp_path: Path) -> None:
    """No folder, or other files in it."""
    assert live_sessions(Home(tmp_path)) == ()
    announce(tmp_path, "readme.txt", "x")
    assert live_sessions(Home(tmp_path)) == ()
