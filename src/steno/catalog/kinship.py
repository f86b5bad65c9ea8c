"""Which sessions of a folder come from one another, found at little cost.

A fork begins with a copy of its origin's lines, so the two files share their first id. Only
sessions that do are looked at closely.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from steno.catalog.lineage import copied_from
from steno.disk.transcript import read
from steno.errors import UnreadableFileError
from steno.session.continuation import find_links
from steno.session.forks import cleared_from, footprint, origin_of
from steno.session.load import load_outline
from steno.session.session import from_entries

if TYPE_CHECKING:
    from pathlib import Path

    from steno.catalog.lineage import Origin
    from steno.disk.discover import SessionFile
    from steno.session.forks import Footprint
    from steno.session.session import Session

FIRST_LINES: Final = 50
"""Among how many lines the first id of a file is looked for."""
HEAD_LINES: Final = 200
"""Lines that are read for what they tell of other sessions; that stands near the front."""
LARGEST: Final = 512 << 20
"""Bytes up to which files are compared line by line; what a larger one shares is not told."""


@dataclass(frozen=True, slots=True)
class Kin:
    """The sessions that one comes from."""

    forked_from: str | None = None
    continues: str | None = None


def kin_of(session: Session, origin: Origin | None = None) -> Kin:
    """Find the sessions that a loaded one comes from, as a list of sessions tells them.

    ``origin`` is what an edit of ours made it of: with new ids, nothing in the files tells.
    """
    if session.file is None:
        return Kin(session.continuation.forked_from, session.continuation.continues)
    kin = Kinship().of(session.file)
    return replace(kin, forked_from=kin.forked_from or copied_from(origin))


class Kinship:
    """Finds where sessions come from; what was read of a folder is kept for the next one."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._folders: dict[Path, dict[str, list[Path]]] = {}

    def of(self, file: SessionFile) -> Kin:
        """Find the sessions that one comes from, by its first lines and by those it shares."""
        head = from_entries(islice(read(file.path), HEAD_LINES))
        told = find_links(head.outline, head.rows_and_records(), file.id)
        forked_from, continues = told.forked_from, told.continues
        like = [] if forked_from and continues else self._like(file)
        if like:
            mine = footprint(file.id, load_outline(file.path))
            forked_from = forked_from or origin_of(mine, like)
            continues = continues or cleared_from(mine, like)
        # The copied lines of a fork may still carry the id of the session they came from.
        return Kin(forked_from, None if continues == forked_from else continues)

    def _like(self, file: SessionFile) -> list[Footprint]:
        """Take the footprints of the other files that begin with the same id."""
        if file.path.parent not in self._folders:
            self._folders[file.path.parent] = _by_first_id(file)
        found = self._folders[file.path.parent].values()
        group = next((paths for paths in found if file.path in paths), [])
        if any(path.stat().st_size > LARGEST for path in group):
            return []
        return [
            footprint(file.folder.id_of(path), load_outline(path))
            for path in group
            if path != file.path
        ]


def _by_first_id(file: SessionFile) -> dict[str, list[Path]]:
    groups: dict[str, list[Path]] = {}
    for other in file.folder.sessions:
        uuid = first_id(other.path)
        if uuid is not None:
            groups.setdefault(uuid, []).append(other.path)
    return groups


def first_id(path: Path) -> str | None:
    """Give the first id in a file; None where its first lines have none."""
    try:
        for entry in islice(read(path), FIRST_LINES):
            for part in entry.parts:
                uuid = part.body.get("uuid")
                if isinstance(uuid, str):
                    return uuid
    except UnreadableFileError:
        return None
    return None
