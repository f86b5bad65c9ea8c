"""A session while it is being mended: its lines as they will be, and what became of the old ones.

Only what was changed is held; everything else is read from the source when it is asked for.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from steno.edit.draft import Change
from steno.edit.plan import Removed
from steno.format.charset import UTF8
from steno.format.decode import decode
from steno.format.encode import new_line, with_body
from steno.format.entry import BadLine, BlankLine, GluedLine
from steno.session.outline import Outline
from steno.session.reach import message_rows
from steno.session.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from steno.edit.draft import Op
    from steno.format.entry import Entry
    from steno.session.bodies import Bodies
    from steno.session.outline import RowPlace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the result."""

    line: int | None
    """Where it stands in the source; None for a new one."""
    place: RowPlace | None = None
    """Where it is stored there."""
    raw: bytes | None = None
    """Its bytes where they are others than in the source."""


@dataclass(frozen=True, slots=True)
class Saved:
    """How far the work had come."""

    items: list[Item]
    session: Session
    changes: int
    removed: int


class Workpiece:
    """The lines of a session, while one repair after the other changes them.

    Repairs name lines by the rows of :attr:`session`, which shows the work as it was when
    :meth:`refresh` was last called.
    """

    def __init__(self, session: Session, outline: type[Outline] = Outline) -> None:
        """Begin with the session as it is; ``outline`` is how its lines are looked at."""
        self.source = session
        self._outline_kind = outline
        self.session = session
        self.items = list(_items_of(session.outline))
        self.changes: list[Change] = []
        self.removed: list[Removed] = []
        self._gone: set[int] = set()
        self._behind: dict[int, list[Item]] = {}
        self._is_stale = False
        self._made = 0
        self._known: tuple[Session, dict[Callable[[Workpiece], Any], Any]] = session, {}

    @property
    def outline(self) -> Outline:
        """The rows that repairs go by."""
        return self.session.outline

    def children(self, row: int) -> Sequence[int]:
        """Give the lines that hang on a row, in the order of the file."""
        return self.known(_children).get(row, ())

    def known(self, find: Callable[[Workpiece], T]) -> T:
        """Give what is found about :attr:`session`, for which it is looked once."""
        if self._known[0] is not self.session:
            self._known = self.session, {}
        found = self._known[1]
        if find not in found:
            found[find] = find(self)
        known: T = found[find]
        return known

    def line(self, row: int) -> int | None:
        """Give the number that a row's line has in the source."""
        return self.items[self._index(row)].line

    def body(self, row: int) -> Mapping[str, Any]:
        """Give what a record says by now."""
        return self._record(row).body

    def change(self, row: int, op: Op, what: str = "") -> bool:
        """Change a record; ``what`` tells of it. Say whether anything changed."""
        record, index = self._record(row), self._index(row)
        if isinstance(record, (BadLine, BlankLine, GluedLine)):
            return False
        body = op(record.body)
        if body == record.body:
            return False
        self.put(index, with_body(record, body).raw, what)
        return True

    def remove(self, row: int, why: str) -> None:
        """Take a record out: into quarantine."""
        self.take_out(self._index(row), self._record(row).raw, why)

    def take_out(self, index: int, raw: bytes, why: str) -> None:
        """Take a whole line out: into quarantine."""
        self._gone.add(index)
        self.set_aside(index, raw, why)

    def drop(self, index: int) -> None:
        """Take a line out of which another line holds all bytes."""
        self._gone.add(index)
        self._is_stale = True

    def set_aside(self, index: int, raw: bytes, why: str) -> None:
        """Keep bytes of a line, which the result will not hold, in quarantine."""
        self.keep_aside(index, raw, why)
        self._tell(Change(self.items[index].line, "remove", why))

    def keep_aside(self, index: int, raw: bytes, why: str) -> None:
        """Do the same for bytes of a line that stays, of which its change tells."""
        self.removed.append(Removed(self.items[index].line, raw, why))

    def put(self, index: int, raw: bytes, what: str = "") -> None:
        """Give a line other bytes."""
        item = self.items[index]
        self.items[index] = replace(item, raw=raw)
        if what:
            self._tell(Change(item.line, "change", what))
        self._is_stale = True

    def split(self, index: int, pieces: Sequence[bytes]) -> None:
        """Make several lines of one."""
        item = self.items[index]
        self.items[index] = replace(item, raw=pieces[0])
        self._behind[index] = [Item(item.line, None, raw) for raw in pieces[1:]]
        self._is_stale = True

    def add_behind(self, row: int, body: Mapping[str, Any], what: str) -> None:
        """Put a new record behind a row; the last row is the end of the file."""
        item = Item(None, None, new_line(body))
        self._behind.setdefault(self._index(row), []).append(item)
        self._tell(Change(None, "add", what))

    def reorder(self, indexes: Sequence[int]) -> None:
        """Put the lines in another order."""
        self.items = [self.items[index] for index in indexes]
        self._is_stale = True

    def tell(self, line: int | None, action: str, what: str) -> None:
        """Tell of a change that was made otherwise."""
        self._tell(Change(line, action, what))

    def _tell(self, change: Change) -> None:
        self.changes.append(change)
        self._is_stale = True

    def refresh(self) -> bool:
        """Read the work anew; say whether anything had changed."""
        if not self._is_stale:
            return False
        if self._gone or self._behind:
            self.items = list(self._settled())
        self._gone, self._behind, self._is_stale = set(), {}, False
        bodies = _Bodies(self.source.bodies, self.items)
        outline = self._outline_kind()
        for number, entry in enumerate(bodies.entries(), 1):
            outline.add_entry(entry, number)
        self.session = Session(outline.finish(), bodies)
        return True

    def _settled(self) -> Iterator[Item]:
        for index, item in enumerate(self.items):
            if index not in self._gone:
                yield item
            yield from self._behind.get(index, ())

    def save(self) -> Saved:
        """Remember how far the work has come; it must be fresh."""
        return Saved(list(self.items), self.session, len(self.changes), len(self.removed))

    def go_back(self, saved: Saved) -> None:
        """Undo what was done since."""
        self.items, self.session = list(saved.items), saved.session
        del self.changes[saved.changes :], self.removed[saved.removed :]
        self._gone, self._behind, self._is_stale = set(), {}, False

    def new_uuid(self, row: int) -> str:
        """Make an id up for a line: the same one whenever the same session is mended."""
        self._made += 1
        name = f"{self.source.id}:{self.line(row)}:{self._made}"
        seed = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
        return str(UUID(bytes=seed[:16], version=4))

    def entries(self) -> Iterator[Entry]:
        """Give the lines as they are by now."""
        return _Bodies(self.source.bodies, self.items).entries()

    def _index(self, row: int) -> int:
        return self.outline.line(row) - 1

    def _record(self, row: int) -> Entry:
        raw = self.items[self._index(row)].raw
        return self.session.record(row) if raw is None else decode(raw, line=self.outline.line(row))


