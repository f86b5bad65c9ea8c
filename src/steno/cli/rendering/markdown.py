"""Markdown drawn with rich, with nothing of the text lost and no link that a terminal follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final

from markdown_it.token import Token
from rich import markdown as drawn_by_rich
from rich.segment import Segment
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from steno.cli.rendering.markup import parser
from steno.cli.terminal import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

LONGEST: Final = 60_000
"""Characters of the longest text that is drawn; a longer one is shown as it was written."""
CODE_THEME: Final = "ansi_dark"


_PARSER: Final = parser()
_UNSEEN: Final = re.compile(r"&#?\w{1,31};|^[\s>*+-]*\d{1,9}[.)](?=\s)", re.MULTILINE)
"""What stands for a character, and the numbers of lists: no words, and not kept as such."""


class _Heading(drawn_by_rich.Heading):
    """A heading at the left margin."""

    LEVEL_ALIGN: ClassVar = {}


class _CodeBlock(drawn_by_rich.CodeBlock):
    """Code in the terminal's own colours, a little indented."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        del console, options
        yield code(str(self.text).rstrip("\n"), self.lexer_name, indented=True)


class _ListItem(drawn_by_rich.ListItem):
    """An item of a list, its number with a dot behind it."""

    def render_number(
        self, console: Console, options: ConsoleOptions, number: int, last_number: int
    ) -> RenderResult:
        """Draw it behind its number."""
        width = len(str(last_number)) + 2
        lines = console.render_lines(
            self.elements, options.update(width=options.max_width - width), style=self.style
        )
        style = console.get_style("markdown.item.number", default="none")
        for place, line in enumerate(lines):
            yield Segment((" " * width if place else f"{number}. ".rjust(width)), style)
            yield from line
            yield Segment.line()


class _Table(drawn_by_rich.TableElement):
    """A table without empty lines above and below it; there is air around it already."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for drawn in super().__rich_console__(console, options):
            if isinstance(drawn, Table):
                drawn.show_edge = False
            yield drawn


class Markdown(drawn_by_rich.Markdown):
    """Markdown in which tags are words, line breaks are kept, and links show their address."""

    elements: ClassVar = {
        **drawn_by_rich.Markdown.elements,
        "heading_open": _Heading,
        "list_item_open": _ListItem,
        "table_open": _Table,
        "fence": _CodeBlock,
        "code_block": _CodeBlock,
    }

    def __init__(self, text: str) -> None:
        """Take the text, made harmless."""
        super().__init__("", hyperlinks=False)
        self._text = text
        self.parsed = [_plain(token) for token in _PARSER.parse(text)]

    @property
    def is_whole(self) -> bool:
        """Whether all words are there: Markdown drops what is nested deeply, and references."""
        return _letters(_UNSEEN.sub("", self._text)) <= sum(map(_letters_in, self.parsed))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it; where rich stumbles over it, show it as it was written."""
        try:
            yield from list(super().__rich_console__(console, options))
        except Exception:  # noqa: BLE001 - hostile Markdown must not keep a session from being read
            yield Text(self._text, overflow="fold")


def _plain(token: Token) -> Token:
    if token.children:
        token.children = list(_plain_inlines(token.children))
    return token


def _plain_inlines(tokens: Iterable[Token]) -> Iterator[Token]:
    """Turn links and pictures into words, and line breaks into those that are kept."""
    address, said, title = "", "", ""
    for token in tokens:
        if token.type == "softbreak":
            token.type = "hardbreak"
            yield token
        elif token.type == "image":
            title = str(token.attrs.get("title", ""))
            address = " ".join(word for word in (str(token.attrs.get("src", "")), title) if word)
            yield _word(f"[{token.content}]({address})")
        elif token.type == "link_open":
            address, said = str(token.attrs.get("href", "")), ""
            title = str(token.attrs.get("title", ""))
        elif token.type == "link_close":
            # Where the words are the address, it need not be told twice.
            is_told = address in (said, f"mailto:{said}", "")
            yield _word("" if is_told else f" ({address})", known=address if is_told else "")
            if title:
                yield _word(f" ({title})")
        else:
            said += token.content
            yield token


def _letters_in(token: Token) -> int:
    own = 0 if token.children else _letters(token.content)
    return own + _letters(token.info) + sum(map(_letters_in, token.children or ()))


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _word(text: str, known: str = "") -> Token:
    return Token("text", "", 0, content=text, info=known)


def code(
    text: str, language: str, first_line: int | None = None, *, indented: bool = False
) -> Syntax:
    """Draw code in the terminal's own colours, with line numbers where the first one is known."""
    return Syntax(
        text,
        language if language and len(text) <= LONGEST else "text",
        theme=CODE_THEME,
        background_color="default",
        word_wrap=True,
        line_numbers=first_line is not None,
        start_line=first_line or 1,
        padding=(0, 0, 0, 2) if indented else 0,
    )


def draw_markdown(text: str) -> RenderableType:
    """Draw a text of a transcript, whatever it is."""
    harmless = clean(text)
    if len(harmless) > LONGEST:
        return Text(harmless, overflow="fold")
    drawn = Markdown(harmless)
    return drawn if drawn.is_whole else Text(harmless, overflow="fold")
