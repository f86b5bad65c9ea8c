"""The strings of a decoded entry, keys too, joined to one text, and the way back to each."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from steno.format.deep import TooDeep
from steno.secrets.values import MEMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

Path: TypeAlias = tuple["str | int", ...]
"""The keys and numbers that lead to a value."""
_Node: TypeAlias = "tuple[_Node, str | int] | None"
_Place: TypeAlias = "tuple[_Node, str | int | None, bool]"

IDS_OF_A_LINE: Final = frozenset({
    "agentId", "leafUuid", "logicalParentUuid", "messageId", "parentToolUseID", "parentUuid",
    "promptId", "requestId", "sessionId", "sourceToolAssistantUUID", "sourceToolUseID",
    "timestamp", "toolUseID", "type", "userType", "uuid", "version",
})  # fmt: skip
"""Members of an entry itself that hold ids and times."""
IDS_OF_A_BLOCK: Final = frozenset({"id", "tool_use_id", "type", "role", "model", "stop_reason"})
"""Members of a message, and of the blocks of its content, that do."""
_SHORTEST: Final = 6
"""A shorter string is no secret by itself."""
_PLAIN_KEY: Final = 20
_LONGEST_PLAIN: Final = 40
_TELLING: Final = re.compile(
    r"pass|pwd|secret|token|key|credential|auth|contrase|_pat$|(?:^|_)pw$|Pw$", re.IGNORECASE
)
_WITHOUT_TEXT: Final = frozenset({int, float, bool, type(None)})
_ENCODED: Final = re.compile(r"[A-Za-z0-9+/=_-]{64}")


class Strings:
    """All strings of a JSON value that may hold a secret."""

    def __init__(self, value: Any, *, all_keys: bool = False) -> None:
        """Take any JSON value, of whose keys those that say nothing are left out unless told."""
        self._all_keys = all_keys
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._places: list[_Place | None] = []
        self._length = 0
        self._collect(value)

    @property
    def text(self) -> str:
        """All of them as one text, parted by control characters."""
        return "".join(self._parts)

    def pieces(self) -> Iterator[tuple[int, str]]:
        """Give every string with its place in the text."""
        for number, place in enumerate(self._places):
            if place is not None:
                yield self._starts[number], self._parts[2 * number]

    def locate(self, start: int, end: int) -> tuple[Path, bool, int] | None:
        """Say in which string a stretch of the text stands: path, whether a key, and where.

        None where it is not within one string.
        """
        number = bisect_right(self._starts, start) - 1
        place = self._places[number] if number >= 0 else None
        if place is None or end > self._starts[number] + len(self._parts[2 * number]):
            return None
        node, step, is_key = place
        return _path(node, step), is_key, start - self._starts[number]

    def _collect(self, value: Any) -> None:
        # A stack instead of calls: a value may be nested as deeply as memory allows.
        stack: list[tuple[Any, _Node]] = []
        self._see(value, None, None, stack)
        while stack:
            value, node = stack.pop()
            first = len(stack)
            if isinstance(value, dict):
                self._members(value, node, stack)
            else:
                self._items(value, node, stack)
            stack[first:] = reversed(stack[first:])

    def _members(self, value: dict[Any, Any], node: _Node, stack: list[tuple[Any, _Node]]) -> None:
        skipped = _skipped(value, node)
        named = _NONE if _GIVEN.isdisjoint(value) else _named_beside(value)
        for key, inner in value.items():
            if key in skipped:
                continue
            told = isinstance(inner, str)
            if self._all_keys or not _is_plain(key, told):
                self._key(key, node, told=told)
            if told:
                if key in named:
                    self._put(named[key], None, MEMBER)
                if len(inner) >= _SHORTEST:
                    self._put(inner, (node, key, False), "\0")
            elif inner.__class__ not in _WITHOUT_TEXT:
                self._see(inner, node, key, stack)

    def _key(self, key: Any, node: _Node, *, told: bool) -> None:
        if isinstance(key, str):
            told = told and _TELLING.search(key) is not None
            self._put(key, (node, key, True), MEMBER if told else "\0")

    def _items(self, value: list[Any], node: _Node, stack: list[tuple[Any, _Node]]) -> None:
        before: Any = None
        step = node[1] if node is not None else None
        for number, inner in enumerate(value):
            if isinstance(inner, str):
                if isinstance(before, str) and _is_flag(before):
                    self._put(before, None, MEMBER)
                elif isinstance(step, str) and _TELLING.search(step):
                    self._put(step, None, MEMBER)
            self._see(inner, node, number, stack)
            before = inner

    def _see(
        self, value: Any, node: _Node, step: str | int | None, stack: list[tuple[Any, _Node]]
    ) -> None:
        """Take a string in at once, and lay aside what holds more of them."""
        if isinstance(value, str):
            if len(value) >= _SHORTEST:
                self._put(value, (node, step, False), "\0")
        elif isinstance(value, (dict, list)):
            if value:
                stack.append((value, None if step is None else (node, step)))
        elif isinstance(value, TooDeep):
            self._put(value.raw.decode("utf-8", "replace"), (node, step, False), "\0")

    def _put(self, text: str, place: _Place | None, end: str) -> None:
        self._parts += (text, end)
        self._starts.append(self._length)
        self._places.append(place)
        self._length += len(text) + 1


def _is_flag(word: str) -> bool:
    return word.startswith("-") and len(word) < _LONGEST_FLAG and bool(_TELLING.search(word))


_LONGEST_FLAG: Final = 64


def _path(node: _Node, step: str | int | None) -> Path:
    steps: list[str | int] = [] if step is None else [step]
    while node is not None:
        node, above = node
        steps.append(above)
    return tuple(reversed(steps))


@lru_cache(maxsize=4096)
def _is_plain(key: Any, told: bool) -> bool:  # noqa: FBT001 - a key of the cache
    """Say whether a key can neither be a secret nor tell of one that is its value."""
    if not isinstance(key, str):
        return True
    if told and _TELLING.search(key) is not None:
        return False
    longest = _LONGEST_PLAIN if key.islower() and "_" in key else _PLAIN_KEY
    return len(key) < longest and key.isidentifier() and not _DIGITS.search(key)


_DIGITS: Final = re.compile(r"[0-9][a-z]{0,3}[0-9]")
"""Figures as a name hardly has them."""
_NAMES: Final = (("name", "value"), ("key", "value"), ("Name", "Value"), ("Key", "Value"),
                 ("ParameterKey", "ParameterValue"))  # fmt: skip
_GIVEN: Final = frozenset({"kty", *(given for _, given in _NAMES)})
_PRIVATE: Final = {"d": "jwk_private_key", "k": "jwk_private_key"}
_NONE: Final[dict[Any, str]] = {}


def _named_beside(value: dict[Any, Any]) -> dict[Any, str]:
    """Say which members get their names from others: ``{"name": …, "value": …}``, and keys."""
    for name, given in _NAMES:
        if given in value and isinstance(told := value.get(name), str) and _TELLING.search(told):
            return {given: told}
    return _PRIVATE if "kty" in value else _NONE


_NOTHING: Final[frozenset[str]] = frozenset()
_SIGNED: Final = {"thinking": "signature", "redacted_thinking": "data", "base64": "data"}


def _skipped(value: dict[Any, Any], node: _Node) -> frozenset[str]:
    """Name the members that are never looked at: ids, signatures, pictures."""
    skipped = _ids(node)
    kind = value.get("type")
    if isinstance(kind, str) and kind in _SIGNED:
        skipped |= {_SIGNED[kind]}
    picture = value.get("base64")
    if isinstance(picture, str) and _ENCODED.match(picture):
        skipped |= {"base64"}
    return skipped


def _ids(node: _Node) -> frozenset[str]:
    if node is None:
        return IDS_OF_A_LINE
    above, step = node
    if above is None:
        return IDS_OF_A_BLOCK if step == "message" else _NOTHING
    is_block = isinstance(step, int) and above == _CONTENT
    return IDS_OF_A_BLOCK if is_block else _NOTHING


_CONTENT: Final = ((None, "message"), "content")
