"""The spool: lines are taken whole, once, and by one exporter at a time."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steno_hook
from steno.disk import lock
from steno.errors import SystemRefusedError
from steno.trace.spool import Drained, Spool, SpoolLine, checked_path, drain, parse
from tests.hooked import SESSION, HookRuns, told

TRANSCRIPT = f"/home/mira/.claude/projects/-tides/{SESSION}.jsonl"


@pytest.fixture
def hook(tmp_path: Path) -> HookRuns:
    """Give a data folder, and runs of the hook that only spool."""
    return HookRuns(tmp_path)


def write(hook: HookRuns, *said: dict[str, Any]) -> None:
    """Spool some lines as the hook does."""
    for one in said:
        steno_hook._spool(str(hook.folder), json.dumps(one).encode())


def test_line_tells_what_the_client_said() -> None:
    """Everything that matters is there under a name of its own."""
    said = told("SubagentStop", agent_id="a1", last_assistant_message="Ebb.", stop_hook_active=True)
    assert parse(b"17 " + json.dumps(said).encode()) == SpoolLine(
        event="SubagentStop",
        session_id=SESSION,
        transcript_path=Path(TRANSCRIPT),
        time=17,
        prompt_id="prompt-1",
        last_assistant_message="Ebb.",
        agent_id="a1",
        cwd="/home/mira/tides",
    )


@pytest.mark.parametrize(
    "own",
    [
        {"transcript_path": "/etc/passwd"},
        {"transcript_path": "relative.jsonl"},
        {"transcript_path": "/home/mira/../other/a.jsonl"},
        {"transcript_path": "/home/mira/a\0.jsonl"},
        {"transcript_path": "/home/mira/.jsonl"},
        {"transcript_path": "/home/mira/agent-a1.jsonl"},
        {"transcript_path": ""},
        {"transcript_path": None},
        {"transcript_path": 5},
        {"session_id": ""},
        {"session_id": None},
        {"hook_event_name": ["Stop"]},
    ],
)
def test_line_that_tells_of_no_transcript_is_refused(own: dict[str, Any]) -> None:
    """What the hook was told is data: it does not decide which files are read."""
    assert parse(b"1 " + json.dumps(told(**own)).encode()) is None


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b"x {}", b"1", b"1 {", b"1 []", b"-1 {}", b"1" * 30 + b" {}", b"1 \xff"]
)
def test_torn_line_is_refused(raw: bytes) -> None:
    """Half a line is none."""
    assert parse(raw) is None


@given(st.binary(max_size=300))
def test_any_bytes_are_a_line_or_none(raw: bytes) -> None:
    """Nothing else happens."""
    assert parse(raw) is None or raw[:1].isdigit()


@given(st.text(max_size=40))
def test_checked_path_is_a_transcript_or_nothing(name: str) -> None:
    """Whatever the name, what comes out is absolute and ends as a transcript does."""
    path = checked_path(f"/home/{name}.jsonl")
    assert path is None or (path.is_absolute() and path.suffix == ".jsonl")


def test_lines_are_handed_over_once_and_in_order(hook: HookRuns) -> None:
    """When they are dealt with, nothing is left of them."""
    write(hook, *(told(prompt_id=str(number)) for number in range(5)))
    found: list[SpoolLine] = []
    assert drain(Spool(hook.folder), found.extend) == Drained(lines=5)
    assert [line.prompt_id for line in found] == list("01234")
    assert drain(Spool(hook.folder), found.extend) == Drained()
    assert [path.name for path in hook.folder.iterdir()] == [steno_hook.LOCK]


def test_torn_tail_costs_only_itself(hook: HookRuns) -> None:
    """Cut at any byte of the last line: the lines before and behind it are whole."""
    write(hook, told(prompt_id="a"), told(prompt_id="b"))
    whole = hook.spool.read_bytes()
    start = whole.rstrip(b"\n").rindex(b"\n") + 1
    for end in range(start, len(whole) - 1):
        hook.spool.write_bytes(whole[:end])
        write(hook, told(prompt_id="c"))
        found: list[SpoolLine] = []
        drained = drain(Spool(hook.folder), found.extend)
        seen = [line.prompt_id for line in found]
        assert [one for one in seen if one != "b"] == ["a", "c"]
        assert drained.refused == (end > start and "b" not in seen)


def test_lines_stay_where_dealing_with_them_fails(hook: HookRuns) -> None:
    """The next one gets them, before those that came since."""
    write(hook, told(prompt_id="a"))

    def fail(_: object) -> None:
        raise RuntimeError("no disk")

    with pytest.raises(RuntimeError, match="no disk"):
        drain(Spool(hook.folder), fail)
    write(hook, told(prompt_id="b"))
    assert Spool(hook.folder).has_lines
    found: list[SpoolLine] = []
    drain(Spool(hook.folder), found.extend)
    assert [line.prompt_id for line in found] == ["a", "b"]


def test_lines_that_come_meanwhile_are_noticed_before_the_end(hook: HookRuns) -> None:
    """A hook that finds an exporter starts none, so that one looks again."""
    write(hook, told(prompt_id="0"))
    found: list[SpoolLine] = []

    def handle(lines: tuple[SpoolLine, ...]) -> None:
        found.extend(lines)
        if len(found) < 5:
            write(hook, told(prompt_id=str(len(found))))

    drain(Spool(hook.folder), handle)
    assert [line.prompt_id for line in found] == list("01234")


def test_line_between_the_last_look_and_the_end_is_noticed(
    hook: HookRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look after the lock is gone finds what came when there was nothing left to take."""
    spool = Spool(hook.folder)
    take, late = spool.take, [told(prompt_id="late")]

    def take_then_write() -> Any:
        taken = take()
        if not taken and late:
            write(hook, late.pop())
        return taken

    monkeypatch.setattr(Spool, "take", lambda _: take_then_write())
    found: list[SpoolLine] = []
    drain(spool, found.extend)
    assert [line.prompt_id for line in found] == ["late"]


