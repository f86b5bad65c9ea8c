"""What is wrong with one entry, as findings; a reading never depends on it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from steno.format.entries.assistant import AssistantEntry
from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.format.finding import finding
from steno.format.message import MessageEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.format.entry import Entry
    from steno.format.finding import Finding
    from steno.format.view import View

MOST_WRONG_SHAPES: Final = 10
"""Findings of one line about wrong shapes; a line of rubbish needs no more."""

LONGEST_PATH: Final = 200
"""Characters of a key's path that a message names."""

_MARKS: Final = ("loose-json", "too-deep", "huge-line")
"""Marks of a line that are findings as they are; ``crlf`` and ``bom`` are matters of the file."""


def check(entry: Entry) -> tuple[Finding, ...]:
    """Give the findings of one stored line, in the order in which they matter."""
    return tuple(_findings(entry))


def _findings(entry: Entry) -> Iterator[Finding]:
    yield from _marks(entry, entry.marks)
    if isinstance(entry, GluedLine):
        yield from _glued(entry)
    else:
        yield from _record(entry)


def _marks(entry: Entry, marks: frozenset[str]) -> Iterator[Finding]:
    if "not-utf8" in marks:
        yield finding("not-utf8", entry.line, f"Not UTF-8; read as {entry.encoding}.")
    for code in _MARKS:
        if code in marks:
            yield finding(code, entry.line)


def _glued(line: GluedLine) -> Iterator[Finding]:
    """Tell of the line as a whole, then of each piece."""
    if not _is_behind_nul(line):
        yield finding("glued-line", line.line, _told_glued(line))
    for piece in line.pieces:
        yield from _marks(piece, piece.marks - line.marks)
        yield from _record(piece)


def _told_glued(line: GluedLine) -> str:
    records, fragments = len(line.parts), len(line.pieces) - len(line.parts)
    held = [f"{records} {'record' if records == 1 else 'records'}"]
    if fragments:
        held.append(f"{fragments} {'fragment' if fragments == 1 else 'fragments'}")
    read = "none of it" if isinstance(line.pieces[0], BadLine) else "the first record at most"
    return f"{' and '.join(held)} on one line; the client reads {read}."


def _is_behind_nul(line: GluedLine) -> bool:
    """Say whether this is one whole record with nothing but NUL bytes beside it."""
    fragments = [piece for piece in line.pieces if isinstance(piece, BadLine)]
    return len(line.parts) == 1 and all(piece.code == "nul-bytes" for piece in fragments)


def _record(entry: Entry) -> Iterator[Finding]:
    if isinstance(entry, BadLine):
        yield finding(entry.code, entry.line, _sentence(entry.reason))
    elif isinstance(entry, BlankLine):
        yield finding("blank-line", entry.line)
    else:
        yield from _type(entry)
        if isinstance(entry, MessageEntry) and not entry.is_sidechain:
            yield from _message(entry)
        yield from islice(_wrong_shapes(entry), MOST_WRONG_SHAPES)


def _sentence(reason: str) -> str:
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


def _type(entry: Entry) -> Iterator[Finding]:
    if entry.tag is not None:
        return
    if entry.TAG is not None:
        yield finding("no-type", entry.line, f"No type; its role says {entry.TAG}.")
    else:
        yield finding("no-type", entry.line, "Neither a type nor a role says what this line is.")


def _message(entry: MessageEntry) -> Iterator[Finding]:
    if not entry.uuid:
        yield finding("no-uuid", entry.line)
    if entry.time is None:
        yield finding("no-timestamp", entry.line)
    if isinstance(entry, AssistantEntry) and not entry.is_synthetic:
        yield from _reply(entry)


def _reply(entry: AssistantEntry) -> Iterator[Finding]:
    message = entry.message
    if message is None or not message.id:
        yield finding("no-message-id", entry.line)
    if message is None or not message.model:
        yield finding("no-model", entry.line)
    holder = entry.body if message is None else message.body
    if isinstance(holder.get("content"), str):
        yield finding("string-content", entry.line)


def _wrong_shapes(entry: Entry) -> Iterator[Finding]:
    pending: list[tuple[View, str]] = [(entry, "")]
    while pending:
        view, path = pending.pop()
        for odd in view.misshapen():
            # What is nested too deeply is no value that we know, and has its own finding.
            if odd.found != "value" and not _has_own_finding(entry, path, odd.key):
                detail = f"{path}{odd.key}"[:LONGEST_PATH]
                yield finding(
                    "wrong-shape", entry.line, f"{detail} is {odd.found}, not {odd.expected}."
                )
        for key, value in view.body.items():
            field = view.fields.get(key)
            if field is not None and value is not None and field.shape.fits(value):
                pending += ((inner, f"{path}{key}.") for inner in field.shape.views(value))


def _has_own_finding(entry: Entry, path: str, key: str) -> bool:
    """Say whether a wrong shape is told by another finding already."""
    return key == "timestamp" and not path and isinstance(entry, MessageEntry) and not entry.time
