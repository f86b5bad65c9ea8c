"""A session as an edit leaves it: which records go, change or come in; nothing is written yet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from steno.format.decode import decode, whole
from steno.format.encode import new_line, with_body
from steno.format.entry import GluedLine
from steno.session.chain import guessed_links
from steno.session.outline import LOST, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from steno.edit.identity import NewIds
    from steno.format.entry import Entry
    from steno.session.outline import Outline
    from steno.session.session import Session

    Body = Mapping[str, Any]
    Op = Callable[[Body], Body]
    """Gives a changed copy of a record."""


@dataclass(frozen=True, slots=True)
class Change:
    """One record that an edit changes, removes or adds."""

    line: int | None
    """Where it stands in the source; None for a new one."""
    action: str
    """``change``, ``remove``, ``add`` or ``move``."""
    what: str
    """What happens to it, in plain words."""
    file: Path | None = None
    """The file beside the session that it stands in; None for the session's own."""


class Difference(NamedTuple):
    """One record that an edit changes, removes or adds, as bytes."""

    line: int | None
    """Where it stands in the source; None for a new one."""
    old: bytes | None
    new: bytes | None
    place: int
    """The line of the source in which it stands, or behind which it comes in."""


class Draft:
    """Collects what an edit does to the records of one file, and gives the lines of the result."""

    def __init__(self, session: Session) -> None:
        """Begin with the session as it is."""
        self.session = session
        self.outline: Outline = session.outline
        self.gone: dict[int, str] = {}
        """Why a row is left out."""
        self.detached: set[int] = set()
        """Rows that stay in the file, but that nothing may hang on any more."""
        self._mend: Callable[[bytes], bytes] | None = None
        self._ops: dict[int, list[Op]] = {}
        self._told: dict[int, list[str]] = {}
        self._named: dict[int, str] = {}
        self._added: dict[int, list[tuple[Body, str]]] = {}

    @cached_property
    def guessed(self) -> dict[int, int]:
        """What stands above the rows of the chain that hang on nothing by their own word."""
        chain = self.session.chain
        if chain is None:
            return {}
        # What trails behind the leaf hangs on it, whatever stands before it in the path.
        return guessed_links(self.session.links, chain.path[: chain.path.index(chain.leaf) + 1])

    def change(self, row: int, op: Op, what: str = "") -> None:
        """Change a record; ``what`` tells of it, unless it only follows from other changes."""
        self._ops.setdefault(row, []).append(op)
        if what:
            self._told.setdefault(row, []).append(what)

    def remove(self, row: int, why: str) -> None:
        """Leave a record out."""
        self.gone.setdefault(row, why)

    def add(self, before: int, body: Body, what: str) -> None:
        """Put a new record before a row, or at the end (the number of rows)."""
        self._added.setdefault(before, []).append((body, what))

    def mend_text(self, mend: Callable[[bytes], bytes], what: str) -> None:
        """Change the lines, and pieces of lines, that are no record."""
        self._mend = mend
        row = 0
        for entry in self.session.entries:
            pieces = entry.pieces if isinstance(entry, GluedLine) else (entry,)
            if any(mend(piece.raw) != piece.raw for piece in pieces if not piece.parts):
                self.change(row, lambda body: body, what)
            row += max(1, len(entry.parts))

    @property
    def uuids(self) -> set[str]:
        """The ids of all lines, those of new ones too."""
        new = (body.get("uuid") for added in self._added.values() for body, _ in added)
        return {uuid for uuid in (*self.outline.uuids, *new) if isinstance(uuid, str)}

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self._ops or self.gone or self._added)

    def changes(self) -> Iterator[Change]:
        """Tell what changes, in the order of the file."""
        for row in sorted({*self._told, *self.gone, *self._added}):
            for _, what in self._added.get(row, ()):
                yield Change(None, "add", what)
            if row in self.gone:
                yield Change(self.outline.line(row), "remove", self.gone[row])
            elif row in self._told:
                yield Change(self.outline.line(row), "change", "; ".join(self._told[row]))

    def line(self, row: int) -> int | None:
        """Give a row's line in the source; None for one that is not from there."""
        return self.outline.line(row)

    def relink(self) -> None:
        """Hang what hung on removed records on the nearest one above that stays."""
        for row, parent in enumerate(self.outline.parents):
            above = self.guessed.get(row, parent)
            if not self.is_out(row) and (self.is_out(parent) or self.is_out(above)):
                self.change(row, set_parent(self.staying(above)))

    def staying(self, row: int) -> str | None:
        """Give the id of a row, or of the nearest one above it that stays; None for a root."""
        passed: set[int] = set()
        while row >= 0 and self.is_out(row) and row not in passed:
            passed.add(row)
            above = self.guessed.get(row, self.outline.parents[row])
            if above == LOST:
                return self.outline.lost_parents.get(row)
            row = above
        return None if row in (ROOT, *passed) else self._name_of(row)

    def _name_of(self, row: int) -> str:
        """Give the id of a row; one that has none gets one, for the client only guessed it."""
        uuid = self.outline.uuids[row] or self._named.get(row)
        if uuid is None:
            uuid = self._named[row] = str(uuid4())
            self.change(row, set_member("uuid", uuid), "it gets an id, so that others hang on it")
        return uuid

    def is_out(self, row: int) -> bool:
        """Say whether a row is no part of the conversation any more."""
        return row in self.gone or row in self.detached

    def lines(self, ids: NewIds | None = None) -> Iterator[bytes]:
        """Give the lines of the result, terminators included; with ``ids`` they get new ones."""
        row, is_whole = 0, True
        for entry in self.session.entries:
            count = max(1, len(entry.parts))
            for raw in self._lines_of(entry, range(row, row + count), ids):
                # A line that was cut off at the end of the file must not glue to the next.
                yield raw if is_whole else b"\n" + raw
                is_whole = raw.endswith(b"\n")
            row += count
        for raw in self._new_lines(row, ids):
            yield raw if is_whole else b"\n" + raw
            is_whole = True

    def _lines_of(self, entry: Entry, rows: range, ids: NewIds | None) -> Iterator[bytes]:
        if not any(row in self._ops or row in self.gone or row in self._added for row in rows):
            yield entry.raw if ids is None else ids.line(entry)
            return
        numbers = iter(rows)
        for piece in entry.pieces if isinstance(entry, GluedLine) else (entry,):
            if not piece.parts and isinstance(entry, GluedLine):
                yield _ended(self._text(piece.raw, ids))
                continue
            row = next(numbers)
            yield from self._new_lines(row, ids)
            if row in self.gone:
                continue
            if piece.parts:
                changed = self.record(row, piece)
                yield _ended(changed.raw if ids is None else ids.line(changed))
            else:
                yield self._text(piece.raw, ids)

    def _text(self, raw: bytes, ids: NewIds | None) -> bytes:
        raw = raw if self._mend is None else self._mend(raw)
        return raw if ids is None else ids.text(raw)

    def record(self, row: int, record: Entry) -> Entry:
        """Give a record as it will be, before it gets new ids."""
        ops = self._ops.get(row)
        if not ops:
            return record
        record = whole(record)
        body: Body = record.body
        for op in ops:
            body = op(body)
        return with_body(record, body)

    def _new_lines(self, row: int, ids: NewIds | None) -> Iterator[bytes]:
        for body, _ in self._added.get(row, ()):
            raw = new_line(body)
            yield raw if ids is None else ids.line(decode(raw))

    def differences(self) -> Iterator[Difference]:
        """Give every record that differs."""
        for row, record in self.session.rows_and_records():
            number = self.outline.line(row)
            for body, _ in self._added.get(row, ()):
                yield Difference(None, None, new_line(body), number - 1)
            if row in self.gone:
                yield Difference(number, record.raw, None, number)
            elif row in self._ops:
                yield Difference(number, record.raw, self.record(row, record).raw, number)
        for body, _ in self._added.get(len(self.outline), ()):
            yield Difference(None, None, new_line(body), self.outline.line_count)


def _ended(raw: bytes) -> bytes:
    return raw if raw.endswith(b"\n") else raw + b"\n"


def set_parent(uuid: str | None) -> Op:
    """Hang a record on another one."""
    return set_member("parentUuid", uuid)


def set_member(key: str, value: object) -> Op:
    """Give a record another value of one of its members."""
    return lambda body: {**body, key: value}


def set_content(content: object) -> Op:
    """Give a record's message another content."""
    return lambda body: {**body, "message": {**_message(body), "content": content}}


def drop_blocks(indexes: Iterable[int]) -> Op:
    """Take blocks out of a record's message."""
    out = frozenset(indexes)

    def op(body: Body) -> Body:
        content = _message(body).get("content")
        assert isinstance(content, list)  # noqa: S101 - the blocks were found in it
        return set_content([block for at, block in enumerate(content) if at not in out])(body)

    return op


def set_block(index: int, block: object) -> Op:
    """Put another block in a block's place."""

    def op(body: Body) -> Body:
        content = list(_message(body).get("content") or ())
        content[index] = block
        return set_content(content)(body)

    return op


def _message(body: Body) -> Mapping[str, Any]:
    message = body.get("message")
    return message if isinstance(message, dict) else {}
