"""Tool calls drawn: a line that says what happened, and below it what matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from steno.cli.rendering.paper import gutter, inside, line_of_words
from steno.cli.rendering.signs import STATUS_STYLES, status_sign
from steno.view import parts
from steno.view.tools.wording import BETWEEN, count, duration, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.cli.rendering.depth import Depth
    from steno.cli.rendering.paper import Gutter, Paper
    from steno.cli.rendering.parts import PartDrawer
    from steno.cli.rendering.signs import Signs
    from steno.view.items import ParallelGroup, SubagentItem, ToolItem
    from steno.view.tools.card import ToolCard

SHORTEST_TOLD: Final = 100
"""Milliseconds from which on it is worth telling how long a call took."""
LEAST_TOLD: Final = 16
"""Columns that an argument and what came of a call keep, however narrow the paper is."""
_OUTCOMES: Final = {"denied": "not allowed", "interrupted": "stopped", "running": "running"}
_TELLING_TEXTS: Final = frozenset({"ExitPlanMode"})
"""Tools whose words matter as much as any change."""


class CardDrawer:
    """Draws tool calls at a depth."""

    def __init__(self, paper: Paper, signs: Signs, drawer: PartDrawer, depth: Depth) -> None:
        """Take the paper, what draws parts, and how much is shown."""
        self._paper = paper
        self._signs = signs
        self._drawer = drawer
        self._depth = depth

    def draw(self, tool: ToolItem, before: Gutter) -> Iterator[str]:
        """Draw a call: its line, and below it the parts that are shown at this depth."""
        card = tool.card
        style = STATUS_STYLES[card.status]
        head = inside(before, gutter(status_sign(self._signs, card.status), style=style))
        took = _took(tool.duration_ms)
        yield from self._put(self._title(card, took, head), took, head)
        below = inside(before_of(before), gutter("    "))
        if card.problem and self._depth.is_full:
            yield from self._paper.lines(line_of_words(card.problem, "dim"), below)
        for part in card.parts:
            if self._depth.is_full or _is_telling(card, part):
                yield from self._drawer.draw(part, below)

    def _put(self, title: Text, took: Text, head: Gutter) -> Iterator[str]:
        """Put a title and its time on one line; in full nothing is cut, and it may take several."""
        length = title.cell_len + took.cell_len + 2 * bool(took)
        if self._depth.is_full and length > self._paper.width - head.width:
            yield from self._paper.lines(Text.assemble(title, "  ", took, overflow="fold"), head)
        else:
            yield from self._paper.spread(title, took, head)

    def _title(self, card: ToolCard, took: Text, head: Gutter) -> Text:
        """Put a call into one line; where it is too long, the argument gives way first."""
        summary = card.summary or _OUTCOMES.get(card.status, "")
        style = "dim" if card.status == "ok" else STATUS_STYLES[card.status]
        label = line_of_words(card.label, "bold")
        argument = line_of_words(f"{card.joint}{card.argument}" if card.argument else "")
        told = line_of_words(f"  {summary}" if summary else "", style)
        room = self._paper.width - head.width - took.cell_len - 2 * bool(took)
        is_cut = self._paper.draws and not self._depth.is_full
        if is_cut and label.cell_len + argument.cell_len + told.cell_len > room:
            told = _first_pieces(told, max(LEAST_TOLD, room // 3))
            left = max(LEAST_TOLD, room - label.cell_len - told.cell_len)
            argument = _shortened(argument, left, keep_end=bool(card.path))
        return Text.assemble(label, argument, told)

    def draw_group(self, group: ParallelGroup, before: Gutter) -> Iterator[str]:
        """Draw the line above calls that ran together."""
        text = Text(f"{count(len(group.members), 'tool')} at once", "dim")
        head = inside(before, gutter(self._signs.first, style="dim"))
        yield from self._paper.spread(text, _took(group.duration_ms), head)

    def draw_agent(self, agent: SubagentItem, before: Gutter, *, tied: bool) -> Iterator[str]:
        """Draw a sub-agent in a line: who it is, how it went, how to see all of it."""
        told = joined(
            "" if tied else joined(agent.agent_type, agent.description or agent.name),
            "" if agent.status == "completed" else agent.status.replace("_", " "),
        )
        how = "" if self._depth.is_full else f"--agent {agent.agent_id[:8]} shows what it did"
        line = Text.assemble(
            line_of_words(told or ("sub-agent" if self._depth.is_full else "")),
            line_of_words(f"  {how}" if told else how, "dim"),
        )
        head = inside(before, gutter(self._signs.agent, style="cyan"))
        yield from self._put(line, _took(None if tied else agent.duration_ms), head)


def before_of(outer: Gutter) -> Gutter:
    """Give the gutter of what stands below a line: the rest of the line's own."""
    return type(outer)(outer.rest, outer.rest)


def _first_pieces(text: Text, room: int) -> Text:
    """Leave out the last of several pieces where not all fit; what is left may be cut."""
    kept = text.copy()
    while kept.cell_len > room and BETWEEN in kept.plain:
        kept = kept[: kept.plain.rindex(BETWEEN)]
    kept.truncate(room, overflow="ellipsis")
    return kept


def _shortened(text: Text, room: int, *, keep_end: bool) -> Text:
    """Cut a text to some columns; of a path the end says more than the beginning."""
    if text.cell_len <= room:
        return text
    if keep_end:
        joint, rest = text[:1], text[1:]
        place = len(rest)
        while place and cell_len(rest.plain[place - 1 :]) < room - 1:
            place -= 1
        return Text.assemble(joint, "…", rest[place:])
    shorter = text.copy()
    shorter.truncate(room, overflow="ellipsis")
    return shorter


def _took(milliseconds: int | None) -> Text:
    if milliseconds is None or milliseconds < SHORTEST_TOLD:
        return Text()
    return Text(duration(milliseconds / 1000), "dim")


def _is_telling(card: ToolCard, part: parts.Part) -> bool:
    """Say whether a part is shown although not everything is."""
    if isinstance(part, (parts.DiffPart, parts.ChecklistPart, parts.QuestionPart)):
        return True
    if isinstance(part, parts.TextPart):
        is_new = part.style == "error" and one_line(part.text) not in card.summary
        return is_new or card.tool in _TELLING_TEXTS
    return isinstance(part, parts.OutputPart) and part.is_error and card.status == "error"
