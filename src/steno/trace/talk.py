"""The spans of a conversation: its API responses, its tool calls, and the agents below those."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from steno.analyse.cost import price_message
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.message import MessageEntry
from steno.format.scan import MessageScan, scan_entry
from steno.session.api_messages import read_messages, see_line
from steno.session.tokens import MessageTable
from steno.trace.clock import Clock
from steno.trace.ids import span_id
from steno.trace.replies import Listener, Result
from steno.trace.span import Said, Span, SpanKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from decimal import Decimal

    from steno.analyse.cost import Prices
    from steno.format.entry import Entry
    from steno.session.session import Session
    from steno.session.tokens import MessageUsage
    from steno.session.tool_calls import ToolCall
    from steno.trace.replies import Conversation, Reply
    from steno.trace.span import Scalar

MAIN: Final = "main"
"""Stands for the session itself where a sub-agent would be named."""
TOOL_ERROR: Final = "tool_error"
TIME_ESTIMATED: Final = "steno.time_estimated"
UNANSWERED: Final = "steno.unanswered"


class Source:
    """Where a conversation is read from, and what all its spans need."""

    def __init__(self, session: Session, agent: str, known: set[str], prices: Prices) -> None:
        """Take the lines, whose they are, the messages that have their span, and the prices."""
        self.session = session
        self.agent = agent
        """The sub-agent whose own lines these are, or :data:`MAIN`."""
        self.clock = Clock(session.outline)
        self._known = known
        self._prices = prices
        self._compactions: Counter[tuple[str, str]] = Counter()

    def listen(self, rows_and_records: Iterable[tuple[int, Entry]]) -> Conversation:
        """Put lines together; a message that has its span already is passed over."""
        return Listener(self.clock.at, self._known).listen(self._timed(rows_and_records))

    def _timed(self, rows_and_records: Iterable[tuple[int, Entry]]) -> Iterator[tuple[int, Entry]]:
        """Pass on lines; where a time is no text none counts, nor the message's (spec 002, 6)."""
        for row, record in rows_and_records:
            if not isinstance(record.body.get("timestamp"), str | None):
                self.clock.forget(row)
            yield row, record

    def compactions_like(self, moment: int, trigger: str) -> int:
        """Count the compactions before this one that have its time and what set it off."""
        before = self._compactions[str(moment), trigger]
        self._compactions[str(moment), trigger] += 1
        return before

    def usage_of(self, reply: Reply) -> MessageUsage | None:
        """Give what a reply is billed by: its largest copy; None where it tells of no tokens.

        What the client itself says in the place of a model is billed by nobody.
        """
        if reply.scan is None or reply.scan.usage is None or reply.model == SYNTHETIC_MODEL:
            return None
        known = self._usages.get(reply.message_id or "")
        return known or _usage_of(reply)

    def price_of(self, usage: MessageUsage | None) -> Decimal | None:
        """Give the list price of a reply; None where that is not certain."""
        return None if usage is None else price_message(usage, self._prices)

    def late_result(self, call_id: str) -> Result | None:
        """Find the result of a call that stands in another turn."""
        call = self._calls.get(call_id)
        if call is None or call.result_row is None or self._is_meta(call.result_row):
            return None
        return Result(call.result_row, call.result, call.is_error)

    def _is_meta(self, row: int) -> bool:
        record = self.session.record(row)
        return isinstance(record, MessageEntry) and record.is_meta is True

    @cached_property
    def _usages(self) -> dict[str, MessageUsage]:
        return {one.message_id: one for one in messages_of(self.session).usages()}

    @cached_property
    def _calls(self) -> dict[str, ToolCall]:
        return {call.id: call for call in self.session.tool_calls}


def messages_of(session: Session) -> MessageTable:
    """Collect the API messages of a session's own lines, each with its best copy."""
    if session.path is not None:
        return read_messages(session.path)
    table = MessageTable()
    for _, record in session.rows_and_records():
        see_line(scan_entry(record), table)
    return table


