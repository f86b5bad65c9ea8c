"""What a conversation is shown on, and what stands behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.cli.chatting.asking import Chosen, Dialogue
    from steno.cli.rendering.paper import Paper


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What could be meant by what is being typed."""

    text: str
    """What is put into the place of it."""
    replaces: int
    """How many of the last characters it replaces."""
    label: str
    about: str = ""


class Behind(Protocol):
    """The conversation behind a screen."""

    def live(self, paper: Paper) -> list[str]:
        """Give the lines of what is going on."""
        ...

    def busy(self) -> str:
        """Say what is being done, and for how long; empty where nothing is."""
        ...

    def queued(self) -> Sequence[str]:
        """Give what was typed and waits."""
        ...

    def status(self, room: int) -> str:
        """Give the line below the input, for so many columns."""
        ...

    def mode_style(self) -> str:
        """Give the colour of the mode of permissions."""
        ...

    def suggestions(self, before_cursor: str) -> list[Suggestion]:
        """Give what could be meant."""
        ...

    def entered(self, text: str, shown: str = "") -> None:
        """Take what was typed; ``shown`` is how the input showed it, where that is shorter."""
        ...

    def take_back(self) -> str:
        """Take back what was typed last and still waits; empty where nothing does."""
        ...

    def interrupt(self) -> bool:
        """Break off what is going on; False where nothing is."""
        ...

    def next_mode(self) -> None:
        """Go over to the next mode of permissions."""
        ...

    def go_back(self) -> None:
        """Offer to go back to an earlier prompt."""
        ...

    def leave(self) -> None:
        """End the conversation."""
        ...


class Face(Protocol):
    """Shows what was said, and asks."""

    @property
    def paper(self) -> Paper:
        """What lines are drawn on, as wide as it is now."""
        ...

    def put(self, lines: Iterable[str]) -> None:
        """Show lines that stay; they come from a paper, so that they are harmless."""
        ...

    async def choose(self, dialogue: Dialogue) -> Chosen | None:
        """Ask; None where the person does not answer."""
        ...

    def prefill(self, text: str) -> None:
        """Put words into the input, as if they were typed."""
        ...

    def give_back(self, text: str) -> None:
        """Put words that were not heard back into the input, before what stands there."""
        ...

    def changed(self) -> None:
        """Show anew what is going on."""
        ...
