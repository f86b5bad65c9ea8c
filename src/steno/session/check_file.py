"""Check one file while it is read, in one pass and in bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.disk.transcript import read
from steno.errors import FileChangedError, UnreadableFileError
from steno.format.finding import finding
from steno.session.bodies import FileBodies
from steno.session.checkup import Checkup, LineCheck
from steno.session.file_findings import findings_of_end
from steno.session.outline import Outline
from steno.session.parent_links import ParentLinks
from steno.session.session import Session
from steno.session.structure import Noted, Structure, check_structure

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.format.drift import Drift
    from steno.format.entry import Entry

MOST_LINKED: Final = 200_000
"""Lines up to which a file is checked as a whole; beyond them each line is, and lost parents."""
MOST_TEXT: Final = 64 << 20
"""Characters of ids up to which it is; no client writes ids of that length."""


def check_file(
    path: Path,
    drift: Drift | None = None,
    *,
    name: str = "",
    progress: Callable[[int], object] | None = None,
) -> Checkup:
    """Check every line of a file and how they hold together.

    ``drift`` learns what this release does not know; ``progress`` is told of the bytes read.
    """
    lines, links = LineCheck(drift, name=name, progress=progress), _Linking()
    structure: Structure | None = None
    try:
        bodies = FileBodies(path)
        for entry in read(path):
            lines.see(entry)
            links.see(entry)
        lines.findings.add(findings_of_end(path))
        lines.finish()
        structure = links.structure(bodies)
    except (UnreadableFileError, FileChangedError) as error:
        lines.findings.add([finding("unreadable", None, str(error))])
        return Checkup(lines.findings.all())
    if structure is None:
        lines.findings.add([*links.parents.findings(), finding("not-linked", None)])
        return Checkup(lines.findings.all())
    lines.findings.add(structure.findings)
    return Checkup(lines.findings.all(), structure.reachable)


class _Linking:
    """What is kept of the lines to check them as a whole; nothing more once they are too many."""

    def __init__(self) -> None:
        self.parents = ParentLinks()
        self._outline: Outline | None = Outline()
        self._noted = Noted()
        self._text = 0

    def see(self, entry: Entry) -> None:
        for part in entry.parts:
            self.parents.see(part)
        outline = self._outline
        if outline is None:
            return
        row = len(outline)
        outline.add_entry(entry, entry.line)
        for number, part in enumerate(entry.parts, row):
            self._noted.see(outline, number, part)
            self._text += len(outline.uuids[number] or "")
        if len(outline) > MOST_LINKED or self._text > MOST_TEXT:
            self._outline, self._noted = None, Noted()

    def structure(self, bodies: FileBodies) -> Structure | None:
        """Check the lines as a whole; None where they were too many."""
        if self._outline is None:
            return None
        return check_structure(Session(self._outline.finish(), bodies), self._noted)
