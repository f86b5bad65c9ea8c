"""The hook: writes one line, starts one exporter, and is never in the client's way."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import steno_hook
from steno.config import data_folder
from steno.trace.spool import Spool, drain
from tests.hooked import HookRuns, told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steno.trace.spool import SpoolLine

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the hook's promises are kept on POSIX")

EXPORTER: Final = '''
"""A stand-in for steno that notes how it was started."""
import json, os, sys
from pathlib import Path
here = Path.cwd()
held = [fd for fd in range(3, 64) if os.path.exists(f"/proc/self/fd/{fd}")]
with open(here / "started", "a") as log:
    log.write(json.dumps({
        "argv": sys.argv[1:], "lock": os.environ.get("STENO_SPOOL_LOCK"), "sid": os.getsid(0),
        "pid": os.getpid(), "stdin": os.fstat(0).st_rdev, "path": sys.path[0],
        "open": held,
    }) + "\\n")
while not (here / "end").exists():
    __import__("time").sleep(0.01)
'''


@pytest.fixture
def hook(tmp_path: Path) -> HookRuns:
    """Give runs of the hook that only spool."""
    return HookRuns(tmp_path)


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[HookRuns]:
    """Give runs of the hook that start a stand-in for the exporter, which ends with the test."""
    package = tmp_path / "fake" / "steno"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(EXPORTER)
    runs = HookRuns(tmp_path, (tmp_path / "fake",))
    yield runs
    runs.folder.mkdir(parents=True, exist_ok=True)
    (runs.folder / "end").touch()
    until(lambda: all(is_gone(one["pid"]) for one in started(runs)))


def started(runs: HookRuns) -> list[dict[str, Any]]:
    """Read what the stand-ins noted."""
    log = runs.folder / "started"
    lines = log.read_text().split("\n") if log.exists() else []
    return [json.loads(line) for line in lines if line]


def is_gone(pid: int) -> bool:
    """Say whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"


def until(is_so: Callable[[], object]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def lines(runs: HookRuns) -> list[SpoolLine]:
    """Take all lines off the spool."""
    found: list[SpoolLine] = []
    drain(Spool(runs.folder), found.extend)
    return found


def in_process(folder: Path, said: bytes, **environ: str) -> None:
    """Run the hook inside this process, where its parts can be looked at."""
    reader, writer = os.pipe()
    try:
        os.write(writer, said)
        os.close(writer)
        values = {"XDG_DATA_HOME": str(folder), steno_hook.SWITCH: steno_hook.SPOOL_ONLY}
        steno_hook.main({**values, **environ}, reader)
    finally:
        os.close(reader)


def test_writes_one_line_that_only_its_owner_may_read(hook: HookRuns) -> None:
    """Under any umask, and without a word to the client."""
    with contextlib.ExitStack() as stack:
        stack.callback(os.umask, os.umask(0))
        hook.run(told(last_assistant_message="Ebb\nat noon."))
    assert stat.S_IMODE(hook.spool.stat().st_mode) == 0o600
    assert stat.S_IMODE(hook.folder.stat().st_mode) == 0o700
    (line,) = lines(hook)
    assert (line.event, line.prompt_id) == ("Stop", "prompt-1")
    assert line.last_assistant_message == "Ebb\nat noon."
    assert abs(line.time - time.time_ns()) < 600e9


def test_pretty_printed_words_become_one_line(hook: HookRuns) -> None:
    """Newlines between JSON values mean nothing."""
    hook.run(json.dumps(told(), indent=2).encode())
    assert [line.event for line in lines(hook)] == ["Stop"]


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\n\n  ",
        b"not JSON",
        b"\xff\xfe\x00",
        b"[1, 2]",
        b"null",
        b'{"session_id": 5, "transcript_path": ["x"]}',
        b"{" * 1000,
        b"[" * (1 << 20),
        b'{"a": "' + b"x" * (1 << 20),
        b'"' + b"x" * (1 << 20) + b'"',
    ],
    ids=range(11),
)
def test_hostile_words_harm_nobody(hook: HookRuns, said: bytes) -> None:
    """Whatever comes in, the client sees silence and 0, and the next line counts."""
    hook.run(said)
    hook.run(told("SessionEnd"))
    assert [line.event for line in lines(hook)] == ["SessionEnd"]


@given(st.binary(max_size=400))
def test_any_bytes_make_at_most_one_line(said: bytes) -> None:
    """They never become two lines, nor part of another's."""
    line = steno_hook._line(said)
    assert line.startswith(b"\n")
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 2


def test_long_message_is_cut_and_says_so(hook: HookRuns) -> None:
    """A reply of megabytes leaves what matters: who, where, and how it begins."""
    hook.run(told(last_assistant_message="tide " * 100_000, background_tasks=["x"] * 10))
    assert hook.spool.stat().st_size < 2 * steno_hook.LONGEST_MESSAGE
    (line,) = lines(hook)
    assert line.is_cut
    assert ("tide " * 100_000).startswith(line.last_assistant_message or "ebb")


