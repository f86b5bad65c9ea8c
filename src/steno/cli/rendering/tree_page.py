"""The message graph of a session drawn as an indented tree."""

from __future__ import annotations

from functools import singledispatchmethod
from typing import TYPE_CHECKING, Final

from rich.text import Text

from steno.cli.clock import shown
from steno.cli.durations import in_words, milliseconds
from steno.cli.gist import gist, label
from steno.cli.rendering.paper import gutter, inside, line_of_words
from steno.cli.rendering.signs import ASCII, SIGNS
from steno.session.branches import ACTIVE, BranchKind, PointKind
from steno.session.compaction import Compaction
from steno.session.outline import MESSAGE_KINDS
from steno.session.subagents import AgentLayout
from steno.view.session_tree import BranchStart, Parting, SessionTree, Stretch
from steno.view.tools.wording import count, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.cli.rendering.paper import Gutter, Paper
    from steno.format.entry import Entry
    from steno.session.branches import Branch
    from steno.session.turns import Turn
    from steno.view.session_tree import PlacedAgent, TreePart

DEEPEST: Final = 10
"""Levels that are indented; what is deeper says how deep it is."""
LONGEST_PROMPT: Final = 60
"""Characters of what a sub-agent was asked, where nothing shorter describes it."""
BETWEEN: Final = 2
"""Cells between the beginning of a line and its words."""
RULE: Final = 6
"""Cells that a rule takes beside what stands in it."""
LONGEST_GIST: Final = 400
"""Characters of a line's text."""
_STARTS: Final = {
    BranchKind.ROOT: "begins on its own",
    BranchKind.LOST: "hangs on a line that is not in the file",
    BranchKind.CYCLE: "its lines hang on one another in a circle",
    BranchKind.SIDECHAIN: "a sub-agent's lines",
}
"""How branches begin that leave no other one."""
_PLAIN_STARTS: Final = frozenset({BranchKind.ROOT, BranchKind.SIDECHAIN})
"""How a session and a sub-agent's file usually begin."""
_FILE_IS_MISSING: Final = frozenset({AgentLayout.PROGRESS, AgentLayout.MISSING})
_PARTINGS: Final = {
    PointKind.REWIND: "rewind: the conversation was taken back to here",
    PointKind.RETRY: "retry: answered more than once",
    PointKind.FORK: "fork: went on in several ways at the same time",
    PointKind.TOOL_FAN_OUT: "tool fan-out",
    PointKind.ASIDE: "lines beside the conversation",
}


