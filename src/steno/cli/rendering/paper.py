"""What is drawn on: lines of a given width, in colour or without, safe whatever is put on them.

Nothing leaves a :class:`Paper` but printable text and, on a terminal that has colours, the
sequences of our own styles. What came out of a transcript is cleaned when it is taken in, so
that widths are right, and once more when a line leaves, so that nothing slips through: Markdown
can spell a control character as an entity.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, chop_cells
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from steno.cli.rendering.signs import takes_signs
from steno.cli.terminal import clean, clean_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

PLAIN_WIDTH: Final = 80
"""Columns of what is laid out where there is no terminal."""
WIDEST: Final = 110
"""Columns beyond which nothing is laid out: long lines are hard to read."""
NARROWEST: Final = 24
"""Columns that a text has at least, however deep it is nested."""
UNWRAPPED: Final = 10_000_000
"""The width of a paper whose lines never end."""
SHORTEST_PIECE: Final = 0.6
"""How much of its room a piece of a printed line fills at least."""

THEME: Final = Theme(
    {
        "markdown.h1": "bold underline",
        "markdown.h2": "bold underline",
        "markdown.h3": "bold",
        "markdown.h4": "bold italic",
        "markdown.h5": "bold italic",
        "markdown.h6": "italic",
        "markdown.code": "cyan",
        "markdown.block_quote": "italic",
        "markdown.item.bullet": "dim",
        "markdown.item.number": "dim",
        "markdown.hr": "dim",
        "markdown.table.border": "dim",
        "markdown.table.header": "bold",
    }
)
_NOTHING: Final = Style.null()


@dataclass(frozen=True, slots=True)
class Gutter:
    """What stands before a text: something before its first line, something before the others."""

    first: Text
    rest: Text

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return self.rest.cell_len


def gutter(first: str, rest: str | None = None, style: str = "") -> Gutter:
    """Make a gutter of our own signs; without ``rest`` spaces stand before the other lines."""
    return Gutter(Text(first, style), Text(" " * cell_len(first) if rest is None else rest, style))


def inside(outer: Gutter | None, inner: Gutter) -> Gutter:
    """Put a gutter behind another one."""
    if outer is None:
        return inner
    return Gutter(outer.first + inner.first, outer.rest + inner.rest)


class Paper:
    """Turns what is drawn into lines of text."""

    def __init__(
        self, console: Console, *, width: int = 0, draws: bool = True, has_signs: bool = True
    ) -> None:
        """Take the console whose colours are used; without ``draws`` lines never wrap."""
        self._console = console
        self.draws = draws
        """Whether a person looks at it: then Markdown is drawn, and lines are wrapped."""
        self.room = width if draws and width else UNWRAPPED
        """Columns that a line may take."""
        self.width = min(self.room, WIDEST) if draws else PLAIN_WIDTH
        """Columns that rules and what stands at the right margin go by."""
        self.has_signs = has_signs
        """Whether it can hold more signs than ASCII has."""

    def lines(self, drawn: RenderableType, before: Gutter | None = None) -> Iterator[str]:
        """Draw something behind a gutter, line by line, without newlines."""
        taken = 0 if before is None else before.width
        most = min(self.room, WIDEST) if self.draws else UNWRAPPED
        room = max(NARROWEST, most - taken)
        options = self._console.options.update(width=room, height=None, highlight=False)
        rendered = self._console.render_lines(drawn, options, pad=False)
        yield from self._behind(before, _without_air(rendered))

    def printed(self, text: str, style: str = "", before: Gutter | None = None) -> Iterator[str]:
        """Put down what a program printed: every line as it is, cut where the paper ends."""
        own = Style.parse(style) if style else _NOTHING
        taken = 0 if before is None else before.width
        room = max(NARROWEST, self.room - taken)
        rows = (
            [Segment(piece, own)]
            for line in clean(plain_lines(text)).split("\n")
            for piece in chopped(line.expandtabs(), room)
        )
        yield from self._behind(before, rows)

    def ruled(
        self, left: Text, right: Text, style: str = "dim", before: Gutter | None = None
    ) -> Iterator[str]:
        """Draw a rule with something in it near both ends."""
        sign = "─" if self.has_signs else "-"
        room = self.width - (0 if before is None else before.width)
        ends = 4 + 3 * bool(right)
        left = left.copy()
        if self.draws:
            left.truncate(max(8, room - right.cell_len - ends - 2), overflow="ellipsis")
        middle = sign * max(2, room - left.cell_len - right.cell_len - ends)
        rule = Text.assemble((f"{sign}{sign} ", style), left, (f" {middle}", style))
        if right:
            rule = Text.assemble(rule, " ", right, (f" {sign}", style))
        yield from self._behind(before, [self._segments(rule)])

    def spread(self, left: Text, right: Text, before: Gutter | None = None) -> Iterator[str]:
        """Put one text at the left margin and one at the right, on one line."""
        taken = 0 if before is None else before.width
        room = max(NARROWEST, self.width - taken)
        if self.draws:
            left = left.copy()
            left.truncate(max(8, room - right.cell_len - 2 * bool(right)), overflow="ellipsis")
        gap = " " * max(2, room - left.cell_len - right.cell_len)
        whole = Text.assemble(left, gap, right) if right else left
        yield from self._behind(before, [self._segments(whole)])

    def _segments(self, text: Text) -> list[Segment]:
        # A text without spans forgets its own style when it is drawn apart from the console.
        whole = Text.assemble(text, end="")
        return [part for part in whole.render(self._console) if part.text != "\n"]

    def _behind(self, before: Gutter | None, rows: Iterable[list[Segment]]) -> Iterator[str]:
        lead = None if before is None else before.first
        for row in rows:
            margin = [] if lead is None else self._segments(lead)
            yield self._styled([*margin, *row])
            lead = None if before is None else before.rest

    def _styled(self, row: list[Segment]) -> str:
        """Write a row's text in its styles, and nothing else: no control codes, no links."""
        shown = [part for part in row if not part.control and part.text]
        while shown and not shown[-1].text.rstrip() and _is_bare(shown[-1].style):
            shown.pop()
        if shown and _is_bare(shown[-1].style):
            shown[-1] = Segment(shown[-1].text.rstrip(), shown[-1].style)
        return "".join(self._write(part) for part in shown)

    def _write(self, part: Segment) -> str:
        text = clean_line(part.text)
        colours = self._console.color_system
        if part.style is None or colours is None:
            return text
        style = part.style.update_link(None) if part.style.link else part.style
        if self._console.no_color:
            style = style.without_color
        return style.render(text, color_system=COLOR_SYSTEMS[colours])


