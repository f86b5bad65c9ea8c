"""Sessions as documents, for the tests of items: made of short lines, or by a builder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from steno.format.decode import decode
from steno.session.session import from_entries
from steno.view.document import build_document
from steno.view.items import BranchItem, SubagentItem, rows_of, tools_in
from tests.held import held

if TYPE_CHECKING:
    from steno.session.session import Session
    from steno.testing.session import SessionBuilder
    from steno.view.document import Document
    from steno.view.items import AnyItem

I = TypeVar("I")  # noqa: E741 - an item


def document_of(*lines: dict[str, Any] | bytes, is_live: bool = False) -> Document:
    """Make the document of some lines."""
    return build_document(held(*lines), is_live=is_live)


def session_of(builder: SessionBuilder) -> Session:
    """Make the session of what a builder wrote, without its files."""
    lines = builder.encode().split(b"\n")[:-1]
    return from_entries(decode(line + b"\n", line=at) for at, line in enumerate(lines, 1))


def items_of(document: Document, *, hidden: bool = False) -> list[AnyItem]:
    """Give the items of all turns."""
    return [item for turn in document.turns for item in turn.items(hidden=hidden)]


def items_in(*lines: dict[str, Any] | bytes, hidden: bool = False) -> list[AnyItem]:
    """Give the items of some lines."""
    return items_of(document_of(*lines), hidden=hidden)


def every(kind: type[I], items: list[AnyItem]) -> list[I]:
    """Give the items of one kind."""
    return [item for item in items if isinstance(item, kind)]


def one(kind: type[I], items: list[AnyItem]) -> I:
    """Give the only item of one kind."""
    (found,) = every(kind, items)
    return found


def all_rows(document: Document) -> set[int]:
    """Give every row that some item stands for, those of other branches and sub-agents too."""
    rows: set[int] = set()
    for item in items_of(document, hidden=True):
        rows |= rows_of(item) | _rows_below(item)
        if isinstance(item, BranchItem):
            for way in item.alternatives:
                rows |= set() if way.is_here else all_rows(document.branch(way.branch))
    return rows


def _rows_below(item: AnyItem) -> set[int]:
    """Give the rows of sub-agents that the sub-agents of an item began."""
    agents = [agent for tool in tools_in(item) for agent in tool.subagents]
    agents += [item] if isinstance(item, SubagentItem) else []
    rows: set[int] = set()
    for agent in agents:
        document = agent.document
        for inner in [] if document is None else items_of(document):
            nested = [one for tool in tools_in(inner) for one in tool.subagents]
            nested += [inner] if isinstance(inner, SubagentItem) else []
            rows |= {row for one in nested for row in one.rows} | _rows_below(inner)
    return rows
