"""Hostile input never stops a scan: every mutated line is read, or told, and comes back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from steno.disk.transcript import is_odd, read, scan
from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.format.scan import scan_entry
from steno.format.validate import check
from steno.testing.demo import write_demo
from steno.testing.mutate import mutations

if TYPE_CHECKING:
    from pathlib import Path

BATCH = 1000
LINES_IN_TEST = 50_000
LINES_IN_STRESS = 1_000_000


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Give the lines of the demo, which hold every type of entry."""
    home = write_demo(tmp_path_factory.mktemp("demo") / "home").home
    lines = [
        line + b"\n"
        for path in sorted(home.rglob("*.jsonl"))
        for line in path.read_bytes().split(b"\n")
        if line
    ]
    assert len(lines) > 100
    return lines


def assert_survives(path: Path, content: bytes) -> int:
    """Read a file both ways; give the number of its lines."""
    path.write_bytes(content)
    entries = list(read(path))
    assert b"".join(entry.raw for entry in entries) == content
    blocks = list(scan(path))
    assert sum(block.lines for block in blocks) == len(entries)
    rows = [row for block in blocks for row in block.rows]
    assert rows == [scan_entry(part) for entry in entries for part in entry.parts]
    for entry in entries:
        findings = check(entry)
        if isinstance(entry, (BadLine, GluedLine, BlankLine)):
            assert findings, entry.raw[:200]
        assert is_odd(entry) or entry.parts == (entry,)
    return len(entries)


def survive(samples: list[bytes], folder: Path, seed: int, wanted: int) -> None:
    """Mutate lines until ``wanted`` of them were read."""
    rng = random.Random(seed)
    done = 0
    while done < wanted:
        content = b"".join(mutations(rng.choice(samples), rng) for _ in range(BATCH))
        done += assert_survives(folder / "session.jsonl", content)


@pytest.mark.parametrize("seed", range(5))
def test_mutated_lines_are_survived(samples: list[bytes], tmp_path: Path, seed: int) -> None:
    """50,000 of them, with a finding for each that is no record."""
    survive(samples, tmp_path, seed, LINES_IN_TEST // 5)


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(100, 120))
def test_a_million_mutated_lines_are_survived(
    samples: list[bytes], tmp_path: Path, seed: int
) -> None:
    """The whole figure of the promise."""
    survive(samples, tmp_path, seed, LINES_IN_STRESS // 20)
