"""Compactions that a command asked for, read behind it: the client writes them before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.session.outline import Outline
    from steno.view.openings import Opening

BOUNDARY: Final = "compact_boundary"
COMMAND: Final = "/compact"


def behind_commands(
    rows: Sequence[int], outline: Outline, openings: Mapping[int, Opening]
) -> Sequence[int]:
    """Put compactions behind the commands that asked for them; all else keeps its place."""
    moves = [
        (start, place)
        for place, row in enumerate(rows)
        if row in openings and (start := _asked_from(rows, place, outline, openings)) is not None
    ]
    if not moves:
        return rows
    ordered = list(rows)
    for start, place in moves:
        ordered[start : place + 1] = [ordered[place], *ordered[start:place]]
    return ordered


def _asked_from(
    rows: Sequence[int], place: int, outline: Outline, openings: Mapping[int, Opening]
) -> int | None:
    """Give the place of the compaction that a command asked for; None where it asked for none."""
    if openings[rows[place]].command != COMMAND:
        return None
    for start in range(place - 1, -1, -1):
        row = rows[start]
        if row in openings or outline.kind(row) == "assistant":
            return None
        if outline.subtype(row) == BOUNDARY:
            return start
    return None
