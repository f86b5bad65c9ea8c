"""Which columns of a table fit on a screen, and how wide each of them is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GAP: Final = 2
"""Cells between two columns."""
FEWEST: Final = 8
"""Cells that a column of text keeps, however narrow the screen is."""


def fit(
    columns: Sequence[str],
    widths: Sequence[int],
    room: int,
    *,
    least: Mapping[str, int],
    drop: Sequence[str],
) -> dict[int, int]:
    """Give the places of the columns that are drawn, each with its width.

    Only the columns in ``least`` are ever narrowed, down to the cells given there: one after
    another as long as they keep twice as many, then all of them in proportion. Where that is not
    enough, the columns in ``drop`` are left out one after another.
    """
    kept = dict(enumerate(widths))
    needed = {place: min(width, least.get(columns[place], width)) for place, width in kept.items()}
    for name in drop:
        if total_width([needed[place] for place in kept]) <= room:
            break
        kept = {place: width for place, width in kept.items() if columns[place] != name}
    texts = [place for name in least for place in kept if columns[place] == name]
    for place in texts:
        _narrow(kept, {place: 2 * needed[place]}, room)
    _narrow(kept, {place: needed[place] for place in texts}, room)
    _narrow(kept, dict.fromkeys(texts, FEWEST), room)
    return kept


def _narrow(kept: dict[int, int], floors: Mapping[int, int], room: int) -> None:
    """Narrow columns until all fit, each in proportion to what it has above its floor."""
    spare = {place: max(0, kept[place] - floor) for place, floor in floors.items()}
    left = sum(spare.values())
    over = min(max(0, total_width(list(kept.values())) - room), left)
    for place, cells in spare.items():
        share = -(-over * cells // left) if left else 0
        kept[place] -= share
        over, left = over - share, left - cells


def total_width(widths: Sequence[int]) -> int:
    """Say how wide columns are together."""
    return sum(widths) + GAP * max(0, len(widths) - 1)
