"""Looks for secrets in files: transcripts by decoded fields, everything else as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.disk.peek import opened_regular
from steno.disk.reader import FileRange
from steno.disk.transcript import read
from steno.format.entry import BadLine, GluedLine
from steno.secrets.mask import field_name, mask
from steno.secrets.windows import windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.secrets.rule import Hit, Rule
    from steno.secrets.scan import Scanner

    Progress = Callable[[int], object] | None

NAME: Final = "(file name)"
"""What is told in the place of a field where the secret is in the name of the file."""
_BLOCK: Final = 1 << 20
"""Bytes that are read at once."""


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
    for hit, text, _ in _in_pieces(source.pieces(), scanner):
        yield Found(hit.rule, line, "", mask(hit.rule, text[hit.start : hit.end]))


def find_in_name(path: Path, scanner: Scanner) -> Iterator[Found]:
    """Find the secrets in the name of a file."""
    name = path.name
    for hit in scanner.find(name):
        yield Found(hit.rule, 0, NAME, mask(hit.rule, name[hit.start : hit.end]))


def find_in_text(path: Path, scanner: Scanner, progress: Progress = None) -> Iterator[Found]:
    """Find the secrets of a text file of any size; links are not followed."""
    for hit, text, line in _in_pieces(_pieces(path, progress), scanner):
        yield Found(hit.rule, line, "", mask(hit.rule, text[hit.start : hit.end]))


def _pieces(path: Path, progress: Progress) -> Iterator[bytes]:
    with opened_regular(path, follow_links=False) as file:
        while piece := file.read(_BLOCK):
            if progress is not None:
                progress(len(piece))
            yield piece


def _in_pieces(pieces: Iterable[bytes], scanner: Scanner) -> Iterator[tuple[Hit, str, int]]:
    """Give every secret with the window that it stands in, and the line."""
    line = 1
    for window in windows(pieces):
        counted = window.start
        for hit in scanner.find(window.text):
            if window.start <= hit.start < window.end:
                line, counted = line + window.text.count("\n", counted, hit.start), hit.start
                window.end = max(window.end, hit.end)
                yield hit, window.text, line
        line += window.text.count("\n", counted, window.end)
