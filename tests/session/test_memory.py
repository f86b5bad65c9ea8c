"""A loaded session is light: a few numbers and ids per line, and never a body."""

from __future__ import annotations

import gc
import tracemalloc
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import steno
from steno.disk.reader import BLOCK
from tests.session.transcripts import chained, reply, user, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINES: Final = 60_000
PER_LINE: Final = 300
"""Bytes that a loaded session may take per line."""
MOST_ON_TOP: Final = 12 * BLOCK
"""Bytes that loading may take besides: the block at hand, and its lines as they are scanned."""


@dataclass(slots=True)
class Taken:
    """Memory that was taken, in bytes."""

    kept: int = 0
    peak: int = 0


@contextmanager
def measured() -> Iterator[Taken]:
    """Measure what is still held at the end of a stretch of work, and the most in between."""
    taken = Taken()
    gc.collect()
    tracemalloc.start()
    try:
        yield taken
        gc.collect()
        taken.kept, taken.peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()


def numbered(template: bytes, number: int) -> bytes:
    """Give a line with ids of its own, as long as those of real lines."""
    own = template.replace(b"OWN", b"%08x-7bd0-4b4a-9d24-%012x" % (number, number))
    above = own.replace(b"ABOVE", b"%08x-7bd0-4b4a-9d24-%012x" % (number - 1, number - 1))
    return above.replace(b"MESSAGE", b"msg_01%022d" % (number // 3))


def write_long(path: Path, count: int) -> Path:
    """Write a session of so many lines: prompts, replies in three parts, results."""
    words = "When is high water in Sandhaven? " * 4
    templates = chained(
        [user("OWN", words, parent="ABOVE"), *(reply("OWN", of="MESSAGE", parent="ABOVE"),) * 3]
    )
    with path.open("wb") as file:
        file.writelines(numbered(templates[number % 4], number) for number in range(count))
    return path


def test_sixty_thousand_lines_take_three_hundred_bytes_each(tmp_path: Path) -> None:
    """With ids that are all different, as in a real session."""
    steno.load(write(tmp_path / "small.jsonl", user("one"), reply("two")))
    path = write_long(tmp_path / "long.jsonl", LINES)
    with measured() as taken:
        session = steno.load(path)
    assert len(session.entries) == LINES
    assert len(session.outline.by_uuid) == LINES
    assert taken.kept <= LINES * PER_LINE
    assert taken.peak - taken.kept <= MOST_ON_TOP


def test_lines_that_need_a_closer_look_take_no_more(tmp_path: Path) -> None:
    """A torn line in each block, and so every line is decoded whole."""
    path = write_long(tmp_path / "long.jsonl", 3000)
    lines = path.read_bytes().split(b"\n")[:-1]
    for place in range(0, 3000, 500):
        lines[place] = lines[place][:-1]
    path.write_bytes(b"\n".join([*lines, b""]))
    steno.load(path)
    with measured() as taken:
        session = steno.load(path)
    assert len(session.entries) == 3000
    assert len(session.outline.by_uuid) == 3000 - 6
    assert taken.kept <= 3000 * PER_LINE
    assert taken.peak - taken.kept <= MOST_ON_TOP


def test_asking_for_messages_keeps_no_bodies(tmp_path: Path) -> None:
    """They are read, given away, and read again when asked for again."""
    words = "潮" * 2000
    path = write(tmp_path / "session.jsonl", *(user(str(at), words) for at in range(1000)))
    session = steno.load(path)
    session.messages()
    with measured() as taken:
        count = len(session.messages()[0]["content"])
    assert count == 1000
    assert taken.peak > 1000 * 2000
    assert taken.kept < BLOCK
