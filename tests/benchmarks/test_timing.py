"""Measuring: programs take turns, what they took is theirs alone, ratios are of equal rounds."""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from benchmarks.timing import ProgramFailedError, Runner, Spent, alternate, ratio

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(os.name != "posix", reason="only POSIX says what one child took")


def test_contenders_take_turns_there_and_back() -> None:
    """After a round that does not count the order is turned around each time."""
    ran: list[str] = []

    def run(name: str) -> Spent:
        ran.append(name)
        return Spent(len(ran), 0, 0)

    taken = alternate({name: partial(run, name) for name in "abc"}, 2)
    assert "".join(ran) == "abc" + "abc" + "cba"
    assert [run.wall for run in taken["a"]] == [4, 9]


def test_ratio_is_the_median_of_rounds_and_that_of_the_best() -> None:
    """A slow minute hits both contenders, so each round is compared with itself."""
    found = ratio([2.0, 20.0, 3.0], [1.0, 10.0, 2.0], "cat")
    assert (found.to, found.median, found.best) == ("cat", 2.0, 2.0)
    assert ratio([3.0, 4.0, 9.0], [1.0, 2.0, 3.0], "cat").best == 3.0


def test_ratio_survives_a_yardstick_of_nothing() -> None:
    """A clock too coarse to see the yardstick gives a large ratio, no failure."""
    assert ratio([1.0], [0.0], "cat").median > 1e6


@posix
def test_program_is_measured_alone(tmp_path: Path) -> None:
    """Time on the clock, processor time and memory are those of the one program."""
    runner = Runner(tmp_path)
    idle = runner.program(sys.executable, "-c", "import time; time.sleep(0.2)")
    large = runner.program(sys.executable, "-c", "b'x' * 300_000_000")
    assert idle.wall >= 0.2
    assert idle.cpu > 0
    assert large.rss >= 300_000_000


@posix
def test_failing_program_is_told_with_its_last_words(tmp_path: Path) -> None:
    """A program that did not do its work must not look fast."""
    with pytest.raises(ProgramFailedError, match=r"ended with 3: the end"):
        Runner(tmp_path).program("sh", "-c", "echo first >&2; echo the end >&2; exit 3")


@posix
def test_programs_do_not_see_the_users_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the client's settings nor ours nor those of Python change what is measured."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/somewhere")
    monkeypatch.setenv("STENO_HOME", "/somewhere")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    script = (
        "import os, sys; from pathlib import Path; sys.exit(any(name in os.environ for name in "
        "('CLAUDE_CONFIG_DIR', 'STENO_HOME', 'PYTHONDONTWRITEBYTECODE')) "
        "or any(Path.home().iterdir()))"
    )
    Runner(tmp_path).program(sys.executable, "-c", script)


@posix
def test_part_gives_its_own_time_and_count(tmp_path: Path) -> None:
    """A part counts what it did, and its time holds no start-up."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "a.jsonl").write_bytes(b'{"type":"user"}\n' * 5)
    spent = Runner(tmp_path / "runner").part("decode_json", str(home))
    assert spent.count == 5
    assert spent.rss > 1_000_000
