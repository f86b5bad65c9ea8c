"""The files beside a copy of a session, with the new id wherever they name the old one."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from steno.edit.plan import Role
from steno.format.decode import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steno.edit.identity import NewIds

_NOTES: Final = frozenset({Role.META, Role.OTHER})
"""What a client noted down for itself; the rest is what was said, or somebody's file."""
_TEXTS: Final = frozenset({".txt", ".json", ".jsonl", ".md", ".log"})


def with_new_ids(
    content: Callable[[], Iterable[bytes]], role: Role, name: str, ids: NewIds
) -> Iterator[bytes]:
    """Give the content of a file beside a session as a copy has it.

    Records get new ids as those of a transcript do; elsewhere only paths of files follow that
    come along. Backups of files, and what is no text, stay what they are.
    """
    suffix = PurePath(name).suffix.lower()
    if role is Role.FILE_HISTORY or suffix not in _TEXTS:
        return iter(content())
    if role in _NOTES and suffix == ".json":
        return iter((ids.line(decode(b"".join(content()))),))
    lines = _lines(content())
    if role in _NOTES and suffix == ".jsonl":
        return (ids.line(decode(line)) for line in lines)
    return map(ids.paths, lines)


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    held: list[bytes] = []
    for piece in pieces:
        first, *others = piece.split(b"\n")
        held.append(first)
        for other in others:
            yield b"".join((*held, b"\n"))
            held = [other]
    if last := b"".join(held):
        yield last
