"""Branch points: the ways on that the conversation took from one line."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.prompt import sent_words
from steno.session.branches import ACTIVE, PointKind
from steno.session.input_kind import input_kind
from steno.session.outline import MESSAGE_KINDS
from steno.session.turns import moment
from steno.view.items import Alternative, BranchItem
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.format.entry import Entry
    from steno.session.branches import Branch
    from steno.view.source import Source

LONGEST_WORDS: Final = 120
_MOST_LOOKED_AT: Final = 20
"""Messages of a branch that are looked at for its first words."""


def branch_item(source: Source, row: int) -> BranchItem:
    """Tell of the ways on from a row at which other branches begin."""
    ways = [_other(source, branch) for branch in source.forks[row]]
    rest = source.order.rest(row)
    if any(source.outline.kind(one) in MESSAGE_KINDS for one in rest):
        ways.append(_own(source, row, rest))
    return BranchItem(
        rows=(),
        line=source.outline.line(row),
        time=moment(source.outline.time(row)),
        point=source.points.get(row, PointKind.REWIND),
        alternatives=tuple(sorted(ways, key=_age)),
    )


def _age(way: Alternative) -> tuple[bool, float, int]:
    if way.started is None:
        return True, 0.0, way.branch
    return False, way.started.timestamp(), way.branch


def _other(source: Source, branch: Branch) -> Alternative:
    rows = source.order.branch(branch.number)
    return Alternative(
        branch=branch.number,
        kind=branch.kind,
        is_active=branch.is_active,
        is_here=False,
        lines=branch.rows,
        turns=sum(row in source.openings for row in rows),
        first_words=_first_words(source, rows),
        started=branch.started,
    )


def _own(source: Source, row: int, rest: Sequence[int]) -> Alternative:
    number = source.order.branch_of(row) or ACTIVE
    times = (source.outline.time(one) for one in rest)
    return Alternative(
        branch=number,
        kind=None,
        is_active=source.session.graph.branches[number].is_active,
        is_here=True,
        lines=len(rest),
        turns=sum(one in source.openings for one in rest),
        first_words=_first_words(source, rest),
        started=moment(next((time for time in times if time is not None), None)),
    )


def _first_words(source: Source, rows: Sequence[int]) -> str:
    messages = (row for row in rows if source.outline.kind(row) in MESSAGE_KINDS)
    for _, record in source.lines(islice(messages, _MOST_LOOKED_AT)):
        words = _words(record)
        if words.strip():
            return one_line(words, LONGEST_WORDS)
    return ""


def _words(record: Entry) -> str:
    if isinstance(record, UserEntry):
        return sent_words(record) if input_kind(record) is not None else ""
    return record.plain_text if isinstance(record, AssistantEntry) else ""
