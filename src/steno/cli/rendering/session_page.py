"""A whole session drawn: its headline, its turns, and what each of them took."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from steno.cli.clock import shown
from steno.cli.rendering.cards import before_of
from steno.cli.rendering.depth import Depth
from steno.cli.rendering.items import NONE, ItemDrawer
from steno.cli.rendering.paper import line_of_words
from steno.cli.rendering.signs import ASCII, SIGNS
from steno.session.input_kind import InputKind
from steno.session.outline import MESSAGE_KINDS
from steno.session.turns import moment
from steno.view.tally import Tally
from steno.view.tools.wording import count, duration, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.cli.rendering.paper import Gutter, Paper
    from steno.view.document import Document, TurnView
    from steno.view.items import AnyItem

_KINDS: Final = {
    InputKind.COMMAND: "command",
    InputKind.BASH: "bash",
    InputKind.QUEUED: "queued",
    InputKind.TASK_NOTIFICATION: "task",
    InputKind.AGENT: "agent",
    InputKind.START: "goes on",
}
"""How turns are marked that a person did not open by a plain prompt."""


class SessionPage:
    """Draws documents at a depth."""

    def __init__(self, paper: Paper, depth: Depth = Depth.TOOLS) -> None:
        """Take the paper and how much is shown."""
        self._paper = paper
        self._depth = depth
        self._signs = SIGNS if paper.has_signs else ASCII
        self._items = ItemDrawer(paper, self._signs, depth, self._nested)

    def draw(self, document: Document) -> Iterator[str]:
        """Draw the turns that are to be shown, line by line."""
        for turn in document.shown:
            lines = self._turn(turn)
            first = next(lines, None)
            if first is not None:
                yield first
                yield from lines
                yield ""

    def headline(self, title: str, *facts: str) -> Iterator[str]:
        """Draw what stands above a session."""
        yield from self._paper.spread(line_of_words(title, "bold"), Text())
        for fact in facts:
            if fact:
                yield from self._paper.spread(line_of_words(fact, "dim"), Text())

    def overview(self, document: Document) -> Iterator[str]:
        """Say how many turns there are, from when to when, and what is left out."""
        numbered = [turn for turn in document.turns if turn.opening is not None]
        outline = document.session.outline
        said = (outline.time(row) for row in outline.rows_of(*MESSAGE_KINDS))
        times = [time for time in said if time is not None]
        first, last = (shown(moment(edge(times))) if times else "" for edge in (min, max))
        when = first if first == last else f"{first} to {last}"
        left = len(numbered) - sum(turn.opening is not None for turn in document.shown)
        left_out = f"{count(left, 'turn')} not shown" if left else ""
        others = len(document.source.order.others)
        branches = count(others, "other branch", "other branches") if others else ""
        yield joined(count(len(numbered), "turn"), when, branches, left_out)

    def _turn(self, turn: TurnView) -> Iterator[str]:
        if self._depth is Depth.PROMPTS:
            yield from self._with_header(turn, self._items.draw(turn.prompts()))
            return
        tally = Tally()
        body = self._items.draw(_counted(turn.items(hidden=self._depth.is_full), tally))
        yield from self._with_header(turn, body)
        if turn.opening is not None:
            yield from self._footer(tally, NONE)

    def _with_header(self, turn: TurnView, body: Iterator[str]) -> Iterator[str]:
        """Draw a turn's header; what stands before the first turn has none."""
        if turn.opening is not None:
            yield from self._header(turn)
        yield from body

    def _header(self, turn: TurnView) -> Iterator[str]:
        kind = _KINDS.get(turn.input_kind) if turn.input_kind is not None else None
        aside = "" if turn.is_active else "not on the active branch"
        left = Text.assemble((str(turn.number), "bold"), (_behind(kind or "", aside), "dim"))
        yield from self._paper.ruled(left, Text(shown(turn.started), "dim"))

    def _nested(self, document: Document, before: Gutter) -> Iterator[str]:
        for turn in document.shown:
            tally = Tally()
            items = _counted(turn.items(hidden=self._depth.is_full), tally)
            yield from self._items.draw(items, before)
            yield from self._footer(tally, before)

    def _footer(self, tally: Tally, before: Gutter) -> Iterator[str]:
        room = self._paper.width - before.width - 2
        footer = tally_line(tally, room if self._paper.draws else None)
        if footer:
            yield from self._paper.spread(Text(), Text(footer, "dim"), before_of(before))


def _behind(*notes: str) -> str:
    told = joined(*notes)
    return f" · {told}" if told else ""


def _counted(items: Iterable[AnyItem], tally: Tally) -> Iterator[AnyItem]:
    for item in items:
        tally.see(item)
        yield item


def tally_line(tally: Tally, room: int | None = None) -> str:
    """Say in one line what a turn took; nothing where no model answered.

    Where there is no room for all of it, what says least is left out.
    """
    if not tally.api_messages:
        return ""
    failed = f", {tally.failed} failed" if tally.failed else ""
    tools = f"{count(tally.tool_calls, 'tool')}{failed}" if tally.tool_calls else ""
    said = tally.output_tokens
    pieces = {
        "time": duration(tally.duration_ms / 1000) if tally.duration_ms else "",
        "replies": count(tally.api_messages, "reply", "replies"),
        "tools": tools,
        "tokens": f"{tokens(said)} token{'' if said == 1 else 's'}" if said else "",
        "context": _context(tally),
    }
    for name in ("replies", "tokens", "time", "context"):
        if room is not None and len(joined(*pieces.values())) > room:
            pieces[name] = ""
    return joined(*pieces.values())


def _context(tally: Tally) -> str:
    last = tally.last
    if last is None:
        return ""
    fill = "" if last.fill is None else f", {last.fill:.0%} full"
    return f"context {tokens(last.context_tokens)}{fill}"


def tokens(number: int) -> str:
    """Write a number of tokens in a few signs: 940, 4.2k, 45k, 1.2M."""
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if number >= size:
            amount = number / size
            return f"{amount:.1f}{unit}" if amount < 10 else f"{amount:.0f}{unit}"  # noqa: PLR2004 - two digits are enough
    return str(number)
