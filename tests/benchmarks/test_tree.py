"""The made-up tree: the same for the same seed, valid, and like what real sessions hold."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from benchmarks import tree
from benchmarks.text import Texts
from benchmarks.tree import TreeMaker
from steno import Home, load, read
from steno.analyse.inventory import Inventory, take_inventory
from steno.disk.transcript import is_odd

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 3_000_000
LINE_TYPES = {
    "assistant", "user", "progress", "attachment", "system", "file-history-snapshot",
    "queue-operation", "last-prompt",
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tree.Written]:
    """Make one tree for all tests here."""
    home = tmp_path_factory.mktemp("tree")
    maker = TreeMaker(home, seed=3)
    maker.fill(SIZE)
    return home, maker.written


def contents(home: Path) -> dict[str, bytes]:
    """Give all files of a home by their paths in it."""
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*.jsonl")}


def test_same_seed_gives_the_same_bytes(tmp_path: Path, made: tuple[Path, tree.Written]) -> None:
    """Two runs can be compared because they read the same files."""
    again = TreeMaker(tmp_path, seed=3)
    again.fill(SIZE)
    assert again.written == made[1]
    assert contents(tmp_path) == contents(made[0])


def test_another_seed_gives_other_bytes(tmp_path: Path, made: tuple[Path, tree.Written]) -> None:
    """The seed is what decides."""
    other = TreeMaker(tmp_path, seed=4)
    other.fill(SIZE)
    assert contents(tmp_path).keys().isdisjoint(contents(made[0]))


def test_every_line_is_a_plain_record(made: tuple[Path, tree.Written]) -> None:
    """Nothing in the tree sends a reader down the slow road of damaged files."""
    home, written = made
    entries = [entry for path in written.files for entry in read(home / path)]
    assert len(entries) == written.lines
    assert [entry for entry in entries if is_odd(entry)] == []


def test_stats_count_what_was_written(made: tuple[Path, tree.Written]) -> None:
    """The counts that the maker kept are those that steno finds."""
    home, written = made
    found = Inventory()
    for path in written.files:
        found.merge(take_inventory(home / path))
    assert dict(found.types) == written.types
    assert (found.lines, found.bytes) == (written.lines, written.bytes)


def test_tree_is_a_home_with_sessions_and_subagents(made: tuple[Path, tree.Written]) -> None:
    """Discovery finds every file at its place."""
    home, written = made
    sessions = list(Home(home).sessions())
    agents = [agent for session in sessions for agent in session.subagents]
    assert len(sessions) + len(agents) == len(written.files)
    assert agents


def test_lines_are_like_real_ones(made: tuple[Path, tree.Written]) -> None:
    """All common types occur, lines have some kilobytes, and some hold more than ASCII."""
    home, written = made
    assert written.types.keys() == LINE_TYPES
    assert 1_500 < written.bytes / written.lines < 5_000
    assert SIZE <= written.bytes < 2 * SIZE
    lines = b"".join((home / path).read_bytes() for path in written.files).split(b"\n")
    beyond = sum(not line.isascii() for line in lines)
    assert 0.05 < beyond / len(lines) < 0.5
    assert any("→" in line.decode() for line in lines)


def test_long_session_is_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With ``--one`` everything goes into one session; what was written is printed."""
    tree.main([str(tmp_path), "0.5", "7", "--one"])
    told = json.loads(capsys.readouterr().out)
    (path,) = contents(tmp_path)
    assert told["files"] == [path]
    assert told["bytes"] == (tmp_path / path).stat().st_size >= 500_000


def test_session_of_many_lines_is_compacted_and_resumes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With ``--lines`` there are so many, and a resume would not be refused for their length."""
    tree.main([str(tmp_path), "0", "7", "--lines", "1500"])
    told = json.loads(capsys.readouterr().out)
    (path,) = told["files"]
    session = load(tmp_path / path)
    assert told["lines"] == len(session.entries) >= 1_500
    assert len(session.compactions) >= 2
    assert all(one.on_chain for one in session.compactions)
    assert session.refusal is None
    assert session.messages()


def test_session_has_as_many_bytes_as_lines_ask_for(tmp_path: Path) -> None:
    """Where both are given, both are reached."""
    maker = TreeMaker(tmp_path, seed=7)
    maker.fill_lines(300_000, lines=10)
    assert maker.written.bytes >= 300_000
    assert maker.written.lines > 10


def test_texts_are_cut_to_length() -> None:
    """A text is never longer than its pool allows, and never empty."""
    texts = Texts(Random(1))
    lengths = [len(texts.piece("log", 50_000, spread=3)) for _ in range(200)]
    assert 1 <= min(lengths) < max(lengths) <= 60_000


def test_chinese_texts_are_chinese() -> None:
    """What is asked for in Chinese has no word of English."""
    text = Texts(Random(1)).chinese(500)
    assert not any(character.isascii() and character.isalpha() for character in text)
    assert any("\u4e00" <= character <= "\u9fff" for character in text)
