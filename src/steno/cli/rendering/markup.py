"""The Markdown that is taken for markup: what code and paths are full of stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline.emphasis import tokenize as tokenize_emphasis
from markdown_it.rules_inline.escape import escape as drop_backslash

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

_KEPT_BEHIND_BACKSLASH: Final = ".\\"
"""In paths and patterns a backslash before these is meant; hardly anyone escapes them."""


def parser() -> MarkdownIt:
    """Give a parser for what models write."""
    made = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
    made.inline.ruler.at("emphasis", _emphasis)
    made.inline.ruler.at("escape", _escape)
    return made


def _emphasis(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser calls it so
    """Take stars and underscores for marks, but not within ``2*3*4`` or ``__init__``."""
    marker = state.src[state.pos]
    if silent or marker not in "*_" or not _is_literal(state, marker):
        return tokenize_emphasis(state, silent)
    length = state.scanDelims(state.pos, canSplitWord=True).length
    state.pending += marker * length
    state.pos += length
    return True


def _is_literal(state: StateInline, marker: str) -> bool:
    start, end = state.pos, state.pos
    while end < state.posMax and state.src[end] == marker:
        end += 1
    if marker == "_":
        return end - start > 1
    before, after = state.src[start - 1 : start], state.src[end : end + 1]
    if not (_is_of_word(before) and _is_of_word(after)):
        return False
    # Two stars may end what they began inside a word, as in **API**s.
    begun = any(one.marker == ord("*") and one.length > 1 for one in state.delimiters)
    return end - start == 1 or after.isdigit() or not begun


def _is_of_word(character: str) -> bool:
    """Say whether a character belongs to a word or number; Chinese knows no gaps between words."""
    return character.isascii() and (character.isalnum() or character == "_")


def _escape(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the parser calls it so
    """Drop the backslash of what is escaped, but not out of a path with a dot behind it."""
    text = state.src[state.pos : state.pos + 2]
    if len(text) < 2 or text[0] != "\\" or text[1] not in _KEPT_BEHIND_BACKSLASH:  # noqa: PLR2004 - two characters
        return drop_backslash(state, silent)
    if not silent:
        state.pending += text
    state.pos += len(text)
    return True
