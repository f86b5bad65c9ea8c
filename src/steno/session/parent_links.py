"""Which parents are nowhere in a file, found in one pass over it and in bounded memory."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from steno.format.envelope import ChainEntry
from steno.format.finding import Finding, Severity, finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.format.entry import Entry
    from steno.session.outline import Outline

RECENT: Final = 50_000
"""Lines among which most parents are: these are looked up at once, the others at the end."""
MOST_OPEN: Final = 20_000
"""Parents that are looked for at the same time."""


class ParentLinks:
    """Which parents are nowhere in the file; a parent may stand behind its child.

    A file of millions of lines must fit into memory: eight bytes are kept of each line, and
    the text of at most :data:`MOST_OPEN` parents that have not been found yet.
    """

    def __init__(self) -> None:
        """Begin before the file."""
        self._hashes = array("q")
        """Of the uuids of all lines so far."""
        self._recent: set[int] = set()
        self._older: set[int] = set()
        self._open: dict[str, int] = {}
        """Parents that were not among the recent lines, and the first line that names each."""
        self._first_line: int | None = None
        self._beyond = 0
        self._swept = 0

    def see(self, entry: Entry) -> None:
        """Take one record."""
        uuid = entry.body.get("uuid")
        if isinstance(uuid, str):
            self._remember(hash(uuid))
            self._open.pop(uuid, None)
        if isinstance(entry, ChainEntry):
            if self._first_line is None:
                self._first_line = entry.line
            parent = entry.parent_uuid
            if parent is not None and not self._is_recent(hash(parent)):
                self._look_for(parent, entry.line)

    def _remember(self, code: int) -> None:
        self._hashes.append(code)
        self._recent.add(code)
        if len(self._recent) == RECENT:
            self._recent, self._older = set(), self._recent

    def _is_recent(self, code: int) -> bool:
        return code in self._recent or code in self._older

    def _look_for(self, parent: str, line: int) -> None:
        if parent in self._open:
            return
        # Going through all lines again pays only after many new ones.
        if len(self._open) == MOST_OPEN and len(self._hashes) >= self._swept + RECENT:
            self._close_known()
        if len(self._open) < MOST_OPEN:
            self._open[parent] = line
        else:
            self._beyond += 1

    def _close_known(self) -> None:
        """Forget the parents that stand further up in the file."""
        self._swept = len(self._hashes)
        codes = {hash(parent): parent for parent in self._open}
        for code in self._hashes:
            parent = codes.get(code)
            if parent is not None:
                self._open.pop(parent, None)

    def findings(self) -> Iterator[Finding]:
        """Give one finding for each parent that never came; above the first line nothing is cut."""
        self._close_known()
        for parent, line in self._open.items():
            yield orphan(line, parent, cuts=line != self._first_line)
        if self._beyond:
            detail = f"{self._beyond:,} more lines name parents that were not seen before them."
            yield finding("orphan-parent", None, detail)


def orphans_of(outline: Outline) -> Iterator[Finding]:
    """Give one finding for each parent that an outline lacks; what is cut is told elsewhere."""
    first: dict[str, int] = {}
    for row, parent in outline.lost_parents.items():
        first.setdefault(parent, row)
    for parent, row in first.items():
        yield orphan(outline.line(row), parent, cuts=False)


def orphan(line: int, parent: str, *, cuts: bool) -> Finding:
    """Tell of a parent that is nowhere."""
    detail = f"parentUuid {parent} is nowhere in the file."
    return finding("orphan-parent", line, detail, severity=None if cuts else Severity.INFO)
