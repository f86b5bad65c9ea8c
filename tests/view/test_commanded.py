"""Compactions that a command asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.view.items import CompactionItem, PromptItem
from tests.held import place, prompt, says, system
from tests.view.reading import document_of
from tests.written import user

if TYPE_CHECKING:
    from steno.view.document import Document

BEFORE = [prompt("p", None, 0), says("a", "p", 1)]


def compaction(command: str) -> Document:
    """Make a session in which the client wrote a compaction before a command."""
    typed = f"<command-name>{command}</command-name>"
    return document_of(
        *BEFORE,
        system("s", None, 9, "compact_boundary", logicalParentUuid="a", compactMetadata={}),
        user("sum", **place("z", "s", 9), isCompactSummary=True),
        user(typed, **place("c", "z", 5)),
    )


def test_a_compaction_stands_behind_the_command_that_asked_for_it() -> None:
    """In the turn of that command."""
    first, second = compaction("/compact").turns
    assert list(first.rows) == [0, 1]
    assert list(second.rows) == [4, 2, 3]
    told, divider = second.items()
    assert isinstance(told, PromptItem)
    assert isinstance(divider, CompactionItem)


def test_another_command_has_nothing_to_do_with_it() -> None:
    """What came before it stays before it."""
    first, second = compaction("/cost").turns
    assert (list(first.rows), list(second.rows)) == ([0, 1, 2, 3], [4])


def test_a_command_that_compacted_nothing_stays_where_it_is() -> None:
    """The way back ends at the reply before it."""
    boundary = system("s", None, 1, "compact_boundary", compactMetadata={})
    typed = user("<command-name>/compact</command-name>", **place("c", "b", 9))
    document = document_of(boundary, prompt("p", "s", 2), says("b", "p", 3), typed)
    assert [list(turn.rows) for turn in document.turns] == [[0], [1, 2], [3]]
