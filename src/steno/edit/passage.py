"""The part of a conversation that a summary stands for, and what it has to keep of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from steno.edit.outlook import estimate_tokens
from steno.format.entries.user import UserEntry
from steno.session.context import build_messages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.session.session import Session
    from steno.session.turns import Turn


@dataclass(frozen=True)
class Passage:
    """The turns that are summed up, and what a resume sends of them now."""

    session: Session
    turns: Sequence[Turn]
    """Also those that an earlier compaction took: their prompts are kept, too."""
    rows: Sequence[int]
    """The lines that a resume goes by now."""

    @cached_property
    def messages(self) -> list[dict[str, Any]]:
        """What a resume sends of it now."""
        lines = self.session.lines(self.rows)
        return build_messages(lines, self.session.request_model) if lines else []

    @cached_property
    def tokens(self) -> int:
        """About how many tokens that takes."""
        return estimate_tokens(self.messages)

    @cached_property
    def earlier_summaries(self) -> tuple[str, ...]:
        """What earlier compactions said of what stood before them."""
        return tuple(
            record.plain_text
            for record in self.session.records(self.rows)
            if isinstance(record, UserEntry) and record.is_compact_summary
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """What stands in the place of a passage."""

    text: str
    by: str
    """Who wrote it: ``excerpts``, or a model's name."""
    notes: tuple[str, ...] = ()
    """What the reader of a plan should know of it."""


Summarise = Callable[[Passage], Summary | None]
"""Sums up a passage in fewer tokens than it takes; None where that does not go."""


def takes(text: str) -> int:
    """Estimate how many tokens a text takes."""
    return estimate_tokens([{"content": text}])


def headline(turn: Turn) -> str:
    """Name a turn: its number, what opened it and when."""
    when = "" if turn.started is None else f", {turn.started:%Y-%m-%d %H:%M}"
    return f"Turn {turn.number} ({turn.input_kind}{when})"


def prompts_of(session: Session, turn: Turn) -> Iterator[str]:
    """Give what a person said in a turn, each prompt marked and word for word."""
    if turn.is_human:
        if turn.text:
            yield f"<prompt>\n{turn.text}\n</prompt>"
        if turn.images:
            yield f"(images that came with it and are no longer here: {turn.images})"
    for prompt in turn.prompts:
        if prompt.input_kind.is_human and prompt.text and prompt.row in session.active_rows:
            yield f"<prompt>\n{prompt.text}\n</prompt>"


def count_prompts(session: Session, turns: Sequence[Turn]) -> int:
    """Count the prompts that a person sent in some turns."""
    marked = (one for turn in turns for one in prompts_of(session, turn))
    return sum(one.startswith("<prompt>") for one in marked)


def all_prompts(passage: Passage) -> str:
    """Give every prompt of a passage, word for word and in order, under its turn."""
    told = (
        (headline(turn), *prompts)
        for turn in passage.turns
        if (prompts := tuple(prompts_of(passage.session, turn)))
    )
    return "\n\n".join("\n".join(lines) for lines in told)
