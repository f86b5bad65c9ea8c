"""The active chain: the lines that a resume would go by, in order.

Rules 6 to 13 of what the real client does (``docs/resume.md``): find the leaf, walk up to a
root, cut at the last compaction, and bring back what parallel tools left beside the path.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from steno.session.outline import HAS_RESULT, LOST, MESSAGE_KINDS, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.session.links import Links

BOUNDARY = "compact_boundary"


@dataclass(frozen=True, slots=True)
class Chain:
    """The lines that a resume would go by."""

    leaf: int
    """The message that the session stands at."""
    path: tuple[int, ...]
    """The rows from the root to the leaf, and what trails behind it, across compactions."""
    start: int
    """Where in the path the last compaction ended; 0 where there is none on it."""
    rows: tuple[int, ...]
    """The rows behind the last compaction, with those that were brought back."""


def find_chain(links: Links, last_prompt: str | None = None) -> Chain | None:
    """Find the active chain; None where there is no message to resume at.

    ``last_prompt`` is the leafUuid of the last ``last-prompt`` line that has one.
    """
    leaf = find_leaf(links, last_prompt)
    return None if leaf is None else chain_at(links, leaf)


def chain_at(links: Links, leaf: int, *, trailing: bool = True) -> Chain:
    """Build the chain that ends at a line."""
    path = walk_up(links, leaf)
    if trailing:
        path += trailing_lines(links, path)
    rows = recover(links, path)
    kept = rows[after_compaction(links, rows) :]
    return Chain(leaf, tuple(path), after_compaction(links, path), tuple(kept))


def find_leaf(links: Links, last_prompt: str | None) -> int | None:
    """Choose between the last message in the file (rule 6) and the one written down (rule 7)."""
    last = last_message(links)
    row = links.outline.by_uuid.get(last_prompt) if last_prompt else None
    if last is None or row is None or not links.holds(row):
        return last
    written_down = message_above(links, row)
    if written_down is None or row in set(walk_up(links, last)):
        return last
    return written_down


def last_message(links: Links, *, sidechains: bool = False) -> int | None:
    """Go through the lines from the end to the first that has a message at or above it (rule 6).

    Where no line is a message, as after nothing but local commands, the latest line will do.
    No client goes by ``sidechains``; they are for those who want to read a sub-agent's file.
    """
    barren: set[int] = set()
    main = [row for row in links.rows if sidechains or not links.outline.has(row, SIDECHAIN)]
    for row in reversed(main):
        found = message_above(links, row, barren)
        if found is not None:
            return found
    if any(links.outline.kind(row) in MESSAGE_KINDS for row in links.rows):
        return None
    return max(main, key=lambda row: links.outline.time(row) or -math.inf, default=None)


def message_above(links: Links, row: int, barren: set[int] | None = None) -> int | None:
    """Give the nearest message at or above a line; parents that are lost end the search.

    ``barren`` holds the lines that were passed in vain before, and gets those of this search.
    """
    passed = set() if barren is None else barren
    while row >= 0 and row not in passed:
        if links.outline.kind(row) in MESSAGE_KINDS:
            return row
        passed.add(row)
        row = links.parent(row)
    return None


def trailing_lines(links: Links, path: list[int]) -> list[int]:
    """Find the system and attachment lines that hang on the path's end, in file order (rule 8)."""
    passed = set(path)
    found: list[int] = []
    waiting = path[-1:]
    while waiting:
        for child in links.asides.get(waiting.pop(), ()):
            if child not in passed:
                passed.add(child)
                found.append(child)
                waiting.append(child)
    return sorted(found)


def walk_up(links: Links, leaf: int) -> list[int]:
    """Follow parents up to a root, over gaps of at most five seconds (rules 9 and 10)."""
    path = [leaf]
    passed = {leaf}
    while True:
        parent = links.parent(path[-1])
        if parent == LOST or parent in passed:
            parent = links.stand_in(path[-1], passed)
        if parent < 0:
            return path[::-1]
        path.append(parent)
        passed.add(parent)


def guessed_links(links: Links, path: Sequence[int]) -> dict[int, int]:
    """Give what stands above each row of a path that does not hang on that by its own word.

    It is the line that the client takes for a parent which is lost, or below (rules 9 and 10).
    """
    return {row: above for above, row in pairwise(path) if links.parent(row) != above}


def full_path(links: Links, leaf: int) -> list[int]:
    """Walk up from a leaf across compactions: a boundary goes on with what stood before it."""
    stretches = [walk_up(links, leaf)]
    passed = set(stretches[0])
    while is_boundary(links, stretches[-1][0]):
        before = _before_boundary(links, stretches[-1][0], passed)
        if before is None:
            break
        stretches.append([row for row in walk_up(links, before) if row not in passed])
        passed.update(stretches[-1])
    return [row for stretch in reversed(stretches) for row in stretch]


def _before_boundary(links: Links, boundary: int, passed: set[int]) -> int | None:
    """Find the last message before a boundary, in file order."""
    barren: set[int] = set()
    for row in range(boundary - 1, -1, -1):
        if links.holds(row) and not links.outline.has(row, SIDECHAIN) and row not in passed:
            found = message_above(links, row, barren)
            if found is not None and found not in passed:
                return found
    return None


def is_boundary(links: Links, row: int) -> bool:
    """Say whether a line is where the client compacted the conversation."""
    return links.outline.kind(row) == "system" and links.outline.subtype(row) == BOUNDARY


def after_compaction(links: Links, path: list[int]) -> int:
    """Give the place behind the last compaction on the path (rule 11)."""
    for place in range(len(path) - 1, -1, -1):
        if is_boundary(links, path[place]):
            return place + 1
    return 0


def recover(links: Links, path: list[int]) -> list[int]:
    """Bring back the other lines and results of every API message on the path (rule 13)."""
    ids = links.outline.message_ids
    on_path = set(path)
    last_of = {ids[row]: row for row in path if ids[row] is not None}
    parts, results = _beside(links, set(last_of), on_path)
    chain: list[int] = []
    for row in path:
        chain.append(row)
        name = ids[row]
        if name is not None and last_of[name] == row:
            chain += _by_time(links, parts.get(name, ()))
            chain += _by_time(links, results.get(name, ()))
    return chain


def _beside(
    links: Links, names: set[str | None], on_path: set[int]
) -> tuple[dict[str | None, list[int]], dict[str | None, list[int]]]:
    """Find the parts and results of some messages that are not on the path."""
    parts: dict[str | None, list[int]] = {}
    results: dict[str | None, list[int]] = {}
    ids = links.outline.message_ids
    for row in links.rows:
        if row in on_path:
            continue
        if ids[row] is not None:
            if ids[row] in names:
                parts.setdefault(ids[row], []).append(row)
        elif links.outline.kind(row) == "user" and links.outline.has(row, HAS_RESULT):
            parent = links.parent(row)
            if parent >= 0 and ids[parent] in names:
                results.setdefault(ids[parent], []).append(row)
    for rows in results.values():
        rows.sort(key=links.parent)
    return parts, results


def _by_time(links: Links, rows: Iterable[int]) -> list[int]:
    """Sort by time; what is equally old keeps its order."""
    times = links.outline.times
    return sorted(rows, key=lambda row: -math.inf if math.isnan(times[row]) else times[row])
