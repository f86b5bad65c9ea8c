"""Lines of a file that match, and how they are shown, as ripgrep does it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from pathlib import Path

LARGEST: Final = 256 << 20
"""A larger file is passed over: it would not fit into the memory."""

_HEAD: Final = 64 << 10
_MARKS: Final = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Text:
    """A file's text and where its lines begin."""

    text: str
    starts: list[int]

    def line(self, at: int) -> str:
        end = self.starts[at + 1] - 1 if at + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[at] : end].removesuffix("\n")


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for, and how it is shown."""

    pattern: re.Pattern[str]
    before: int = 0
    after: int = 0
    multiline: bool = False
    numbered: bool = False
    only_matching: bool = False
    most_columns: int = 0
    has_nulls: bool = False
    """Whether a NUL stands behind the name of a file."""

    @property
    def has_context(self) -> bool:
        """Whether lines around a match are shown."""
        return bool(self.before or self.after)

    def text_of(self, path: Path, *, is_named: bool) -> str | None:
        """Read a file; None where it is no text, or cannot be read."""
        try:
            if path.stat().st_size > LARGEST:
                return None
            content = path.read_bytes()
        except OSError:
            return None
        for mark, encoding in _MARKS:
            if content.startswith(mark):
                return content[len(mark) :].decode(encoding, "replace")
        if b"\0" in content[:_HEAD] and not is_named:
            return None
        return content.decode("utf-8", "surrogateescape")

    def matches(self, text: str) -> list[int]:
        """Give the numbers of the lines that match, from 0 on."""
        if self.pattern.search(text) is None:
            return []
        if self.multiline:
            return self._spanning(text)
        lines = text.split("\n")
        if lines and not lines[-1]:
            lines.pop()
        search = self.pattern.search
        return [at for at, line in enumerate(lines) if search(line) is not None]

    def _spanning(self, text: str) -> list[int]:
        starts = _starts(text)
        found: set[int] = set()
        for match in self.pattern.finditer(text):
            first = bisect_right(starts, match.start()) - 1
            last = bisect_right(starts, max(match.end() - 1, match.start())) - 1
            found.update(range(first, last + 1))
        return sorted(at for at in found if at < len(starts))

    def count(self, text: str, lines: list[int]) -> int:
        """Count matching lines, or matches where they may span several."""
        return sum(1 for _ in self.pattern.finditer(text)) if self.multiline else len(lines)

    def shown(self, text: str, lines: list[int], name: str) -> Iterator[str]:
        """Yield the lines to show, with those around them."""
        held = _Text(text=text, starts=_starts(text))
        matched, last = set(lines), None
        for at in self._with_context(lines, len(held.starts)):
            if self.has_context and last is not None and at > last + 1:
                yield "--"
            last = at
            if self.only_matching and at in matched:
                for match in self.pattern.finditer(held.line(at)):
                    yield self._prefix(name, at, ":") + match[0]
            else:
                mark = ":" if at in matched else "-"
                yield self._prefix(name, at, mark) + self._clipped(held.line(at), mark)

    def _with_context(self, lines: list[int], count: int) -> list[int]:
        if not self.has_context:
            return lines
        spans = (range(max(at - self.before, 0), min(at + self.after + 1, count)) for at in lines)
        return sorted({at for span in spans for at in span})

    def _prefix(self, name: str, at: int, mark: str) -> str:
        named = self.named(name, mark)
        return f"{named}{at + 1}{mark}" if self.numbered else named

    def named(self, name: str, mark: str) -> str:
        """Give the name of a file as it stands before what is shown of it."""
        return f"{name}{chr(0) if self.has_nulls else mark}" if name else ""

    def _clipped(self, line: str, mark: str) -> str:
        line = line.removesuffix("\r")
        if not self.most_columns or len(line.encode("utf-8", "replace")) <= self.most_columns:
            return line
        return f"[Omitted long {'matching' if mark == ':' else 'context'} line]"


def _starts(text: str) -> list[int]:
    """Give where the lines begin; what comes after the last end is a line if there is any."""
    starts, at = [0], text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts[:-1] if len(starts) > 1 and starts[-1] == len(text) else starts
