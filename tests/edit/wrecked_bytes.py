"""What crashes, disks, sync tools and editors make of the bytes of a transcript."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    Lines = list[bytes]
    Damage = Callable[[Random, Lines], bytes]

MARK: Final = b"\xef\xbb\xbf"


def _with(lines: Lines, at: int, *new: bytes, instead: int = 1) -> bytes:
    """Put other bytes in the place of some lines."""
    return b"".join([*lines[:at], *new, *lines[at + instead :]])


def _some(rng: Random, lines: Lines) -> int:
    return rng.randrange(len(lines))


def _stretch(rng: Random, lines: Lines, most: int = 12) -> tuple[int, int]:
    start = rng.randrange(len(lines) - 1)
    return start, rng.randrange(start + 2, min(len(lines), start + most) + 1)


def _pretty(line: bytes, indent: int = 2) -> bytes:
    return json.dumps(json.loads(line), indent=indent, ensure_ascii=False).encode() + b"\n"


# ── cut, split and glued ──


def _cut_tail(rng: Random, lines: Lines) -> bytes:
    raw = b"".join(lines)
    return raw[: rng.randrange(len(raw) // 3, len(raw))]


def _cut_one(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(1, len(lines))
    return _with(lines, at, lines[at][: rng.randrange(1, len(lines[at]))])


def _cut_head(rng: Random, lines: Lines) -> bytes:
    raw = b"".join(lines)
    return raw[rng.randrange(1, len(raw) // 2) :]


def _swap_halves(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    line = lines[at][:-1]
    middle = rng.randrange(1, len(line) - 1)
    return _with(lines, at, line[middle:] + b"\n" + line[:middle] + b"\n")


def _break_one(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    middle = rng.randrange(1, len(lines[at]) - 1)
    return _with(lines, at, lines[at][:middle] + b"\n" + lines[at][middle:])


def _wrapped(line: bytes, width: int) -> bytes:
    line = line[:-1]
    return b"\n".join(line[at : at + width] for at in range(0, len(line), width)) + b"\n"


def _wrap_one(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    return _with(lines, at, _wrapped(lines[at], rng.choice([72, 80, 100, 200])))


def _wrap_all(rng: Random, lines: Lines) -> bytes:
    width = rng.choice([80, 500, 998])
    return b"".join(_wrapped(line, width) for line in lines)


def _write_between(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(len(lines) - 1)
    middle = rng.randrange(1, len(lines[at]) - 1)
    mixed = lines[at][:middle] + lines[at + 1] + lines[at][middle:]
    return _with(lines, at, mixed, instead=2)


def _glue_some(rng: Random, lines: Lines) -> bytes:
    start, end = _stretch(rng, lines, 6)
    glued = b"".join(line[:-1] for line in lines[start:end]) + b"\n"
    return _with(lines, start, glued, instead=end - start)


def _glue_all(_: Random, lines: Lines) -> bytes:
    return b"".join(line[:-1] for line in lines) + b"\n"


def _glue_to_torn(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(1, len(lines))
    torn = lines[at - 1][: rng.randrange(1, len(lines[at - 1]) - 1)]
    return _with(lines, at - 1, torn + lines[at], instead=2)


def _end_in_returns(_: Random, lines: Lines) -> bytes:
    return b"".join(line[:-1] + b"\r" for line in lines)


# ── lost and foreign bytes ──


def _insert_nul(rng: Random, lines: Lines) -> bytes:
    raw = b"".join(lines)
    at = rng.randrange(len(raw))
    return raw[:at] + b"\0" * rng.choice([1, 16, 4096]) + raw[at:]


def _overwrite_nul(rng: Random, lines: Lines) -> bytes:
    raw = b"".join(lines)
    at, length = rng.randrange(len(raw)), rng.choice([1, 64, 512, 4096])
    return raw[:at] + b"\0" * min(length, len(raw) - at) + raw[at + length :]


def _end_in_nul(rng: Random, lines: Lines) -> bytes:
    return b"".join(lines) + b"\0" * rng.choice([1, 511, 4096])


def _lose_bytes(rng: Random, lines: Lines) -> bytes:
    raw = b"".join(lines)
    at = rng.randrange(len(raw))
    return raw[:at] + raw[at + rng.choice([10, 512, 4096]) :]


def _spoil_bytes(rng: Random, lines: Lines) -> bytes:
    raw = bytearray(b"".join(lines))
    for _ in range(rng.choice([1, 3, 10])):
        at = rng.randrange(len(raw))
        raw[at] = raw[at] if raw[at] in b"\n" else rng.choice([0x80, 0xFF, 0xC3, 0xFE])
    return bytes(raw)


def _flip_bit(rng: Random, lines: Lines) -> bytes:
    raw = bytearray(b"".join(lines))
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw)


def _log_between(rng: Random, lines: Lines) -> bytes:
    noise = [b"Error: ENOSPC\n", b"null\n", b"[]\n", b"42\n", b'"text"\n', b"{}\n", b"# note\n"]
    return _with(lines, _some(rng, lines), rng.choice(noise), instead=0)


# ── encodings ──


def _utf16(rng: Random, lines: Lines) -> bytes:
    return b"".join(lines).decode().encode(rng.choice(["utf-16", "utf-16-le", "utf-16-be"]))


def _utf16_crlf(_: Random, lines: Lines) -> bytes:
    return b"".join(lines).decode().replace("\n", "\r\n").encode("utf-16")


def _mark_all(_: Random, lines: Lines) -> bytes:
    return b"".join(MARK + line for line in lines)


def _mark_one(rng: Random, lines: Lines) -> bytes:
    return _with(lines, _some(rng, lines), MARK, instead=0)


# ── copied and moved ──


def _copy_some(rng: Random, lines: Lines) -> bytes:
    start, end = _stretch(rng, lines)
    return b"".join([*lines[:end], *lines[start:]])


def _copy_to_front(rng: Random, lines: Lines) -> bytes:
    start, end = _stretch(rng, lines)
    return b"".join([*lines[start:end], *lines])


def _copy_all(_: Random, lines: Lines) -> bytes:
    return b"".join(lines * 2)


def _append_first_half(_: Random, lines: Lines) -> bytes:
    return b"".join(lines)[:-1] + b"".join(lines[: len(lines) // 2])


def _reverse_some(rng: Random, lines: Lines) -> bytes:
    start, end = _stretch(rng, lines, 15)
    return b"".join([*lines[:start], *reversed(lines[start:end]), *lines[end:]])


def _reverse_all(_: Random, lines: Lines) -> bytes:
    return b"".join(reversed(lines))


def _shuffle(rng: Random, lines: Lines) -> bytes:
    return b"".join(rng.sample(lines, len(lines)))


def _sort(_: Random, lines: Lines) -> bytes:
    return b"".join(sorted(lines))


def _move_some(rng: Random, lines: Lines) -> bytes:
    start, end = _stretch(rng, lines, 6)
    rest = lines[:start] + lines[end:]
    at = rng.randrange(len(rest) + 1)
    return b"".join([*rest[:at], *lines[start:end], *rest[at:]])


def _rotate(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(1, len(lines))
    return b"".join(lines[at:] + lines[:at])


def _conflict(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(1, len(lines))
    ours = lines[at : rng.randrange(at, len(lines)) + 1]
    marks = b"<<<<<<< HEAD\n", b"=======\n", b">>>>>>> 1234567 (sync)\n"
    return b"".join([*lines[:at], marks[0], *ours, marks[1], *lines[at:], marks[2]])


# ── other forms ──


def _pretty_one(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    return _with(lines, at, _pretty(lines[at], rng.choice([1, 2, 4])))


def _pretty_all(_: Random, lines: Lines) -> bytes:
    return b"".join(map(_pretty, lines))


def _pretty_glued(rng: Random, lines: Lines) -> bytes:
    at = rng.randrange(len(lines) - 1)
    return _with(lines, at, _pretty(lines[at])[:-1] + lines[at + 1], instead=2)


def _pretty_list(_: Random, lines: Lines) -> bytes:
    return json.dumps([json.loads(line) for line in lines], indent=2).encode() + b"\n"


def _list(_: Random, lines: Lines) -> bytes:
    return b"[" + b",".join(line[:-1] for line in lines) + b"]\n"


def _list_of_lines(_: Random, lines: Lines) -> bytes:
    return b"[\n" + b",\n".join(line[:-1] for line in lines) + b"\n]\n"


def _commas(_: Random, lines: Lines) -> bytes:
    return b"".join(line[:-1] + b",\n" for line in lines)


def _comma_inside(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    return _with(lines, at, lines[at][:-2] + b",}\n")


def _as_python(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    return _with(lines, at, repr(json.loads(lines[at])).encode() + b"\n")


def _as_web_page(_: Random, lines: Lines) -> bytes:
    return html.escape(b"".join(lines).decode()).encode()


def _in_quotes(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    return _with(lines, at, json.dumps(lines[at][:-1].decode()).encode() + b"\n")


def _curly_quotes(rng: Random, lines: Lines) -> bytes:
    at = _some(rng, lines)
    return _with(lines, at, lines[at].replace(b'"', "\u201c".encode()))


def _numbered(_: Random, lines: Lines) -> bytes:
    return b"".join(b"%6d\t" % number + line for number, line in enumerate(lines, 1))


def _as_diff(rng: Random, lines: Lines) -> bytes:
    return b"".join(rng.choice([b" ", b"+"]) + line for line in lines)


def _quoted(_: Random, lines: Lines) -> bytes:
    return b"".join(b"> " + line for line in lines)


def _fenced(_: Random, lines: Lines) -> bytes:
    return b"```json\n" + b"".join(lines) + b"```\n"


def _spaced(_: Random, lines: Lines) -> bytes:
    return b"\n".join(lines) + b"\n\n"


_ALL: Final = (
    _cut_tail, _cut_one, _cut_head, _swap_halves, _break_one, _wrap_one, _wrap_all, _write_between,
    _glue_some, _glue_all, _glue_to_torn, _end_in_returns, _insert_nul, _overwrite_nul,
    _end_in_nul, _lose_bytes, _spoil_bytes, _flip_bit, _log_between, _utf16, _utf16_crlf,
    _mark_all, _mark_one, _copy_some, _copy_to_front, _copy_all, _append_first_half,
    _reverse_some, _reverse_all, _shuffle, _sort, _move_some, _rotate, _conflict, _pretty_one,
    _pretty_all, _pretty_glued, _pretty_list, _list, _list_of_lines, _commas, _comma_inside,
    _as_python, _as_web_page, _in_quotes, _curly_quotes, _numbered, _as_diff, _quoted, _fenced,
    _spaced,
)  # fmt: skip
BYTES: Final[dict[str, Damage]] = {one.__name__.strip("_"): one for one in _ALL}
"""Every damage by its name."""
