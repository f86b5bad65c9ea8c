"""Lines that hang on one another in a circle, and what a resume makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.finding import Finding, Severity, finding
from steno.session.forest import Forest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from steno.session.chain import Chain
    from steno.session.outline import Outline

MOST_CYCLES: Final = 100
"""Circles of a file that are told one by one."""
MOST_NAMED: Final = 5
"""Lines of a circle that are named."""


def cycles_of(
    outline: Outline, chain: Chain | None, cut: Collection[int] = ()
) -> Iterator[Finding]:
    """Give one finding for each circle, those that do harm first.

    ``cut`` are the lines at which a resume loses history.
    """
    # Every circle has a line that does not stand behind its parent: most files have none.
    if all(parent < row for row, parent in enumerate(outline.parents)):
        return
    judge = _Judge(outline, chain, cut)
    judged = [(judge.harm(cycle), cycle) for cycle in Forest(outline).cycles]
    judged.sort(key=lambda pair: not pair[0])
    for harm, cycle in judged[:MOST_CYCLES]:
        severity = None if harm else Severity.WARNING
        detail = f"{_told(outline, cycle)}{harm or _HARMLESS}."
        yield finding("parent-cycle", outline.line(cycle[0]), detail, severity=severity)
    more = judged[MOST_CYCLES:]
    if more:
        severity = None if more[0][0] else Severity.WARNING
        detail = f"{len(more):,} more circles of lines that hang on one another."
        yield finding("parent-cycle", None, detail, severity=severity)


_LOST: Final = "; a resume loses history there"
_TURNED: Final = "; a resume sends them in the wrong order"
_HARMLESS: Final = "; a resume loses nothing by it, but other readers may never get out of it"


class _Judge:
    """Says what harm a circle does to a resume."""

    def __init__(self, outline: Outline, chain: Chain | None, cut: Collection[int]) -> None:
        self._outline = outline
        path = () if chain is None else chain.path
        self._places = {row: place for place, row in enumerate(path)}
        self._cut = cut

    def harm(self, cycle: Sequence[int]) -> str:
        """Say what a resume gets wrong; nothing where it gets by."""
        if self._cut and any(self._outline.line(row) in self._cut for row in cycle):
            return _LOST
        places = [self._places[row] for row in cycle if row in self._places]
        return _TURNED if places != sorted(places) else ""


def _told(outline: Outline, cycle: Sequence[int]) -> str:
    if len(cycle) == 1:
        return "It hangs on itself"
    lines = [str(outline.line(row)) for row in cycle[:MOST_NAMED]]
    more = len(cycle) - len(lines)
    last = f"{more:,} more" if more else lines.pop()
    return f"Lines {', '.join(lines)} and {last} hang on one another in a circle"
