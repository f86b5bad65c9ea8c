"""A record that stands on several lines, while it is found out whether it is one."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from steno.edit.repairs.nearly_json import is_whole_record
from steno.format.charset import UTF8
from steno.format.codec import JsonRefusedError
from steno.format.decode import split_terminator
from steno.format.entry import BadLine, GluedLine
from steno.format.skim import Skimmer

if TYPE_CHECKING:
    from steno.format.entry import Entry

    Placed = tuple[int, Entry]
    """A line and its index."""

NEWLINE: Final = b"\n"


class Verdict(Enum):
    """What the lines so far are."""

    BEGUN = "begun"
    """The beginning of a record."""
    WHOLE = "whole"
    """A record, and perhaps more behind it on its last line."""
    NONE = "none"
    """No record, whatever may follow."""


def may_begin(entry: Entry) -> bool:
    """Say whether a line may be the first of several that hold one record."""
    is_broken = isinstance(entry, BadLine) and entry.code in ("torn-line", "bad-line")
    return is_broken and _is_held(entry) and entry.raw.lstrip(b" \t\r")[:1] in (b"{", b"[")


class Spread:
    """Lines that may hold one record: read on, token by token, as lines are added.

    The client takes a newline between two tokens for a space; one within a token, as a program
    leaves it that wraps long lines, makes it pass over the record. Here both are put together.
    """

    def __init__(self) -> None:
        """Begin with no line."""
        self.lines: list[Placed] = []
        self._skimmer = Skimmer()

    def add(self, index: int, entry: Entry) -> Verdict:
        """Take the next line."""
        self.lines.append((index, entry))
        if not _may_be_part(entry):
            return Verdict.NONE
        try:
            self._skimmer.feed(split_terminator(entry.raw)[0])
        except JsonRefusedError:
            return Verdict.WHOLE if self._skimmer.is_done else Verdict.NONE
        return Verdict.WHOLE if self._skimmer.is_done else Verdict.BEGUN

    def joined(self) -> bytes:
        """Give the lines as one."""
        return b"".join(split_terminator(entry.raw)[0] for _, entry in self.lines) + NEWLINE


def _may_be_part(entry: Entry) -> bool:
    """Say whether a line may be a part of a record: a record of its own is none."""
    first = entry.pieces[0] if isinstance(entry, GluedLine) else entry
    return not is_whole_record(first) and _is_held(entry)


def _is_held(entry: Entry) -> bool:
    return entry.encoding == UTF8 and "huge-line" not in entry.marks
