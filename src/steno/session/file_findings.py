"""Findings that concern a file as a whole, told once however often they occur."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from steno.disk.reader import encoding_of, opened
from steno.format.finding import Finding, finding
from steno.format.validate import check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.format.entry import Entry

ONCE = ("bom", "crlf")
"""Marks of lines that are told once per file, at the first line that has them."""


class FileFindings:
    """The findings of one file's lines, as they come by."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._told: set[str] = set()

    def of(self, entry: Entry) -> Iterator[Finding]:
        """Give what there is to say about a line."""
        yield from check(entry)
        for code in ONCE:
            if code in entry.marks and code not in self._told:
                self._told.add(code)
                yield finding(code, entry.line)


def findings_of_end(path: Path) -> Iterator[Finding]:
    """Look at the last bytes of a file, and tell if its last line is not complete."""
    newline = "\n".encode(encoding_of(path))
    with opened(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(newline)))
        if size and file.read() != newline:
            yield finding("no-final-newline", None)
