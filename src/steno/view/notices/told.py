"""A notice before it has its place: what happened, how bad it is, and what there is to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from steno.view.parts import OutputPart, TextPart
from steno.view.sequences import without_sequences
from steno.view.tools.wording import one_line

N = TypeVar("N", int, float)

MOST: Final = 10**15
"""A larger number of tokens, milliseconds or dollars is nonsense."""

if TYPE_CHECKING:
    from steno.view.items import Level, NoticeKind
    from steno.view.parts import Part


@dataclass(frozen=True, slots=True)
class Told:
    """What a line beside the conversation tells a reader."""

    notice: NoticeKind
    text: str
    """What happened, in one line of bounded length."""
    level: Level = "info"
    parts: tuple[Part, ...] = ()
    is_quiet: bool = False
    """Whether a reader misses nothing without it."""

    def __post_init__(self) -> None:
        """Bring the text into one line, whatever words of a transcript it holds."""
        object.__setattr__(self, "text", one_line(without_sequences(self.text)))


def told_text(kind: NoticeKind, text: str, head: str = "", level: Level = "info") -> Told:
    """Tell a text: in the line itself where it fits, else its beginning, and all of it below."""
    text = without_sequences(text)
    short = one_line(text)
    whole = "" if short == text.strip() else text
    return Told(kind, behind(head, short), level, said(whole))


def behind(head: str, text: str | None) -> str:
    """Put a text behind what it is; one of them alone where the other is missing."""
    return ": ".join(piece for piece in (head, text) if piece)


def printed(*texts: str | None, errors: tuple[str | None, ...] = ()) -> tuple[Part, ...]:
    """Give what a program printed and what it complained of, without what is empty."""
    output = (OutputPart(text.strip("\n")) for text in texts if text and text.strip())
    trouble = (
        OutputPart(text.strip("\n"), is_error=True) for text in errors if text and text.strip()
    )
    return (*output, *trouble)


def said(text: str | None, heading: str = "") -> tuple[Part, ...]:
    """Give words as a part; nothing where there are none."""
    return (TextPart(text.strip("\n"), heading=heading),) if text and text.strip() else ()


def sensible(number: N | None) -> N | None:
    """Give a number of a transcript; None where it is larger than any that makes sense."""
    return number if number is not None and abs(number) <= MOST else None
