"""A session as traces: one per turn that was answered, and one per agent that belongs to none.

Pure: ids and times depend on the transcript alone, so that a resume, a fork or a copy of a turn
gives the same ids again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from steno.analyse.cost import Prices
from steno.session.input_kind import InputKind
from steno.trace.agents import Agents, is_running, lone_trace_id
from steno.trace.compactions import compact_span
from steno.trace.ids import span_id, trace_id
from steno.trace.numbering import Numbering
from steno.trace.replies import text_of
from steno.trace.span import Span, SpanKind, Trace
from steno.trace.talk import MAIN, TIME_ESTIMATED, Source, end_of, talk_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.session.turns import Turn
    from steno.trace.replies import Conversation
    from steno.trace.span import Said, Scalar

AGENT_NAME: Final = "claude-code"
"""The name of the agent whose turns these are."""
NO_SESSION: Final = "unknown"
"""The session of lines that name none."""


def session_traces(
    session: Session, *, prices: Prices | None = None, counted_before: int = 0
) -> Iterator[Trace]:
    """Yield the traces of a session, in file order, those of lone sub-agents last.

    ``counted_before`` is how many turns others have counted already (spec 002's turn_count).
    """
    return _Tracer(session, prices or Prices(), counted_before).traces()


class _Tracer:
    def __init__(self, session: Session, prices: Prices, counted_before: int) -> None:
        self.session = session
        self.counted_before = counted_before
        self.session_id = session.id or _told_id(session) or NO_SESSION
        known: set[str] = set()
        self.main = Source(session, MAIN, known, prices)
        self.agents = Agents(
            session.subagents, lambda opened, agent: Source(opened, agent, known, prices)
        )
        self.numbering = Numbering(session, session.turns)
        self.compactions = {one.row: one for one in session.compactions}
        self.used: Counter[tuple[str, ...]] = Counter()
        """How many turns had each key so far."""

    def traces(self) -> Iterator[Trace]:
        """Yield each trace when the next one is known: an unanswered turn may add to it."""
        waiting: Trace | None = None
        early: list[int] = []
        for at, turn in enumerate(self.session.turns):
            rows = list(turn.rows)
            talk = self.main.listen(zip(rows, self.session.records(rows), strict=True))
            is_counted = bool(talk.replies) and _was_asked(turn, talk)
            number = self.numbering.count(at, is_answered=is_counted)
            if talk.replies:
                if waiting is not None:
                    yield waiting
                told = number + self.counted_before if is_counted else None
                trace = self._trace(turn, talk, told)
                waiting, early = self._with_compactions(trace, [*early, *rows]), []
            elif waiting is not None:
                waiting = self._with_compactions(waiting, rows)
            else:
                early += rows
        if waiting is not None:
            yield waiting
        yield from map(self._lone, self.agents.left())

    def _with_compactions(self, trace: Trace, rows: Iterable[int]) -> Trace:
        """Add the compactions that stand in some rows."""
        found = [self.compactions[row] for row in rows if row in self.compactions]
        if not found:
            return trace
        spans = [compact_span(self.main, one, trace.root.id) for one in found]
        return replace(trace, spans=(*trace.spans, *spans))

    def _trace(self, turn: Turn, talk: Conversation, number: int | None) -> Trace:
        key = self._own_key(_key(turn, talk, self.session_id))
        root = self._root(turn, talk, key, number)
        before = set(self.agents.placed)
        spans = (root, *talk_spans(self.main, talk, root, self._below))
        began = self.agents.placed - before
        running = any(one.agent_id in began and is_running(one) for one in self.agents.all)
        clock, outline = self.main.clock, self.session.outline
        return Trace(
            id=trace_id(*key),
            session_id=self.session_id,
            spans=spans,
            turn_number=number,
            api_messages=len(talk.replies),
            line=turn.line,
            last_line=max(outline.line(row) for row in turn.rows),
            prompt_id=turn.prompt_id,
            last_text=talk.replies[-1].text,
            last_moment=max(*(span.end for span in spans), *(clock.at(row) for row in turn.rows)),
            is_finished=turn.complete,
            is_running=running,
            is_followed=turn.number < len(self.session.turns),
        )

    def _own_key(self, key: tuple[str, ...]) -> tuple[str, ...]:
        """Tell turns apart that have one key, such as one prompt id, by their order."""
        before = self.used[key]
        self.used[key] += 1
        return (*key, "again", str(before)) if before else key

    def _root(
        self, turn: Turn, talk: Conversation, key: tuple[str, ...], number: int | None
    ) -> Span:
        start, last = self.main.clock.at(turn.row), talk.replies[-1]
        return Span(
            kind=SpanKind.AGENT,
            name=AGENT_NAME,
            id=span_id("turn", *key),
            parent=None,
            start=start,
            end=end_of(self.main, talk, start),
            input=_asked(turn, talk),
            output=last.text,
            error=last.error,
            error_text=last.text if last.error is not None else None,
            events=tuple(talk.events),
            facts=self._facts(turn, number),
        )

    def _facts(self, turn: Turn, number: int | None) -> dict[str, Scalar]:
        body = self.session.record(turn.row).body
        branch = self.session.graph.branch_of(turn.row)
        told: dict[str, Any] = {
            "turn_number": number,
            "steno.input_kind": turn.input_kind.value,
            "steno.prompt_id": turn.prompt_id,
            "steno.cwd": body.get("cwd"),
            "steno.git_branch": body.get("gitBranch"),
            "steno.client_version": body.get("version"),
            "steno.interrupted": turn.interrupted or None,
            "steno.branch": branch if branch and turn.uuid and not turn.is_active else None,
            TIME_ESTIMATED: None if self.main.clock.is_told(turn.row) else True,
        }
        return {key: value for key, value in told.items() if _is_fact(value)}

    def _below(self, call_id: str, tool: Span) -> list[Span]:
        return self.agents.below(None, call_id, tool)

    def _lone(self, agent: Subagent) -> Trace:
        """Make the trace of an agent whose call was not found."""
        spans = self.agents.spans_of(agent, None)
        return Trace(
            id=lone_trace_id(spans[0].id),
            session_id=self.session_id,
            spans=tuple(spans),
            turn_number=None,
            api_messages=sum(span.kind is SpanKind.CHAT for span in spans),
            line=0,
            last_line=0,
            last_text=str(spans[0].output or ""),
            last_moment=max(span.end for span in spans),
            is_running=is_running(agent),
        )


def _is_fact(value: Any) -> bool:
    return isinstance(value, (str, int, float, bool)) and value != ""


def _told_id(session: Session) -> str | None:
    told = (record.body.get("sessionId") for _, record in session.rows_and_records())
    return next((name for name in told if isinstance(name, str) and name), None)


def _was_asked(turn: Turn, talk: Conversation) -> bool:
    """Say whether a turn has a user's line: replies before any have their trace, and no number."""
    return turn.input_kind is not InputKind.START or _first_heard(talk) is not None


def _asked(turn: Turn, talk: Conversation) -> str | None:
    """Give what a turn was begun with; None where nothing did."""
    if turn.input_kind is not InputKind.START:
        return turn.text
    first = _first_heard(talk)
    return None if first is None else text_of(first.blocks)


def _first_heard(talk: Conversation) -> Said | None:
    """Give the first user's message that the first reply heard."""
    return next((said for said in talk.replies[0].heard if said.role == "user"), None)


def _key(turn: Turn, talk: Conversation, session_id: str) -> tuple[str, ...]:
    """Name a turn so that a copy of it has the same name, also when more of it is written.

    That is why only its first reply counts: a reply may come behind a failed request.
    """
    first = talk.replies[0]
    if first.message_id is not None and first.error is None:
        return ("message", first.message_id)
    if turn.prompt_id is not None:
        return ("prompt", turn.prompt_id)
    if first.message_id is not None:
        # The client's own, which a clone does not renew.
        return ("failure", first.message_id)
    if turn.uuid is not None:
        return ("line", turn.uuid)
    return ("place", session_id, str(turn.line))
