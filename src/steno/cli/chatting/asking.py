"""A question with answers to choose from, whatever it is drawn on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Option:
    """One answer."""

    label: str
    hint: str = ""
    """What else there is to say, beside it."""
    takes_words: bool = False
    """Whether words of the person's own go with it."""
    word: str = ""
    """How it may be typed where nothing can be chosen: ``y``, ``n``."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was answered."""

    places: tuple[int, ...]
    words: str = ""

    @property
    def place(self) -> int:
        """The only answer, or the first of several."""
        return self.places[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """A question, and where the person stands in it."""

    question: str
    options: tuple[Option, ...]
    takes_several: bool = False
    takes_typing: bool = False
    """Whether a letter begins the words of the answer that takes some."""
    at: int = 0
    marked: frozenset[int] = field(default_factory=frozenset)
    """Answers that were marked, where several may be."""

    @property
    def option(self) -> Option:
        """The answer that the person stands on."""
        return self.options[self.at]

    def moved(self, by: int) -> Dialogue:
        """Go to another answer; behind the last comes the first."""
        return replace(self, at=(self.at + by) % len(self.options))

    def moved_to(self, place: int) -> Dialogue | None:
        """Go to an answer by its place; None where there is none."""
        return replace(self, at=place) if 0 <= place < len(self.options) else None

    def moved_to_words(self) -> Dialogue | None:
        """Go to the answer that takes words; None where none does."""
        places = (place for place, option in enumerate(self.options) if option.takes_words)
        return next((replace(self, at=place) for place in places), None)

    def toggled(self) -> Dialogue:
        """Mark the answer, or take the mark back."""
        return replace(self, marked=self.marked ^ {self.at})

    def chosen(self, words: str = "") -> Chosen:
        """Give the answer: what is marked, or else where the person stands."""
        places = tuple(sorted(self.marked)) if self.takes_several and self.marked else (self.at,)
        return Chosen(places, words)

    def read(self, typed: str) -> Chosen | None:
        """Read an answer that was typed: numbers, a word of an answer, or words of one's own.

        None where it is no answer.
        """
        text = typed.strip()
        places = self._places(text)
        if places:
            return Chosen(places)
        first, _, rest = text.partition(" ")
        for place, option in enumerate(self.options):
            is_named = bool(first) and first.casefold() in (option.word, str(place + 1))
            if is_named and (option.takes_words or not rest):
                return Chosen((place,), rest.strip())
        own = [place for place, option in enumerate(self.options) if option.takes_words]
        return Chosen((own[0],), text) if text and own else None

    def _places(self, text: str) -> tuple[int, ...]:
        pieces = text.replace(",", " ").split()
        if not pieces or not all(piece.isascii() and piece.isdecimal() for piece in pieces):
            return ()
        places = tuple(int(piece) - 1 for piece in pieces)
        is_known = all(0 <= place < len(self.options) for place in places)
        is_right = self.takes_several or len(places) == 1
        return places if is_known and is_right else ()
