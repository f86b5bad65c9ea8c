"""The tool calls of one API message, each with its result, as items."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from steno.format.content import CALL_BLOCKS
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.message import MessageEntry
from steno.session.call_halves import result_blocks, structured_result, told_duration
from steno.view.items import ParallelGroup, ToolItem
from steno.view.registry import build_card
from steno.view.tools.facts import ToolFacts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from steno.format.content import (
        ServerToolResultBlock,
        ServerToolUseBlock,
        ToolResultBlock,
        ToolUseBlock,
    )
    from steno.format.entry import Entry
    from steno.view.items import AnyItem
    from steno.view.message_figures import MessageFigures
    from steno.view.rounds import Round
    from steno.view.source import Source

    CallBlock = ToolUseBlock | ServerToolUseBlock
    ResultBlock = ToolResultBlock | ServerToolResultBlock


class Answer(NamedTuple):
    """A result and the line that it stands on."""

    row: int
    record: MessageEntry
    block: ResultBlock


class RoundCalls:
    """The calls of one round and the results that they got."""

    def __init__(
        self, source: Source, one: Round, figures: MessageFigures, *, is_open: bool = False
    ) -> None:
        """Take the round; ``is_open`` says that a call without a result may still be running."""
        self._source = source
        self._figures = figures
        self._is_open = is_open
        self._answers = first_answers(one.lines)
        self.told: dict[str, int | None] = {}
        """The calls that were told, each with the row of its result."""

    def item(self, row: int, record: MessageEntry, block: CallBlock) -> ToolItem | None:
        """Build the item of a call; None for one that was told already."""
        call_id = block.id or ""
        if call_id in self.told:
            return None
        answer = self._answer(row, call_id) if call_id else None
        if call_id:
            self.told[call_id] = None if answer is None else answer.row
        facts = _facts(record, block, answer, is_open=self._is_open)
        ended = None if answer is None else answer.record.time
        # A tool of the API itself answers within the reply: nobody knows how long it took.
        began = None if answer is not None and answer.row == row else record.time
        return ToolItem(
            rows=(row,) if answer is None or answer.row == row else (row, answer.row),
            line=record.line,
            time=record.time,
            card=build_card(facts),
            call_id=call_id,
            message=self._figures,
            ended=ended,
            duration_ms=_duration(facts.structured, began, ended),
            result_line=None if answer is None else answer.record.line,
            subagents=self._source.agents.began_by(call_id),
        )

    def _answer(self, row: int, call_id: str) -> Answer | None:
        return self._answers.get(call_id) or late_answer(self._source, row, call_id)


def first_answers(lines: Iterable[tuple[int, Entry]]) -> dict[str, Answer]:
    """Give the results on some lines by the call that they answer; the first of each counts."""
    found: dict[str, Answer] = {}
    for row, record in lines:
        if isinstance(record, MessageEntry):
            for block in result_blocks(record):
                if block.tool_use_id:
                    found.setdefault(block.tool_use_id, Answer(row, record, block))
    return found


def late_answer(source: Source, row: int, call_id: str) -> Answer | None:
    """Find a result that hangs on its call, wherever it was written."""
    return first_answers(source.lines(source.results_on(row))).get(call_id)


def has_call(record: Entry, call_id: str) -> bool:
    """Say whether a line of a reply calls a tool under that id."""
    blocks = record.blocks if isinstance(record, AssistantEntry) else ()
    return any(isinstance(block, CALL_BLOCKS) and block.id == call_id for block in blocks)


def _facts(
    record: MessageEntry, block: CallBlock, answer: Answer | None, *, is_open: bool
) -> ToolFacts:
    name, where = block.name or "", record.cwd or ""
    if answer is None:
        return ToolFacts(name, block.input, finished=False, interrupted=not is_open, cwd=where)
    answering = answer.record
    denial = answering.tool_denial_kind if isinstance(answering, UserEntry) else None
    return ToolFacts(
        name=name,
        input=block.input,
        result=answer.block.body.get("content"),
        structured=structured_result(answering, block.id or ""),
        is_error=answer.block.is_error is True,
        denial=denial or "",
        cwd=where,
    )


def _duration(structured: object, began: datetime | None, ended: datetime | None) -> int | None:
    told = told_duration(structured)
    return _between(began, ended) if told is None else told


def _between(began: datetime | None, ended: datetime | None) -> int | None:
    if began is None or ended is None or ended < began:
        return None
    return round((ended - began).total_seconds() * 1000)


def grouped(items: Iterable[AnyItem]) -> Iterator[AnyItem]:
    """Put calls that follow one another into a group; one alone stays as it is."""
    run: list[ToolItem] = []
    for item in items:
        if isinstance(item, ToolItem):
            run.append(item)
            continue
        yield from _group(run)
        run = []
        yield item
    yield from _group(run)


def _group(run: list[ToolItem]) -> Iterator[AnyItem]:
    if len(run) < 2:  # noqa: PLR2004 - one is no group
        yield from run
        return
    starts = [tool.time for tool in run if tool.time is not None]
    ends = [tool.ended for tool in run if tool.ended is not None]
    began, ended = min(starts, default=None), max(ends, default=None)
    yield ParallelGroup(
        rows=tuple(dict.fromkeys(row for tool in run for row in tool.rows)),
        line=run[0].line,
        time=began,
        members=tuple(replace(tool, is_parallel=True) for tool in run),
        duration_ms=_between(began, ended),
    )
