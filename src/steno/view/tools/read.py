"""Files that were read: text, pictures, notebooks, PDFs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format.tool_results.files import ReadFile, ReadResult
from steno.view.parts import CodePart, FactsPart, MediaPart, Part, TextPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import result_parts
from steno.view.tools.facts import objects_in
from steno.view.tools.language import language_of
from steno.view.tools.notebook import cell_parts
from steno.view.tools.wording import count, short_path, size

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

NUMBERED: Final = re.compile(r"[ ]*(\d{1,9})(?:→|\t)(.*)")
"""A line as the model sees it: its number, an arrow or a tab, the text."""

REMINDER: Final = "\n\n<system-reminder>"
"""What the client may put behind a file's text for the model alone."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """A stretch of lines."""

    text: str
    first: int | None
    number: int
    total: int | None = None


def build(facts: ToolFacts) -> ToolCard:
    """Show what was read, and of a part which lines."""
    result = facts.typed(ReadResult)
    full_path = facts.text("file_path", "path")
    path = short_path(full_path, facts.cwd)
    lines = _lines_read(facts, result) if facts.status == "ok" else None
    if lines is None:
        parts, summary = _other(facts, result, full_path)
    else:
        parts = (CodePart(lines.text, language_of(full_path), full_path, lines.first),)
        summary = _lines_summary(lines)
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=f"{path}{_range(facts, lines)}",
        path=path,
        summary=summary,
        status=facts.status,
        parts=parts,
        figures=_figures(lines),
    )


def _lines_read(facts: ToolFacts, result: ReadResult) -> _Lines | None:
    file = result.file
    if isinstance(file, str):
        return _Lines(file, None, CodePart(file).lines)
    if file is not None and file.content is not None:
        number, total = CodePart(file.content).lines, file.total_lines
        if file.num_lines is not None:
            # Clients count the nothing behind the last newline; people do not.
            extra = min(max(file.num_lines - number, 0), int(file.content.endswith("\n")))
            number, is_whole = file.num_lines - extra, total == file.num_lines
            total = total - extra if total is not None and is_whole else total
        return _Lines(file.content, file.start_line or 1, number, total)
    return None if result.body else without_numbers(facts.result_text)


def without_numbers(told: str) -> _Lines | None:
    """Take the line numbers off a text that the model saw; None where it has none."""
    text = told.partition(REMINDER)[0]
    matches = [NUMBERED.fullmatch(line) for line in text.removesuffix("\n").split("\n")]
    kept = [match for match in matches if match is not None]
    if len(kept) != len(matches) or not kept:
        return None
    lines = "\n".join(match[2] for match in kept)
    return _Lines(lines, int(kept[0][1]), len(kept))


def _lines_summary(lines: _Lines) -> str:
    if lines.total is None or lines.total <= lines.number:
        return count(lines.number, "line")
    return f"{lines.number:,} of {count(lines.total, 'line')}"


def _figures(lines: _Lines | None) -> tuple[Figure, ...]:
    if lines is None:
        return ()
    read = Figure("lines", lines.number)
    return (read,) if lines.total is None else (read, Figure("lines in all", lines.total))


def _range(facts: ToolFacts, lines: _Lines | None) -> str:
    pages = facts.text("pages")
    if pages:
        return f" (pages {pages})"
    offset, limit = facts.integer("offset"), facts.integer("limit")
    if offset is None and limit is None:
        return ""
    first = lines.first if lines is not None and lines.first else offset or 1
    number = lines.number if lines is not None and lines.number else limit
    return f" (from line {first})" if number is None else f" (lines {first}-{first + number - 1})"


def _other(facts: ToolFacts, result: ReadResult, path: str) -> tuple[tuple[Part, ...], str]:
    file = result.file
    if facts.status != "ok" or not result.body:
        return result_parts(facts), ""
    if result.type == "file_unchanged":
        return (TextPart("Unchanged since it was last read.", "dim"),), "unchanged"
    if not isinstance(file, ReadFile):
        return result_parts(facts), ""
    cells = objects_in(file.cells)
    if cells:
        return cell_parts(cells, path), count(len(cells), "cell")
    if file.base64 is not None:
        media = _media(file, result, path)
        return (media,), size(file.original_size or media.size)
    return _pages(facts, file)


def _media(file: ReadFile, result: ReadResult, path: str) -> MediaPart:
    kind = "application/pdf" if result.type == "pdf" else file.type or ""
    pixels = file.dimensions
    width, height = (pixels.original_width, pixels.original_height) if pixels else (None, None)
    return MediaPart(kind, file.base64 or "", path, width, height)


def _pages(facts: ToolFacts, file: ReadFile) -> tuple[tuple[Part, ...], str]:
    if file.count is None:
        return result_parts(facts), ""
    pairs = [("pages", f"{file.count:,}"), ("kept in", file.output_dir or "")]
    known = tuple((name, value) for name, value in pairs if value)
    return (FactsPart(known), *result_parts(facts)), count(file.count, "page")