def _without_air(rows: list[list[Segment]]) -> list[list[Segment]]:
    """Leave out the empty lines above and below a drawing."""
    filled = [place for place, row in enumerate(rows) if any(part.text.strip() for part in row)]
    return rows[filled[0] : filled[-1] + 1] if filled else rows[:1]


def _is_bare(style: Style | None) -> bool:
    """Say whether a style leaves white space unseen."""
    if style is None:
        return True
    has_ground = style.bgcolor is not None and not style.bgcolor.is_default
    return not (has_ground or style.underline or style.reverse)


def chopped(line: str, room: int) -> Iterator[str]:
    """Cut a line into pieces that fit, between words where there are any."""
    is_narrow = line.isascii()
    at = 0
    while len(line) - at > room or not (is_narrow or cell_len(line[at:]) <= room):
        most = line[at : at + room]
        piece = most if is_narrow else (chop_cells(most, room) or [most])[0]
        piece = piece[: _word_end(piece)]
        yield piece
        at += len(piece)
    yield line[at:]


def _word_end(piece: str) -> int:
    """Say where to cut: behind the last space, or at the end where that would waste much."""
    space = piece.rfind(" ") + 1
    return space if space > len(piece) * SHORTEST_PIECE else len(piece)


def plain_lines(text: str) -> str:
    """Let lines end as they do here; what a program wrote over a line stands below it."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def words(text: str, style: str = "") -> Text:
    """Take words of a transcript, harmless; lines stay lines."""
    return Text(clean(plain_lines(text)), style, overflow="fold")


def line_of_words(text: str, style: str = "") -> Text:
    """Take words of a transcript for one line, harmless."""
    return Text(clean_line(text), style, no_wrap=True)


def paper_for_output() -> Paper:
    """Give paper for where standard output goes: drawn on a terminal, plain elsewhere.

    Where somebody says by ``COLUMNS`` how wide the place is that a pipe leads to, it is laid out
    for that.
    """
    if not sys.stdout.isatty():
        wide = os.environ.get("COLUMNS", "")
        return plain_paper(int(wide) if re.fullmatch("[1-9][0-9]{0,3}", wide) else 0)
    console = Console(theme=THEME, highlight=False, markup=False, emoji=False)
    return Paper(console, width=console.width, has_signs=takes_signs())


def plain_paper(width: int = 0) -> Paper:
    """Give paper without colours, whose lines never wrap unless they have a width."""
    console = Console(
        theme=THEME, highlight=False, markup=False, emoji=False, color_system=None, file=StringIO()
    )
    return Paper(console, width=width, draws=bool(width), has_signs=takes_signs())


def drawing_paper(width: int, *, colours: bool = False) -> Paper:
    """Give paper of a width, as a terminal would be."""
    console = Console(
        theme=THEME, highlight=False, markup=False, emoji=False, width=width, file=StringIO(),
        force_terminal=True, color_system="standard" if colours else None,
    )  # fmt: skip
    return Paper(console, width=width)