def test_long_but_for_the_message_is_kept_whole(hook: HookRuns) -> None:
    """What is long besides the message goes; the message stays as it is."""
    hook.run(told(last_assistant_message="Ebb.", background_tasks=["x" * 1000] * 1000))
    (line,) = lines(hook)
    assert (line.is_cut, line.last_assistant_message) == (False, "Ebb.")


def test_absurd_path_is_not_spooled(hook: HookRuns) -> None:
    """A path as long as a book is none; the log tells, without a word of it."""
    hook.run(told(cwd="/secret" * 100_000))
    assert lines(hook) == []
    log = (hook.folder / steno_hook.HOOK_LOG).read_text()
    assert "too long" in log
    assert "secret" not in log


def test_client_that_does_not_end_its_words_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has come until then counts."""
    monkeypatch.setattr(steno_hook, "PATIENCE", 0.2)
    reader, writer = os.pipe()
    try:
        os.write(writer, json.dumps(told()).encode())
        steno_hook.main({"XDG_DATA_HOME": str(tmp_path), "STENO_HOOK": "spool"}, reader)
    finally:
        os.close(reader)
        os.close(writer)
    assert len(lines(HookRuns(tmp_path))) == 1


def test_closed_stdin_is_no_failure(hook: HookRuns) -> None:
    """A client that gives the hook no stdin at all gets its 0."""
    script = "import os; os.close(0); from steno_hook import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", script], env=hook.environment(), capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("value", ["off", "OFF", "0", "no", " false "])
def test_switched_off_it_does_nothing(hook: HookRuns, value: str) -> None:
    """Not even a folder is made."""
    hook.run(told(), STENO_HOOK=value)
    assert not hook.folder.exists()


def test_folder_that_cannot_be_made_is_no_failure(hook: HookRuns) -> None:
    """Where a file is in the way, the client hears nothing of it."""
    (hook.data / "steno").write_text("in the way")
    hook.run(told())
    assert (hook.data / "steno").read_text() == "in the way"


@pytest.mark.parametrize("kind", ["link", "fifo", "folder"])
def test_spool_that_is_no_file_is_left_alone(hook: HookRuns, kind: str) -> None:
    """Nothing is written through a link, nobody waits for a fifo."""
    hook.folder.mkdir(parents=True)
    other = hook.data / "other"
    if kind == "link":
        hook.spool.symlink_to(other)
    elif kind == "fifo":
        os.mkfifo(hook.spool)
    else:
        hook.spool.mkdir()
    hook.run(told())
    assert not other.exists()
    assert (hook.folder / steno_hook.HOOK_LOG).read_text().count("\n") == 1


def test_log_does_not_grow_for_ever(tmp_path: Path) -> None:
    """A large one begins anew."""
    folder = HookRuns(tmp_path).folder
    folder.mkdir(parents=True)
    log = folder / steno_hook.HOOK_LOG
    log.write_bytes(b"x" * (steno_hook.LARGEST_LOG + 1))
    steno_hook._log(str(folder), ValueError("transcript content"))
    assert log.read_text().split(" ", 1)[1] == "ValueError \n"


def test_full_spool_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody ever reads it, the disk is not filled."""
    monkeypatch.setattr(steno_hook, "LARGEST_SPOOL", 100)
    for _ in range(5):
        in_process(tmp_path, json.dumps(told()).encode())
    runs = HookRuns(tmp_path)
    assert len(lines(runs)) == 1
    assert "nobody reads the spool" in (runs.folder / steno_hook.HOOK_LOG).read_text()


def test_short_write_is_told_and_does_not_spoil_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk takes half a line: the other lines are whole all the same."""
    said, write = json.dumps(told()).encode(), os.write
    in_process(tmp_path, said)
    monkeypatch.setattr("steno_hook.os.write", lambda fd, line: write(fd, line[:50]))
    in_process(tmp_path, b" ")
    steno_hook._spool(str(HookRuns(tmp_path).folder), said)
    monkeypatch.undo()
    in_process(tmp_path, said)
    assert len(lines(HookRuns(tmp_path))) == 2


def test_person_at_a_terminal_is_not_waited_for(tmp_path: Path) -> None:
    """Run by hand it ends at once, and spools nothing."""
    master, slave = os.openpty()
    try:
        steno_hook.main({"XDG_DATA_HOME": str(tmp_path)}, slave)
    finally:
        os.close(master)
        os.close(slave)
    assert not HookRuns(tmp_path).folder.exists()


def test_umask_is_put_back(tmp_path: Path) -> None:
    """The hook leaves its process as it was."""
    before = os.umask(0o022)
    try:
        in_process(tmp_path, json.dumps(told()).encode())
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)


@given(
    st.dictionaries(
        st.sampled_from(["XDG_DATA_HOME", "APPDATA"]),
        st.sampled_from(["", "relative/data", "/data", "/data/", "~", "~/data", "C:\\data"]),
    )
)
def test_spool_lies_in_the_data_folder(environ: dict[str, str]) -> None:
    """Without importing steno the hook finds the folder that steno uses."""
    assert Path(steno_hook.spool_folder(environ)) == data_folder(environ) / steno_hook.FOLDER


def test_imports_nothing_of_steno_and_little_else() -> None:
    """What the hook loads decides how fast it is."""
    script = (
        "import os, sys; before = set(sys.modules); import steno_hook;"
        " print(*set(sys.modules) - before)"
    )
    run = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env={"PYTHONPATH": str(Path(steno_hook.__file__).parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(run.stdout.split()) - {"steno_hook", "__future__"} <= {"errno", "fcntl", "select"}


def test_package_brings_the_module_and_its_script() -> None:
    """A module beside the package comes along only where it is named."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    assert project["tool"]["setuptools"]["py-modules"] == ["steno_hook"]
    module, _, function = project["project"]["scripts"]["steno-hook"].partition(":")
    assert getattr(sys.modules[module], function) is steno_hook.run


