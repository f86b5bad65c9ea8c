"""JSON in and out: the only module that uses a JSON library.

msgspec does the work. What it refuses although a Python or a JavaScript reader would take
it (lone surrogates, NaN, numbers out of range) goes to the standard library, and what is
nested too deeply for either is decoded in slices, the deepest values kept as bytes.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from steno.format.deep import TooDeep, read_deep
from steno.format.json_faults import plain_words

if TYPE_CHECKING:
    from collections.abc import Callable

    Buffer = bytes | bytearray | memoryview

LONGEST_INTEGER: Final = 4000
"""Digits of the longest integer read as one; longer ones become floats, as in JavaScript."""

DEEPEST_LEVEL: Final = 64
"""How many levels of a too deep document are opened; what is below is kept as bytes."""

_decode_any: Final = msgspec.json.Decoder().decode
_encode_any: Final = msgspec.json.Encoder().encode


class JsonRefusedError(ValueError):
    """The bytes are no JSON document."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded document and what had to be forgiven on the way."""

    value: Any
    loose: bool = False
    """It holds NaN or Infinity, which is no JSON."""
    deep: bool = False
    """It holds :class:`steno.format.deep.TooDeep` values."""


def decode_json(raw: Buffer) -> Decoded:
    """Decode one JSON document from UTF-8 bytes, or raise :class:`JsonRefusedError`."""
    try:
        return Decoded(_decode_any(raw))
    except RecursionError:
        return _decode_deep(bytes(raw))
    except UnicodeDecodeError:
        return _decode_leniently(bytes(raw))
    except msgspec.MsgspecError:
        return _decode_leniently(bytes(raw))


def decode_text(text: str) -> Decoded:
    """Decode one JSON document from text."""
    return decode_json(text.encode("utf-8", "surrogatepass"))


def _decode_leniently(raw: bytes) -> Decoded:
    loose = False

    def constant(name: str) -> float:
        nonlocal loose
        loose = True
        return {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}[name]

    try:
        text = raw.decode("utf-8", "surrogatepass")
        value = json.loads(text, parse_int=_integer, parse_constant=constant)
    except RecursionError:
        return _decode_deep(raw)
    except json.JSONDecodeError as error:
        raise JsonRefusedError(plain_words(error.msg, text, error.pos)) from error
    except ValueError as error:
        raise JsonRefusedError(str(error)) from error
    return Decoded(value, loose=loose)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST_INTEGER else float(digits)


def _decode_deep(raw: bytes) -> Decoded:
    def scalar(token: bytes) -> Any:
        return _decode_leniently(token).value

    try:
        return Decoded(read_deep(raw, DEEPEST_LEVEL, scalar), deep=True)
    except JsonRefusedError:
        raise
    except ValueError as error:
        raise JsonRefusedError(str(error)) from error


def encode_value(value: object) -> bytes:
    """Encode a value as the client does: compact, non-ASCII characters as they are.

    Lone surrogates are escaped; a :class:`TooDeep` value gives back its bytes.
    """
    try:
        return _encode_any(value)
    except (UnicodeEncodeError, TypeError, RecursionError, OverflowError):
        return _encode_carefully(value).encode("utf-8")


def encode_as_read(value: object) -> bytes:
    """Encode a value of a stored line so that it reads the same again.

    NaN and the infinities stay what they are, though JSON has no words for them.
    """
    if _holds_odd_number(value):
        return _encode_carefully(value).encode("utf-8")
    return encode_value(value)


def _holds_odd_number(value: object) -> bool:
    """Say whether a float in a value is none that JSON can say; the value may be nested deeply."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, float) and not math.isfinite(one):
            return True
        if isinstance(one, dict):
            left.extend(one.values())
        elif isinstance(one, (list, tuple)):
            left.extend(one)
    return False


def _encode_carefully(value: object) -> str:
    if isinstance(value, TooDeep):
        return value.raw.decode("utf-8", "replace")
    if isinstance(value, str):
        return _encode_string(value)
    if isinstance(value, dict):
        members = (f"{_encode_string(str(k))}:{_encode_carefully(v)}" for k, v in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_encode_carefully(item) for item in value) + "]"
    return json.dumps(value)


def _encode_string(value: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value)
    return json.dumps(value, ensure_ascii=False)


def encode_document(document: object) -> bytes:
    """Encode one of our own documents (dataclasses and plain values) for ``--json``."""
    encoded = encode_value(msgspec.to_builtins(document, enc_hook=_told))
    try:
        return msgspec.json.format(encoded, indent=2)
    except msgspec.DecodeError:
        # It refuses what a transcript may well hold: the escapes of lone surrogates.
        return json.dumps(json.loads(encoded), indent=2).encode()


def _told(value: object) -> str:
    """Say of a value that is kept as bytes how long it is: whole it could not be read again."""
    if isinstance(value, TooDeep):
        return f"({len(value.raw)} bytes, nested too deeply)"
    raise TypeError(f"{type(value).__name__} is no part of a document")


def document_schema(type_: type) -> dict[str, Any]:
    """Give the JSON Schema of one of our own document classes."""
    return msgspec.json.schema(type_)


def lines_decoder(type_: type) -> Callable[[Buffer], list[Any]]:
    """Give a fast decoder of newline-separated documents into ``type_`` Structs."""
    return msgspec.json.Decoder(type_).decode_lines
