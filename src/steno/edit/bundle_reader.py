"""Reading a bundle that anybody may have made: nothing in it is believed before it is proven."""

from __future__ import annotations

import hashlib
import stat
import struct
import zipfile
import zlib
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final

from steno.disk.peek import opened_regular
from steno.disk.writer import sha256_of
from steno.edit import bundle_names as names
from steno.edit.bundle_manifest import read_manifest
from steno.errors import BundleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steno.edit.bundle_manifest import Manifest, Member

_PIECE: Final = 1 << 20
_ENCRYPTED: Final = 0x1 | 0x40 | 0x2000
_FOLDER_ON_DOS: Final = 0x10
_DAMAGED: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, NotImplementedError,
    RuntimeError, OverflowError, IndexError, KeyError, OSError,
)  # fmt: skip
"""What reading a zip file throws where that is damaged, or made to do harm."""


class Bundle:
    """An open bundle, whose list of members has been checked."""

    def __init__(self, path: Path, file: zipfile.ZipFile, manifest: Manifest) -> None:
        """Take the file, and what its manifest says."""
        self.path = path
        self.manifest = manifest
        self._file = file

    @property
    def members(self) -> tuple[Member, ...]:
        """All members of all sessions."""
        return tuple(one for session in self.manifest.sessions for one in session.members)

    def pieces(self, member: Member) -> Iterator[bytes]:
        """Give the content of a member; BundleError at its end where it is not what it should be.

        Whoever writes it must do so in one step that is never taken where this throws.
        """
        digest, size = hashlib.sha256(), 0
        for piece in _pieces(self.path, self._file, member.name):
            size += len(piece)
            if size > member.size:
                break
            digest.update(piece)
            yield piece
        if size != member.size or digest.hexdigest() != member.sha256:
            raise BundleError(self.path, "a member is not what the manifest says")

    def verify(self, progress: Callable[[int], object] | None = None) -> None:
        """Read all members to their ends; BundleError where one is not what it should be."""
        for member in self.members:
            for piece in self.pieces(member):
                if progress is not None:
                    progress(len(piece))

    def sha256(self) -> str:
        """Hash the bundle itself."""
        return sha256_of(self.path)


@contextmanager
def opened_bundle(path: Path) -> Iterator[Bundle]:
    """Open a bundle; BundleError where it is damaged or could do harm."""
    with opened_regular(path, buffering=1 << 16) as raw:
        try:
            file = zipfile.ZipFile(_Bounded(raw))
        except _DAMAGED as problem:
            raise BundleError(path, "it is no zip file, or a damaged one") from problem
        with file:
            listed = _checked(path, file, raw.seek(0, 2))
            manifest = read_manifest(path, _manifest(path, file, listed))
            _compare(path, manifest, listed)
            yield Bundle(path, file, manifest)


class _Bounded:
    """A file that is never read in large pieces, whatever a zip file says of its own size."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        """Read some bytes."""
        wanted = names.LARGEST_LISTING + 1 if size is None or size < 0 else size
        if wanted > names.LARGEST_LISTING and size >= 0:
            raise zipfile.BadZipFile("the list of members is too long")
        found = self._file.read(wanted)
        if len(found) > names.LARGEST_LISTING:
            raise zipfile.BadZipFile("the list of members is too long")
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _checked(path: Path, file: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """Check what the zip file says of its members, without reading one."""
    infos = file.infolist()
    if len(infos) > names.MOST_MEMBERS + 1:
        raise BundleError(path, f"it has more than {names.MOST_MEMBERS:,} members")
    for info in infos:
        _check(path, info)
    seen = {names.folded(info.filename) for info in infos}
    if len(seen) != len(infos) or any(_above(name) & seen for name in seen):
        raise BundleError(path, "two members have the same name")
    total = sum(info.file_size for info in infos)
    if total > names.LARGEST_TOTAL or total > names.LOOSE + names.DENSEST * size:
        raise BundleError(path, "it would unpack to far too much")
    return {info.filename: info for info in infos}


def _above(name: str) -> set[str]:
    """Name the folders above a member."""
    parts = name.split("/")
    return {"/".join(parts[:end]) for end in range(1, len(parts))}


def _check(path: Path, info: zipfile.ZipInfo) -> None:
    is_known = info.filename == names.MANIFEST or names.split_name(info.filename) is not None
    if not is_known or info.orig_filename != info.filename:
        raise BundleError(path, "a member has a name that no bundle has")
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG) or info.external_attr & _FOLDER_ON_DOS:
        raise BundleError(path, "a member is no regular file")
    if info.flag_bits & _ENCRYPTED:
        raise BundleError(path, "it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BundleError(path, "a member is packed in a way that no bundle uses")
    if not 0 <= info.file_size <= names.LARGEST_MEMBER:
        raise BundleError(path, "a member is too large")
    if info.file_size > names.LOOSE + names.DENSEST * info.compress_size:
        raise BundleError(path, "a member would unpack to far too much")


def _manifest(path: Path, file: zipfile.ZipFile, listed: dict[str, zipfile.ZipInfo]) -> bytes:
    info = listed.get(names.MANIFEST)
    if info is None:
        raise BundleError(path, "it is no bundle of steno's: it has no manifest")
    if info.file_size > names.LARGEST_MANIFEST:
        raise BundleError(path, "its manifest is too large")
    return b"".join(_pieces(path, file, names.MANIFEST))


def _compare(path: Path, manifest: Manifest, listed: dict[str, zipfile.ZipInfo]) -> None:
    """Check that manifest and zip file speak of the same members."""
    sizes = {one.name: one.size for session in manifest.sessions for one in session.members}
    number = sum(len(session.members) for session in manifest.sessions)
    found = {name: info.file_size for name, info in listed.items() if name != names.MANIFEST}
    if number != len(sizes) or sizes != found:
        raise BundleError(path, "its manifest does not list what it holds")
    ids = [session.id.casefold() for session in manifest.sessions]
    if len(set(ids)) != len(ids):
        raise BundleError(path, "two sessions in it have the same id")


def _pieces(path: Path, file: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    try:
        with file.open(name) as member:
            while piece := member.read(_PIECE):
                yield piece
    except _DAMAGED as problem:
        raise BundleError(path, "a member is damaged or cut off") from problem
