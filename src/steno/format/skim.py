"""Read a line of any length in bounded memory: everything but the tails of its long strings.

A line grows to hundreds of megabytes by one long string (an image, a command's output), so
cutting strings leaves its type, ids, usage and blocks as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from steno.format import spans
from steno.format.charset import BOM
from steno.format.codec import JsonRefusedError, decode_json
from steno.format.deep import Builder
from steno.format.entry import BadLine, Entry, Place
from steno.format.registry import entry_kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.format.entry import StoredBytes

LONGEST_STRING: Final = 1 << 14
"""Bytes of a string that are kept; the rest is passed over."""
MOST_VALUES: Final = 100_000
"""Values that are kept; of a line with more the rest is checked but passed over."""
MOST_BYTES: Final = 16 << 20
"""Bytes of strings that are kept in all; behind them strings are left empty."""
DEEPEST: Final = 100
"""Levels that are kept."""

_STRING_REST: Final = re.compile(
    rb'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
)
_BROKEN_END: Final = re.compile(rb"\\(?:u[0-9a-fA-F]{0,3})?\Z")
_LONGEST_ESCAPE: Final = 6
_LONGEST_NUMBER: Final = 5000


def skim(pieces: Iterable[bytes], *, line: int, offset: int, stored: StoredBytes) -> Entry:
    """Decode a huge line from its pieces; ``stored`` fetches it whole when ``raw`` is asked for."""
    place = Place(stored, line=line, offset=offset, marks=frozenset({"huge-line"}))
    skimmer = Skimmer()
    try:
        for number, piece in enumerate(pieces):
            if number == 0 and piece.startswith(BOM):
                place.marks |= {"bom"}
            skimmer.feed(piece.removeprefix(BOM) if number == 0 else piece)
        value = skimmer.finish()
    except JsonRefusedError as refused:
        return BadLine(place, "bad-line", str(refused))
    except EOFError:
        return BadLine(place, "torn-line", "a huge line that is cut off")
    if not isinstance(value, dict):
        return BadLine(place, "bad-line", "a huge line that is no object")
    return entry_kind(value)(value, place)


class Skimmer:
    """An incremental reader of one JSON document."""

    def __init__(self) -> None:
        """Begin before the document."""
        self._state = spans.VALUE
        self._brackets = bytearray()
        self._rest = b""
        self._cut: bytearray | None = None
        self._builder = Builder()
        self._values = 0
        self._bytes = 0
        self._done = False

    @property
    def is_done(self) -> bool:
        """Whether the document has come to its end."""
        return self._done

    def feed(self, piece: bytes) -> None:
        """Take the next bytes; :class:`JsonRefusedError` as soon as they cannot be JSON."""
        held, position = self._rest + piece, 0
        self._rest = b""
        while position < len(held):
            step = self._pass_over if self._cut is not None else self._take
            following = step(held, position)
            if following is None:
                self._rest = held[position:]
                return
            position = following

    def finish(self) -> Any:
        """Give the document; EOFError where its end is missing."""
        if not self._done and self._rest and self._cut is None:
            self.feed(b" ")
        if not self._done:
            raise EOFError
        return self._builder.value

    def _take(self, held: bytes, position: int) -> int | None:
        """Take one token; give where the next begins, or None where more bytes are needed."""
        if self._done:
            return self._take_space(held, position)
        match = spans.TOKEN.match(held, position)
        if match is None:
            return self._take_unfinished(held, position)
        token = match.group(1)
        if match.end() == len(held) and token[0] in b"-0123456789":
            return None
        self._accept(token)
        return match.end()

    def _take_space(self, held: bytes, position: int) -> int:
        if held[position:].strip(b" \t\r\n"):
            raise JsonRefusedError("more than one document on a huge line")
        return len(held)

    def _take_unfinished(self, held: bytes, position: int) -> int | None:
        rest = held[position:].lstrip(b" \t\r\n")
        if rest[:1] == b'"' and len(rest) > LONGEST_STRING + _LONGEST_ESCAPE:
            self._cut = bytearray(b'"')
            return len(held) - len(rest) + 1
        if len(rest) > max(_LONGEST_NUMBER, LONGEST_STRING + _LONGEST_ESCAPE):
            raise JsonRefusedError("a huge line that is no JSON")
        return None

    def _pass_over(self, held: bytes, position: int) -> int | None:
        """Go on within a long string; give where it went to, or None for more bytes."""
        assert self._cut is not None  # noqa: S101 - only called within a string
        match = _STRING_REST.match(held, position)
        end = position if match is None else match.end()
        room = LONGEST_STRING - len(self._cut)
        if room > 0:
            self._cut += held[position : min(end, position + room)]
        if held[end : end + 1] == b'"':
            token = _close(bytes(self._cut))
            self._cut = None
            self._accept(token)
            return end + 1
        if len(held) - end > _LONGEST_ESCAPE:
            raise JsonRefusedError("a huge line with a broken string")
        return end if end > position else None

    def _accept(self, token: bytes) -> None:
        """Check one token against the grammar and keep its value."""
        state, first = self._state, token[0]
        following = spans.advance(state, first, self._brackets)
        if following is None:
            raise JsonRefusedError("a huge line that is no JSON")
        self._state = following
        if first in b"{[":
            self._builder.open(first, keep=self._has_room())
        elif first in b"}]":
            self._builder.close()
        elif state in (spans.KEY, spans.KEY_OR_END):
            self._builder.key(decode_json(_shortened(token)).value)
        elif first not in b",:" and self._has_room():
            self._builder.put(self._read(token))
        self._done = following == spans.AFTER and not self._brackets

    def _has_room(self) -> bool:
        """Count one more value, and say whether it is kept."""
        self._values += 1
        return self._values <= MOST_VALUES and len(self._brackets) <= DEEPEST

    def _read(self, token: bytes) -> Any:
        """Give the value of a scalar token; of a long string its beginning."""
        token = _shortened(token)
        self._bytes += len(token)
        if self._bytes > MOST_BYTES and token[:1] == b'"':
            return ""
        return decode_json(token).value


def _shortened(token: bytes) -> bytes:
    """Cut a string token that is too long."""
    if len(token) > LONGEST_STRING and token[:1] == b'"':
        return _close(token[:LONGEST_STRING])
    return token


def _close(prefix: bytes) -> bytes:
    """Make a whole string token of a cut one: no half escape, no half character at its end."""
    body = _BROKEN_END.sub(b"", prefix) if _ends_in_escape(prefix) else prefix
    return body.decode("utf-8", "ignore").encode("utf-8") + b'"'


def _ends_in_escape(prefix: bytes) -> bool:
    match = _BROKEN_END.search(prefix)
    if match is None:
        return False
    backslashes = len(prefix[: match.start() + 1]) - len(prefix[: match.start() + 1].rstrip(b"\\"))
    return backslashes % 2 == 1