def test_names_no_module_of_others() -> None:
    """The module stands for itself: standard library only."""
    tree = ast.parse(Path(steno_hook.__file__).read_text("utf-8"))
    named = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert named <= sys.stdlib_module_names


def test_many_hooks_at_once_lose_nothing(hook: HookRuns) -> None:
    """Fifty write while another takes: each line is there once, and whole."""
    found: list[SpoolLine] = []

    def run(number: int) -> None:
        hook.run(told(last_assistant_message=f"{number} " + "tide " * (number * 200)))

    with ThreadPoolExecutor(50) as clients:
        runs = [clients.submit(run, number) for number in range(50)]
        while not all(one.done() for one in runs):
            drain(Spool(hook.folder), found.extend)
    for one in runs:
        one.result()
    drain(Spool(hook.folder), found.extend)
    numbers = [int((line.last_assistant_message or "").split()[0]) for line in found]
    assert sorted(numbers) == list(range(50))


def kill_hooks(hook: HookRuns, kills: int) -> None:
    """Kill hooks at random moments; every hook that ended well has its line, and no line is bad."""
    rng = random.Random(7)
    ended: set[str] = set()
    found: list[SpoolLine] = []
    for number in range(kills):
        with hook.start() as process:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                message = "tide " * rng.randrange(20_000)
                said = told(prompt_id=str(number), last_assistant_message=message)
                process.stdin.write(json.dumps(said).encode())
                process.stdin.close()
            time.sleep(rng.random() * 0.06)
            process.send_signal(signal.SIGKILL)
            if process.wait() == 0:
                ended.add(str(number))
        if rng.random() < 0.1:
            drain(Spool(hook.folder), found.extend)
    hook.run(told(prompt_id="last"))
    drain(Spool(hook.folder), found.extend)
    seen = [line.prompt_id for line in found]
    assert {*ended, "last"} <= set(seen)
    assert len(seen) == len(set(seen))


def test_killed_hooks_tear_no_line_of_others(hook: HookRuns) -> None:
    """SIGKILL at any moment: what others wrote is whole, and who ended has its line."""
    kill_hooks(hook, 40)


@pytest.mark.stress
def test_a_thousand_killed_hooks_tear_no_line_of_others(hook: HookRuns) -> None:
    """The same, a thousand times."""
    kill_hooks(hook, 1000)


def test_starts_one_exporter_apart_from_the_client(starting: HookRuns) -> None:
    """In a session of its own, with the lock and nothing of the client's in its hands."""
    (starting.data / "steno.py").write_text("raise SystemExit('the project was imported')")
    starting.run(told(), STENO_HOOK="")
    until(lambda: started(starting))
    (one,) = started(starting)
    assert one["argv"] == ["trace", "sync", "--spool"]
    assert one["sid"] == one["pid"]
    assert one["open"] in ([], [int(one["lock"])])
    assert one["stdin"] == Path(os.devnull).stat().st_rdev
    assert stat.S_IMODE((starting.folder / steno_hook.EXPORTER_LOG).stat().st_mode) == 0o600


def test_starts_no_second_exporter_while_one_runs(starting: HookRuns) -> None:
    """Twenty hooks at once start one; when that has ended, the next hook starts another."""
    with ThreadPoolExecutor(20) as clients:
        runs = [clients.submit(starting.run, told(), STENO_HOOK="") for _ in range(20)]
    for one in runs:
        one.result()
    until(lambda: started(starting))
    assert len(started(starting)) == 1
    (starting.folder / "end").touch()
    until(lambda: is_gone(started(starting)[0]["pid"]))
    (starting.folder / "end").unlink()
    starting.run(told(), STENO_HOOK="")
    until(lambda: len(started(starting)) == 2)


def test_exporter_that_cannot_be_started_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is there all the same, and the log tells."""

    def refuse() -> int:
        raise BlockingIOError(11, "no more processes")

    monkeypatch.setattr("steno_hook.os.fork", refuse)
    in_process(tmp_path, json.dumps(told()).encode(), STENO_HOOK="")
    runs = HookRuns(tmp_path)
    assert "no more processes" in (runs.folder / steno_hook.HOOK_LOG).read_text()
    assert len(lines(runs)) == 1


def test_runs_as_a_module_too(hook: HookRuns) -> None:
    """``python -m steno_hook`` is the same program."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "steno_hook"],
        input=json.dumps(told()).encode(),
        env=hook.environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert len(lines(hook)) == 1
