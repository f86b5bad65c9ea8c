"""Damage for lines: every kind that a reader must survive, the same for the same chance.

A mutation takes a stored line with its terminator and gives other bytes. Some of them hold
newlines of their own, or none at all: damage knows no lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Mutation = Callable[[bytes, Random], bytes]

DEEPEST: Final = 100_000
"""How deeply :func:`nest_deeply` nests at most."""

_STRING: Final = rb'"(?:[^"\\]|\\.)*+"'
_KNOWN_FIELD: Final = re.compile(
    rb'"(?:type|uuid|parentUuid|sessionId|timestamp|version|cwd|gitBranch|isSidechain|isMeta|'
    rb"message|content|role|id|model|usage|stop_reason|input_tokens|output_tokens|subtype|"
    rb'operation|leafUuid|toolUseResult|tool_use_id|name|input|text|thinking|signature)":'
    rb"(" + _STRING + rb"|null|true|false|-?[0-9]+(?:\.[0-9]+)?|\{\}|\[\])"
)
_TYPE: Final = re.compile(rb'"type":(' + _STRING + rb")")
_NUMBER: Final = re.compile(rb":(-?[0-9]+(?:\.[0-9]+)?)(?=[,}\]])")
_TEXT_START: Final = re.compile(rb':"')
_MEMBER: Final = re.compile(rb'"[A-Za-z_]{1,40}":(?:' + _STRING + rb"|null|true|false|[0-9]+)")

_OTHER_KINDS: Final = (b"null", b"true", b"7", b"-0.5", b'"x"', b"[]", b"{}", b'[{"type":1}]')
_HUGE_NUMBERS: Final = (
    b"1e999", b"-1e999", b"1e-999", b"9" * 400, b"-" + b"9" * 5000, b"18446744073709551616",
    b"0." + b"3" * 600, b"123456789012345678901234567890.5e17",
)  # fmt: skip
_OTHER_TYPES: Final = (
    b'"hologram"', b'""', b'"USER"', b'"user "', b'"\\u0075ser"', b'"system"', b'"progress"',
    b'"file-history-delta"', b"null", b"[]", b'"__proto__"',
)  # fmt: skip
_GBK_TEXTS: Final = ("潮汐表", "今天满潮几点？", "数据管道坏了", "你好，世界")
_SEPARATORS: Final = ("\u2028", "\u2029", "\u0085", "\u000b", "\u001c", "\ufeff")
_FRAGMENT: Final = b'{"type":"user","message":{"role":"user","content":"cut o'
_WHOLE: Final = b'{"type":"mode","mode":"normal","sessionId":"0"}'


def mutations(line: bytes, rng: Random) -> bytes:
    """Damage a line in one way, seldom in two or three, chosen by ``rng``."""
    names = tuple(MUTATIONS)
    for _ in range(1 + (rng.random() < 0.1) + (rng.random() < 0.02)):  # noqa: PLR2004 - shares
        line = MUTATIONS[names[int(rng.random() * len(names))]](line, rng)
    return line


def flip_bits(line: bytes, rng: Random) -> bytes:
    """Turn over one to eight bits."""
    damaged = bytearray(line or b"\n")
    for _ in range(1 + _below(8, rng)):
        damaged[_below(len(damaged), rng)] ^= 1 << _below(8, rng)
    return bytes(damaged)


def cut_tail(line: bytes, rng: Random) -> bytes:
    """Lose the end, terminator included, as a crash does."""
    return line[: _below(len(line), rng)]


def cut_head(line: bytes, rng: Random) -> bytes:
    """Lose the beginning."""
    return line[_below(len(line), rng) :]


def cut_middle(line: bytes, rng: Random) -> bytes:
    """Lose a stretch in the middle."""
    first, second = sorted((_below(len(line), rng), _below(len(line), rng)))
    return line[:first] + line[second:]


def drop_newline(line: bytes, rng: Random) -> bytes:
    """Lose the terminator."""
    del rng
    return _split(line)[0]


def glue_whole(line: bytes, rng: Random) -> bytes:
    """Put another record on the same line, in front or behind."""
    text, end = _split(line)
    other = _WHOLE * (1 + _below(3, rng))
    return (other + text if _below(2, rng) else text + other) + end


def glue_fragment(line: bytes, rng: Random) -> bytes:
    """Put the torn beginning of another record in front, as an append to a torn line does."""
    return _FRAGMENT[: 1 + _below(len(_FRAGMENT), rng)] + line


def insert_nul(line: bytes, rng: Random) -> bytes:
    """Put a run of NUL bytes somewhere."""
    return _inserted(line, b"\0" * (1 + _below(600, rng)), rng)


def become_nul(line: bytes, rng: Random) -> bytes:
    """Turn the line's text into NUL bytes, as a full disk does."""
    text, end = _split(line)
    return b"\0" * (len(text) or 1 + _below(64, rng)) + end


