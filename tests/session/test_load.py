"""Loading reads a file's outline in one pass, whatever is in it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from steno.disk import reader
from steno.disk.transcript import read
from steno.errors import UnreadableFileError
from steno.session.load import load_outline
from steno.session.outline import HUGE, UNREADABLE, outline_of
from steno.testing.mutate import mutations
from tests.session.test_outline import shape
from tests.session.transcripts import (
    attachment,
    call,
    chained,
    progress,
    reply,
    result,
    system,
    user,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

LINES = [
    user("one"), reply("two", call("c")), progress("three"), user("four", [result("c")]),
    attachment("five"), system("six", "turn_duration"), reply("seven"),
]  # fmt: skip


def test_a_file_of_plain_lines_is_loaded(tmp_path: Path) -> None:
    """One row per line."""
    path = write(tmp_path / "session.jsonl", *LINES)
    assert load_outline(path).uuids == ["one", "two", "three", "four", "five", "six", "seven"]


def test_an_empty_file_has_no_rows(tmp_path: Path) -> None:
    """And no lines."""
    path = write(tmp_path / "session.jsonl")
    assert (len(load_outline(path)), load_outline(path).line_count) == (0, 0)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """With an error that says so."""
    with pytest.raises(UnreadableFileError):
        load_outline(tmp_path / "gone.jsonl")


def test_a_last_line_without_its_newline_counts(tmp_path: Path) -> None:
    """It may hold the newest reply."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(chained(LINES)).rstrip())
    assert load_outline(path).uuids[-1] == "seven"


def test_line_numbers_run_on_over_odd_lines_and_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block with a bad line is read line by line, the next is read at once again."""
    monkeypatch.setattr(reader, "BLOCK", 400)
    many = [user(f"line {number}") for number in range(20)]
    path = write(tmp_path / "session.jsonl", *many, b"{torn\n", b"\n", *many)
    outline = load_outline(path)
    assert [outline.line(row) for row in range(len(outline))] == list(range(1, 43))
    assert [row for row in range(42) if outline.has(row, UNREADABLE)] == [20, 21]


def test_a_huge_line_is_loaded_without_being_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its ids and flags are there, and so are the lines behind it."""
    monkeypatch.setattr(reader, "BLOCK", 256)
    monkeypatch.setattr(reader, "HUGE", 2000)
    path = write(tmp_path / "session.jsonl", user("one"), user("two", "x" * 9000), reply("three"))
    outline = load_outline(path)
    assert outline.uuids == ["one", "two", "three"]
    assert [outline.has(row, HUGE) for row in range(3)] == [False, True, False]
    assert list(outline.parents) == [-1, 0, 1]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_loaded_but_no_client_reads_it(tmp_path: Path, encoding: str) -> None:
    """As an editor of Windows may leave it."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(chained(LINES)).decode().encode(encoding))
    outline = load_outline(path)
    assert outline.uuids == ["one", "two", "three", "four", "five", "six", "seven"]
    assert all(outline.has(row, UNREADABLE) for row in range(7))


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_load_as_their_entries_do(tmp_path: Path, seed: int) -> None:
    """Whatever happened to their lines, the fast way sees what the careful one sees."""
    rng = Random(seed)
    lines = chained(LINES * 3)
    damaged = [mutations(raw, rng) if rng.random() < 0.3 else raw for raw in lines]
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(damaged))
    assert shape(load_outline(path)) == shape(outline_of(read(path)))
