"""Transcripts as entries and as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.disk import reader
from steno.disk.transcript import is_odd, read, read_line, read_tail, scan, stretches
from steno.errors import UnreadableFileError
from steno.format.count_scan import scan_for_counts
from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.format.scan import scan_entry
from steno.testing.demo import write_demo

if TYPE_CHECKING:
    from pathlib import Path

USER = b'{"type":"user","message":{"role":"user","content":"hi"},"uuid":"u1"}'
LINES = st.sampled_from(
    [
        USER,
        b"",
        b"garbage",
        USER + USER,
        b'{"type":"us',
        b"\x00\x00",
        USER + b"\r",
        b'{"type":"user","x":"\xc4\xe3\xba\xc3"}',
        b'{"type":"user","x":NaN}',
        b'{"type":"assistant","message":{"id":"m","usage":{"output_tokens":3}}}',
        b'{"type":"user","x":"' + b"a" * 100 + b'"}',
    ]
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the demo home."""
    return write_demo(tmp_path_factory.mktemp("demo") / "home").home


def assert_lossless(path: Path) -> None:
    """Every byte comes back, and the scan gives the rows of the entries."""
    entries = list(read(path))
    assert b"".join(entry.raw for entry in entries) == path.read_bytes()
    assert b"".join(entry.encode() for entry in entries) == path.read_bytes()
    blocks = list(scan(path))
    rows = [row for block in blocks for row in block.rows]
    assert rows == [scan_entry(part) for entry in entries for part in entry.parts]
    assert sum(block.lines for block in blocks) == len(entries)
    assert sum(block.bytes for block in blocks) == path.stat().st_size
    odd = [entry.line for block in blocks for entry in block.odd]
    assert odd == [entry.line for entry in entries if is_odd(entry)]


def test_every_corpus_file_comes_back_byte_for_byte(corpus: Path) -> None:
    """The promise of the whole format layer."""
    paths = sorted(corpus.rglob("*.jsonl"))
    assert len(paths) >= 100
    for path in paths:
        assert_lossless(path)


def test_every_demo_file_comes_back_byte_for_byte(demo: Path) -> None:
    """The damaged session too."""
    paths = sorted(demo.rglob("*.jsonl"))
    assert paths
    for path in paths:
        assert_lossless(path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, max_size=12), st.booleans(), st.sampled_from([16, 64, 1 << 19]))
def test_any_mixture_of_lines_comes_back(
    tmp_path: Path, lines: list[bytes], terminated: bool, block: int
) -> None:
    """Whatever the size of the blocks, and with lines too long to hold."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"\n".join(lines) + (b"\n" if terminated else b""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "BLOCK", block)
        patch.setattr(reader, "HUGE", 60 if block == 16 else 1 << 20)
        assert_lossless(path)


def test_lines_keep_their_numbers_and_offsets(tmp_path: Path) -> None:
    """Blank, bad and glued lines are lines."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(USER + b"\n\nxx\n" + USER + USER + b"\n" + USER)
    entries = list(read(str(path)))
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5]
    assert [type(entry) for entry in entries][1:4] == [BlankLine, BadLine, GluedLine]
    assert [entry.offset for entry in entries[3].parts] == [len(USER) + 5, 2 * len(USER) + 5]
    assert entries[4].offset == path.stat().st_size - len(USER)


def test_the_tail_is_read_with_its_line_numbers(tmp_path: Path) -> None:
    """Without reading what is before it."""
    path = tmp_path / "session.jsonl"
    path.write_bytes((USER + b"\n") * 10)
    assert [entry.line for entry in read_tail(path, 3)] == [8, 9, 10]
    assert [entry.line for entry in read_tail(path, 30)] == list(range(1, 11))


def test_one_line_is_found_by_its_number(tmp_path: Path) -> None:
    """Or is not there."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b'{"type":"a"}\n{"type":"b"}\n')
    found = read_line(path, 2)
    assert found is not None
    assert (found.type, found.line, found.offset) == ("b", 2, 13)
    assert read_line(path, 3) is None


def test_a_huge_line_is_an_entry_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Marked, skimmed, and whole when asked for."""
    monkeypatch.setattr(reader, "BLOCK", 1 << 10)
    monkeypatch.setattr(reader, "HUGE", 1 << 12)
    path = tmp_path / "session.jsonl"
    huge = b'{"type":"user","x":"' + b"a" * 20_000 + b'","uuid":"u9"}\n'
    path.write_bytes(USER + b"\n" + huge + USER + b"\n")
    first, second, third = read(path)
    assert second.marks == {"huge-line"}
    assert (second.type, second.body["uuid"], second.line) == ("user", "u9", 2)
    assert second.raw == huge
    assert third.offset == len(USER) + 1 + len(huge)
    assert first.marks == third.marks == frozenset()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf16_is_read(tmp_path: Path, encoding: str) -> None:
    """Line by line, lossless."""
    path = tmp_path / "session.jsonl"
    text = '\ufeff{"type":"user","message":{"content":"你好"}}\n{"type":"mode","mode":"x"}\n'
    path.write_bytes(text.encode(encoding))
    assert [entry.type for entry in read(path)] == ["user", "mode"]
    assert_lossless(path)


def test_a_missing_file_is_told_when_it_is_read(tmp_path: Path) -> None:
    """In words."""
    with pytest.raises(UnreadableFileError):
        list(read(tmp_path / "missing.jsonl"))


def test_stretches_are_rows_or_entries(tmp_path: Path) -> None:
    """Entries where a line of the block is no plain record, or the projection refuses it."""
    plain = b'{"type":"user","uuid":"a"}\n' * 30_000
    path = tmp_path / "a.jsonl"
    path.write_bytes(plain + b"rubbish\n\n")
    found = list(stretches(path, scan_for_counts))
    assert sum(stretch.bytes for stretch in found) == len(plain) + 9
    assert sum(stretch.lines for stretch in found) == 30_002
    assert not found[0].entries
    assert not found[-1].rows
    last = found[-1].entries
    assert [entry.line for entry in last[-2:]] == [30_001, 30_002]
    rows = sum(len(stretch.rows) for stretch in found)
    assert rows + len(last) == 30_002
    path.write_bytes(b'{"type":"user","uuid":7}\n')
    (refused,) = stretches(path, scan_for_counts)
    assert [entry.body for entry in refused.entries] == [{"type": "user", "uuid": 7}]


def test_stretch_of_a_huge_line_is_an_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is skimmed, as by every reader."""
    monkeypatch.setattr("steno.disk.reader.HUGE", 1 << 20)
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"type":"user","text":"' + b"x" * (2 << 20) + b'"}\n{"type":"mode"}\n')
    huge, rest = stretches(path, scan_for_counts)
    assert "huge-line" in huge.entries[0].marks
    assert [row.type for row in rest.rows] == ["mode"]
