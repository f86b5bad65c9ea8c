"""The parts that are measured without start-up: ``python -m benchmarks.parts NAME ARGUMENTS``.

Each part first imports what it needs and lists its files, and then gives the work itself as a
function. What that took is printed as JSON.
"""

# ruff: noqa: PLC0415 - a part imports what it measures, and nothing of the others

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], int]
    """The work to measure; gives how many things it did."""

TAIL: Final = 50
"""Entries on the first screen."""
TURN: Final = 10
"""Lines that are appended between two syncs."""
_RECORD: Final = b'{"type":"user","text":"' + b"tide " * 500 + b'"}'


def transcripts(folder: str) -> list[Path]:
    """List all transcripts below a folder."""
    return sorted(Path(folder).rglob("*.jsonl"))


def scan(folder: str) -> Work:
    """Scan every line for the fields that counting needs."""
    from steno.disk.transcript import scan as scan_file

    paths = transcripts(folder)
    return lambda: sum(len(block.rows) for path in paths for block in scan_file(path))


def read(folder: str) -> Work:
    """Make an entry of every line."""
    from steno import read as read_file

    paths = transcripts(folder)
    return lambda: sum(1 for path in paths for _ in read_file(path))


def read_typed(folder: str) -> Work:
    """Make an entry of every line, and look at its time and its blocks."""
    from steno import read as read_file
    from steno.format.message import MessageEntry

    def work() -> int:
        count = 0
        for path in paths:
            for entry in read_file(path):
                count += 1
                _ = entry.time
                if isinstance(entry, MessageEntry):
                    _ = entry.blocks
        return count

    paths = transcripts(folder)
    return work


def decode_orjson(folder: str) -> Work:
    """Decode every line with orjson."""
    import orjson

    return _decode_all(transcripts(folder), orjson.loads)


def decode_json(folder: str) -> Work:
    """Decode every line with the standard library."""
    return _decode_all(transcripts(folder), json.loads)


def _decode_all(paths: list[Path], decode: Callable[[bytes], Any]) -> Work:
    def work() -> int:
        count = 0
        for path in paths:
            for line in path.read_bytes().split(b"\n"):
                if line:
                    decode(line)
                    count += 1
        return count

    return work


def open_tail(path: str) -> Work:
    """Read the last entries of a session and say in a line what each is about."""
    from steno.cli.gist import gist, kind_of_entry
    from steno.disk.transcript import read_tail

    file = Path(path)
    return lambda: sum(bool(kind_of_entry(entry) + gist(entry)) for entry in read_tail(file, TAIL))


def open_json(path: str) -> Work:
    """Decode a session whole with the standard library, and keep it, as most viewers do."""
    file = Path(path)
    # A third of the time would go into looking for garbage where there is none.
    gc.disable()

    def work() -> int:
        with file.open("rb") as lines:
            return len([json.loads(line) for line in lines])

    return work


def load_outline(path: str) -> Work:
    """Load a session: one small row per line."""
    from steno import load

    return lambda: len(load(path).entries)


def load_messages(path: str) -> Work:
    """Load a session and give the messages that a resume would send."""
    from steno import load

    return lambda: len(load(path).messages())


def load_history(path: str) -> Work:
    """Load a session and give its messages from the first line on, across compactions."""
    from steno import load

    return lambda: len(load(path).messages(full_history=True))


def load_bytes(path: str) -> Work:
    """Load a session and count the bytes that it then holds, without what it used on the way."""
    import tracemalloc

    from steno import load

    def work() -> int:
        tracemalloc.start()
        session = load(path)
        gc.collect()
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return held if session.entries else 0

    # What is imported or kept on the first use is not the session's.
    load(path).entries[:1]
    return work


def append_plain(path: str, count: str) -> Work:
    """Append line by line through a descriptor: no lock, no look at what is there."""
    record = _RECORD + b"\n"
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    return lambda: sum(os.write(fd, record) > 0 for _ in range(int(count)))


def append_synced(path: str, count: str) -> Work:
    """Append line by line through a descriptor, each line brought to the disk."""
    record = _RECORD + b"\n"
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    sync = getattr(os, "fdatasync", os.fsync)

    def work() -> int:
        for _ in range(int(count)):
            os.write(fd, record)
            sync(fd)
        return int(count)

    return work


def append_lines(path: str, count: str) -> Work:
    """Append line by line, each time opening the file anew."""
    from steno.disk.writer import append_lines as append

    file, lines = Path(path), [_RECORD]
    return lambda: sum(append(file, lines).end > 0 for _ in range(int(count)))


def append_kept(path: str, count: str) -> Work:
    """Append line by line with an appender that keeps the file open."""
    return _append_in_parts(path, int(count), 1, sync=False)


def append_hundreds(path: str, count: str) -> Work:
    """Append a hundred lines at a time."""
    return _append_in_parts(path, int(count), 100, sync=False)


def append_turns(path: str, count: str) -> Work:
    """Append a turn's lines at a time, and bring each turn to the disk."""
    return _append_in_parts(path, int(count), TURN, sync=True)


def _append_in_parts(path: str, count: int, size: int, *, sync: bool) -> Work:
    from steno.disk.writer import SessionAppender

    lines = [_RECORD] * size

    def work() -> int:
        with SessionAppender(Path(path)) as appender:
            for _ in range(count // size):
                appender.append(lines, sync=sync)
        return count // size * size

    return work


def find_secrets(folder: str) -> Work:
    """Look for secrets in every string of entries that are decoded already; count characters."""
    from steno import read as read_file
    from steno.secrets.fields import Strings
    from steno.secrets.scan import Scanner

    bodies = [
        part.body for path in transcripts(folder) for line in read_file(path) for part in line.parts
    ]
    length, scanner = sum(len(Strings(body).text) for body in bodies), Scanner()

    def work() -> int:
        for body in bodies:
            scanner.find_in(body)
        return length

    return work


def trace_all(folder: str, times: str) -> Work:
    """Send all sessions of a home to a sink in this process that takes everything.

    With ``times`` 2 it is done once before the clock starts: what is measured finds nothing new.
    """
    from benchmarks.null_sink import send_all

    home = Path(folder)
    data = Path(tempfile.mkdtemp(prefix="trace-", dir=home.parent))
    for _ in range(int(times) - 1):
        send_all(home, data)
    return lambda: send_all(home, data)


PARTS: Final[dict[str, Callable[..., Work]]] = {
    part.__name__: part
    for part in (
        scan, read, read_typed, decode_orjson, decode_json, open_tail, open_json, load_outline,
        load_messages, load_history, load_bytes, append_plain, append_synced, append_lines,
        append_kept, append_hundreds, append_turns, find_secrets, trace_all,
    )
}  # fmt: skip
"""Every part by its name."""


def main(arguments: list[str]) -> None:
    """Measure one part."""
    work = PARTS[arguments[0]](*arguments[1:])
    wall, cpu = time.perf_counter(), time.process_time()
    count = work()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    print(json.dumps({"wall": wall, "cpu": cpu, "count": count}))


if __name__ == "__main__":
    main(sys.argv[1:])
