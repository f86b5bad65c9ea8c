"""A stored line to a typed entry: any bytes give an entry, never an exception."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format import glue, spans
from steno.format.charset import BOM, UTF8, from_utf8, guess_encoding, is_utf8, to_utf8
from steno.format.codec import Decoded, JsonRefusedError, decode_json
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine, Place
from steno.format.registry import ENTRY_KINDS, entry_kind
from steno.format.view import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE: Final = b" \t\r\n\x0b\x0c"


def decode(raw: bytes, *, line: int = 1, offset: int = 0, encoding: str = UTF8) -> Entry:
    """Decode one stored line, terminator included, into its entry."""
    text, terminator = split_terminator(raw, encoding)
    place = Place(raw, line=line, offset=offset, encoding=encoding)
    if terminator and terminator.strip(b"\n\x00"):
        _mark(place, "crlf")
    if encoding != UTF8:
        _mark(place, "not-utf8")
    text = to_utf8(text, encoding)
    if text.startswith(BOM):
        _mark(place, "bom")
        text = text[len(BOM) :]
    if not text.strip(_SPACE):
        return BlankLine(place)
    try:
        return _record(decode_json(text), place)
    except JsonRefusedError as refused:
        if is_utf8(text):
            return _decode_refused(text, place, str(refused))
        return _decode_foreign(text, place)


def split_terminator(raw: bytes, encoding: str = UTF8) -> tuple[bytes, bytes]:
    """Divide a line into its text and its terminator (LF, CR LF, or nothing)."""
    if encoding.startswith("utf-16"):
        newline, carriage = "\n".encode(encoding), "\r".encode(encoding)
    else:
        newline, carriage = b"\n", b"\r"
    if not raw.endswith(newline):
        return raw, b""
    cut = len(raw) - len(newline)
    if raw[:cut].endswith(carriage):
        cut -= len(carriage)
    return raw[:cut], raw[cut:]


def _record(decoded: Decoded, place: Place) -> Entry:
    if not isinstance(decoded.value, dict):
        return BadLine(place, "bad-line", f"a JSON {kind_of(decoded.value)}, not an object")
    if decoded.loose:
        _mark(place, "loose-json")
    if decoded.deep:
        _mark(place, "too-deep")
    return entry_kind(decoded.value)(decoded.value, place)


def _mark(place: Place, code: str) -> None:
    place.marks = place.marks | {code}


def _decode_foreign(text: bytes, place: Place) -> Entry:
    """Decode a line that is not UTF-8 in the encoding that fits it best."""
    place.encoding = guess_encoding(text)
    _mark(place, "not-utf8")
    as_utf8 = to_utf8(text, place.encoding)
    try:
        return _record(decode_json(as_utf8), place)
    except JsonRefusedError as refused:
        return _decode_refused(as_utf8, place, str(refused))


def _decode_refused(text: bytes, place: Place, reason: str) -> Entry:
    """Make the best of a line that is no single record."""
    pieces = glue.split(text, ENTRY_KINDS)
    if any(piece.is_object for piece in pieces):
        return GluedLine(place, tuple(_pieces(text, pieces, place)))
    return _bad(text, place, reason)


def _pieces(text: bytes, pieces: list[glue.Piece], place: Place) -> Iterator[Entry]:
    """Give each piece of a glued line as an entry with the bytes that are its own."""
    raw = place.source
    assert isinstance(raw, bytes)  # noqa: S101 - only whole lines are decoded
    cuts = [len(from_utf8(text[piece.start : piece.end], place.encoding)) for piece in pieces]
    behind = len(split_terminator(raw, place.encoding)[1])
    cuts[0] = len(raw) - behind - sum(cuts[1:])
    cuts[-1] += behind
    start = 0
    for piece, length in zip(pieces, cuts, strict=True):
        own = Place(
            raw[start : start + length],
            line=place.line,
            offset=place.offset + start,
            encoding=place.encoding,
            marks=place.marks,
        )
        start += length
        content = text[piece.start : piece.end]
        yield _record(decode_json(content), own) if piece.is_object else _bad(content, own, "")


def _bad(text: bytes, place: Place, reason: str) -> BadLine:
    if glue.is_only_nul(text):
        return BadLine(place, "nul-bytes", f"{len(text)} NUL bytes")
    if spans.is_cut_off(text):
        return BadLine(place, "torn-line", f"cut off after {len(text)} bytes")
    return BadLine(place, "bad-line", reason or f"{len(text)} bytes that are no JSON")


def whole(entry: Entry) -> Entry:
    """Decode a huge line that was only skimmed, all of it; other entries are whole already."""
    if "huge-line" not in entry.marks:
        return entry
    return decode(entry.raw, line=entry.line, offset=entry.offset)
