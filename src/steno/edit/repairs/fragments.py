"""Lines of which a part is no record: what still is one gets a line, the rest goes aside."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from steno.edit.repairs.nearly_json import begun_message, is_whole_record, records_in
from steno.edit.repairs.spread import NEWLINE
from steno.format.charset import UTF8
from steno.format.codec import encode_value
from steno.format.decode import decode
from steno.format.entry import BadLine, GluedLine
from steno.format.members import object_in

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from steno.edit.repairs.spread import Placed
    from steno.edit.repairs.workpiece import Workpiece
    from steno.format.entry import Entry

_NUL: Final = b"\x00"
_BEGUN: Final = "a message that was cut off behind its words is brought to an end"
_PARTED: Final = "the two halves of a record are put together"


class Fragments:
    """Mends glued lines and lines that are no record."""

    def __init__(self, work: Workpiece, codes: Collection[str]) -> None:
        """Take the work, and the findings that are to be mended."""
        self._work = work
        self._codes = codes

    def of(self, entry: Entry) -> BadLine | None:
        """Give the one fragment of a line that may be half of a record."""
        pieces = entry.pieces if isinstance(entry, GluedLine) else (entry,)
        found = [piece for piece in pieces if isinstance(piece, BadLine)]
        is_half = len(found) == 1 and found[0].code in ("torn-line", "bad-line")
        may_join = "torn-line" in self._codes and entry.encoding == UTF8
        return found[0] if is_half and may_join and "huge-line" not in entry.marks else None

    def pair(self, before: Placed, behind: Placed) -> bool:
        """Put two halves of a record together, whichever comes first; say whether they are."""
        halves = [self.of(before[1]), self.of(behind[1])]
        texts = [half.raw.strip(b"\r\n") for half in halves if half is not None]
        glued = [isinstance(entry, GluedLine) for _, entry in (before, behind)]
        if all(glued):
            return False
        for whole in (texts[0] + texts[1] + NEWLINE, texts[1] + texts[0] + NEWLINE):
            looks_whole = whole[:1] == b"{" and whole[-2:] == b"}\n"
            if looks_whole and is_whole_record(decode(whole)):
                staying, going = (behind, before) if glued[1] else (before, behind)
                self._put_together(staying, going[0], whole)
                return True
        return False

    def _put_together(self, staying: Placed, going: int, whole: bytes) -> None:
        index, entry = staying
        pieces = entry.pieces if isinstance(entry, GluedLine) else (entry,)
        lines = [whole if isinstance(one, BadLine) else _ended(one.raw) for one in pieces]
        self._work.split(index, lines)
        self._work.drop(going)
        self._work.tell(entry.line, "change", _PARTED)

    def mend(self, index: int, entry: GluedLine | BadLine) -> None:
        """Give every record of a line a line of its own, and put what is none aside."""
        if isinstance(entry, BadLine):
            self._mend_bad(index, entry)
            return
        records = [piece for piece in entry.pieces if not isinstance(piece, BadLine)]
        fragments = [piece for piece in entry.pieces if isinstance(piece, BadLine)]
        if not self._may_part(records, fragments):
            return
        lines = [line for piece in entry.pieces for line in self._lines_of(index, piece)]
        self._work.split(index, lines)
        if len(records) > 1:
            told = f"its {len(records)} records get a line each"
            self._work.tell(entry.line, "change", told)
        elif not fragments:
            self._work.tell(entry.line, "change", "its record gets a line of its own")

    def _may_part(self, records: list[Entry], fragments: list[BadLine]) -> bool:
        """Say whether a line may be divided; one record among NUL bytes is not glued to another."""
        is_of_nul = len(records) == 1 and all(piece.code == "nul-bytes" for piece in fragments)
        return ("nul-bytes" if is_of_nul else "glued-line") in self._codes

    def _lines_of(self, index: int, piece: Entry) -> Sequence[bytes]:
        if not isinstance(piece, BadLine):
            return [_ended(piece.raw)]
        lines, what = self._rescued(piece)
        if lines:
            self._work.keep_aside(index, piece.raw, what)
            self._work.tell(piece.line, "change", what)
        else:
            self._work.set_aside(index, piece.raw.rstrip(b"\r\n"), _told(piece))
        return lines

    def _mend_bad(self, index: int, line: BadLine) -> None:
        lines, what = self._rescued(line)
        if lines:
            self._work.keep_aside(index, line.raw, what)
            self._work.tell(line.line, "change", what)
            self._work.split(index, lines)
        elif line.code in self._codes:
            self._work.take_out(index, line.raw, _told(line))

    def _rescued(self, line: BadLine) -> tuple[list[bytes], str]:
        """Give the records that bytes were, and what is done to have them back; or none."""
        if "nul-bytes" in self._codes and _NUL in line.raw:
            whole = line.raw.replace(_NUL, b"")
            if is_whole_record(decode(whole)):
                return [_ended(whole)], "NUL bytes in the middle of it are taken out"
        if line.code not in self._codes or "huge-line" in line.marks:
            return [], ""
        lines, what = records_in(line.raw)
        if not lines and line.code == "torn-line":
            begun = begun_message(line.raw)
            if begun is not None and _words(decode(begun).body) not in self._said:
                return [begun], _BEGUN
        return lines, what

    @cached_property
    def _said(self) -> set[bytes]:
        """What the messages of the file say: a client that was broken off may say it again."""
        records = (record for _, record in self._work.source.rows_and_records())
        return {_words(record.body) for record in records if not isinstance(record, BadLine)}


def _words(body: Mapping[str, Any]) -> bytes:
    content = (object_in(body, "message") or {}).get("content")
    return hashlib.sha256(encode_value(content)).digest()


def _ended(raw: bytes) -> bytes:
    return raw if raw.endswith(NEWLINE) else raw.rstrip(b" \t\r") + NEWLINE


def _told(line: BadLine) -> str:
    what = {
        "nul-bytes": "NUL bytes",
        "torn-line": "a record that was cut off",
    }.get(line.code, "bytes that are no record")
    return f"{what} ({len(line.raw):,} bytes)"
