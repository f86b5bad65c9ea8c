"""Lines whose bytes are damaged: each record gets a line of its own, the rest goes aside."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from steno.edit.repairs.fragments import Fragments
from steno.edit.repairs.nearly_json import records_in
from steno.edit.repairs.spread import NEWLINE, Spread, Verdict, may_begin
from steno.format.charset import BOM, ESCAPED, UTF8, to_utf8
from steno.format.decode import decode, split_terminator
from steno.format.encode import with_body
from steno.format.entry import BadLine, BlankLine, GluedLine

if TYPE_CHECKING:
    from collections.abc import Collection

    from steno.edit.repairs.spread import Placed
    from steno.edit.repairs.workpiece import Workpiece
    from steno.format.entry import Entry

_LOOKED_AHEAD: Final = 2
"""How many times the length of a file may be read on in search of the rest of records."""


def mend_lines(work: Workpiece, codes: Collection[str]) -> None:
    """Mend the bytes of every line, as far as ``codes`` allow."""
    mender = _Mender(work, codes)
    for index, entry in enumerate(work.session.entries):
        mender.see(index, entry)
    mender.finish()
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
        self._spread: Spread | None = None
        self._broken: Placed | None = None
        """The line before, where it holds a fragment that may go with one on the next."""
        self._left = 0
        self._fragments = Fragments(work, codes)

    def see(self, index: int, entry: Entry) -> None:
        """Mend one line, or hold it while it may be a part of a record on several lines."""
        if entry.encoding not in (UTF8, ESCAPED) and "not-utf8" in self._codes:
            entry = self._recoded(index, entry)
        self._left += _LOOKED_AHEAD * entry.length
        self._take_all(deque([(index, entry)]))

    def finish(self) -> None:
        """Mend what is held."""
        while self._spread is not None:
            self._take_all(self._released())
        self._settle_broken()

    def _take_all(self, lines: deque[Placed]) -> None:
        while lines:
            lines.extendleft(reversed(self._take(*lines.popleft())))

    def _take(self, index: int, entry: Entry) -> deque[Placed]:
        """Take one line; give those that were held and have to be looked at again."""
        begins = self._spread is None and self._left > 0 and may_begin(entry)
        if begins and "torn-line" in self._codes:
            self._spread = Spread()
        if self._spread is None:
            self._settle(index, entry)
            return deque()
        verdict = self._spread.add(index, entry)
        if verdict is Verdict.BEGUN or (verdict is Verdict.WHOLE and self._join(self._spread)):
            return deque()
        return self._released()

    def _released(self) -> deque[Placed]:
        """Mend the first of the lines that are held, and give the others."""
        assert self._spread is not None  # noqa: S101 - only called where some are held
        lines, self._spread = deque(self._spread.lines), None
        self._settle(*lines.popleft())
        self._left -= sum(entry.length for _, entry in lines)
        return lines

    def _join(self, spread: Spread) -> bool:
        """Put lines together that newlines in the middle of a record made of it."""
        (index, first), *others = spread.lines
        whole = decode(spread.joined(), line=first.line)
        if isinstance(whole, BadLine) and not records_in(whole.raw)[0]:
            return False
        self._settle_broken()
        self._spread = None
        if others:
            told = f"a record that stood on {len(spread.lines)} lines is put together"
            self._work.put(index, whole.raw, told)
        for at, _ in others:
            # Its bytes are in the line above: nothing of it goes aside.
            self._work.drop(at)
        self._mend(index, whole)
        return True

    def _settle(self, index: int, entry: Entry) -> None:
        """Mend a line, unless a fragment on it may go with one on the next."""
        before, self._broken = self._broken, None
        has_fragment = self._fragments.of(entry) is not None
        if before is not None and has_fragment and self._fragments.pair(before, (index, entry)):
            return
        if before is not None:
            self._mend(*before)
        if has_fragment:
            self._broken = index, entry
        else:
            self._mend(index, entry)

    def _settle_broken(self) -> None:
        before, self._broken = self._broken, None
        if before is not None:
            self._mend(*before)

    def _mend(self, index: int, entry: Entry) -> None:
        if isinstance(entry, (GluedLine, BadLine)):
            self._fragments.mend(index, entry)
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


def _as_utf8(entry: Entry) -> bytes:
    text, terminator = split_terminator(entry.raw, entry.encoding)
    return to_utf8(text, entry.encoding) + (NEWLINE if terminator else b"")


def _strict(value: Any) -> Any:
    """Give a value without the numbers that JSON does not have."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _strict(member) for key, member in value.items()}
    if isinstance(value, list):
        return [_strict(item) for item in value]
    return value
