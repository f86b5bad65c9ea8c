"""Bundle: sessions with all that belongs to them in one file that can be taken elsewhere.

The same sessions always give the same bytes: members are sorted, and times are left out.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO, Final

from steno import __version__
from steno.catalog.rows import read_titles
from steno.disk.private_files import sync_folder
from steno.disk.replacement import claim, temporary
from steno.edit import bundle_names as names
from steno.edit.bundle_manifest import (
    LONGEST_TITLE,
    BundledSession,
    Manifest,
    Member,
    is_plain,
    is_project,
)
from steno.edit.bundle_parts import Part, parts_of
from steno.edit.project_path import project_path
from steno.errors import UsageError, WriteFailedError
from steno.secrets.mask import Redactor
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from steno.disk.discover import SessionFile
    from steno.secrets.scan import Scanner

    Progress = Callable[[int], object] | None

NAME: Final = "sessions.steno.zip"
"""What a bundle may be called."""
_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file knows."""
_UNIX: Final = 3
_MODE: Final = 0o100600 << 16
_SMALL: Final = 1 << 14
"""Up to here a member may be packed as densely as it will."""
_LARGE: Final = 1 << 30
"""From here on a file may not fit the figures of an old zip file."""


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """A session that goes into a bundle."""

    id: str
    title: str | None
    project: str | None
    path: Path
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class BundlePlan:
    """What a bundle would hold."""

    sessions: tuple[PlannedSession, ...]
    redacted: bool
    notes: tuple[str, ...]
    secrets: Mapping[str, int] = field(default_factory=dict)
    """How many different secrets give way to placeholders in each session, in sum, by rule."""

    @property
    def bytes(self) -> int:
        """How large all files are now."""
        return sum(part.size for session in self.sessions for part in session.parts)


@dataclass(frozen=True, slots=True)
class Bundled:
    """What a bundle holds, and where it is."""

    manifest: Manifest
    size: int
    """How large it is; 0 where none was written."""


def plan_bundle(files: Sequence[SessionFile], scanner: Scanner | None = None) -> BundlePlan:
    """Plan a bundle of sessions; with a scanner without the secrets that it finds."""
    notes: list[str] = []
    secrets: Counter[str] = Counter()
    sessions: dict[str, PlannedSession] = {}
    for file in files:
        parts, left = parts_of(file, scanner, secrets)
        notes += [f"{file.id}: {name} does not travel, and is left out" for name in left]
        one = PlannedSession(
            _id(file), _title(file, scanner), _project(file), file.path, tuple(parts)
        )
        other = sessions.setdefault(file.id.casefold(), one)
        if other.path != file.path:
            msg = f"{other.path} and {file.path} have the same session id; bundle them apart."
            raise UsageError(msg)
    ordered = tuple(sessions[key] for key in sorted(sessions))
    return BundlePlan(ordered, scanner is not None, tuple(notes), dict(secrets.most_common()))


def _id(file: SessionFile) -> str:
    if not is_plain(file.id):
        raise UsageError(f"{file.path} has no id that a bundle could give; clone it first.")
    return file.id


def _project(file: SessionFile) -> str | None:
    path = project_path(file)
    return path if is_project(path) else None


def _title(file: SessionFile, scanner: Scanner | None) -> str | None:
    titles = read_titles(file.path)
    if not titles:
        return None
    title = titles[0] if scanner is None else Redactor(scanner).redact_text(titles[0])
    return one_line(title, LONGEST_TITLE).encode("utf-8", "replace").decode()


def measure(plan: BundlePlan, progress: Progress = None) -> Bundled:
    """Say what a bundle would hold, to the last hash, without writing it."""
    sessions = [
        _session(session, [_measured(name, part, progress) for name, part in _named(at, session)])
        for at, session in enumerate(plan.sessions, start=1)
    ]
    return Bundled(_manifest(plan, sessions), 0)


def write_bundle(
    plan: BundlePlan, target: Path, *, replace: bool = False, progress: Progress = None
) -> Bundled:
    """Write a bundle, whole or not at all, for its owner alone."""
    if target.is_dir():
        raise UsageError(f"{target} is a folder; name a file in it, such as {target / NAME}.")
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent}; make it first, or name another.")
    if target.exists() and not replace:
        raise UsageError(f"{target} exists already; name another file, or add --force.")
    try:
        return _write(plan, target, replace=replace, progress=progress)
    except OSError as problem:
        raise WriteFailedError(target, problem.strerror or str(problem)) from problem


def _write(plan: BundlePlan, target: Path, *, replace: bool, progress: Progress) -> Bundled:
    # The temporary file is open for appending only, and a zip file is mended on the way.
    with temporary(target.parent) as (path, _), path.open("r+b") as file:
        manifest, dense = _fill(file, plan, frozenset(), progress)
        if dense:
            # Those who read bundles refuse what unpacks to far too much: so it is not packed.
            file.seek(0)
            file.truncate()
            manifest, _ = _fill(file, plan, dense, None)
        file.flush()
        os.fsync(file.fileno())
        size = os.fstat(file.fileno()).st_size
        if replace:
            path.replace(target)
        else:
            claim(path, target)
        sync_folder(target.parent)
    return Bundled(manifest, size)


def _fill(
    file: BinaryIO, plan: BundlePlan, stored: Collection[str], progress: Progress
) -> tuple[Manifest, frozenset[str]]:
    """Write the members and the manifest; give also the members that were packed too densely."""
    with zipfile.ZipFile(file, "w") as bundle:
        sessions = []
        for at, session in enumerate(plan.sessions, start=1):
            members = [
                _packed(bundle, _info(name, is_packed=name not in stored), part, progress)
                for name, part in _named(at, session)
            ]
            sessions.append(_session(session, members))
        dense = frozenset(info.filename for info in bundle.infolist() if _is_dense(info))
        manifest = _manifest(plan, sessions)
        with bundle.open(_info(names.MANIFEST), "w") as member:
            member.write(manifest.encode())
    return manifest, dense


def _is_dense(info: zipfile.ZipInfo) -> bool:
    return info.file_size > max(_SMALL, names.DENSEST // 2 * info.compress_size)


def _named(number: int, session: PlannedSession) -> Iterator[tuple[str, Part]]:
    for part in session.parts:
        yield names.member_name(number, part.inside), part


def _packed(
    bundle: zipfile.ZipFile, info: zipfile.ZipInfo, part: Part, progress: Progress
) -> Member:
    with bundle.open(info, "w", force_zip64=part.size > _LARGE) as member:
        return _measured(info.filename, part, progress, member.write)


def _info(name: str, *, is_packed: bool = True) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _TIME)
    info.compress_type = zipfile.ZIP_DEFLATED if is_packed else zipfile.ZIP_STORED
    info.create_system = _UNIX
    info.external_attr = _MODE
    return info


def _measured(
    name: str, part: Part, progress: Progress, write: Callable[[bytes], object] | None = None
) -> Member:
    digest, size = hashlib.sha256(), 0
    for piece in part.content():
        digest.update(piece)
        size += len(piece)
        if write is not None:
            write(piece)
        if progress is not None:
            progress(len(piece))
    return Member(name=name, role=part.role, size=size, sha256=digest.hexdigest())


def _session(session: PlannedSession, members: Sequence[Member]) -> BundledSession:
    return BundledSession(
        id=session.id, title=session.title, project=session.project, members=tuple(members)
    )


def _manifest(plan: BundlePlan, sessions: Sequence[BundledSession]) -> Manifest:
    return Manifest(steno=__version__, redacted=plan.redacted, sessions=tuple(sessions))
