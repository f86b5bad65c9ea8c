"""Lines whose bytes are damaged: each record gets a line of its own, the rest goes aside."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from steno.format.charset import BOM, ESCAPED, UTF8, to_utf8
from steno.format.decode import decode, split_terminator
from steno.format.encode import with_body
from steno.format.entry import BadLine, BlankLine, GluedLine

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from steno.edit.repairs.workpiece import Workpiece
    from steno.format.entry import Entry

NEWLINE: Final = b"\n"
_NUL: Final = b"\x00"
MOST_JOINED: Final = 4
"""Lines among which the parts of one record are looked for."""


def mend_lines(work: Workpiece, codes: Collection[str]) -> None:
    """Mend the bytes of every line, as far as ``codes`` allow."""
    mender = _Mender(work, codes)
    torn: list[tuple[int, Entry]] = []
    for index, entry in enumerate(work.session.entries):
        torn = mender.see(index, entry, torn)
    mender.settle(torn)
    work.refresh()


def end_last_line(work: Workpiece) -> None:
    """End the last line with a newline, so that the client's next record gets its own."""
    lines = work.session.entries
    if not lines:
        return
    last = lines[-1]
    if last.encoding == UTF8 and not last.raw.endswith(NEWLINE):
        work.put(len(lines) - 1, last.raw + NEWLINE, "it gets the newline that it lacks")
        work.refresh()


class _Mender:
    """Goes through the stored lines once."""

    def __init__(self, work: Workpiece, codes: Collection[str]) -> None:
        self._work = work
        self._codes = codes
        self._told_encoding = False

    def see(
        self, index: int, entry: Entry, torn: list[tuple[int, Entry]]
    ) -> list[tuple[int, Entry]]:
        """Mend one line; give the lines that may yet turn out to be parts of one record."""
        if entry.encoding not in (UTF8, ESCAPED) and "not-utf8" in self._codes:
            entry = self._recoded(index, entry)
        if self._is_part(entry) and len(torn) < MOST_JOINED:
            torn = [*torn, (index, entry)]
            whole = self._joined(torn)
            if whole is None:
                return torn
            self._join(torn, whole)
            return []
        self.settle(torn)
        self._mend(index, entry)
        return []

    def _is_part(self, entry: Entry) -> bool:
        is_broken = isinstance(entry, BadLine) and entry.code in ("torn-line", "bad-line")
        return is_broken and "torn-line" in self._codes and entry.encoding == UTF8

    def _joined(self, torn: list[tuple[int, Entry]]) -> bytes | None:
        """Put lines together that a newline in the middle of a record made of it."""
        first = torn[0][1]
        if len(torn) == 1 or not (isinstance(first, BadLine) and first.code == "torn-line"):
            return None
        raw = b"".join(split_terminator(entry.raw)[0] for _, entry in torn) + NEWLINE
        return raw if _is_record(decode(raw)) else None

    def _join(self, torn: list[tuple[int, Entry]], whole: bytes) -> None:
        lines = len(torn)
        self._work.put(torn[0][0], whole, f"a record that stood on {lines} lines is put together")
        for index, _ in torn[1:]:
            # Its bytes are in the line above: nothing of it goes aside.
            self._work.drop(index)

    def settle(self, torn: Iterable[tuple[int, Entry]]) -> None:
        """Mend lines that are no parts of one record."""
        for index, entry in torn:
            self._mend(index, entry)

    def _mend(self, index: int, entry: Entry) -> None:
        if isinstance(entry, GluedLine):
            self._part(index, entry)
        elif isinstance(entry, BadLine):
            self._bad(index, entry)
        elif isinstance(entry, BlankLine):
            if "blank-line" in self._codes:
                self._work.take_out(index, entry.raw, "an empty line")
        else:
            self._record(index, entry)

    def _recoded(self, index: int, entry: Entry) -> Entry:
        """Write a line as UTF-8; of a whole file in another encoding it is told once."""
        is_told = self._told_encoding and entry.encoding.startswith("utf-16")
        what = "" if is_told else f"it was {entry.encoding} and is UTF-8 now"
        if entry.encoding.startswith("utf-16") and not is_told:
            what += ", as all lines are"
            self._told_encoding = True
        recoded = decode(_as_utf8(entry), line=entry.line)
        self._work.put(index, recoded.raw, what)
        return recoded

    def _part(self, index: int, line: GluedLine) -> None:
        records = [piece for piece in line.pieces if not isinstance(piece, BadLine)]
        fragments = [piece for piece in line.pieces if isinstance(piece, BadLine)]
        if not self._may_part(records, fragments):
            return
        for piece in fragments:
            self._work.set_aside(index, piece.raw.rstrip(b"\r\n"), _told(piece))
        self._work.split(index, [_ended(piece.raw) for piece in records])
        if len(records) > 1:
            self._work.tell(line.line, "change", f"its {len(records)} records get a line each")
        elif not fragments:
            self._work.tell(line.line, "change", "its record gets a line of its own")

    def _may_part(self, records: list[Entry], fragments: list[BadLine]) -> bool:
        """Say whether a line may be divided; one record among NUL bytes is not glued to another."""
        is_of_nul = len(records) == 1 and all(piece.code == "nul-bytes" for piece in fragments)
        return ("nul-bytes" if is_of_nul else "glued-line") in self._codes

    def _bad(self, index: int, line: BadLine) -> None:
        mended = decode(line.raw.replace(_NUL, b""), line=line.line) if _NUL in line.raw else line
        if "nul-bytes" in self._codes and _is_record(mended):
            self._work.keep_aside(index, line.raw, "a line with NUL bytes in the middle")
            self._work.put(index, mended.raw, "NUL bytes in the middle of it are taken out")
        elif line.code in self._codes:
            self._work.take_out(index, line.raw, _told(line))

    def _record(self, index: int, entry: Entry) -> None:
        raw = entry.raw if self._is_odd(entry) else b""
        if raw and "bom" in entry.marks and "bom" in self._codes:
            raw = raw.removeprefix(BOM)
            self._work.keep_aside(index, BOM, "a byte order mark")
            self._work.put(index, raw, "the byte order mark before it is taken out")
        if raw and "loose-json" in entry.marks and "loose-json" in self._codes:
            record = decode(raw, line=entry.line)
            raw = with_body(record, _strict(record.body)).raw
            self._work.put(index, raw, "numbers that JSON does not have become null")
        if raw and "crlf" in entry.marks and "crlf" in self._codes:
            raw = split_terminator(raw)[0] + NEWLINE
            self._work.put(index, raw, "it ends in a newline alone")

    def _is_odd(self, entry: Entry) -> bool:
        return bool(entry.marks & {"bom", "loose-json", "crlf"})


def _is_record(entry: Entry) -> bool:
    return not isinstance(entry, (BadLine, BlankLine, GluedLine))


def _as_utf8(entry: Entry) -> bytes:
    text, terminator = split_terminator(entry.raw, entry.encoding)
    return to_utf8(text, entry.encoding) + (NEWLINE if terminator else b"")


def _ended(raw: bytes) -> bytes:
    return raw if raw.endswith(NEWLINE) else raw.rstrip(b" \t\r") + NEWLINE


def _told(line: BadLine) -> str:
    what = {
        "nul-bytes": "NUL bytes",
        "torn-line": "a record that was cut off",
    }.get(line.code, "bytes that are no record")
    return f"{what} ({len(line.raw):,} bytes)"


def _strict(value: Any) -> Any:
    """Give a value without the numbers that JSON does not have."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _strict(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_strict(item) for item in value]
    return value
