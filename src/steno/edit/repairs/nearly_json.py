"""Bytes that nearly are records: what editors, other programs and a crash made of them."""

from __future__ import annotations

import ast
import html
import re
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from steno.format import spans
from steno.format.codec import JsonRefusedError, decode_json
from steno.format.decode import decode
from steno.format.encode import new_line
from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.format.members import object_in
from steno.format.registry import ENTRY_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from steno.format.entry import Entry

LONGEST: Final = 4 << 20
"""Bytes up to which a line is read as something else than JSON."""
_IDS: Final = ("uuid", "sessionId")
_NEEDLESS_COMMA: Final = re.compile(rb'("(?:[^"\\]|\\.)*+")|,(?=[ \t\r\n]*+[}\]])')
_QUOTES: Final = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"'})
_NO_LITERAL: Final = (ValueError, SyntaxError, TypeError, MemoryError, RecursionError)
_IN_MESSAGE: Final = 2
"""How deep the members of a record's message stand."""


def records_in(raw: bytes) -> tuple[list[bytes], str]:
    """Give the records that bytes were meant to be, and what was done to see it; or none."""
    text = raw.strip()
    for read, what in _WAYS:
        found = list(read(text)) if len(text) <= LONGEST or read in _UNBOUNDED else []
        if found and all(is_whole_record(decode(one)) for one in found):
            return found, what
    return [], ""


def is_whole_record(entry: Entry) -> bool:
    """Say whether a line holds one record that a client may have written, and no part of one."""
    if isinstance(entry, (BadLine, BlankLine, GluedLine)):
        return False
    body = entry.body
    return body.get("type") in ENTRY_KINDS or any(isinstance(body.get(key), str) for key in _IDS)


def begun_message(raw: bytes) -> bytes | None:
    """Give a message that was cut off behind its words, without what it only began to tell."""
    if b'"content"' not in raw:
        return None
    cut, brackets = _last_whole(raw)
    closing = bytes({b"{"[0]: b"}"[0], b"["[0]: b"]"[0]}[one] for one in reversed(brackets))
    entry = decode(raw[:cut] + closing + b"\n")
    if isinstance(entry, (BadLine, BlankLine, GluedLine)):
        return None
    message = object_in(entry.body, "message") or {}
    is_said = bool(message.get("content")) and message.get("role") in ("user", "assistant")
    return entry.raw if is_said else None


def _last_whole(raw: bytes) -> tuple[int, bytes]:
    """Give the end of the last whole member of a record or its message, and what is open there."""
    state, position, brackets = spans.VALUE, 0, bytearray()
    end, still_open = 0, b""
    while (match := spans.TOKEN.match(raw, position)) is not None:
        following = spans.advance(state, raw[match.start(1)], brackets)
        if following is None:
            break
        state, position = following, match.end()
        # A number at the very end may have lost digits.
        if state == spans.AFTER and len(brackets) <= _IN_MESSAGE and position < len(raw):
            end, still_open = position, bytes(brackets)
    return end, still_open


def _array(text: bytes) -> Iterator[bytes]:
    """Take the items of an array, as a program writes that reads all lines at once."""
    if text[:1] == b"[" and spans.is_wellformed(text):
        yield from (text[start:end] + b"\n" for start, end in spans.items(text))


def _quoted(text: bytes) -> Iterator[bytes]:
    """Take a string in which a record stands."""
    if text[:1] == b'"':
        try:
            inner = decode_json(text).value
        except JsonRefusedError:
            return
        if isinstance(inner, str):
            yield inner.strip().encode("utf-8", "surrogatepass") + b"\n"


def _unescaped(text: bytes) -> Iterator[bytes]:
    if b"&quot;" in text or b"&#34;" in text:
        yield html.unescape(text.decode("utf-8", "replace")).encode() + b"\n"


def _without_commas(text: bytes) -> Iterator[bytes]:
    if text[:1] + text[-1:] == b"{}":
        mended = _NEEDLESS_COMMA.sub(lambda match: match[1] or b"", text)
        if mended != text:
            yield mended + b"\n"


def _straight_quotes(text: bytes) -> Iterator[bytes]:
    if "\u201c".encode() in text[:200]:
        yield text.decode("utf-8", "replace").translate(_QUOTES).encode() + b"\n"


def _python(text: bytes) -> Iterator[bytes]:
    """Take a dictionary as Python prints it; only literals are read, and nothing is run."""
    if text[:2] + text[-1:] != b"{'}":
        return
    with warnings.catch_warnings(), suppress(*_NO_LITERAL):
        warnings.simplefilter("ignore")
        value: Any = ast.literal_eval(text.decode("utf-8", "replace"))
        yield new_line(value)


_WAYS: Final[tuple[tuple[Callable[[bytes], Iterator[bytes]], str], ...]] = (
    (_array, "the records of a list get a line each"),
    (_quoted, "a record that stood in quotes is taken out of them"),
    (_unescaped, "characters that were written for a web page are put back"),
    (_without_commas, "commas behind the last member are taken out"),
    (_straight_quotes, "curly quotes become straight ones"),
    (_python, "what Python printed is written as JSON"),
)
_UNBOUNDED: Final = frozenset({_array, _quoted, _without_commas})
"""The ways that take no more time than reading does."""
