"""Changes of files: from the patch that the client kept, or else worked out from the texts."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final

from steno.view.parts import DiffLine, DiffPart, Hunk
from steno.view.tools.language import language_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.format.tool_results import files
    from steno.view.parts import LineKind

    Opcode = tuple[str, int, int, int, int]

CONTEXT_LINES: Final = 3
"""Lines that are kept around a change."""

MOST_COMPARISONS: Final = 1_000_000
"""Old lines times new lines beyond which a change is shown as one replacement.

Comparing takes far longer than reading, and nobody may be made to wait by a strange file.
"""


def patch_diff(path: str, patch: Iterable[files.Hunk]) -> DiffPart:
    """Take the patch that the client kept."""
    hunks = tuple(_patch_hunk(stored) for stored in patch)
    return DiffPart(path, hunks, language_of(path))


def text_diff(path: str, before: str, after: str, *, placed: bool = True) -> DiffPart:
    """Compare two texts; without ``placed`` they are pieces of a file, and lines get no numbers."""
    old, new = _line_pair(before, after, exact=not placed)
    hunks = tuple(
        _text_hunk(old, new, opcodes, placed=placed) for opcodes in _grouped_opcodes(old, new)
    )
    return DiffPart(path, hunks, language_of(path))


def join_diffs(path: str, diffs: Iterable[DiffPart]) -> DiffPart:
    """Put several changes of one file together."""
    hunks = tuple(hunk for diff in diffs for hunk in diff.hunks)
    return DiffPart(path, hunks, language_of(path))


def _line_pair(before: str, after: str, *, exact: bool) -> tuple[list[str], list[str]]:
    # A newline that only one of two pieces ends with makes or joins a line; in whole files, and
    # where both pieces end with one, it is just the end.
    both_end = all(not text or text.endswith("\n") for text in (before, after))
    ends = both_end or not exact
    return _lines(before, ends=ends), _lines(after, ends=ends)


def _lines(text: str, *, ends: bool) -> list[str]:
    if not text:
        return []
    lines = text.split("\n")
    return lines[:-1] if ends and not lines[-1] else lines


def _patch_hunk(stored: files.Hunk) -> Hunk:
    lines = stored.lines or ()
    old_lines = sum(line[:1] not in ("+", "\\") for line in lines)
    new_lines = sum(line[:1] not in ("-", "\\") for line in lines)
    return Hunk(
        old_start=stored.old_start,
        old_lines=old_lines if stored.old_lines is None else stored.old_lines,
        new_start=stored.new_start,
        new_lines=new_lines if stored.new_lines is None else stored.new_lines,
        lines=tuple(numbered(map(_signed, lines), stored.old_start, stored.new_start)),
    )


def _signed(line: str) -> tuple[LineKind, str]:
    match line[:1]:
        case "+":
            return "+", line[1:]
        case "-":
            return "-", line[1:]
        case "\\":
            return "\\", line[1:].lstrip()
        case " ":
            return " ", line[1:]
        case _:
            return " ", line


def numbered(
    lines: Iterable[tuple[LineKind, str]], old: int | None, new: int | None
) -> Iterator[DiffLine]:
    """Give the lines of a hunk their numbers, counted from its first ones; None gives none."""
    for kind, text in lines:
        has_old, has_new = kind in " -", kind in " +"
        yield DiffLine(kind, text, old if has_old else None, new if has_new else None)
        old = old + 1 if has_old and old is not None else old
        new = new + 1 if has_new and new is not None else new


def _grouped_opcodes(old: Sequence[str], new: Sequence[str]) -> Iterator[list[Opcode]]:
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    old_end, new_end = len(old) - tail, len(new) - tail
    if old_end == head and new_end == head:
        return iter(())
    start = max(0, head - CONTEXT_LINES)
    around = min(tail, CONTEXT_LINES)
    codes = [
        ("equal", start, head, start, head),
        *_opcodes(old[head:old_end], new[head:new_end], head),
        ("equal", old_end, old_end + around, new_end, new_end + around),
    ]
    return _split(codes)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _opcodes(old: Sequence[str], new: Sequence[str], head: int) -> list[Opcode]:
    if len(old) * len(new) > MOST_COMPARISONS:
        return [("replace", head, head + len(old), head, head + len(new))]
    matcher = difflib.SequenceMatcher(None, old, new)
    return [
        (tag, old_from + head, old_to + head, new_from + head, new_to + head)
        for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes()
    ]


def _split(codes: Iterable[Opcode]) -> Iterator[list[Opcode]]:
    group: list[Opcode] = []
    for tag, old_from, old_to, new_from, new_to in codes:
        if tag == "equal" and old_to - old_from > 2 * CONTEXT_LINES:
            cut = CONTEXT_LINES
            group.append((tag, old_from, old_from + cut, new_from, new_from + cut))
            yield group
            group = [(tag, old_to - cut, old_to, new_to - cut, new_to)]
        else:
            group.append((tag, old_from, old_to, new_from, new_to))
    yield group


def _text_hunk(
    old: Sequence[str], new: Sequence[str], opcodes: Sequence[Opcode], *, placed: bool
) -> Hunk:
    lines: list[tuple[LineKind, str]] = []
    for tag, old_from, old_to, new_from, new_to in opcodes:
        if tag == "equal":
            lines += [(" ", line) for line in old[old_from:old_to]]
            continue
        lines += [("-", line) for line in old[old_from:old_to]]
        lines += [("+", line) for line in new[new_from:new_to]]
    (_, old_first, _, new_first, _), (_, _, old_last, _, new_last) = opcodes[0], opcodes[-1]
    old_lines, new_lines = old_last - old_first, new_last - new_first
    # As in every patch, a stretch without lines begins at the line before it.
    old_start = old_first + bool(old_lines) if placed else None
    new_start = new_first + bool(new_lines) if placed else None
    return Hunk(
        old_start=old_start,
        old_lines=old_lines,
        new_start=new_start,
        new_lines=new_lines,
        lines=tuple(numbered(lines, old_start, new_start)),
    )
