"""The list of what a bundle holds: written by one machine, and believed by no other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.edit import bundle_names as names
from steno.edit.bundle_names import MemberRole
from steno.errors import BundleError
from steno.format.codec import JsonRefusedError, decode_json, encode_document
from steno.session.tracked_paths import is_absolute

if TYPE_CHECKING:
    from pathlib import Path

LONGEST_ID: Final = 200
LONGEST_PATH: Final = 4096
LONGEST_TITLE: Final = 400
_SHA256: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SEPARATOR: Final = re.compile(r"[/\\]")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One file in a bundle."""

    name: str
    role: MemberRole
    size: int
    sha256: str

    @property
    def inside(self) -> str:
        """Its path in the folder of its session."""
        return self.name.split("/", 2)[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class BundledSession:
    """One session in a bundle."""

    id: str
    title: str | None
    project: str | None
    """The folder that it worked in."""
    members: tuple[Member, ...]

    @property
    def bytes(self) -> int:
        """How large all its files are."""
        return sum(member.size for member in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a bundle says of itself."""

    format: str = names.FORMAT
    version: int = names.VERSION
    steno: str
    """The release that wrote it."""
    redacted: bool
    sessions: tuple[BundledSession, ...]

    def encode(self) -> bytes:
        """Write it; the same manifest always gives the same bytes."""
        return encode_document(self) + b"\n"


def read_manifest(path: Path, raw: bytes) -> Manifest:
    """Read the manifest of the bundle at ``path``; BundleError where anything is odd about it."""
    return _Reader(path).manifest(raw)


def is_plain(text: str, longest: int = LONGEST_ID) -> bool:
    """Say whether a text may stand in a manifest where it is more than a title."""
    return 0 < len(text) <= longest and _CONTROL.search(text) is None


def is_project(path: str | None) -> bool:
    """Say whether a path may stand there as that of a project."""
    return path is not None and is_plain(path, LONGEST_PATH) and _leads_straight(path)


def _leads_straight(path: str) -> bool:
    """Say whether a path is absolute and says by itself where it leads."""
    return is_absolute(path) and ".." not in _SEPARATOR.split(path) and not names.has_unseen(path)


class _Reader:
    """Takes a manifest apart, and trusts no part of it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def manifest(self, raw: bytes) -> Manifest:
        try:
            value = decode_json(raw).value
        except JsonRefusedError:
            raise BundleError(self.path, "its manifest is no JSON") from None
        top = self._object(value, "its manifest")
        if top.get("format") != names.FORMAT:
            raise BundleError(self.path, "it is no bundle of steno's")
        if type(top.get("version")) is not int or top["version"] != names.VERSION:
            newer = "its format is of another release of steno; import it with that one"
            raise BundleError(self.path, newer)
        sessions = self._list(top.get("sessions"), "its sessions", names.MOST_SESSIONS)
        return Manifest(
            steno=self._text(top.get("steno"), "the release", LONGEST_ID),
            redacted=top.get("redacted") is True,
            sessions=tuple(self._session(one, at) for at, one in enumerate(sessions, start=1)),
        )

    def _session(self, value: object, number: int) -> BundledSession:
        session = self._object(value, "a session")
        members = self._list(session.get("members"), "its members", names.MOST_MEMBERS)
        found = tuple(self._member(one, number) for one in members)
        if [one.role for one in found].count(MemberRole.SESSION) != 1:
            raise BundleError(self.path, "a session in it has no transcript, or several")
        title, project = session.get("title"), session.get("project")
        return BundledSession(
            id=self._text(session.get("id"), "the id of a session", LONGEST_ID),
            title=None if title is None else _shown(self._string(title, "a title")),
            project=None if project is None else self._folder(project),
            members=found,
        )

    def _member(self, value: object, number: int) -> Member:
        member = self._object(value, "a member")
        name = self._text(member.get("name"), "the name of a member", names.LONGEST_NAME + 20)
        split = names.split_name(name)
        if split is None or split[0] != number:
            raise BundleError(self.path, "a member has a name that no bundle has")
        role = names.role_of(split[1])
        if role is None or member.get("role") != role.value:
            raise BundleError(self.path, "a member is none of the files that belong to a session")
        size, sha256 = member.get("size"), member.get("sha256")
        if type(size) is not int or not 0 <= size <= names.LARGEST_MEMBER:
            raise BundleError(self.path, "a member has a size that cannot be")
        if not isinstance(sha256, str) or not _SHA256.fullmatch(sha256):
            raise BundleError(self.path, "a member has no hash")
        return Member(name=name, role=role, size=size, sha256=sha256)

    def _folder(self, value: object) -> str:
        path = self._text(value, "the path of a project", LONGEST_PATH)
        if not _leads_straight(path):
            raise BundleError(self.path, "the path of a project is not absolute and plain")
        return path

    def _text(self, value: object, what: str, longest: int) -> str:
        text = self._string(value, what)
        if not is_plain(text, longest):
            raise BundleError(self.path, f"{what} is empty, too long or no plain text")
        return text

    def _string(self, value: object, what: str) -> str:
        if not isinstance(value, str):
            raise BundleError(self.path, f"{what} is missing")
        return value

    def _object(self, value: object, what: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise BundleError(self.path, f"{what} is no JSON object")
        return value

    def _list(self, value: object, what: str, most: int) -> list[Any]:
        if not isinstance(value, list) or not value:
            raise BundleError(self.path, f"{what} are missing")
        if len(value) > most:
            raise BundleError(self.path, f"{what} are more than {most:,}")
        return value


def _shown(title: str) -> str:
    return _CONTROL.sub(" ", title[:LONGEST_TITLE])
