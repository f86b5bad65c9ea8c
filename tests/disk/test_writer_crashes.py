"""Killed processes, several writers at once: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import random
import sys
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.disk.writer import append_lines
from tests.disk import child_processes
from tests.disk.crash_child import version

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

KILLS: Final = [pytest.param(20, id="20"), pytest.param(1000, id="1000", marks=pytest.mark.stress)]
LINES: Final = [
    pytest.param(5000, id="5000"),
    pytest.param(100_000, id="100000", marks=pytest.mark.stress),
]
VERSION_SIZE: Final = 3000


def decoded(line: bytes) -> dict[str, Any] | None:
    """Decode a line, or tell by None that it is torn."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    assert isinstance(value, dict)
    return value


def recorded(content: bytes) -> list[int]:
    """Give the numbers of the records that can be read, in file order."""
    lines = [decoded(line) for line in content.split(b"\n")]
    return [line["n"] for line in lines if line is not None]


@pytest.mark.parametrize("size", [20, 1_000_000], ids=["small", "large"])
@pytest.mark.parametrize("kills", KILLS)
def test_killed_appender_loses_nothing_acknowledged(tmp_path: Path, kills: int, size: int) -> None:
    """Whenever it is killed: all it acknowledged is there once, and so is all that was before."""
    path, chance = tmp_path / "session.jsonl", random.Random(size)
    before, old = b"", 0
    for _ in range(kills):
        child = child_processes.start("append_for_ever", path, old, size)
        acknowledged = child_processes.killed_after(child, chance.random() * 0.02)
        after = path.read_bytes()
        numbers = recorded(after)
        assert after.startswith(before)
        assert numbers == list(range(len(numbers)))
        assert acknowledged == list(range(old, old + len(acknowledged)))
        assert len(numbers) - old - len(acknowledged) in {0, 1}
        before, old = after, len(numbers)
        if len(before) > 1_000_000 + 5 * size:
            path.unlink()
            before, old = b"", 0


@pytest.mark.parametrize("kills", KILLS)
def test_record_after_a_kill_is_never_glued(tmp_path: Path, kills: int) -> None:
    """Whatever tail a kill left, an append by the next process stands on a line of its own."""
    path, chance = tmp_path / "session.jsonl", random.Random(1)
    for _ in range(kills):
        child = child_processes.start("append_for_ever", path, 0, 3_000_000)
        child_processes.killed_after(child, chance.random() * 0.01)
        done = append_lines(path, [b'{"n":"mine"}'])
        with path.open("rb") as file:
            file.seek(done.start - 1)
            assert file.read() == b'\n{"n":"mine"}\n'
        path.unlink()


@pytest.mark.parametrize("kills", KILLS)
def test_killed_replacer_leaves_one_whole_version(tmp_path: Path, kills: int) -> None:
    """Whenever it is killed: the version acknowledged last or the next one, and the one before."""
    path, chance, current = tmp_path / "session.jsonl", random.Random(2), 0
    path.write_bytes(version(0, VERSION_SIZE))
    for _ in range(kills):
        child = child_processes.start("replace_for_ever", path, current, VERSION_SIZE)
        acknowledged = child_processes.killed_after(child, chance.random() * 0.02)
        content = path.read_bytes()
        last = acknowledged[-1]
        assert acknowledged == list(range(current + 1, last + 1))
        assert content in {version(last, VERSION_SIZE), version(last + 1, VERSION_SIZE)}
        current = last + (content != version(last, VERSION_SIZE))
        kept = tmp_path / "kept" / str(current - 1)
        assert kept.read_bytes() == version(current - 1, VERSION_SIZE)
        left = {p.name for p in tmp_path.iterdir()} - {"session.jsonl", "kept"}
        assert all(name.startswith(".steno-") for name in left)
        for old in (tmp_path / "kept").iterdir():
            if old.name not in {str(current - 1), str(current)}:
                old.unlink()


def interleavings(lines: list[bytes]) -> dict[tuple[str, int], bool]:
    """Tell for each record of each writer whether somebody else's stands before it."""
    told, before = {}, None
    for line in lines:
        value = decoded(line)
        assert value is not None
        writer, number = value["by"], value["n"]
        assert (writer, number) not in told
        told[writer, number] = before != (writer if number else None)
        before = writer
    return told


@pytest.mark.parametrize("locks", ["with", "without"])
@pytest.mark.parametrize("lines", LINES)
def test_two_writers_and_four_readers_see_the_same_whole_lines(
    tmp_path: Path, lines: int, locks: str
) -> None:
    """No bad line, no lost line, every reader sees all bytes, and every interleaving is told."""
    path = tmp_path / "session.jsonl"
    with contextlib.ExitStack() as stack:
        begin = functools.partial(begin_child, stack, path)
        readers = [begin("read_along", lines) for _ in range(4)]
        writers = {name: begin("append_beside_others", name, lines // 2, locks) for name in "ab"}
        told = {}
        for name, child in writers.items():
            for line in child_processes.finish(child):
                number, interleaved = line.split(" ")
                told[name, int(number)] = interleaved == "1"
        content = path.read_bytes()
        seen = [child_processes.finish(child) for child in readers]
    stored = content.split(b"\n")[:-1]
    if locks == "without":
        # A line that another is writing may look torn for a moment, and a newline too many
        # keeps it apart; with locks there is no such moment.
        stored = [line for line in stored if line]
    assert told == interleavings(stored)
    assert len(told) == lines
    assert any(told.values()), "the writers never met, so this test has shown nothing"
    assert seen == [[f"{lines} 0 {hashlib.sha256(content).hexdigest()}"]] * 4


def begin_child(
    stack: contextlib.ExitStack, path: Path, job: str, *arguments: object
) -> subprocess.Popen[bytes]:
    """Start a child that ends with the test at the latest."""
    return stack.enter_context(child_processes.started(job, path, *arguments))