def end_in_crlf(line: bytes, rng: Random) -> bytes:
    """End the line as Windows does, or with a lone CR."""
    return _split(line)[0] + (b"\r\n", b"\r\r\n", b"\r")[_below(3, rng)]


def begin_with_bom(line: bytes, rng: Random) -> bytes:
    """Put a byte order mark in front, seldom two."""
    return b"\xef\xbb\xbf" * (1 + _below(2, rng)) + line


def insert_separator(line: bytes, rng: Random) -> bytes:
    """Put a character into a text that some readers take for the end of a line."""
    return _in_text(line, _SEPARATORS[_below(len(_SEPARATORS), rng)].encode(), rng)


def insert_raw_surrogate(line: bytes, rng: Random) -> bytes:
    """Put half a surrogate pair into a text, encoded as if it were a character."""
    half = 0xD800 + _below(0x800, rng)
    return _in_text(line, chr(half).encode("utf-8", "surrogatepass"), rng)


def insert_escaped_surrogate(line: bytes, rng: Random) -> bytes:
    """Put half a surrogate pair into a text, escaped."""
    return _in_text(line, f"\\u{0xD800 + _below(0x800, rng):04x}".encode(), rng)


def insert_nan(line: bytes, rng: Random) -> bytes:
    """Put a number that is none where a number stands."""
    word = (b"NaN", b"Infinity", b"-Infinity")[_below(3, rng)]
    return _with_number(line, word, rng)


def insert_huge_number(line: bytes, rng: Random) -> bytes:
    """Put a number that fits nowhere where a number stands."""
    return _with_number(line, _HUGE_NUMBERS[_below(len(_HUGE_NUMBERS), rng)], rng)


def nest_deeply(line: bytes, rng: Random) -> bytes:
    """Nest a member up to 100,000 levels deep; most often far less."""
    depth = min(DEEPEST, int(2 ** (4 + 12.65 * rng.random() ** 30)))
    if _below(2, rng):
        return _with_member(line, b'"deep":' + b"[" * depth + b"]" * depth)
    return _with_member(line, b'"deep":' + b'{"a":' * depth + b"1" + b"}" * depth)


def duplicate_key(line: bytes, rng: Random) -> bytes:
    """Repeat a member, or the key ``type`` with another value."""
    members = _MEMBER.findall(line) if _below(2, rng) else []
    member = members[_below(len(members), rng)] if members else b'"type":"assistant"'
    return _with_member(line, member)


def insert_gbk(line: bytes, rng: Random) -> bytes:
    """Put Chinese text into a text in the encoding GBK."""
    return _in_text(line, _GBK_TEXTS[_below(len(_GBK_TEXTS), rng)].encode("gbk"), rng)


