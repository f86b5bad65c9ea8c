"""Whether a line in mid-file that names no parent was cut off, or begins anew.

A reply, a result or a note always follows something. A prompt may begin a conversation: a person
who goes back to the very beginning leaves just that behind, and what was left stays left. What
tells is the context of the next reply: cut off afterwards, it still counts what came before.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from steno.format.members import integer_in, object_in
from steno.session.chain import is_boundary
from steno.session.outline import COMPACT_SUMMARY, HAS_RESULT, META, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.edit.repairs.workpiece import Workpiece

MOST_REPLIES: Final = 200
"""Replies among which one that tells its tokens is looked for."""


def is_cut_off(work: Workpiece, row: int) -> bool:
    """Say whether a line without a parent once hung on what stands before it."""
    outline = work.outline
    if is_boundary(work.session.links, row) or outline.has(row, COMPACT_SUMMARY | SIDECHAIN):
        return False
    if "parentUuid" not in work.body(row):
        return True
    if outline.kind(row) == "user" and not outline.has(row, HAS_RESULT | META):
        return _goes_on(work, row)
    return outline.kind(row) in ("user", "assistant") or _goes_on(work, row)


def _goes_on(work: Workpiece, row: int) -> bool:
    """Say whether the next reply's context is nearer to the last one's than to the first one's."""
    replies = work.known(_replies)
    place = bisect_left(replies, row)
    first = _first_told(work, replies[: min(place, MOST_REPLIES)])
    last = _first_told(work, reversed(replies[max(0, place - MOST_REPLIES) : place]))
    new = _first_told(work, replies[place : place + MOST_REPLIES])
    if first is None or last is None or new is None:
        return False
    return abs(new[0] - sum(last)) < abs(new[0] - first[0])


def _replies(work: Workpiece) -> list[int]:
    outline, links = work.outline, work.session.links
    rows = outline.rows_of("assistant")
    return [row for row in rows if not outline.has(row, SIDECHAIN) and links.holds(row)]


def _first_told(work: Workpiece, rows: Iterable[int]) -> tuple[int, int] | None:
    told = (_tokens(work, row) for row in rows)
    return next((tokens for tokens in told if tokens is not None), None)


def _tokens(work: Workpiece, row: int) -> tuple[int, int] | None:
    """Give the tokens that a reply read and wrote; None where it does not tell."""
    usage = object_in(object_in(work.body(row), "message") or {}, "usage")
    if usage is None:
        return None
    keys = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    taken = sum(integer_in(usage, key) or 0 for key in keys)
    return (taken, integer_in(usage, "output_tokens") or 0) if taken else None
