"""A JSON value with some of its strings exchanged; the rest of it stays the same object."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from steno.format.deep import TooDeep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.secrets.fields import Path


def replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Give a text with stretches exchanged, each told with its new words."""
    pieces: list[str] = []
    done = 0
    for start, end, new in edits:
        pieces += (text[done:start], new)
        done = end
    return "".join([*pieces, text[done:]])


def rebuilt(value: Any, edits: Mapping[tuple[Path, bool], str]) -> Any:
    """Give a copy with some strings exchanged; what no edit lies below is the same object."""
    copies: dict[Path, Any] = {}
    top = [value]
    # The deepest first, values before keys: a key that changes must not hide what it leads to.
    order = sorted(edits, key=lambda place: (-len(place[0]), place[1]))
    for path, in_key in order:
        text = edits[path, in_key]
        holder: Any = top if not path else _copied(top, path[:-1], copies)
        step: Any = path[-1] if path else 0
        if in_key:
            _rename(holder, step, text)
        else:
            holder[step] = _like(holder[step], text)
    return top[0]


def _copied(top: list[Any], path: Path, copies: dict[Path, Any]) -> Any:
    """Give the container at a path as a copy that may be changed, and those above it, too."""
    holder: Any = top
    step: Any = 0
    for depth in range(len(path) + 1):
        here = path[:depth]
        if here not in copies:
            copies[here] = copy(holder[step])
            holder[step] = copies[here]
        holder = copies[here]
        step = path[depth] if depth < len(path) else None
    return holder


def _rename(holder: dict[str, Any], old: str, new: str) -> None:
    """Change a key in its place; one that is taken gets a stroke."""
    while new in holder:
        new += "'"
    members = [(new if key == old else key, value) for key, value in holder.items()]
    holder.clear()
    holder.update(members)


def _like(value: Any, text: str) -> Any:
    return TooDeep(text.encode("utf-8", "replace")) if isinstance(value, TooDeep) else text
