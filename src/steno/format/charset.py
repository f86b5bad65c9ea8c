"""Lines that are not UTF-8: guess their encoding, and turn them to UTF-8 and back."""

from __future__ import annotations

import re
from typing import Final

UTF8: Final = "utf-8"
BOM: Final = b"\xef\xbb\xbf"
"""The byte order mark, as UTF-8 writes it."""
ESCAPED: Final = "utf-8-escaped"
"""UTF-8 with single bytes that are not: each becomes a lone surrogate, and comes back as itself."""
GBK: Final = "gb18030"
"""The superset of GBK and GB2312, used by Chinese Windows."""

_DAMAGED: Final = re.compile("[\udc80-\udcff]")
_NOT_ASCII: Final = re.compile("[^\\x00-\\x7f]")


def is_utf8(raw: bytes) -> bool:
    """Say whether bytes are UTF-8; lone surrogates, as some writers leave them, count as such."""
    try:
        raw.decode(UTF8, "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def guess_encoding(raw: bytes) -> str:
    """Guess how a line that is not UTF-8 was meant: GBK, or UTF-8 with damaged bytes."""
    text = raw.decode(UTF8, "surrogateescape")
    damaged = len(_DAMAGED.findall(text))
    whole = len(_NOT_ASCII.findall(text)) - damaged
    if damaged > whole and _is_gbk(raw):
        return GBK
    return ESCAPED


def _is_gbk(raw: bytes) -> bool:
    try:
        return raw.decode(GBK).encode(GBK) == raw
    except UnicodeError:
        return False


def to_utf8(raw: bytes, encoding: str) -> bytes:
    """Give the line's bytes as UTF-8; what cannot be read becomes a lone surrogate or U+FFFD."""
    if encoding == UTF8:
        return raw
    if encoding == ESCAPED:
        return raw.decode(UTF8, "surrogateescape").encode(UTF8, "surrogatepass")
    return raw.decode(encoding, "replace").encode(UTF8, "surrogatepass")


def from_utf8(text: bytes, encoding: str) -> bytes:
    """Turn what :func:`to_utf8` gave back into the line's own encoding."""
    if encoding == UTF8:
        return text
    decoded = text.decode(UTF8, "surrogatepass")
    if encoding == ESCAPED:
        return decoded.encode(UTF8, "surrogateescape")
    return decoded.encode(encoding, "replace")
