"""A few words about a line of bookkeeping: what the client noted down there."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from steno.format.entry import BadLine
from steno.view.notices.told import sensible
from steno.view.tools.wording import count, duration, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.format.entry import Entry

LONGEST_VALUE: Final = 80
"""Characters of a text that is told beside others."""
MOST_VALUES: Final = 4

_ENVELOPE: Final = frozenset({
    "type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "sessionId", "session_id",
    "timestamp", "cwd", "version", "gitBranch", "isSidechain", "userType", "entrypoint", "slug",
    "agentId", "teamName", "isMeta", "level", "messageId", "message", "requestId", "toolUseID",
    "parentToolUseID", "leafUuid", "promptId", "isSnapshotUpdate", "hookId", "processId",
})  # fmt: skip
"""Keys that say where a line belongs, not what it holds."""
_PLAIN: Final = frozenset({"content", "operation"})
"""Keys whose values need no name."""
_INSIDE: Final = ("attachment", "data", "snapshot")
"""Keys of objects that hold what a line is about."""


def about_line(entry: Entry) -> str:
    """Say in one line what a line of bookkeeping holds; nothing where it holds nothing."""
    if isinstance(entry, BadLine):
        return one_line(entry.reason)
    told = list(islice(_told(entry.body), MOST_VALUES))
    kind = (entry.type or "").replace("-", " ")
    return one_line(joined(*(text.removeprefix(f"{kind}: ") for text in told)))


def _told(body: Mapping[str, Any]) -> Iterator[str]:
    for key, value in body.items():
        if key in _INSIDE and isinstance(value, dict):
            yield from _told(value)
        elif key not in _ENVELOPE:
            words = _words(key, value)
            if words:
                yield words if key in _PLAIN or words == _name(key) else f"{_name(key)}: {words}"


def _words(key: str, value: object) -> str:
    if isinstance(value, bool):
        return _name(key) if value else ""
    if isinstance(value, (int, float)):
        return _number(key, sensible(value))
    if isinstance(value, str):
        return one_line(value, LONGEST_VALUE)
    if isinstance(value, (list, dict)) and value:
        return count(len(value), "entry", "entries")
    return ""


def _number(key: str, number: float | None) -> str:
    if number is None:
        return ""
    return duration(number / 1000) if key.endswith("Ms") else str(number)


def _name(key: str) -> str:
    """Write a key as words: ``addedNames`` becomes ``added names``."""
    spaced = "".join(
        f" {letter.lower()}" if letter.isupper() else letter for letter in key.removesuffix("Ms")
    )
    return one_line(spaced.replace("_", " "), LONGEST_VALUE)
