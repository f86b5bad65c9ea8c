"""What a conversation is shown on: a terminal that draws, or plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.cli.chatting.asking import Chosen, Dialogue
    from steno.cli.rendering.paper import Paper


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

    def changed(self) -> None:
        """Show anew what is going on."""
        ...
