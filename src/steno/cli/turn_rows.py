"""Turns and their items as rows of the JSON document."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from steno.cli.clock import iso
from steno.cli.rendering.depth import Depth
from steno.cli.turn_document import AlternativeRow, ItemRow, MessageRow, TurnRow
from steno.view import items

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.view.document import Document, TurnView
    from steno.view.message_figures import MessageFigures
    from steno.view.parts import Part


class TurnRows:
    """Builds the rows of turns at a depth."""

    def __init__(self, depth: Depth) -> None:
        """Take how much is shown."""
        self._depth = depth

    def turns(self, document: Document) -> list[TurnRow]:
        """Give the turns that are to be shown; what stands before the first only with items."""
        rows = (self._turn(turn) for turn in document.shown)
        return [row for row in rows if row.number or row.items]

    def _turn(self, turn: TurnView) -> TurnRow:
        return TurnRow(
            number=turn.number,
            line=turn.line,
            input_kind=None if turn.input_kind is None else turn.input_kind.value,
            started=iso(turn.started),
            active=turn.is_active,
            is_active=turn.is_active,
            items=list(self._items(turn)),
        )

    def _items(self, turn: TurnView) -> Iterator[ItemRow]:
        if self._depth is Depth.PROMPTS:
            yield from map(self.item, turn.prompts())
            return
        for item in turn.items(hidden=self._depth.is_full):
            is_told = self._depth.shows_tools or not isinstance(item, items.ThinkingItem)
            if is_told and (self._depth.shows_tools or not items.tools_in(item)):
                yield self.item(item)

    def item(self, item: items.AnyItem) -> ItemRow:
        """Build the row of an item."""
        row = self._row(item)
        return replace(row, kind=item.kind, line=item.line, timestamp=iso(item.time))

    @singledispatchmethod
    def _row(self, item: items.AnyItem) -> ItemRow:
        return ItemRow(kind=item.kind, line=item.line)

    @_row.register(items.PromptItem)
    def _prompt(self, item: items.PromptItem) -> ItemRow:
        return ItemRow(
            kind="", line=0, text=item.text, detail=item.input_kind.value, queued=item.is_queued,
            context=list(item.context), images=len(item.images), agent=item.sender or None,
        )  # fmt: skip

    @_row.register(items.ReplyItem)
    def _reply(self, item: items.ReplyItem) -> ItemRow:
        return ItemRow(kind="", line=0, text=item.text, message=_message(item.message))

    @_row.register(items.ThinkingItem)
    def _thinking(self, item: items.ThinkingItem) -> ItemRow:
        detail = "redacted" if item.is_redacted else None
        return ItemRow(
            kind="", line=0, text=item.text, detail=detail, message=_message(item.message)
        )

    @_row.register(items.ToolItem)
    def _tool(self, item: items.ToolItem) -> ItemRow:
        card = item.card
        return ItemRow(
            kind="", line=0, text=card.title, call=item.call_id, tool=card.tool,
            status=card.status, summary=card.summary, duration_ms=item.duration_ms,
            message=_message(item.message), parts=self._parts(card.parts),
            items=[self.item(agent) for agent in item.subagents],
        )  # fmt: skip

    @_row.register(items.ParallelGroup)
    def _group(self, item: items.ParallelGroup) -> ItemRow:
        members = [self.item(tool) for tool in item.members]
        return ItemRow(kind="", line=0, duration_ms=item.duration_ms, items=members)

    @_row.register(items.SubagentItem)
    def _agent(self, item: items.SubagentItem) -> ItemRow:
        document = item.document if self._depth.is_full else None
        turns = () if document is None else document.shown
        return ItemRow(
            kind="", line=0, text=item.description, detail=item.agent_type or None,
            agent=item.agent_id, status=item.status or None, duration_ms=item.duration_ms,
            items=[row for turn in turns for row in self._items(turn)],
        )  # fmt: skip

    @_row.register(items.CompactionItem)
    def _compaction(self, item: items.CompactionItem) -> ItemRow:
        return ItemRow(
            kind="", line=0, text=item.summary, detail=item.compaction.value,
            summary=item.trigger or None, duration_ms=item.duration_ms,
            tokens_before=item.tokens_before, tokens_after=item.tokens_after,
            dropped_messages=item.dropped_messages, kept_messages=item.kept_messages,
        )  # fmt: skip

    @_row.register(items.BranchItem)
    def _branch(self, item: items.BranchItem) -> ItemRow:
        ways = [
            AlternativeRow(
                branch=way.branch, active=way.is_active, here=way.is_here, lines=way.lines,
                turns=way.turns, text=way.first_words,
            )
            for way in item.alternatives
        ]  # fmt: skip
        return ItemRow(kind="", line=0, detail=item.point.value, alternatives=ways)

    @_row.register(items.NoticeItem)
    def _notice(self, item: items.NoticeItem) -> ItemRow:
        return ItemRow(
            kind="", line=0, text=item.text, detail=item.notice.value, level=item.level,
            parts=self._parts(item.parts),
        )  # fmt: skip

    @_row.register(items.HiddenItem)
    def _hidden(self, item: items.HiddenItem) -> ItemRow:
        return ItemRow(kind="", line=0, text=item.text, detail=item.what)

    def _parts(self, parts: tuple[Part, ...]) -> list[dict[str, Any]]:
        return [_part(part) for part in parts] if self._depth.is_full else []


def _message(figures: MessageFigures) -> MessageRow:
    return MessageRow(
        id=figures.id,
        model=figures.model,
        stop_reason=figures.stop_reason,
        output_tokens=figures.output_tokens,
        context_tokens=figures.context_tokens,
        context_window=figures.window,
    )


def _part(part: Part) -> dict[str, Any]:
    return {"kind": part.kind, **_plain_fields(part)}


def _plain_fields(value: Any) -> dict[str, Any]:
    return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}


def _plain(value: Any) -> Any:
    """Turn the dataclasses that parts are made of into objects."""
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return _plain_fields(value) if is_dataclass(value) else value
