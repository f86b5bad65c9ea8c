"""Links that the client guesses by the time: written down, for its next guess may differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.draft import set_parent

if TYPE_CHECKING:
    from collections.abc import Container

    from steno.edit.draft import Draft


def bridge_gaps(draft: Draft, among: Container[int] | None = None) -> None:
    """Give every line of the chain whose parent is lost, or below it, the one that stood in.

    ``among`` are the rows to look at; all of the chain where not given.
    """
    for row, above in draft.guessed.items():
        if among is not None and (above not in among or row not in among):
            continue
        if draft.outline.uuids[above] is not None:
            draft.change(row, set_parent(draft.staying(above)))
