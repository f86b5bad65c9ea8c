"""Changes of files, drawn line by line with their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from steno.cli.rendering.paper import gutter, inside
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.cli.rendering.paper import Gutter, Paper
    from steno.cli.rendering.signs import Signs
    from steno.view.parts import DiffLine, DiffPart

_STYLES: Final = {"+": "green", "-": "red", "\\": "dim", " ": ""}


class _Row(NamedTuple):
    """A line of a diff; None stands between two changed stretches."""

    line: DiffLine | None


def draw_diff(
    paper: Paper, signs: Signs, diff: DiffPart, before: Gutter, most: int | None = None
) -> Iterator[str]:
    """Draw a change; of a long one the first lines, and how many more there are."""
    hunks = [hunk.lines if most is None else _near_changes(hunk.lines) for hunk in diff.hunks]
    rows = [row for number, lines in enumerate(hunks) for row in _rows(lines, number)]
    shown = rows if most is None or len(rows) <= most + 1 else rows[:most]
    digits = max((len(_number(row.line)) for row in shown if row.line is not None), default=0)
    for row in shown:
        yield from _draw(paper, signs, row.line, digits, before)
    if len(shown) < len(rows):
        left = sum(row.line is not None for row in rows[len(shown) :])
        text = f"{signs.more} {count(left, 'more line')}{signs.unfold}"
        yield from paper.printed(text, "dim", before)


def _near_changes(lines: tuple[DiffLine, ...]) -> tuple[DiffLine, ...]:
    """Leave out the unchanged lines that say nothing, or stand not right beside a change."""
    changed = {place for place, line in enumerate(lines) if line.kind in "+-"}
    return tuple(
        line
        for place, line in enumerate(lines)
        if place in changed or _is_telling(line, changed & {place - 1, place + 1})
    )


def _is_telling(line: DiffLine, beside: set[int]) -> bool:
    """Say whether an unchanged line is worth its room; an empty one only between changes."""
    return bool(beside) and (bool(line.text.strip()) or len(beside) > 1)


def _rows(lines: tuple[DiffLine, ...], number: int) -> Iterator[_Row]:
    if number:
        yield _Row(None)
    yield from map(_Row, lines)


def _number(line: DiffLine) -> str:
    number = line.old_number if line.kind == "-" else line.new_number
    return "" if number is None else str(number)


def _draw(
    paper: Paper, signs: Signs, line: DiffLine | None, digits: int, before: Gutter
) -> Iterator[str]:
    if line is None:
        yield from paper.printed(f"{signs.skipped:>{digits}}", "dim", before)
        return
    style = _STYLES[line.kind]
    number = f"{_number(line):>{digits}} " if digits else ""
    margin = gutter(number, " " * len(number), "dim")
    sign = " " if line.kind == "\\" else line.kind
    marked = inside(inside(before, margin), gutter(f"{sign} ", "  ", style))
    yield from paper.printed(line.text, style, marked)
