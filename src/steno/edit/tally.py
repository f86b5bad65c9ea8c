"""What an edit takes out of a conversation, counted by whether the model would have seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from steno.session.session import Session

    Names = tuple[str, str]
    """What one thing is called, and what several are."""


class Tally:
    """Counts things once each, those that a resume sends apart from those that it does not."""

    def __init__(self, session: Session) -> None:
        """Take the session, which says what a resume sends."""
        self._sent = frozenset() if session.chain is None else frozenset(session.chain.rows)
        self._seen: dict[Names, set[Hashable]] = {}
        self._aside: dict[Names, set[Hashable]] = {}

    def add(self, names: Names, row: int, thing: Hashable, *, is_sent: bool = True) -> None:
        """Count a thing that goes from a row; a part of it that is sent makes it one that is."""
        of = self._seen if is_sent and row in self._sent else self._aside
        of.setdefault(names, set()).add(thing)

    @property
    def unseen(self) -> tuple[str, ...]:
        """What the model will no longer see."""
        return tuple(_told(names, len(things)) for names, things in self._seen.items())

    @property
    def aside(self) -> str:
        """What goes besides, in words; empty where nothing does."""
        told = list(_asides(self._aside, self._seen))
        return f"A resume does not send these, which go too: {', '.join(told)}." if told else ""


def _asides(
    aside: Mapping[Names, set[Hashable]], seen: Mapping[Names, set[Hashable]]
) -> Iterator[str]:
    for names, things in aside.items():
        if number := len(things - seen.get(names, set())):
            yield _told(names, number)


def _told(names: Names, number: int) -> str:
    return f"{number:,} {names[number != 1]}"
