"""The measured parts: each does what its name says, so that times compare equal work."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import parts
from benchmarks.tree import TreeMaker
from steno import load
from steno.disk.reader import read_lines

if TYPE_CHECKING:
    from pathlib import Path

LINES = 200


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TreeMaker:
    """Make a small tree."""
    maker = TreeMaker(tmp_path_factory.mktemp("tree"), seed=5)
    maker.fill(400_000)
    return maker


@pytest.fixture(scope="module")
def compacted(tmp_path_factory: pytest.TempPathFactory) -> TreeMaker:
    """Make a session that was compacted."""
    maker = TreeMaker(tmp_path_factory.mktemp("lines"), seed=6)
    maker.fill_lines(0, lines=1_500)
    return maker


@pytest.mark.parametrize("name", ["scan", "read", "read_typed", "decode_orjson", "decode_json"])
def test_every_reader_reads_every_line(made: TreeMaker, name: str) -> None:
    """Ours and the peers find the same lines."""
    if name == "decode_orjson":
        pytest.importorskip("orjson")
    assert parts.PARTS[name](str(made.home))() == made.written.lines


def test_first_screen_is_the_tail(made: TreeMaker) -> None:
    """The tail has a line of text for each of its entries; the full parse holds all."""
    path = made.home / made.written.files[0]
    lines = sum(1 for _ in read_lines(path))
    assert parts.open_json(str(path))() == lines
    assert parts.open_tail(str(path))() == min(lines, parts.TAIL)


def test_loading_parts_count_lines_and_messages(compacted: TreeMaker) -> None:
    """A resume sends what follows the last compaction, the full history all of it."""
    path = str(compacted.home / compacted.written.files[0])
    assert parts.load_outline(path)() == compacted.written.lines
    sent, all_messages = parts.load_messages(path)(), parts.load_history(path)()
    assert (sent, all_messages) == (
        len(load(path).messages()),
        len(load(path).messages(full_history=True)),
    )
    assert 0 < sent < all_messages


def test_held_bytes_are_those_of_the_session(compacted: TreeMaker) -> None:
    """They grow with the lines and lie far below the file's size, as no body is kept."""
    path = str(compacted.home / compacted.written.files[0])
    held = parts.load_bytes(path)()
    assert 50 * compacted.written.lines < held < compacted.written.bytes / 4


def test_secrets_are_looked_for_in_all_text(made: TreeMaker) -> None:
    """The count is that of the characters, most of the file."""
    counted = parts.find_secrets(str(made.home))()
    assert made.written.bytes / 4 < counted < made.written.bytes


@pytest.mark.parametrize("name", [name for name in parts.PARTS if name.startswith("append")])
def test_every_appender_appends_every_line(tmp_path: Path, name: str) -> None:
    """All of them leave the same file."""
    path = tmp_path / "appended.jsonl"
    assert parts.PARTS[name](str(path), str(LINES))() == LINES
    assert path.read_bytes() == (parts._RECORD + b"\n") * LINES
    json.loads(parts._RECORD)


def test_part_prints_what_it_took(made: TreeMaker, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is one JSON document."""
    parts.main(["scan", str(made.home)])
    told = json.loads(capsys.readouterr().out)
    assert told.keys() == {"wall", "cpu", "count"}
    assert told["count"] == made.written.lines