class TreePage:
    """Draws the tree of a session."""

    def __init__(
        self, tree: SessionTree, paper: Paper, *, turns: bool = False, every_line: bool = False
    ) -> None:
        """Take the tree; each stretch is one line, or has its turns or all of its lines below."""
        self._tree = tree
        self._paper = paper
        self._turns = turns
        self._every_line = every_line
        self._signs = SIGNS if paper.has_signs else ASCII
        self._beside = tree.beside() if every_line else {}
        self._points = {point.row: point for point in tree.graph.branch_points}

    def draw(self) -> Iterator[str]:
        """Draw the whole tree, line by line."""
        yield from self._lines(self._beside.pop(-1, ()), self._margin(0), "dim")
        for depth, part in self._tree.walk():
            yield from self._draw(part, depth)
        lost = self._tree.lost_agents
        if lost:
            yield from self._paper.lines(Text("sub-agents whose call is not known:", "dim"))
            for agent in lost:
                yield from self._agent(agent, self._margin(0))

    def _margin(self, depth: int) -> Gutter:
        bar = self._signs.between
        deeper = f"({depth} deep) " if depth > DEEPEST else ""
        return gutter(bar * min(depth, DEEPEST) + deeper, style="dim" if depth else "")

    @singledispatchmethod
    def _draw(self, part: TreePart, depth: int) -> Iterator[str]:
        raise TypeError(f"no part of a tree: {part!r} at {depth}")

    @_draw.register(BranchStart)
    def _start(self, part: BranchStart, depth: int) -> Iterator[str]:
        branch = part.branch
        is_plain = branch.number == ACTIVE and branch.kind in _PLAIN_STARTS
        if branch.kind in _STARTS and not is_plain:
            text = f"branch {branch.number} {_STARTS[branch.kind]}"
            yield from self._told(text, self._margin(depth))

    def _told(self, text: str, before: Gutter) -> Iterator[str]:
        yield from self._paper.spread(_styled(text, "magenta"), Text(), before)

    @_draw.register(Stretch)
    def _stretch(self, part: Stretch, depth: int) -> Iterator[str]:
        style = _style(part.branch)
        sign = self._signs.active if style != "dim" else self._signs.other
        head = inside(self._margin(depth), gutter(sign, style=style))
        left = Text.assemble(
            (_name(part), "magenta"),
            Text(_span(part), f"{style} bold".strip()),
            Text(f"  {_content(part)}", style),
        )
        time = joined(shown(part.started), in_words(milliseconds(part.started, part.ended)))
        below = inside(self._margin(depth), gutter("  "))
        words = line_of_words(f"  {part.words}" if part.words else "", "dim")
        yield from self._headed(left, words, Text(time, "dim"), (head, below))
        if self._every_line:
            yield from self._rows(part.rows, below, style)
        elif self._turns:
            for turn in part.turns:
                yield from self._turn(turn, below, style)
        for agent in part.agents:
            yield from self._agent(agent, below)

    def _headed(
        self, left: Text, words: Text, right: Text, margins: tuple[Gutter, Gutter]
    ) -> Iterator[str]:
        """Draw words behind what they belong to, or where they would be cut, below it."""
        head, below = margins
        room = self._paper.width - head.width - right.cell_len - 2
        if not (words and self._paper.draws) or left.cell_len + words.cell_len <= room:
            yield from self._paper.spread(Text.assemble(left, words), right, head)
            return
        yield from self._paper.spread(left, right, head)
        yield from self._paper.spread(words[BETWEEN:], Text(), below)

    @_draw.register(Parting)
    def _parting(self, part: Parting, depth: int) -> Iterator[str]:
        head = inside(self._margin(depth), gutter(self._signs.branch, style="magenta"))
        yield from self._told(f"line {part.line}: {_PARTINGS[part.kind]}", head)

    @_draw.register(Compaction)
    def _compaction(self, part: Compaction, depth: int) -> Iterator[str]:
        before = self._margin(depth)
        room = self._paper.width - before.width - RULE if self._paper.draws else None
        for words in _in_lines(self._compaction_words(part), room):
            text = line_of_words(words, "magenta")
            yield from self._paper.ruled(text, Text(), "magenta", before)

    def _compaction_words(self, part: Compaction) -> tuple[str, ...]:
        tokens = [f"{number:,}" for number in (part.pre_tokens, part.post_tokens) if number]
        outline, dropped = self._tree.outline, part.dropped_messages
        kept = sum(outline.kind(row) in MESSAGE_KINDS for row in part.preserved_rows)
        return (
            f"line {part.line}: compacted" + (f" ({part.trigger})" if part.trigger else ""),
            f"{f' {self._signs.arrow} '.join(tokens)} tokens" if tokens else "",
            f"{count(dropped, 'message')} dropped" if dropped else "",
            f"{count(kept, 'message')} kept" if kept else "",
            "a resume begins here" if part.in_force else "",
        )

    def _turn(self, turn: Turn, below: Gutter, style: str) -> Iterator[str]:
        done = joined(
            count(turn.api_messages, "reply", "replies") if turn.api_messages else "",
            count(turn.tool_calls, "call") if turn.tool_calls else "",
        )
        words = one_line(turn.text) or f"({turn.input_kind.value})"
        left = _styled(f"{turn.number:>4}  {words}", style)
        yield from self._paper.spread(left, Text(done, "dim"), below)

    def _agent(self, placed: PlacedAgent, below: Gutter) -> Iterator[str]:
        agent, call = placed.agent, placed.call
        words = agent.description or agent.name or one_line(agent.prompt or "", LONGEST_PROMPT)
        where = joined(
            "in the background" if agent.background else "",
            "" if call is None else f"line {call.use_line}" + _in_turn(call.turn),
        )
        how = joined(
            (agent.status or "").replace("_", " "),
            "without a file" if agent.layout in _FILE_IS_MISSING else "",
            in_words(milliseconds(agent.started, agent.ended) or None),
            agent.agent_id[:8],
        )
        margin = inside(below, gutter("  " * min(placed.depth, DEEPEST)))
        head = inside(margin, gutter(self._signs.agent, style="cyan"))
        place = line_of_words(f"  {where}" if where else "", "dim")
        told = Text.assemble(line_of_words(f": {words}" if words else ""), place)
        left = line_of_words(agent.agent_type or "sub-agent")
        below = inside(margin, gutter("  "))
        yield from self._headed(left, told, line_of_words(how, "dim"), (head, below))
        if self._every_line:
            yield from self._lines(agent.rows, inside(margin, gutter("    ")), "dim")

    def _rows(self, rows: Sequence[int], below: Gutter, style: str) -> Iterator[str]:
        """Draw the lines of a stretch, and behind each the loose ones that stand there."""
        every = [one for row in rows for one in (row, *self._beside.get(row, ()))]
        yield from self._lines(every, below, style)

    def _lines(self, rows: Iterable[int], below: Gutter, style: str) -> Iterator[str]:
        wanted = list(rows)
        before = -1
        records = self._tree.session.records(wanted) if wanted else iter(())
        for row, record in zip(wanted, records, strict=True):
            is_loose = not self._tree.graph.holds(row)
            left = _styled(_entry(record), "dim" if is_loose else style)
            right = "" if is_loose else self._place(row, before)
            yield from self._paper.spread(left, Text(right, "dim"), below)
            before = before if is_loose else row

    def _place(self, row: int, before: int) -> str:
        """Say on which line a row hangs, where that is not the one above it, and what on it."""
        parent = self._tree.graph.parent(row)
        outline, point = self._tree.outline, self._points.get(row)
        hangs = parent is not None and parent != before
        fans_out = point is not None and not point.is_fork
        return joined(
            f"on line {outline.line(parent)}" if hangs and parent is not None else "",
            f"{_PARTINGS[point.kind]}, {len(point.children)} on it" if point and fans_out else "",
        )