def _children(work: Workpiece) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for row, parent in enumerate(work.outline.parents):
        if parent >= 0:
            children.setdefault(parent, []).append(row)
    return children


def seen_messages(session: Session) -> tuple[int, int]:
    """Count the messages that the chain of a resume holds, and all of them."""
    chain, messages = session.chain, message_rows(session.outline)
    rows = frozenset(() if chain is None else chain.rows)
    return sum(row in rows for row in messages), len(messages)


class _Bodies:
    """The lines of the work: what was changed is at hand, the rest is in the source."""

    def __init__(self, source: Bodies, items: Sequence[Item]) -> None:
        self._source = source
        self._items = items

    def lines(self, places: Iterable[RowPlace]) -> Iterator[Entry]:
        """Give some lines."""
        return self._read([self._items[place.line - 1] for place in places])

    def entries(self) -> Iterator[Entry]:
        """Give all lines."""
        return self._read(self._items)

    def also_for(self, bodies: Bodies) -> Bodies:
        """Give those of a sub-agent as they are."""
        return bodies

    def _read(self, items: Sequence[Item]) -> Iterator[Entry]:
        stored = self._source.lines(
            item.place for item in items if item.raw is None and item.place is not None
        )
        last: tuple[Item, Entry] | None = None
        for item in items:
            if item.raw is None:
                yield next(stored)
            else:
                # The rows of a line that was left glued are read one by one.
                if last is None or last[0] is not item:
                    last = item, decode(item.raw, line=item.line or 1, encoding=UTF8)
                yield last[1]


def _items_of(outline: Outline) -> Iterator[Item]:
    for number in range(1, outline.line_count + 1):
        row = outline.row_at(number)
        assert row is not None  # noqa: S101 - every line has a row
        yield Item(number, outline.place(row))
