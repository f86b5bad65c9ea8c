"""Where the turns of a session begin, found without reading all of it.

The rule is that of :mod:`steno.session.turns`, and so are the numbers; but only the lines that
can open a turn are read, so that the end of a very long session is at hand at once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.session.input_kind import InputKind, opening_kind
from steno.session.outline import CHAIN_KINDS, HAS_RESULT, META
from steno.session.sidechains import holds_main_messages, is_own_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from steno.format.entry import Entry
    from steno.session.outline import Outline

    Read = Callable[[Sequence[int]], Iterable[Entry]]
    """Reads the records of some rows, in the order asked for."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The line that opens a turn."""

    row: int
    number: int
    """Counted from 1 over the whole file, all branches of it."""
    input_kind: InputKind
    permission_mode: str | None = None
    """The mode at that time, where the line says it."""
    command: str = ""
    """The name of the command that was typed, as in ``/compact``."""


def find_openings(outline: Outline, read: Read) -> tuple[Opening, ...]:
    """Find the lines that open turns, in file order."""
    found = list(_prompts(outline, read))
    start = _start(outline, read)
    if start is not None and (not found or start.reply < found[0].row):
        found.insert(0, Opening(start.row, 0, InputKind.START))
    return tuple(replace(one, number=number) for number, one in enumerate(found, 1))


def _prompts(outline: Outline, read: Read) -> Iterator[Opening]:
    is_main = holds_main_messages(outline)
    rows = [
        row
        for row in outline.rows_of("user")
        if not outline.has(row, HAS_RESULT) and is_own_line(outline, row, is_main=is_main)
    ]
    for row, record in zip(rows, read(rows), strict=True):
        if isinstance(record, UserEntry):
            kind = opening_kind(record, is_main=is_main)
            if kind is not None:
                tags = record.command
                name = "" if tags is None else tags.name or ""
                yield Opening(row, 0, kind, record.permission_mode, name)


@dataclass(frozen=True, slots=True)
class _Start:
    row: int
    """The first line of the conversation."""
    reply: int
    """The first reply."""


def _start(outline: Outline, read: Read) -> _Start | None:
    """Find where a conversation begins that may begin with a reply."""
    is_main = holds_main_messages(outline)
    first = None
    for row in outline.rows_of("progress", *CHAIN_KINDS):
        if not is_own_line(outline, row, is_main=is_main):
            continue
        first = row if first is None else first
        if outline.kind(row) == "assistant" and not _is_meta(outline, row, read):
            return _Start(first, row)
    return None


def _is_meta(outline: Outline, row: int, read: Read) -> bool:
    # The outline takes any value of the flag for true; a line's own class knows better.
    if not outline.has(row, META):
        return False
    return all(isinstance(one, AssistantEntry) and one.is_meta is True for one in read([row]))