def insert_bad_utf8(line: bytes, rng: Random) -> bytes:
    """Put bytes into a text that are no UTF-8 in any way."""
    bad = (b"\xff", b"\xc3", b"\xe2\x82", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf", b"\x80")
    return _in_text(line, bad[_below(len(bad), rng)], rng)


def become_utf16(line: bytes, rng: Random) -> bytes:
    """Store the line as UTF-16."""
    text = line.decode("utf-8", "replace")
    return text.encode(("utf-16", "utf-16-le", "utf-16-be")[_below(3, rng)])


def insert_control(line: bytes, rng: Random) -> bytes:
    """Put a control character into a text, raw, as no JSON may hold it."""
    return _in_text(line, bytes([_below(32, rng)]), rng)


def change_kind(line: bytes, rng: Random) -> bytes:
    """Give a known field a value of another kind."""
    other = _OTHER_KINDS[_below(len(_OTHER_KINDS), rng)]
    return _with_value(line, _KNOWN_FIELD, other, rng)


def rename_type(line: bytes, rng: Random) -> bytes:
    """Give a line or a block another type."""
    return _with_value(line, _TYPE, _OTHER_TYPES[_below(len(_OTHER_TYPES), rng)], rng)


def break_structure(line: bytes, rng: Random) -> bytes:
    """Put a bracket, quote, comma or backslash where none belongs."""
    marks = (b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\n")
    return _inserted(line, marks[_below(len(marks), rng)], rng)


def become_other_json(line: bytes, rng: Random) -> bytes:
    """Become JSON that is no object, or nothing at all."""
    texts = (b"null", b"true", b"42", b'"text"', b"[" + _split(line)[0] + b"]", b"[]", b"", b" ")
    return texts[_below(len(texts), rng)] + b"\n"


MUTATIONS: Final[dict[str, Mutation]] = {
    mutation.__name__: mutation
    for mutation in (
        flip_bits, cut_tail, cut_head, cut_middle, drop_newline, glue_whole, glue_fragment,
        insert_nul, become_nul, end_in_crlf, begin_with_bom, insert_separator,
        insert_raw_surrogate, insert_escaped_surrogate, insert_nan, insert_huge_number,
        nest_deeply, duplicate_key, insert_gbk, insert_bad_utf8, become_utf16, insert_control,
        change_kind, rename_type, break_structure, become_other_json,
    )
}  # fmt: skip
"""Every mutation by its name."""


def _below(bound: int, rng: Random) -> int:
    """Draw a number below ``bound``; only ``random()`` gives the same on every Python."""
    return int(rng.random() * bound)


def _split(line: bytes) -> tuple[bytes, bytes]:
    text = line.rstrip(b"\r\n")
    return text, line[len(text) :]


def _inserted(line: bytes, piece: bytes, rng: Random) -> bytes:
    place = _below(len(line) + 1, rng)
    return line[:place] + piece + line[place:]


def _in_text(line: bytes, piece: bytes, rng: Random) -> bytes:
    """Put a piece at the beginning of some text; in a line without texts, anywhere."""
    places = [match.end() for match in _TEXT_START.finditer(line)]
    if not places:
        return _inserted(line, piece, rng)
    place = places[_below(len(places), rng)]
    return line[:place] + piece + line[place:]


def _with_value(line: bytes, pattern: re.Pattern[bytes], value: bytes, rng: Random) -> bytes:
    """Replace the first group of some match; without a match add a member instead."""
    found = list(pattern.finditer(line))
    if not found:
        return _with_member(line, b'"type":' + value)
    start, end = found[_below(len(found), rng)].span(1)
    return line[:start] + value + line[end:]


def _with_number(line: bytes, number: bytes, rng: Random) -> bytes:
    if not _NUMBER.search(line):
        return _with_member(line, b'"durationMs":' + number)
    return _with_value(line, _NUMBER, number, rng)


def _with_member(line: bytes, member: bytes) -> bytes:
    """Add a member at the end of the line's object; what is no object gets one behind it."""
    text, end = _split(line)
    if not text.endswith(b"}"):
        return text + b"{" + member + b"}" + end
    comma = b"" if text.endswith(b"{}") else b","
    return text[:-1] + comma + member + b"}" + end
