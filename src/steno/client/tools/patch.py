"""What a change did to a text, as hunks of lines: ``structuredPatch`` of the transcript."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    Change = tuple[int, int, int, int]
    """Lines from, to of the old text; from, to of the new one."""

_CONTEXT: Final = 3
_MOST_COMPARED: Final = 4000
"""Lines that are compared one by one; a larger change is shown as one."""
_NO_NEWLINE: Final = "\\ No newline at end of file"
_LEADING_TABS: Final = re.compile(r"^\t+")


def structured_patch(old: str, new: str) -> list[dict[str, Any]]:
    """Give the hunks that lead from one text to the other, with three lines around each."""
    if old == new:
        return []
    before, after = _lines(old), _lines(new)
    return [_hunk(group, before, after) for group in _grouped(_changes(before, after), _CONTEXT)]


def changed_parts(old: str, new: str, around: int) -> list[tuple[int, list[str]]]:
    """Give what is new in a text: the number of the first line, and the lines, of each part."""
    before, after = _lines(old), _lines(new)
    parts = []
    for group in _grouped(_changes(before, after), around):
        start, end = max(group[0][2] - around, 0), group[-1][3] + around
        parts.append((start + 1, [line.removesuffix("\n") for line in after[start:end]]))
    return parts


def _lines(text: str) -> list[str]:
    """Split a text; a last line without an end is told apart from one that has it."""
    lines = text.split("\n")
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def _changes(before: list[str], after: list[str]) -> list[Change]:
    head = _same(before, after)
    tail = _same(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(old) + len(new) > _MOST_COMPARED:
        return [(head, head + len(old), head, head + len(new))]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (a + head, b + head, c + head, d + head)
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
    ]


def _same(one: list[str], other: list[str]) -> int:
    shorter = min(len(one), len(other))
    return next((at for at in range(shorter) if one[at] != other[at]), shorter)


def _grouped(changes: list[Change], around: int) -> Iterator[list[Change]]:
    group: list[Change] = []
    for change in changes:
        if group and change[0] - group[-1][1] > 2 * around:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _hunk(group: list[Change], before: list[str], after: list[str]) -> dict[str, Any]:
    start, end = max(group[0][0] - _CONTEXT, 0), min(group[-1][1] + _CONTEXT, len(before))
    shift = group[0][2] - group[0][0]
    added = sum(change[3] - change[2] - (change[1] - change[0]) for change in group)
    lines: list[str] = []
    at = start
    for a, b, c, d in group:
        lines += _marked(" ", before[at:a]) + _marked("-", before[a:b]) + _marked("+", after[c:d])
        at = b
    lines += _marked(" ", before[at:end])
    return {
        "oldStart": start + 1,
        "oldLines": end - start,
        "newStart": start + shift + 1,
        "newLines": end - start + added,
        "lines": lines,
    }


def _marked(mark: str, lines: list[str]) -> list[str]:
    marked = []
    for line in lines:
        marked.append(mark + _narrow(line.removesuffix("\n")))
        if not line.endswith("\n"):
            marked.append(_NO_NEWLINE)
    return marked


def _narrow(line: str) -> str:
    """Show the tabs that a line begins with as two spaces each, as the client does."""
    return _LEADING_TABS.sub(lambda tabs: "  " * len(tabs[0]), line)
