"""A web page as text: headings, lists, links and code as Markdown, without scripts and styles."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urljoin

_SKIPPED: Final = frozenset({"script", "style", "noscript", "template", "svg", "head", "iframe"})
_BLOCKS_NAMES: Final = """
p div section article header footer main nav aside table tr ul ol dl dt dd figure form
blockquote pre h1 h2 h3 h4 h5 h6 hr address details summary
"""
_BLOCKS: Final = frozenset(_BLOCKS_NAMES.split())
_HEADING: Final = re.compile(r"h([1-6])")
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_MANY_LINES: Final = re.compile(r"\n{3,}")


class _Page(HTMLParser):
    """Collects text while the page goes by."""

    def __init__(self, address: str) -> None:
        super().__init__(convert_charrefs=True)
        self.address = address
        self.parts: list[str] = []
        self.title = ""
        self._skipping: list[str] = []
        self._links: list[str] = []
        self._plain = 0
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title":
            self._in_title = True
        if tag in _SKIPPED:
            self._skipping.append(tag)
        if self._skipping:
            return
        heading = _HEADING.fullmatch(tag)
        if tag in _BLOCKS:
            self.parts.append("\n\n")
        if heading:
            self.parts.append("#" * int(heading[1]) + " ")
        self._begin(tag, dict(attrs))

    def _begin(self, tag: str, attributes: dict[str, str | None]) -> None:
        match tag:
            case "a":
                self._links.append(attributes.get("href") or "")
                self.parts.append("[")
            case "br":
                self.parts.append("\n")
            case "li":
                self.parts.append("\n- ")
            case "td" | "th":
                self.parts.append(" | ")
            case "pre":
                self._plain += 1
                self.parts.append("```\n")
            case "code" if not self._plain:
                self.parts.append("`")
            case "img" if attributes.get("alt"):
                self.parts.append(f"[{attributes['alt']}]")

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if tag in _SKIPPED:
            if tag in self._skipping:
                del self._skipping[self._skipping.index(tag) :]
            return
        if self._skipping:
            return
        match tag:
            case "a" if self._links:
                self.parts.append(_link_end(self._links.pop(), self.address))
            case "pre" if self._plain:
                self._plain -= 1
                self.parts.append("\n```")
            case "code" if not self._plain:
                self.parts.append("`")
        if tag in _BLOCKS:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._skipping:
            self.parts.append(data if self._plain else _SPACE.sub(" ", data))


def _link_end(href: str, address: str) -> str:
    if not href or href.startswith(("#", "javascript:", "data:")):
        return "]"
    try:
        return f"]({urljoin(address, href)})"
    except ValueError:
        return "]"


def as_text(page: str, address: str) -> str:
    """Give a page of HTML as text."""
    parser = _Page(address)
    parser.feed(page)
    parser.close()
    lines = [line.rstrip() for line in "".join(parser.parts).split("\n")]
    body = _MANY_LINES.sub("\n\n", "\n".join(lines)).strip()
    title = _SPACE.sub(" ", parser.title).strip()
    return f"# {title}\n\n{body}" if title and not body.startswith(f"# {title}") else body
