"""The items of a turn, drawn one below the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Final

from rich.text import Text

from steno.cli.clock import shown
from steno.cli.rendering.cards import CardDrawer, before_of
from steno.cli.rendering.depth import limits_of
from steno.cli.rendering.folding import fold, remark
from steno.cli.rendering.markdown import draw_markdown
from steno.cli.rendering.paper import gutter, inside, line_of_words, words
from steno.cli.rendering.parts import PartDrawer, media_line
from steno.cli.rendering.signs import LEVEL_STYLES, level_sign
from steno.session.compaction import CompactionKind
from steno.session.input_kind import InputKind
from steno.view import items
from steno.view.tools.wording import count, duration, first_line, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steno.cli.rendering.depth import Depth
    from steno.cli.rendering.paper import Gutter, Paper
    from steno.cli.rendering.signs import Signs
    from steno.view.document import Document

    DrawDocument = Callable[[Document, Gutter], Iterator[str]]

NONE: Final = gutter("")
_TOGETHER: Final = {
    "tool": "tool", "parallel": "tool", "subagent": "tool", "notice": "aside", "hidden": "aside",
}  # fmt: skip
"""Kinds of items that stand right below one another, and what they are together."""
_LOUD: Final = frozenset({
    items.NoticeKind.INTERRUPT, items.NoticeKind.API_ERROR, items.NoticeKind.LIMIT,
    items.NoticeKind.DAMAGE,
})  # fmt: skip
"""Notices that are shown at every depth but the shallowest."""
_SENT_BY: Final = {
    InputKind.TASK_NOTIFICATION: "a task reported",
    InputKind.QUEUED: "queued",
    InputKind.AGENT: "from an agent",
}
_POINTS: Final = {
    "rewind": "the conversation was taken back to here",
    "retry": "answered more than once",
    "fork": "went on in several ways at once",
}


class ItemDrawer:
    """Draws items at a depth."""

    def __init__(self, paper: Paper, signs: Signs, depth: Depth, nested: DrawDocument) -> None:
        """Take the paper, how much is shown, and what draws the conversation of a sub-agent."""
        self._paper = paper
        self._signs = signs
        self._depth = depth
        self._limits = limits_of(depth)
        self._parts = PartDrawer(paper, signs, self._limits)
        self._cards = CardDrawer(paper, signs, self._parts, depth)
        self._nested = nested

    def draw(self, shown_items: Iterable[items.AnyItem], before: Gutter = NONE) -> Iterator[str]:
        """Draw items, with air between those that do not belong together."""
        last = ""
        run: Counter[str] = Counter()
        for item in shown_items if self._depth.is_full else spared(shown_items):
            if not self._depth.shows_tools and items.tools_in(item):
                run.update(_names(item))
                continue
            lines = iter(self._draw(item, before))
            first = next(lines, None)
            if first is None:
                continue
            if run:
                yield from self._counted(run, before, after=last)
                last, run = "tool", Counter()
            together = self._together(item.kind)
            if last and (together is None or last != together):
                yield from self._air(before)
            yield first
            yield from lines
            last = together or item.kind
        if run:
            yield from self._counted(run, before, after=last)

    def _together(self, kind: str) -> str | None:
        # A thought in one line goes with the call that it led to; a whole one stands alone.
        return "tool" if kind == "thinking" and not self._depth.is_full else _TOGETHER.get(kind)

    def _air(self, before: Gutter) -> Iterator[str]:
        yield from self._paper.spread(Text(), Text(), before_of(before))

    def _counted(self, run: Counter[str], before: Gutter, after: str) -> Iterator[str]:
        """Tell of a run of tools in one line."""
        if after:
            yield from self._air(before)
        names = ", ".join(
            name if number == 1 else f"{name} x{number}" for name, number in run.most_common()
        )
        text = line_of_words(f"{count(run.total(), 'tool')}: {names}", "dim")
        yield from self._paper.spread(text, Text(), inside(before, gutter(self._signs.info)))

    @singledispatchmethod
    def _draw(self, item: items.AnyItem, before: Gutter) -> Iterator[str]:
        # Every kind has its own below; this one would show a new kind by its name.
        yield from self._paper.printed(item.kind, "dim", before)

    @_draw.register(items.PromptItem)
    def _prompt(self, item: items.PromptItem, before: Gutter) -> Iterator[str]:
        bar = inside(before, gutter(self._signs.prompt, self._signs.prompt, "bold cyan"))
        sender = joined(_SENT_BY.get(item.input_kind, ""), item.sender)
        if sender:
            yield from self._paper.lines(line_of_words(sender, "dim"), bar)
        folded = fold(item.text, self._limits.prompt)
        if folded.text:
            style = "bold" if item.input_kind.is_human else ""
            yield from self._paper.lines(words(folded.text, style), bar)
        told = remark(folded, self._signs)
        if told:
            yield from self._paper.printed(told, "dim", bar)
        for context in item.context:
            text = context if self._depth.is_full else one_line(context, 100)
            yield from self._paper.lines(words(f"(editor) {text}", "dim"), bar)
        for image in item.images:
            yield from self._paper.lines(line_of_words(media_line(image), "dim"), bar)

    @_draw.register(items.ReplyItem)
    def _reply(self, item: items.ReplyItem, before: Gutter) -> Iterator[str]:
        head = inside(before, gutter(self._signs.reply))
        if self._paper.draws:
            yield from self._paper.lines(draw_markdown(item.text), head)
        else:
            yield from self._paper.printed(item.text, "", head)

    @_draw.register(items.ThinkingItem)
    def _thinking(self, item: items.ThinkingItem, before: Gutter) -> Iterator[str]:
        if not self._depth.shows_tools:
            return
        head = inside(before, gutter(self._signs.thinking, style="dim"))
        text = item.text
        if not text.strip():
            if not self._depth.is_full:
                return
            text = "(thinking that the API keeps to itself)" if item.is_redacted else "(thinking)"
        if self._depth.is_full:
            yield from self._paper.lines(words(text, "dim italic"), head)
        else:
            yield from self._paper.spread(
                line_of_words(first_line(text), "dim italic"), Text(), head
            )

    @_draw.register(items.ToolItem)
    def _tool(self, item: items.ToolItem, before: Gutter) -> Iterator[str]:
        yield from self._cards.draw(item, before)
        below = inside(before_of(before), gutter("  "))
        for agent in item.subagents:
            yield from self._agent(agent, below, tied=True)

    @_draw.register(items.ParallelGroup)
    def _group(self, item: items.ParallelGroup, before: Gutter) -> Iterator[str]:
        yield from self._cards.draw_group(item, before)
        below, signs = before_of(before), self._signs
        bar = inside(below, gutter(signs.between, signs.between, "dim"))
        for tool in item.members[:-1]:
            yield from self._tool(tool, bar)
        yield from self._tool(item.members[-1], inside(below, gutter(signs.last, style="dim")))

    @_draw.register(items.SubagentItem)
    def _lone_agent(self, item: items.SubagentItem, before: Gutter) -> Iterator[str]:
        if self._depth.shows_tools:
            yield from self._agent(item, before, tied=False)

    def _agent(self, agent: items.SubagentItem, before: Gutter, *, tied: bool) -> Iterator[str]:
        yield from self._cards.draw_agent(agent, before, tied=tied)
        document = agent.document if self._depth.is_full else None
        if document is not None:
            bar = gutter(self._signs.between, self._signs.between, "cyan")
            yield from self._nested(document, inside(before_of(before), bar))

    @_draw.register(items.CompactionItem)
    def _compaction(self, item: items.CompactionItem, before: Gutter) -> Iterator[str]:
        text = line_of_words(_compaction_words(item, self._signs), "magenta")
        yield from self._paper.ruled(text, Text(), "magenta", before)
        below = inside(before_of(before), gutter("  "))
        if item.summary and self._depth.shows_tools:
            folded = fold(item.summary, self._limits.text)
            yield from self._paper.lines(words(folded.text, "dim"), below)
            told = remark(folded, self._signs)
            if told:
                yield from self._paper.printed(told, "dim", below)

    @_draw.register(items.BranchItem)
    def _branch(self, item: items.BranchItem, before: Gutter) -> Iterator[str]:
        what = _POINTS.get(item.point.value, "several ways go on from here")
        head = inside(before, gutter(self._signs.branch, style="magenta"))
        yield from self._paper.spread(Text(what, "magenta"), Text(), head)
        for way in item.alternatives:
            sign = self._signs.active if way.is_here else self._signs.other
            margin = inside(before_of(before), gutter(f"  {sign}", style="magenta"))
            yield from self._paper.spread(*_way(way), margin)

    @_draw.register(items.NoticeItem)
    def _notice(self, item: items.NoticeItem, before: Gutter) -> Iterator[str]:
        loud = item.level == "error" or (item.notice in _LOUD and item.level != "info")
        if not loud and not self._depth.shows_tools:
            return
        style = LEVEL_STYLES[item.level]
        if item.text:
            head = inside(before, gutter(level_sign(self._signs, item.level), style=style))
            # What a hook said stands whole below the line, where it does not fit into it.
            is_below = item.notice is items.NoticeKind.HOOK and bool(item.parts)
            if item.level == "info" and (is_below or not self._depth.is_full):
                yield from self._paper.spread(line_of_words(item.text, style), Text(), head)
            else:
                yield from self._paper.lines(words(item.text, style), head)
        has_output = item.notice is items.NoticeKind.OUTPUT
        if self._depth.is_full or item.level != "info" or has_output:
            below = inside(before_of(before), gutter("  "))
            for part in item.parts:
                yield from self._parts.draw(part, below)

    @_draw.register(items.HiddenItem)
    def _hidden(self, item: items.HiddenItem, before: Gutter) -> Iterator[str]:
        if not self._depth.is_full:
            return
        lines = f"line {item.line}" if len(item.rows) == 1 else count(len(item.rows), "line")
        head = inside(before, gutter(self._signs.info, style="dim"))
        told = joined(item.what, lines)
        text = line_of_words(f"{told}: {item.about}" if item.about else told, "dim")
        yield from self._paper.spread(text, Text(), head)
        if item.text.strip():
            below = inside(before_of(before), gutter("  "))
            yield from self._paper.lines(words(item.text.strip("\n"), "dim"), below)


def spared(shown_items: Iterable[items.AnyItem]) -> Iterator[items.AnyItem]:
    """Leave out quiet notices, and tell those that repeat one another once."""
    waiting: items.NoticeItem | None = None
    times = 0
    for item in shown_items:
        if isinstance(item, items.NoticeItem):
            if item.is_quiet:
                continue
            if waiting is not None and _is_repeated(waiting, item):
                times += 1
                continue
        if waiting is not None:
            yield _repeated(waiting, times)
        waiting, times = (item, 1) if isinstance(item, items.NoticeItem) else (None, 0)
        if waiting is None:
            yield item
    if waiting is not None:
        yield _repeated(waiting, times)


def _is_repeated(first: items.NoticeItem, second: items.NoticeItem) -> bool:
    told = ((one.notice, one.text, one.level, one.parts) for one in (first, second))
    return bool(first.text) and next(told) == next(told)


def _repeated(item: items.NoticeItem, times: int) -> items.NoticeItem:
    return item if times == 1 else replace(item, text=joined(item.text, f"{times} times"))


def _names(item: items.AnyItem) -> Iterator[str]:
    for tool in items.tools_in(item):
        yield tool.card.tool


def _compaction_words(item: items.CompactionItem, signs: Signs) -> str:
    is_small = item.compaction is CompactionKind.MICRO
    what = "old results were cut" if is_small else "compacted"
    trigger = f" ({item.trigger})" if item.trigger else ""
    tokens = [f"{number:,}" for number in (item.tokens_before, item.tokens_after) if number]
    kept = f"{count(item.kept_messages, 'message')} kept" if item.kept_messages else ""
    dropped = f"{count(item.dropped_messages, 'message')} dropped" if item.dropped_messages else ""
    cleared = item.cleared_results + item.cleared_attachments
    return joined(
        f"{what}{trigger}",
        f"{f' {signs.arrow} '.join(tokens)} tokens" if tokens else "",
        dropped,
        kept,
        count(cleared, "result") if cleared else "",
        "" if item.duration_ms is None else duration(item.duration_ms / 1000),
    )


def _way(way: items.Alternative) -> tuple[Text, Text]:
    style = "" if way.is_here else "dim"
    text = line_of_words(way.first_words or "(no words)", style)
    here = "shown here" if way.is_here else f"--branch {way.branch} shows it"
    told = joined(shown(way.started, "%m-%d %H:%M"), count(way.lines, "line"), here)
    return text, Text(told, "dim")