def _styled(words: str, style: str) -> Text:
    # The style of a text itself is lost where it is drawn alone; that of a part is not.
    return Text.assemble(line_of_words(words, style))


def _name(part: Stretch) -> str:
    """Name a branch where it begins, if nothing above it does."""
    is_first = part.rows[0] == part.branch.first
    return f"branch {part.branch.number}  " if is_first and part.branch.kind not in _STARTS else ""


def _style(branch: Branch) -> str:
    """Dim what a resume does not go by; where it goes by nothing, nothing is dimmed."""
    return "" if branch.is_active or branch.number == ACTIVE else "dim"


def _span(part: Stretch) -> str:
    if part.first_line == part.last_line:
        return f"line {part.first_line}"
    return f"lines {part.first_line}-{part.last_line}"


def _content(part: Stretch) -> str:
    small = part.small_compactions
    told = joined(
        count(len(part.turns), "turn") if part.turns else "",
        count(part.tool_calls, "call") if part.tool_calls else "",
        f"old results cut {small} x" if small else "",
    )
    return told or count(len(part.rows), "line")


def _in_turn(number: int | None) -> str:
    return "" if number is None else f", turn {number}"


def _entry(record: Entry) -> str:
    clock, words = shown(record.time, "%m-%d %H:%M:%S"), one_line(gist(record), LONGEST_GIST)
    uuid = record.body.get("uuid")
    # Eight characters are enough for 'steno messages --at'.
    name = uuid[:8] if isinstance(uuid, str) else ""
    return f"{record.line:>6}  {clock:<14}  {name:<8}  {label(record):<18}  {words}"


def _in_lines(pieces: Sequence[str], room: int | None) -> Iterator[str]:
    """Put pieces beside one another, on as many lines as they need."""
    line = ""
    for piece in pieces:
        longer = joined(line, piece)
        if line and room is not None and len(longer) > room:
            yield line
            longer = piece
        line = longer
    yield line
