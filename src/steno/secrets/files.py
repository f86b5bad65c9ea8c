"""Looks for secrets in files: transcripts by decoded fields, everything else as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.disk.peek import read_clipped
from steno.disk.reader import FileRange
from steno.disk.transcript import read
from steno.format.entry import BadLine, GluedLine
from steno.secrets.mask import field_name, mask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.secrets.rule import Rule
    from steno.secrets.scan import Scanner

    Progress = Callable[[int], object] | None

LARGEST_TEXT: Final = 64 << 20
"""Bytes of a text file that are looked at."""
NAME: Final = "(file name)"
"""What is told in the place of a field where the secret is in the name of the file."""
_OVERLAP: Final = 1 << 14
"""Characters of a huge line that are looked at twice, lest a secret be divided."""


@dataclass(frozen=True, slots=True)
class Found:
    """One secret in a file: where it is, and what may be shown of it. The secret is not kept."""

    rule: Rule
    line: int
    """0 where it is in the name of the file."""
    field: str
    """The path of the string within the line; empty in a text, and in a line that is no JSON."""
    mask: str


def find_in_transcript(path: Path, scanner: Scanner, progress: Progress = None) -> Iterator[Found]:
    """Find the secrets of a file of JSON lines; UnreadableFileError where it cannot be read."""
    for entry in read(path):
        for part in entry.pieces if isinstance(entry, GluedLine) else (entry,):
            yield from _in_entry(part, scanner)
        if progress is not None:
            progress(entry.length)


def _in_entry(entry: Entry, scanner: Scanner) -> Iterator[Found]:
    source = entry.place.source
    if isinstance(source, FileRange):
        yield from _in_huge(source, entry.line, scanner)
    elif isinstance(entry, BadLine):
        text = entry.raw.decode("utf-8", "replace")
        for hit in scanner.find(text):
            yield Found(hit.rule, entry.line, "", mask(hit.rule, text[hit.start : hit.end]))
    else:
        for found in scanner.find_in(entry.body):
            field = field_name(found.path, scanner)
            yield Found(found.rule, entry.line, field, mask(found.rule, found.secret))


def _in_huge(source: FileRange, line: int, scanner: Scanner) -> Iterator[Found]:
    """Look at a line that is too long to decode piece by piece, as text."""
    before = ""
    for piece in source.pieces():
        text = before + piece.decode("utf-8", "replace")
        # What begins in the part that comes again is told only then.
        last = len(text) - _OVERLAP if len(piece) > _OVERLAP else len(text)
        for hit in scanner.find(text):
            if hit.start < last:
                yield Found(hit.rule, line, "", mask(hit.rule, text[hit.start : hit.end]))
        before = text[last:]
    for hit in scanner.find(before):
        yield Found(hit.rule, line, "", mask(hit.rule, before[hit.start : hit.end]))


def find_in_name(path: Path, scanner: Scanner) -> Iterator[Found]:
    """Find the secrets in the name of a file."""
    name = path.name
    for hit in scanner.find(name):
        yield Found(hit.rule, 0, NAME, mask(hit.rule, name[hit.start : hit.end]))


def find_in_text(path: Path, scanner: Scanner, progress: Progress = None) -> Iterator[Found]:
    """Find the secrets of a text file; links are not followed."""
    clipped = read_clipped(path, LARGEST_TEXT, follow_links=False)
    text = clipped.content.decode("utf-8", "replace")
    line, counted = 1, 0
    for hit in scanner.find(text):
        line, counted = line + text.count("\n", counted, hit.start), hit.start
        yield Found(hit.rule, line, "", mask(hit.rule, text[hit.start : hit.end]))
    if progress is not None:
        progress(clipped.size)
