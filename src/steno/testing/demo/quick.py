"""Short sessions in between, as every real list is full of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from steno.testing.demo import cast
from steno.testing.demo.cast import end_turn, first_prompt, interactive, leave, slash
from steno.testing.shell_tools import bash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.session import SessionBuilder


class Question(NamedTuple):
    """A question, the command that helped, and the answer."""

    start: str
    cwd: str
    model: str
    text: str
    command: str
    output: str
    answer: str


QUESTIONS: Final = (
    Question(
        "2026-06-08T07:55:00Z",
        cast.EBB,
        cast.HAIKU,
        "which python are we on?",
        "python3 --version",
        "Python 3.12.4",
        "3.12.4.",
    ),
    Question(
        "2026-06-30T12:40:00Z",
        cast.SITE,
        cast.SONNET,
        "why does the build take 40 seconds all of a sudden?",
        "time make site",
        "real 0m41.2s",
        "The curve pictures are drawn anew each time. Caching them brings it back to 6 seconds.",
    ),
    Question(
        "2026-07-16T17:21:00Z",
        cast.EBB,
        cast.OPUS,
        "write me a haiku about neap tides",
        "ebb today SAN --brief",
        "neap, 1.9 m",
        "Half a moon, half pull.\nThe boats sit a little high.\nEven crabs look bored.",
    ),
    Question(
        "2026-08-07T06:03:00Z",
        cast.SITE,
        cast.HAIKU,
        "is the site up",
        "curl -sI https://ebb.example.org | head -1",
        "HTTP/2 200",
        "It is up.",
    ),
)


def sessions() -> Iterator[SessionBuilder]:
    """Yield one session for each question, and one in which nothing was asked."""
    for number, question in enumerate(QUESTIONS):
        yield answered(f"quick-{number}", question)
    yield nothing_asked()


def answered(seed: str, question: Question) -> SessionBuilder:
    """Ask, look, answer, leave."""
    s = interactive(seed, question.start, question.cwd, model=question.model)
    first_prompt(s, question.text)
    s.reply(bash(question.command, question.output))
    s.reply(question.answer)
    end_turn(s)
    return leave(s, question.text)


def nothing_asked() -> SessionBuilder:
    """Open the client, look at the help, close it."""
    s = interactive("nothing", "2026-08-05T21:00:00Z")
    slash(s, "help", "", "Commands: /help, /exit")
    slash(s, "exit", "", "See you!")
    return s
