"""Documents that are nested too deeply for a recursive decoder, read in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format import spans

if TYPE_CHECKING:
    from collections.abc import Callable


class TooDeep:
    """A value that is nested too deeply to decode; its bytes are kept."""

    # No dataclass: msgspec would encode one as an object of its fields.
    __slots__ = ("raw",)

    def __init__(self, raw: bytes) -> None:
        """Keep the value's bytes."""
        self.raw = raw


class Builder:
    """Puts values together as they come: the containers that are open, and what they hold."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.value: Any = None
        self._open: list[dict[str, Any] | list[Any]] = []
        self._keys: list[str] = []

    def key(self, key: str) -> None:
        """Take the key of the next value."""
        self._keys[-1] = key

    def put(self, value: Any) -> None:
        """Take a value."""
        if not self._open:
            self.value = value
        elif isinstance(container := self._open[-1], dict):
            container[self._keys[-1]] = value
        else:
            container.append(value)

    def open(self, bracket: int, *, keep: bool = True) -> None:
        """Take the beginning of an object or array; without ``keep`` it is left out."""
        container: dict[str, Any] | list[Any] = {} if bracket == ord("{") else []
        if keep:
            self.put(container)
        self._open.append(container)
        self._keys.append("")

    def close(self) -> None:
        """Take the end of the innermost object or array."""
        self._open.pop()
        self._keys.pop()


def read_deep(raw: bytes, levels: int, decode: Callable[[bytes], Any]) -> Any:
    """Read a document; what stands below ``levels`` becomes :class:`TooDeep`.

    ``decode`` reads a string, number or literal. ValueError where it is no document.
    """
    builder = Builder()
    state, position = spans.VALUE, 0
    brackets = bytearray()
    below: int | None = None
    while (match := spans.TOKEN.match(raw, position)) is not None:
        start, position = match.span(1)
        first = raw[start]
        following = spans.advance(state, first, brackets)
        if following is None:
            break
        if below is not None:
            if len(brackets) == levels:
                builder.put(TooDeep(raw[below:position]))
                below = None
        elif first in b"{[" and len(brackets) > levels:
            below = start
        else:
            _build(builder, state, match.group(1), decode)
        if following == spans.AFTER and not brackets:
            if raw[position:].strip(b" \t\r\n"):
                break
            return builder.value
        state = following
    raise ValueError("malformed, and nested very deeply")


def _build(builder: Builder, state: int, token: bytes, decode: Callable[[bytes], Any]) -> None:
    first = token[0]
    if first in b"{[":
        builder.open(first)
    elif first in b"}]":
        builder.close()
    elif state in (spans.KEY, spans.KEY_OR_END):
        builder.key(decode(token))
    elif first not in b",:":
        builder.put(decode(token))
