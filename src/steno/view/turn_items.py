"""The items of a turn, built round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.content import (
    CALL_BLOCKS,
    RedactedThinkingBlock,
    ServerToolResultBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
)
from steno.format.entries.user import INTERRUPTED, UserEntry
from steno.session.call_halves import result_blocks
from steno.view.asides import Asides, merged, placed
from steno.view.branch_points import branch_item
from steno.view.calls import RoundCalls, grouped, has_call, late_answer
from steno.view.items import HiddenItem, NoticeKind, ReplyItem, ThinkingItem
from steno.view.message_figures import figures_of
from steno.view.notices.messages import tell_api_error, tell_block
from steno.view.notices.told import Told, behind
from steno.view.prompts import opening_prompt, words_beside_results
from steno.view.rounds import split_rounds
from steno.view.tools.contents import block_parts, text_parts
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.format.content import Block
    from steno.view.calls import ResultBlock
    from steno.view.items import AnyItem
    from steno.view.message_figures import MessageFigures
    from steno.view.openings import Opening
    from steno.view.parts import Part
    from steno.view.rounds import ReplyLine, Round
    from steno.view.source import Source

_USUAL_ENDS: Final = frozenset({"end_turn", "tool_use", "stop_sequence", "pause_turn"})
"""Stop reasons that need no words."""
_RESULTS: Final = (ToolResultBlock, ServerToolResultBlock)


class TurnItems:
    """Builds the items of one turn, one round after the other."""

    def __init__(
        self,
        source: Source,
        opening: Opening | None,
        *,
        model: str | None = None,
        may_run: bool = False,
    ) -> None:
        """Take the line that opened the turn, and the model that answered before it.

        ``may_run`` says that nothing comes after the turn, and that the session is live.
        """
        self._source = source
        self._opening = opening
        self._model = model
        self._may_run = may_run
        self._asides = Asides(source)

    def build(self, rows: Sequence[int]) -> Iterator[AnyItem]:
        """Build the items of the turn's rows."""
        for one in split_rounds(self._source, rows):
            yield from self._round(one)

    def _round(self, one: Round) -> Iterator[AnyItem]:
        figures = figures_of(one.message_id, [line.record for line in one.replies])
        is_open = self._may_run and one.is_last
        calls = RoundCalls(self._source, one, figures, is_open=is_open)
        yield from self._model_change(figures, one)
        yield from grouped(self._replies(one, figures, calls))
        yield from _odd_end(figures, one)
        yield from merged(self._beside(one, calls))
        for row in one.rows:
            if row in self._source.forks:
                yield branch_item(self._source, row)

    def _model_change(self, figures: MessageFigures, one: Round) -> Iterator[AnyItem]:
        before, self._model = self._model, figures.model or self._model
        if before is not None and before != self._model:
            row, record = one.replies[0]
            told = Told(NoticeKind.MODEL, f"model: {one_line(self._model or '')}")
            yield placed(row, record, told)

    def _replies(self, one: Round, figures: MessageFigures, calls: RoundCalls) -> Iterator[AnyItem]:
        for line in one.replies:
            row, record = line
            if any(isinstance(block, CALL_BLOCKS) for block in record.blocks):
                yield from self._blocks(line, figures, calls)
            elif record.is_api_error_message:
                yield placed(row, record, tell_api_error(record))
            elif record.is_synthetic or record.is_meta:
                yield self._asides.hidden(row, record)
            else:
                yield from self._blocks(line, figures, calls)

    def _blocks(
        self, line: ReplyLine, figures: MessageFigures, calls: RoundCalls
    ) -> Iterator[AnyItem]:
        told = False
        for block in line.record.blocks:
            item = self._block(line, block, figures, calls)
            if item is not None:
                told = True
                yield item
        if not told:
            yield self._asides.hidden(*line)

    def _block(
        self, line: ReplyLine, block: Block, figures: MessageFigures, calls: RoundCalls
    ) -> AnyItem | None:
        row, record = line
        if isinstance(block, TextBlock):
            text = (block.text or "").strip("\n")
            if not text.strip():
                return None
            return ReplyItem(
                rows=(row,), line=record.line, time=record.time, text=text, message=figures
            )
        if isinstance(block, (ThinkingBlock, RedactedThinkingBlock)):
            text = (block.thinking or "") if isinstance(block, ThinkingBlock) else ""
            return ThinkingItem(
                rows=(row,),
                line=record.line,
                time=record.time,
                text=text.strip("\n"),
                is_redacted=isinstance(block, RedactedThinkingBlock),
                message=figures,
            )
        if isinstance(block, CALL_BLOCKS):
            return calls.item(row, record, block)
        return None if isinstance(block, _RESULTS) else placed(row, record, tell_block(block))

    def _beside(self, one: Round, calls: RoundCalls) -> Iterator[AnyItem]:
        for line in one.beside:
            row, record = line
            if self._opening is not None and row == self._opening.row:
                prompt = opening_prompt(row, record, self._opening.input_kind)
                if prompt is not None:
                    yield prompt
                    continue
            if isinstance(record, UserEntry) and record.tool_results:
                yield from self._with_results(row, record, calls)
            else:
                item = self._asides.item(row, record)
                if item is not None:
                    yield item
        for what, rows in (("progress", one.progress), ("replaced by a later line", one.replaced)):
            if rows:
                first = self._source.outline.line(rows[0])
                yield HiddenItem(rows=tuple(rows), line=first, what=what)

    def _with_results(self, row: int, record: UserEntry, calls: RoundCalls) -> Iterator[AnyItem]:
        """Tell what a line with results holds that is not told with its calls."""
        spared = False
        for block in result_blocks(record):
            for item in self._unless_told(row, record, block, calls):
                # One line is one piece of bookkeeping, however many results it repeats.
                if not (spared and isinstance(item, HiddenItem)):
                    yield item
                spared = spared or isinstance(item, HiddenItem)
        prompt = words_beside_results(row, record)
        if prompt is not None and prompt.text.startswith(INTERRUPTED):
            text = one_line(prompt.text).strip("[]")
            yield placed(row, record, Told(NoticeKind.INTERRUPT, text, "warning"))
        elif prompt is not None:
            yield prompt

    def _unless_told(
        self, row: int, record: UserEntry, block: ResultBlock, calls: RoundCalls
    ) -> Iterator[AnyItem]:
        call_id = block.tool_use_id or ""
        if call_id in calls.told:
            if calls.told[call_id] != row:
                yield self._asides.hidden(row, record)
            return
        above = self._source.line_above(row)
        if above is None or not self._is_told_at(above, call_id):
            yield placed(row, record, _stray(block))
            return
        counting = late_answer(self._source, above, call_id)
        if counting is None or counting.row != row:
            yield self._asides.hidden(row, record)

    def _is_told_at(self, above: int, call_id: str) -> bool:
        """Say whether the line that a result hangs on calls its tool, in this conversation."""
        if not call_id or self._source.order.is_agents(above):
            return False
        return has_call(self._source.record(above), call_id)


def _odd_end(figures: MessageFigures, one: Round) -> Iterator[AnyItem]:
    """Tell where a reply did not end as replies do."""
    reason = figures.stop_reason
    if reason is not None and reason not in _USUAL_ENDS:
        row, record = one.replies[-1]
        told = Told(NoticeKind.LIMIT, behind("the reply ended early", reason), "warning")
        yield placed(row, record, told)


def _stray(block: ResultBlock) -> Told:
    content = block.body.get("content")
    parts: tuple[Part, ...] = ()
    if isinstance(content, str):
        parts = text_parts(content)
    elif isinstance(block, ToolResultBlock) and not isinstance(block.content, str):
        parts = block_parts(block.content or ())
    return Told(NoticeKind.RESULT, "result of a call that is not here", "warning", parts)
