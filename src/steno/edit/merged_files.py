"""The files beside the second copy of a session: what comes along, and under which name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from steno.disk import layout
from steno.disk.transcript import read
from steno.edit.belongings import Belonging, hashed_belongings
from steno.edit.identity import NewIds
from steno.edit.plan import PlannedFile, Role
from steno.edit.side_files import with_new_ids
from steno.edit.single_files import pieces
from steno.errors import UsageError
from steno.format.decode import decode
from steno.format.members import object_in, words_in
from steno.session.load import load_outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.edit.plan import Plan
    from steno.session.session import Session

    Body = Mapping[str, Any]

_NEW, _SAME, _OTHERWISE, _MORE, _LESS = "new", "same", "otherwise", "more", "less"
"""What a file of the second copy is, beside one of the same name."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What lies beside the second copy and comes along."""

    file: SessionFile
    """The first copy."""
    other: SessionFile
    taken: tuple[Belonging, ...] = ()
    """Files that only the second copy has, or has otherwise."""
    replaced: frozenset[Path] = frozenset()
    """Files of the first copy of which the second has more."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """New names of file backups whose names the first copy gave to other contents."""
    notes: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    """The ids of the sub-agents' lines."""
    ours: Mapping[Belonging, str] = field(default_factory=dict)
    """All files beside the first copy, with their hashes from before they were read."""
    theirs: Mapping[Belonging, str] = field(default_factory=dict)
    """The same of the second copy."""

    def sources(self) -> dict[Path, str]:
        """Give the hash of every file beside the second copy that comes along."""
        return {one.path: self.theirs[one] for one in self.taken}

    def files(self, plan: Plan) -> Iterator[PlannedFile]:
        """Give what the files of the second copy become beside the result."""
        ids = NewIds(self.file.id, plan.result_id, self.known)
        for one in self.taken:
            path = self._path(one, plan.result_id)
            if path is None:
                continue
            if one.role is Role.SUBAGENT:
                yield PlannedFile(one.role, path, partial(self._agent, one, ids))
            else:
                yield PlannedFile(one.role, path, partial(self._side_file, one, ids))

    def _path(self, one: Belonging, session_id: str) -> Path | None:
        if one.role is not Role.FILE_HISTORY:
            return self.file.path.parent / session_id / one.inside
        if self.file.home is None:
            return None
        folder = layout.file_history_dir(self.file.home.path, session_id)
        return folder / self.renamed.get(one.inside, one.inside)

    def _agent(self, one: Belonging, ids: NewIds) -> Iterator[bytes]:
        own = NewIds(self.other.id, self.file.id, keep_uuids=True)
        for entry in read(one.path):
            raw = entry.raw if self.other.id == self.file.id else own.line(entry)
            yield ids.line(decode(raw))

    def _side_file(self, one: Belonging, ids: NewIds) -> Iterator[bytes]:
        own = NewIds(self.other.id, self.file.id, keep_uuids=True)
        content = partial(with_new_ids, partial(pieces, one.path), one.role, one.path.name, own)
        return with_new_ids(content, one.role, one.path.name, ids)

    def rewrite(self, body: Body) -> Body:
        """Give a record with the new names of file backups."""
        if not self.renamed or body.get("type") not in (
            "file-history-snapshot",
            "file-history-delta",
        ):
            return body
        snapshot, backup = object_in(body, "snapshot"), object_in(body, "backup")
        if backup is not None:
            return {**body, "backup": self._backup(backup)}
        tracked = object_in(snapshot or {}, "trackedFileBackups")
        if snapshot is None or tracked is None:
            return body
        files = {
            path: self._backup(one) if isinstance(one, dict) else one
            for path, one in tracked.items()
        }
        return {**body, "snapshot": {**snapshot, "trackedFileBackups": files}}

    def _backup(self, backup: Body) -> Body:
        new = self.renamed.get(words_in(backup, "backupFileName") or "")
        named = None if new is None else layout.parse_backup_name(new)
        if new is None or named is None:
            return backup
        return {**backup, "backupFileName": new, "version": named[1]}


def files_beside(session: Session, other: Session) -> Beside:
    """Look at the files beside two copies; UsageError where both have one name for two results."""
    assert session.file is not None  # noqa: S101 - a session that is merged has a file
    assert other.file is not None  # noqa: S101 - so has the other
    first, theirs = hashed_belongings(session.file), hashed_belongings(other.file)
    ours = {(one.role, one.inside): one for one in first}
    pairs = [(ours.get((one.role, one.inside)), one) for one in theirs]
    same = {one for known, one in pairs if known and first[known] == theirs[one]}
    parted = [(known, one, _SAME if one in same else _choose(known, one)) for known, one in pairs]
    taken = [one for _, one, choice in parted if choice in (_NEW, _OTHERWISE, _MORE)]
    differing = [one for _, one, choice in parted if choice == _OTHERWISE]
    kept = [one for _, one, choice in parted if choice == _LESS]
    return Beside(
        session.file,
        other.file,
        tuple(taken),
        replaced=frozenset(known.path for known, _, choice in parted if known and choice == _MORE),
        renamed=_new_names(differing, [*ours.values(), *theirs]),
        notes=tuple(f"{one.inside}: both have it, and the first one's is kept." for one in kept),
        known=frozenset(_agent_lines([*ours.values(), *taken])),
        ours=first,
        theirs=theirs,
    )


def _choose(known: Belonging | None, one: Belonging) -> str:
    """Say what becomes of a differing file of the second copy; refuse where one would be lost."""
    if known is None:
        return _NEW
    if one.role is Role.FILE_HISTORY:
        return _OTHERWISE
    if one.role is Role.SUBAGENT:
        ours, theirs = (set(load_outline(path).uuids) for path in (known.path, one.path))
        if ours <= theirs or theirs <= ours:
            return _MORE if ours <= theirs else _LESS
    elif one.role is not Role.TOOL_RESULT:
        return _LESS
    msg = (
        f"{known.path} and {one.path} have one name and different contents, and only one of them "
        "could be kept; nothing was merged."
    )
    raise UsageError(msg)


def _new_names(differing: list[Belonging], all_of_them: list[Belonging]) -> dict[str, str]:
    """Give backups that are not what the first copy calls so the next free versions."""
    last: Counter[str] = Counter()
    for one in all_of_them:
        named = layout.parse_backup_name(one.inside) if one.role is Role.FILE_HISTORY else None
        if named is not None:
            last[named[0]] = max(last[named[0]], named[1])
    names: dict[str, str] = {}
    for one in differing:
        named = layout.parse_backup_name(one.inside)
        if named is not None:
            last[named[0]] += 1
            names[one.inside] = f"{named[0]}@v{last[named[0]]}"
    return names


def _agent_lines(files: list[Belonging]) -> Iterator[str]:
    for one in files:
        if one.role is Role.SUBAGENT:
            yield from (uuid for uuid in load_outline(one.path).uuids if uuid is not None)
