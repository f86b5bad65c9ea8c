"""Tool calls: every use with its result, wherever the two stand, one to one.

A ``tool_use`` id is one call, however often it was written: the last copy counts. It has at most
one result, and as with the client the first counts. Which of the two lines comes first does not
matter. Tools that the API runs itself are calls too; their results stand in the same message.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from steno.format.content import CALL_BLOCKS
from steno.format.message import MessageEntry
from steno.session.call_halves import CallHalves, result_blocks, structured_result
from steno.session.turns import moment, turn_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from steno.format.entry import Entry
    from steno.session.call_halves import News, Reader, Result, Use
    from steno.session.outline import Outline
    from steno.session.turns import Turn


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool's use and its result."""

    id: str
    """Empty where the use has none; such a call has no result."""
    name: str
    use_row: int
    use_line: int
    result_row: int | None
    result_line: int | None
    message_id: str | None
    """The API message that asked for it."""
    turn: int | None
    """The number of the turn in which it was asked for."""
    started: datetime | None
    ended: datetime | None
    duration_ms: int | None
    """What the result itself says, else the time between the two lines."""
    is_error: bool
    progress_rows: tuple[int, ...]
    """The progress lines that tell of it."""
    hook_rows: tuple[int, ...]
    """The lines that tell of hooks which it set off."""
    server: bool
    """Whether the API ran the tool itself."""
    agent_id: str | None
    """The sub-agent that asked for it; None in the main conversation."""
    reader: Reader | None = field(default=None, repr=False, compare=False)
    """Reads the row of the use."""
    result_reader: Reader | None = field(default=None, repr=False, compare=False)
    """Reads the row of the result, which may stand in another file."""

    @property
    def input(self) -> Any:
        """The tool's arguments, read now."""
        record = None if self.reader is None else self.reader(self.use_row)
        blocks = record.blocks if isinstance(record, MessageEntry) else ()
        uses = [block for block in blocks if isinstance(block, CALL_BLOCKS)]
        return next((use.input for use in reversed(uses) if (use.id or "") == self.id), None)

    @property
    def result(self) -> Any:
        """What the model was given: a string or blocks, as they are stored; None if nothing."""
        record = self._result_record()
        blocks = result_blocks(record) if isinstance(record, MessageEntry) else iter(())
        return next((b.body.get("content") for b in blocks if b.tool_use_id == self.id), None)

    @property
    def structured(self) -> Any:
        """What the user interface was given (``toolUseResult``); None where the line has none."""
        record = self._result_record()
        return None if record is None else structured_result(record, self.id)

    def _result_record(self) -> Entry | None:
        if self.result_reader is None or self.result_row is None:
            return None
        return self.result_reader(self.result_row)


class StrayResult(NamedTuple):
    """A result that belongs to no call, or that comes second."""

    id: str
    row: int
    line: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """The calls of a file, and the results in it that did not fit."""

    calls: tuple[ToolCall, ...]
    """In the order of their uses."""
    results_without_call: tuple[StrayResult, ...]
    repeated_results: tuple[StrayResult, ...]
    """Further results of calls that had one already."""

    @property
    def calls_without_result(self) -> tuple[ToolCall, ...]:
        """The calls that were never answered."""
        return tuple(call for call in self.calls if call.result_row is None)

    @property
    def paired(self) -> int:
        """How many calls have their result."""
        return len(self.calls) - len(self.calls_without_result)


def pair_calls(
    outline: Outline,
    rows_and_records: Iterable[tuple[int, Entry]],
    *,
    turns: Sequence[Turn] = (),
    reader: Reader | None = None,
    agent_id: str | None = None,
) -> Pairing:
    """Pair the calls of a file with their results, in one pass over its records.

    ``agent_id`` is the sub-agent whose own file it is.
    """
    halves = CallHalves(outline, reader=reader, agent_id=agent_id).see_all(rows_and_records)
    return pair_files([FileCalls(halves, turns)])[0]


