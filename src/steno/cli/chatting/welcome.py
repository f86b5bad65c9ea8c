"""What stands at the beginning of a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from steno.cli.entry import version_line
from steno.cli.rendering.paper import line_of_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.cli.chatting.talk import Talk
    from steno.cli.rendering.paper import Paper


def welcome_lines(paper: Paper, talk: Talk, *, is_tour: bool = False) -> Iterator[str]:
    """Say where one is, and how to get on."""
    yield from paper.spread(line_of_words(version_line(), "bold"), Text())
    yield from paper.spread(line_of_words(f"{talk.agent.model} in {talk.desk.cwd}", "dim"), Text())
    told = "/help shows commands and keys, /quit leaves."
    if is_tour:
        told = (
            "A tour with a made-up model in a scratch folder: press Enter for each prompt, "
            "and answer what is asked."
        )
    yield from paper.lines(Text(told, "dim"))