def test_second_exporter_leaves_the_lines_to_the_first(hook: HookRuns) -> None:
    """Only one takes."""
    write(hook, told())
    with Spool(hook.folder).alone() as is_alone:
        assert is_alone
        assert drain(Spool(hook.folder), list[SpoolLine]().extend) == Drained(is_alone=False)
    assert hook.spool.exists()


def test_lock_of_the_hook_is_taken_over(hook: HookRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    """The descriptor that the hook names holds the lock already; it is used once."""
    write(hook, told())
    path = hook.folder / steno_hook.LOCK
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(fd, fcntl.LOCK_EX)
    monkeypatch.setenv(steno_hook.LOCK_VARIABLE, str(fd))
    found: list[SpoolLine] = []
    assert drain(Spool(hook.folder), found.extend) == Drained(lines=1)
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(fd)
    assert steno_hook.LOCK_VARIABLE not in os.environ


@pytest.mark.parametrize("value", ["", "x", "-1", "0", "99", "9" * 40, "²"])
def test_wrong_lock_is_not_taken_over(
    hook: HookRuns, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    """A descriptor of something else is left alone, and a lock of our own is taken."""
    write(hook, told())
    monkeypatch.setenv(steno_hook.LOCK_VARIABLE, value)
    with Spool(hook.folder).alone() as is_alone:
        assert is_alone
    os.fstat(0)


def test_hook_that_still_writes_is_waited_for(hook: HookRuns) -> None:
    """A line that goes to the file after it was renamed is not lost."""
    write(hook, told(prompt_id="a"))
    fd = os.open(hook.spool, os.O_WRONLY | os.O_APPEND)
    fcntl.flock(fd, fcntl.LOCK_SH)

    def finish() -> None:
        time.sleep(0.2)
        os.write(fd, steno_hook._line(json.dumps(told(prompt_id="slow")).encode()))
        os.close(fd)

    writer = threading.Thread(target=finish)
    writer.start()
    found: list[SpoolLine] = []
    drain(Spool(hook.folder), found.extend)
    writer.join()
    assert [line.prompt_id for line in found] == ["a", "slow"]


def test_hook_does_not_write_to_a_file_that_was_renamed(
    hook: HookRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the spool is taken between opening and locking it, the hook opens the new one."""
    write(hook, told(prompt_id="a"))
    is_locked, taken = steno_hook._is_locked, list[Any]()

    def take_first(fd: int, *, exclusive: bool) -> bool:
        if not taken:
            taken.append(Spool(hook.folder).take())
        return is_locked(fd, exclusive=exclusive)

    monkeypatch.setattr(steno_hook, "_is_locked", take_first)
    write(hook, told(prompt_id="b"))
    taken[0].done()
    found: list[SpoolLine] = []
    drain(Spool(hook.folder), found.extend)
    assert [line.prompt_id for line in found] == ["b"]


def test_file_system_without_locks_gets_a_moment(
    hook: HookRuns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be locked, lines are written and taken all the same."""

    def unsupported(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "no locks")

    monkeypatch.setattr("steno_hook.fcntl.flock", unsupported)
    write(hook, told())
    found: list[SpoolLine] = []
    drain(Spool(hook.folder), found.extend)
    assert len(found) == 1


def test_what_the_system_refuses_is_told(hook: HookRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an error that a surface can show; the lines are still there."""
    write(hook, told())
    monkeypatch.setattr(lock, "PATIENCE", 0.0)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "forbidden", str(hook.folder))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refuse)
        with pytest.raises(SystemRefusedError, match="forbidden"):
            Spool(hook.folder).take()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        taken = Spool(hook.folder).take()
        with pytest.raises(SystemRefusedError, match="forbidden"):
            taken.done()
    with monkeypatch.context() as patch:
        patch.setattr("steno.trace.spool.open_locked", refuse)
        with pytest.raises(SystemRefusedError, match="forbidden"), Spool(hook.folder).alone():
            pass
    assert Spool(hook.folder).has_lines


def test_spool_is_that_of_the_hook(hook: HookRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless told otherwise."""
    monkeypatch.setenv("XDG_DATA_HOME", str(hook.data))
    assert Spool().folder == hook.folder


KILLED = """
import sys, time
from pathlib import Path
from steno.trace.spool import Spool, drain
def handle(lines):
    with open(sys.argv[2], "a") as log:
        for line in lines:
            log.write(f"{line.prompt_id}\\n")
            log.flush()
            time.sleep(0.002)
while True:
    drain(Spool(Path(sys.argv[1])), handle)
    time.sleep(0.001)
"""


def test_killed_exporter_leaves_everything_to_the_next(hook: HookRuns, tmp_path: Path) -> None:
    """SIGKILL at random moments: each line is dealt with in the end, by one or the other."""
    seen = tmp_path / "seen"
    seen.touch()
    for attempt in range(6):
        write(hook, *(told(prompt_id=f"{attempt}.{number}") for number in range(20)))
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(hook.folder), str(seen)], env=hook.environment()
        ) as exporter:
            end = time.monotonic() + 60
            while f"{attempt}.{attempt * 3}\n" not in seen.read_text():
                assert time.monotonic() < end
                time.sleep(0.001)
            exporter.kill()
    found: list[SpoolLine] = []
    drain(Spool(hook.folder), found.extend)
    dealt_with = {*seen.read_text().split(), *(line.prompt_id for line in found)}
    assert dealt_with == {f"{attempt}.{number}" for attempt in range(6) for number in range(20)}
