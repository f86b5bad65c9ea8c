"""Fail when the tests leave more of a package uncovered than it may.

Reads the report that ``coverage json`` writes. A floor holds for lines and for branches, each on
its own: a mean of the two would let many plain lines hide untested decisions.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGE: Final = PurePosixPath("src/steno")

FLOORS: Final[dict[str, float]] = {
    "disk": 95,
    "disk/writer.py": 100,
    "format": 95,
    "session": 95,
    "session/chain.py": 100,
    "session/context.py": 100,
    "session/links.py": 100,
    "session/merge.py": 100,
    "session/spoken.py": 100,
    "store": 95,
}
"""Percent by path below the package; a file that is named counts for its folder, too."""

ELSEWHERE: Final = 90
"""Percent for every folder that FLOORS does not name."""


@dataclass(slots=True)
class Tally:
    """Lines and branches of one group of files."""

    lines: int = 0
    lines_covered: int = 0
    branches: int = 0
    branches_covered: int = 0

    def add(self, summary: Mapping[str, int]) -> None:
        """Add the summary that the report gives for one file."""
        self.lines += summary["num_statements"]
        self.lines_covered += summary["covered_lines"]
        self.branches += summary["num_branches"]
        self.branches_covered += summary["covered_branches"]

    @property
    def line_percent(self) -> float:
        """Percent of the lines that ran."""
        return _percent(self.lines_covered, self.lines)

    @property
    def branch_percent(self) -> float:
        """Percent of the branches that were taken."""
        return _percent(self.branches_covered, self.branches)


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def groups_of(path: str) -> list[str]:
    """Name the groups that a source file counts for: its package, and itself if it has a floor."""
    inside = PurePosixPath(path.replace("\\", "/")).relative_to(PACKAGE)
    package = inside.parts[0] if len(inside.parts) > 1 else "."
    return [package, str(inside)] if str(inside) in FLOORS else [package]


def tally(report: Mapping[str, Any]) -> dict[str, Tally]:
    """Add up the report's files by group."""
    groups: defaultdict[str, Tally] = defaultdict(Tally)
    for path, entry in report["files"].items():
        for group in groups_of(path):
            groups[group].add(entry["summary"])
    return dict(sorted(groups.items()))


def shortfalls(groups: Mapping[str, Tally]) -> list[str]:
    """Say for each group under its floor what is missing, and for each floor without files."""
    missing = [f"{name}: no such file was measured" for name in FLOORS if name not in groups]
    for name, group in groups.items():
        floor = FLOORS.get(name, ELSEWHERE)
        for what, percent in (("lines", group.line_percent), ("branches", group.branch_percent)):
            if percent < floor:
                missing.append(f"{name}: {percent:.2f} % of {what}, the floor is {floor} %")
    return missing


def table(groups: Mapping[str, Tally]) -> str:
    """Lay the groups out for people."""
    rows = [f"{'coverage of':<20}{'lines':>9}{'branches':>10}{'floor':>7}"]
    rows += [
        f"{name:<20}{group.line_percent:>8.2f}%{group.branch_percent:>9.2f}%"
        f"{FLOORS.get(name, ELSEWHERE):>6}%"
        for name, group in groups.items()
    ]
    return "\n".join(rows)


def main(arguments: list[str]) -> int:
    """Print the table and the shortfalls of the report named on the command line."""
    report = json.loads(Path(arguments[0]).read_bytes())
    if not report["meta"]["branch_coverage"]:
        print("coverage was measured without branches: run it with --branch")
        return 1
    groups = tally(report)
    print(table(groups))
    missing = shortfalls(groups)
    for line in missing:
        print(f"too little coverage in {line}")
    if missing:
        print("the lines in question: .venv/bin/coverage report")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
