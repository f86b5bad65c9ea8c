"""What is wrong in one file: its lines, and the links between them."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from steno.analyse.file_findings import FileFindings, findings_of_end
from steno.analyse.findings import FindingList
from steno.disk.transcript import read
from steno.errors import UnreadableFileError
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.envelope import ChainEntry
from steno.format.finding import Finding, finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steno.format.drift import Drift
    from steno.format.entry import Entry


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
        self._beyond = 0
        self._swept = 0

    def see(self, entry: Entry) -> None:
        """Take one record."""
        uuid = entry.body.get("uuid")
        if isinstance(uuid, str):
            self._remember(hash(uuid))
            self._open.pop(uuid, None)
        if isinstance(entry, ChainEntry):
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
        """Give one finding for each parent that never came."""
        self._close_known()
        for parent, line in self._open.items():
            yield finding("orphan-parent", line, f"parentUuid {parent} is nowhere in the file.")
        if self._beyond:
            detail = f"{self._beyond:,} more lines name parents that were not seen before them."
            yield finding("orphan-parent", None, detail)


def check_file(
    path: Path,
    drift: Drift | None = None,
    *,
    name: str = "",
    progress: Callable[[int], object] | None = None,
) -> tuple[Finding, ...]:
    """Check every line of one file; ``drift`` learns what this release does not know."""
    links, told, findings = ParentLinks(), FileFindings(), FindingList()
    messages = 0
    try:
        for entry in read(path):
            findings.add(told.of(entry))
            for part in entry.parts:
                links.see(part)
                messages += isinstance(part, (UserEntry, AssistantEntry))
                if drift is not None:
                    drift.see(part, f"{name}:{part.line}")
            if progress is not None:
                progress(entry.length)
        findings.add(findings_of_end(path))
    except UnreadableFileError as error:
        findings.add([finding("unreadable", None, str(error))])
        return findings.all()
    findings.add(links.findings())
    if not messages:
        findings.add([finding("no-messages", None)])
    return findings.all()
