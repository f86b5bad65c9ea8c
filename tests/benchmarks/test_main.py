"""``python -m benchmarks``: a whole run in small, what it refuses, and the page that it keeps."""

from __future__ import annotations

import os
import platform
import tempfile
from typing import TYPE_CHECKING

import pytest

from benchmarks import __main__ as program
from benchmarks import machine
from benchmarks.reading import LinesDifferError
from benchmarks.table import Goal, Row
from benchmarks.timing import Ratio

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.ground import Ground

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the benchmarks need POSIX")


def missed(_: Ground) -> list[Row]:
    """Be a benchmark whose goal is missed."""
    return [Row("read", "steno", "1 s", (Ratio("cat", 9.0, 8.5),), Goal("<= 8 x cat", met=False))]


def broken(_: Ground) -> list[Row]:
    """Be a benchmark that cannot be run."""
    raise LinesDifferError("steno", 1, 2)


def test_small_run_measures_everything_and_cleans_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every benchmark gives its rows, ours beside the peers, and nothing is left behind."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    page = program.PAGE.read_bytes() if program.PAGE.exists() else None
    assert program.main(["--mb", "1", "--rounds", "1"]) == 0
    out = capsys.readouterr().out
    for shown in (
        "smoke run", "cat | wc -c", "steno: scan", "json", "steno.read", "<= 8 x cat",
        "steno stats", "read_tail, 50 entries", "<= 0.05 x json", "<= 60 MB",
        "steno show --entries --tail 50", "steno show --tail 5", "steno.load",
        "messages()", "messages(full_history=True)", "<= 300 bytes a line",
        "python -c pass", "steno --version", "<= 6 x pass", "steno list", "later",
        "steno-hook, 20 files", "steno-hook, 200 files", "<= 3 x pass",
        "steno-agent -p: first request", "steno-agent -p: memory",
        "write + fdatasync", "append_lines", "SessionAppender", "steno: secrets", ">= 10 MB/s",
        "steno: trace sync", "nothing new",
    ):  # fmt: skip
        assert shown in out
    assert list(tmp_path.iterdir()) == []
    assert (program.PAGE.read_bytes() if program.PAGE.exists() else None) == page


def test_missed_goal_is_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether a goal is met is told in the table, not by the exit code."""
    monkeypatch.setitem(program.BENCHMARKS, "read", missed)
    assert program.main(["read"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("<= 8 x cat  no")


def test_broken_benchmark_is_told_and_passed_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others run all the same, and the exit code tells."""
    monkeypatch.setitem(program.BENCHMARKS, "read", broken)
    monkeypatch.setitem(program.BENCHMARKS, "stats", missed)
    assert program.main(["read", "stats"]) == 1
    told = capsys.readouterr()
    assert "read: steno read 1 lines, but there are 2" in told.err
    assert "9.00 (8.50) x cat" in told.out


def test_page_keeps_table_and_machine_but_no_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--write`` keeps the table as Markdown, with the machine but nothing that names it."""
    for name in program.BENCHMARKS:
        monkeypatch.setitem(program.BENCHMARKS, name, missed)
    monkeypatch.setattr(program, "PAGE", tmp_path / "benchmarks.md")
    monkeypatch.setenv("BENCH_MB", "60")
    assert program.main(["--write"]) == 0
    page = program.PAGE.read_text("utf-8")
    assert "| read | steno | 1 s | 9.00 (8.50) x cat | ≤ 8 x cat | no |" in page
    assert "tree of 60 MB" in page
    assert machine.describe() in page
    assert platform.node() not in page


@pytest.mark.parametrize(
    "arguments",
    [["reed"], ["--mb", "0"], ["--rounds", "0"], ["--write", "read"], ["--write", "--mb", "1"]],
)
def test_what_cannot_be_done_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong name, an empty tree, or a page of half a table is a usage error."""
    with pytest.raises(SystemExit) as refused:
        program.main(arguments)
    assert refused.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_kernel_leaves_out_what_hosts_append(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release such as 6.1.0-cloud-of-somebody shrinks to its number."""
    monkeypatch.setattr(platform, "release", lambda: "6.1.0-18-somebody+7")
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert machine.kernel() == "Linux 6.1.0 x86_64"