def _usage_of(reply: Reply) -> MessageUsage | None:
    """Give the usage of a reply that has no id."""
    table = MessageTable()
    if reply.scan is not None:
        scan = reply.scan
        name = reply.uuid or "?"
        table.see(
            MessageScan(name, model=scan.model, stop_reason=scan.stop_reason, usage=scan.usage)
        )
    return next(table.usages(), None)


def end_of(source: Source, talk: Conversation, start: int) -> int:
    """Give the latest moment of all replies and results."""
    return max([start, *(source.clock.at(row) for row in talk.rows)])


def talk_spans(
    source: Source,
    talk: Conversation,
    root: Span,
    below: Callable[[str, Span], list[Span]],
) -> list[Span]:
    """Make the spans below a root: every reply, and behind it the tools that it called.

    ``below`` gives the spans of the agents that a call began.
    """
    starts = [source.clock.at(reply.rows[0]) for reply in talk.replies]
    spans: list[Span] = []
    for at, reply in enumerate(talk.replies):
        end = max(starts[at + 1] if at + 1 < len(starts) else root.end, starts[at])
        chat = _chat(source, reply, root, _reply_seed(reply, root, at), (starts[at], end))
        spans.append(chat)
        for call_id, call in reply.calls.items():
            tool = _tool(source, talk, chat, call_id, call)
            spans += [tool, *below(call_id, tool)]
    return spans


def _chat(
    source: Source, reply: Reply, root: Span, seed: tuple[str, ...], times: tuple[int, int]
) -> Span:
    usage = source.usage_of(reply)
    facts: dict[str, Scalar] = {}
    if not source.clock.is_told(reply.rows[0]):
        facts[TIME_ESTIMATED] = True
    if usage is not None and not usage.final:
        facts["steno.usage_incomplete"] = True
    return Span(
        kind=SpanKind.CHAT,
        name=reply.model or "unknown",
        id=span_id("chat", source.agent, *seed),
        parent=root.id,
        start=times[0],
        end=times[1],
        output=reply.text,
        message_id=reply.message_id,
        finish_reason=reply.stop_reason,
        heard=reply.heard,
        said=Said("assistant", tuple(reply.blocks)),
        tool_count=len(reply.calls),
        usage=usage,
        cost_usd=source.price_of(usage),
        error=reply.error,
        error_text=reply.text if reply.error is not None else None,
        facts=facts,
    )


def _reply_seed(reply: Reply, root: Span, at: int) -> tuple[str, ...]:
    """Name a reply; one without an id by its place, for a clone renews the uuids of lines."""
    if reply.message_id is not None:
        return (reply.message_id,)
    return ("place", root.id, str(at))


def _tool(
    source: Source, talk: Conversation, chat: Span, call_id: str, call: Mapping[str, Any]
) -> Span:
    result = talk.results.get(call_id) or source.late_result(call_id)
    facts: dict[str, Scalar] = {}
    estimated = TIME_ESTIMATED in chat.facts
    end = chat.start
    if result is None:
        facts[UNANSWERED] = True
    else:
        end = max(end, source.clock.at(result.row))
        estimated = estimated or not source.clock.is_told(result.row)
    if estimated:
        facts[TIME_ESTIMATED] = True
    is_error = result is not None and result.is_error
    return Span(
        kind=SpanKind.TOOL,
        name=str(call.get("name") or "unknown"),
        id=span_id("tool", source.agent, call_id, *_nameless(call_id, chat)),
        parent=chat.parent,
        start=chat.start,
        end=end,
        input=call.get("input"),
        output=None if result is None else result.content,
        asked_by=chat.id,
        call_id=call_id,
        error=TOOL_ERROR if is_error else None,
        error_text=_words(None if result is None else result.content) if is_error else None,
        facts=facts,
    )


def _nameless(call_id: str, chat: Span) -> tuple[str, ...]:
    """Tell calls without an id of their own apart by the reply that they stand in."""
    return (chat.id,) if call_id.startswith("call-") else ()


def _words(content: Any) -> str | None:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict)]
    return "\n".join(text for text in texts if isinstance(text, str)) or None
