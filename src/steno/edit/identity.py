"""New ids for a copy of a session: the same new one for the same old one, in all of its files."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from steno.format.decode import whole
from steno.format.encode import with_strings
from steno.format.entry import BadLine, BlankLine, GluedLine

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from steno.format.entry import Entry

ID_KEYS: Final = frozenset(
    {
        "uuid", "parentUuid", "logicalParentUuid", "messageId",
        "sourceToolAssistantUUID", "headUuid", "anchorUuid", "tailUuid", "uuids", "allUuids",
        "toolUseID", "parentToolUseID",
    }
)  # fmt: skip
"""Members that name a line, wherever in a record they stand."""
SESSION_KEYS: Final = frozenset({"sessionId", "session_id"})
"""Members that name the session."""
SPOKEN: Final = frozenset({"content", "input", "toolUseResult", "prompt", "lastPrompt", "display"})
"""Members that hold what was said: an id in them is part of the words."""
FOREIGN: Final = frozenset({"forkedFrom"})
"""Members that speak of another session."""

_UUID: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE
)
_IN_PATHS: Final = (
    r"(?<=file-history[/\\]){old}(?=[/\\])|(?<=file-history\\\\){old}(?=\\)"
    r"|(?<![\w-]){old}(?=[/\\]{{1,2}}(?:tool-results|subagents|workflows)(?![\w-]))"
    r"|(?<=[/\\]){old}(?=\.jsonl(?![\w.-]))"
)
"""Where the session's id stands in the path of a file that comes along, or of its own."""


class NewIds:
    """Gives the records of one session, and of its sub-agents, new ids."""

    def __init__(
        self, old: str, new: str, known: Collection[str] = (), *, keep_uuids: bool = False
    ) -> None:
        """Take the old and new id of the session, and the ids of all its lines."""
        self.old = old
        self.new = new
        self.keep_uuids = keep_uuids
        self._known = known
        self._path = re.compile(_IN_PATHS.format(old=re.escape(old)))
        self._path_bytes = re.compile(self._path.pattern.encode())
        self._swapped: dict[str, str] = {}

    def uuid(self, old: str) -> str:
        """Give the new id of a line: always the same one, and none that tells the old one."""
        if self.keep_uuids:
            return old
        seed = hashlib.sha256(f"{self.new}:{old}".encode("utf-8", "surrogatepass")).digest()
        return str(UUID(bytes=seed[:16], version=4))

    def line(self, entry: Entry) -> bytes:
        """Give a stored line with its new ids; nothing else on it changes."""
        if isinstance(entry, (BadLine, BlankLine, GluedLine)):
            return self.text(entry.raw)
        # Of a huge line only the beginnings of long strings were read, and one may change.
        entry = whole(entry)
        body = self.body(entry.body)
        return with_strings(entry, self._swapped, body).raw if self._swapped else entry.raw

    def body(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Give a decoded record with its new ids."""
        self._swapped = {}
        return {
            self._key(key): self._swap(value, self._session(value))
            if key in SESSION_KEYS and isinstance(value, str)
            else self._value(value, key, spoken=key in SPOKEN)
            for key, value in body.items()
        }

    def paths(self, raw: bytes) -> bytes:
        """Give bytes in which only the paths of files that come along follow."""
        return self._path_bytes.sub(self.new.encode(), raw)

    def text(self, raw: bytes) -> bytes:
        """Give bytes that are no record with new ids, wherever an old one stands in them."""
        return _UUID_BYTES.sub(self._token, raw)

    def _token(self, match: re.Match[bytes]) -> bytes:
        token = match[0].decode()
        if token == self.old:
            return self.new.encode()
        return self.uuid(token).encode() if token in self._known else match[0]

    def _value(self, value: Any, key: str, *, spoken: bool) -> Any:
        if isinstance(value, str):
            return self._string(value, key, spoken=spoken)
        if isinstance(value, list):
            return [self._value(item, key, spoken=spoken) for item in value]
        if isinstance(value, dict) and key not in FOREIGN:
            return {
                inner if spoken else self._key(inner): self._value(
                    member, inner, spoken=spoken or inner in SPOKEN
                )
                for inner, member in value.items()
            }
        return value

    def _string(self, value: str, key: str, *, spoken: bool) -> str:
        if not spoken and value.partition("#")[0] == self.old:
            return self._swap(value, self._session(value))
        if not spoken and self._names_a_line(value, key):
            return self._swap(value, self.uuid(value))
        if self.old in value:
            return self._swap(value, self._path.sub(self.new, value))
        return value

    def _session(self, value: str) -> str:
        """Name the new session; an agent of a workflow has its own name behind a ``#``."""
        return self.new + "".join(value.partition("#")[1:])

    def _names_a_line(self, value: str, key: str) -> bool:
        return value in self._known or (key in ID_KEYS and _UUID.fullmatch(value) is not None)

    def _key(self, key: str) -> str:
        return self._swap(key, self.uuid(key)) if key in self._known else key

    def _swap(self, old: str, new: str) -> str:
        if old != new:
            self._swapped[old] = new
        return new


_UUID_BYTES: Final = re.compile(_UUID.pattern.encode(), re.IGNORECASE)