class FileCalls(NamedTuple):
    """What was collected from one file, and its turns."""

    halves: CallHalves
    turns: Sequence[Turn] = ()


class _Answer(NamedTuple):
    result: Result
    halves: CallHalves


def pair_files(files: Sequence[FileCalls]) -> tuple[Pairing, ...]:
    """Pair the calls of several files: a call takes the result of its own file first.

    What is left over in one file answers what is left open in another.
    """
    elsewhere: dict[str, _Answer] = {}
    for halves, _ in files:
        for call_id, result in halves.results.items():
            if call_id not in halves.uses:
                elsewhere.setdefault(call_id, _Answer(result, halves))
    claimed: set[tuple[int, str]] = set()
    calls = [tuple(_calls(file, elsewhere, claimed)) for file in files]
    return tuple(
        Pairing(found, tuple(_unclaimed(file.halves, claimed)), _strays(file.halves))
        for file, found in zip(files, calls, strict=True)
    )


def _calls(
    file: FileCalls, elsewhere: dict[str, _Answer], claimed: set[tuple[int, str]]
) -> Iterator[ToolCall]:
    halves = file.halves
    progress = _by_call(halves.progress, halves)
    hooks = _by_call(halves.hooks, halves)
    uses = sorted([*halves.uses.values(), *halves.unnamed_uses], key=lambda use: use.row)
    for use in uses:
        own = halves.results.get(use.id)
        answer = elsewhere.pop(use.id, None) if own is None else _Answer(own, halves)
        if answer is not None:
            claimed.add((id(answer.halves), use.id))
        rows = tuple(progress.get(use.id, ())), tuple(hooks.get(use.id, ()))
        yield _call(use, answer, file, rows)


def _call(
    use: Use,
    answer: _Answer | None,
    file: FileCalls,
    news: tuple[tuple[int, ...], tuple[int, ...]],
) -> ToolCall:
    outline = file.halves.outline
    began, ended = outline.time(use.row), None
    if answer is not None:
        ended = answer.halves.outline.time(answer.result.row)
    return ToolCall(
        id=use.id,
        name=use.name,
        use_row=use.row,
        use_line=outline.line(use.row),
        result_row=None if answer is None else answer.result.row,
        result_line=None if answer is None else answer.halves.outline.line(answer.result.row),
        message_id=outline.message_ids[use.row],
        turn=turn_number(file.turns, use.row),
        started=moment(began),
        ended=moment(ended),
        duration_ms=_duration(answer, began, ended),
        is_error=answer is not None and answer.result.is_error,
        progress_rows=news[0],
        hook_rows=news[1],
        server=use.server,
        agent_id=use.agent_id,
        reader=file.halves.reader,
        result_reader=None if answer is None else answer.halves.reader,
    )


def _duration(answer: _Answer | None, began: float | None, ended: float | None) -> int | None:
    if answer is not None and answer.result.told_ms is not None:
        return answer.result.told_ms
    if began is None or ended is None or ended < began:
        return None
    return round((ended - began) * 1000)


def _by_call(news: Iterable[News], halves: CallHalves) -> dict[str, list[int]]:
    """Tie news to the call above it, or to the one that it names itself."""
    rows: dict[str, list[int]] = {}
    for one in news:
        for call_id in (one.parent, one.own):
            if call_id in halves.uses:
                rows.setdefault(str(call_id), []).append(one.row)
                break
    return rows


def _unclaimed(halves: CallHalves, claimed: set[tuple[int, str]]) -> Iterator[StrayResult]:
    left = [r for r in halves.results.values() if (id(halves), r.id) not in claimed]
    for result in sorted([*left, *halves.unnamed_results], key=lambda one: one.row):
        yield StrayResult(result.id, result.row, halves.outline.line(result.row))


def _strays(halves: CallHalves) -> tuple[StrayResult, ...]:
    line = halves.outline.line
    return tuple(StrayResult(one.id, one.row, line(one.row)) for one in halves.repeated)
