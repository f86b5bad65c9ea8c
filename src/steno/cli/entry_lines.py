"""A session line by line: one line of text for each entry, in the order of the file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.cli.clock import iso, shown
from steno.cli.gist import gist, kind_of_entry, label, whole_text
from steno.cli.terminal import clean, clean_line, shorten
from steno.format.members import text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.format.entry import Entry

LABEL: Final = 22
"""Columns of what an entry is."""
NARROW: Final = 400
"""Characters of a line's text where the output is no terminal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One line of a session."""

    line: int
    offset: int
    type: str | None
    kind: str
    uuid: str | None
    parent: str | None
    timestamp: str | None
    text: str


class Counted:
    """Entries that are counted as they are shown."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        """Take the entries."""
        self._entries = entries
        self.number = 0

    def __iter__(self) -> Iterator[Entry]:
        """Give them, one by one."""
        for entry in self._entries:
            self.number += 1
            yield entry


def matches(entry: Entry, types: tuple[str, ...]) -> bool:
    """Say whether an entry is of one of these types, or of a kind of one."""
    kind = kind_of_entry(entry)
    return any(kind == wanted or kind.startswith(f"{wanted}/") for wanted in types)


def entry_line(entry: Entry) -> EntryLine:
    """Give an entry as a row of a document."""
    return EntryLine(
        line=entry.line,
        offset=entry.offset,
        type=entry.type,
        kind=kind_of_entry(entry),
        uuid=text_in(entry.body, "uuid"),
        parent=text_in(entry.body, "parentUuid"),
        timestamp=iso(entry.time),
        text=gist(entry),
    )


def draw_entries(entries: Iterable[Entry], *, full: bool) -> Iterator[str]:
    """Draw entries for a person: what each is, and as much of its text as is wanted."""
    width = _width()
    for entry in entries:
        yield _draw(entry, width, full=full)


def _width() -> int:
    from shutil import get_terminal_size

    return get_terminal_size().columns if sys.stdout.isatty() else NARROW


def _draw(entry: Entry, width: int, *, full: bool) -> str:
    clock, name = shown(entry.time, "%m-%d %H:%M:%S"), clean_line(label(entry))
    head = f"{entry.line:>6}  {clock:<14}  {shorten(name, LABEL):<{LABEL}}  "
    if full:
        return f"{head.rstrip()}\n{clean(whole_text(entry))}\n"
    room = max(20, width - len(head))
    text = " ".join(gist(entry)[: 8 * room].split())
    return (head + shorten(clean_line(text), room)).rstrip()
