"""The coverage gate: it fails for what is under its floor, and only for that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tools import coverage_floor

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def summary(lines: int, covered: int, branches: int = 0, taken: int = 0) -> dict[str, Any]:
    """Give one file's entry as ``coverage json`` writes it."""
    return {
        "summary": {
            "num_statements": lines,
            "covered_lines": covered,
            "num_branches": branches,
            "covered_branches": taken,
        }
    }


def report(**files: dict[str, Any]) -> dict[str, Any]:
    """Give a report of a house that is fully covered but for the files named."""
    whole = {
        "src/steno/disk/writer.py": summary(10, 10, 4, 4),
        "src/steno/disk/layout.py": summary(90, 90, 4, 4),
        "src/steno/format/codec.py": summary(100, 100, 4, 4),
        "src/steno/store/database.py": summary(10, 10),
        "src/steno/errors.py": summary(10, 10),
    }
    parts = ("chain", "context", "links", "merge", "spoken")
    whole |= {f"src/steno/session/{name}.py": summary(10, 10) for name in parts}
    named = {f"src/steno/{name.replace('__', '/')}.py": entry for name, entry in files.items()}
    return {"meta": {"branch_coverage": True}, "files": whole | named}


def shortfalls(**files: dict[str, Any]) -> list[str]:
    """Say what such a house falls short of."""
    return coverage_floor.shortfalls(coverage_floor.tally(report(**files)))


def test_full_coverage_has_no_shortfall() -> None:
    """A house that is fully covered passes."""
    assert shortfalls() == []


def test_writer_must_be_covered_wholly() -> None:
    """One missed line of the writer fails, although the folder is far over its floor."""
    (line,) = shortfalls(disk__writer=summary(100, 99))
    assert line.startswith("disk/writer.py: 99.00 % of lines")


def test_branches_have_a_floor_of_their_own() -> None:
    """Covered lines do not make up for decisions that were never taken."""
    (line,) = shortfalls(format__codec=summary(1000, 1000, 100, 94))
    assert line == "format: 94.00 % of branches, the floor is 95 %"


def test_other_packages_have_the_general_floor() -> None:
    """A package without a floor of its own fails below the general one and passes at it."""
    assert shortfalls(cli__show=summary(100, 90)) == []
    (line,) = shortfalls(cli__show=summary(100, 89))
    assert line.startswith("cli: 89.00 %")


def test_nested_modules_count_for_their_package() -> None:
    """An entry module counts for format."""
    (line,) = shortfalls(format__entries__user=summary(100, 0))
    assert line.startswith("format: 50.00 %")


def test_floor_without_a_measured_file_is_a_shortfall() -> None:
    """A floor whose file was moved away does not pass in silence."""
    measured = {"files": {"src/steno/disk/layout.py": summary(1, 1)}}
    missing = coverage_floor.shortfalls(coverage_floor.tally(measured))
    assert "disk/writer.py: no such file was measured" in missing


def test_main_prints_the_table_and_fails_below_a_floor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code follows the shortfalls, and the table names every package."""
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps(report()))
    assert coverage_floor.main([str(path)]) == 0
    path.write_text(json.dumps(report(disk__layout=summary(90, 1))))
    assert coverage_floor.main([str(path)]) == 1
    printed = capsys.readouterr().out
    assert "disk/writer.py" in printed
    assert "too little coverage in disk: 11.00 % of lines" in printed


def test_main_refuses_a_report_without_branches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line coverage alone is not what the floors are about."""
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps(report() | {"meta": {"branch_coverage": False}}))
    assert coverage_floor.main([str(path)]) == 1
    assert "--branch" in capsys.readouterr().out
