"""What a bundle may hold: the names and roles of its members, and how much there may be."""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Final

from steno.disk import layout

FORMAT: Final = "steno-bundle"
VERSION: Final = 1
MANIFEST: Final = "steno-bundle.json"
"""The member that lists all others; by its name it is the last one."""
TRANSCRIPT: Final = "session.jsonl"
"""What a session's own file is called in its folder of a bundle."""
BACKUPS: Final = "file-history"
"""The folder of its file backups there."""

MOST_MEMBERS: Final = 50_000
MOST_SESSIONS: Final = 5_000
LARGEST_MEMBER: Final = 8 << 30
LARGEST_TOTAL: Final = 32 << 30
LARGEST_MANIFEST: Final = 32 << 20
LARGEST_LISTING: Final = 32 << 20
"""Bytes of the list of members at the end of a zip file."""
DENSEST: Final = 200
"""How many times its stored size a member may be, and all of them together ..."""
LOOSE: Final = 16 << 20
"""... beyond these bytes: small files may well be of one letter only."""
LONGEST_PART: Final = 200
LONGEST_NAME: Final = 600
DEEPEST: Final = 8

_FORBIDDEN: Final = re.compile(r'[\\:*?"<>|\ufffe\uffff]')
"""What cannot be in the name of a file on every system."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters that do harm on a terminal, or have a text read otherwise than it is."""
_DEVICES: Final = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\..*)?", re.IGNORECASE
)
"""Names that are devices on Windows, whatever follows behind a dot."""
_MEMBER: Final = re.compile(r"sessions/([1-9][0-9]{0,4})/(.+)", re.ASCII | re.DOTALL)


class MemberRole(StrEnum):
    """What a member is to its session."""

    SESSION = "session"
    SUBAGENT = "subagent"
    META = "subagent-meta"
    TOOL_RESULT = "tool-result"
    WORKFLOW = "workflow"
    FILE_HISTORY = "file-history"


_ROLES: Final = {
    layout.FileKind.SUBAGENT: MemberRole.SUBAGENT,
    layout.FileKind.SUBAGENT_META: MemberRole.META,
    layout.FileKind.TOOL_RESULT: MemberRole.TOOL_RESULT,
    layout.FileKind.MCP_RESULT: MemberRole.TOOL_RESULT,
    layout.FileKind.WORKFLOW: MemberRole.WORKFLOW,
    layout.FileKind.WORKFLOW_JOURNAL: MemberRole.WORKFLOW,
}


def member_name(number: int, inside: str) -> str:
    """Name a member by the number of its session and its path in the folder of that."""
    return f"sessions/{number}/{inside}"


def split_name(name: str) -> tuple[int, str] | None:
    """Give the number of a member's session and its path there; None for any other name."""
    match = _MEMBER.fullmatch(name)
    if match is None or not is_harmless(match[2]):
        return None
    return int(match[1]), match[2]


def role_of(inside: str) -> MemberRole | None:
    """Say what the file at a path in a session's folder is; None for what does not travel."""
    if inside == TRANSCRIPT:
        return MemberRole.SESSION
    parts = PurePosixPath(inside).parts
    if parts[:1] == (BACKUPS,):
        is_backup = len(parts) == 2 and layout.parse_backup_name(parts[1]) is not None  # noqa: PLR2004
        return MemberRole.FILE_HISTORY if is_backup else None
    return _ROLES.get(layout.classify(PurePosixPath("projects", "-", "-", inside)))


def is_harmless(inside: str) -> bool:
    """Say whether a path leads to a file below its folder, on every system."""
    parts = inside.split("/")
    return (
        len(inside.encode("utf-8", "surrogatepass")) <= LONGEST_NAME
        and len(parts) <= DEEPEST
        and all(map(_is_harmless_part, parts))
    )


def _is_harmless_part(part: str) -> bool:
    return (
        part not in ("", ".", "..")
        and len(part.encode("utf-8", "surrogatepass")) <= LONGEST_PART
        and _FORBIDDEN.search(part) is None
        and not has_unseen(part)
        and _DEVICES.fullmatch(part) is None
        and not part.endswith((".", " "))
        and not part.startswith(" ")
    )


def has_unseen(text: str) -> bool:
    """Say whether a text holds controls, such as those that turn the direction of writing."""
    return any(unicodedata.category(character) in _UNSEEN for character in text)


def folded(name: str) -> str:
    """Give a name as systems see it that tell neither case nor composed letters apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())
