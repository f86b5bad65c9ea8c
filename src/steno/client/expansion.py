"""A skill or slash command made into a prompt: arguments, output of commands, names of files."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from steno.client.definitions import Recipe

    RunCommand = Callable[[str], Awaitable[str]]
    """Runs a shell command if it may be run, and gives its output or why there is none."""

_ARGUMENT: Final = re.compile(r"\$(?:ARGUMENTS(?:\[(\d+)\])?|(\d+))")
_COMMAND: Final = re.compile(r"!`([^`\n]+)`")


async def expanded_body(recipe: Recipe, arguments: str, run: RunCommand) -> str:
    """Give the text of a recipe for these arguments.

    Commands are taken from the recipe alone: words of an argument are never run.
    """
    pieces: list[str] = []
    end = 0
    for match in _COMMAND.finditer(recipe.body):
        pieces.append(with_arguments(recipe.body[end : match.start()], arguments))
        pieces.append(await run(match[1]))
        end = match.end()
    pieces.append(with_arguments(recipe.body[end:], arguments))
    text = "".join(pieces)
    if arguments and not _ARGUMENT.search(recipe.body):
        text = f"{text}\n\nARGUMENTS: {arguments}"
    if recipe.is_skill:
        text = f"Base directory for this skill: {recipe.folder}\n\n{text}"
    return text


def own_words(recipe: Recipe, arguments: str) -> str:
    """Give the text of a recipe without what its commands put out."""
    return with_arguments(_COMMAND.sub("", recipe.body), arguments)


def with_arguments(text: str, arguments: str) -> str:
    """Put arguments into a text: all of them, or one by its number."""
    words = split_arguments(arguments)

    def fill(match: re.Match[str]) -> str:
        if match[1] is not None:
            return _word(words, int(match[1]))
        return arguments if match[2] is None else _word(words, int(match[2]) - 1)

    return _ARGUMENT.sub(fill, text)


def _word(words: list[str], place: int) -> str:
    return words[place] if 0 <= place < len(words) else ""


def split_arguments(arguments: str) -> list[str]:
    """Split arguments as a shell would; by white space where quotes do not match."""
    try:
        return shlex.split(arguments)
    except ValueError:
        return arguments.split()


def parse_command(prompt: str) -> tuple[str, str] | None:
    """Read ``/name arguments`` out of a prompt; None where it is no command."""
    match = re.match(r"/([A-Za-z0-9][\w:.-]*)(?:\s+(.*))?\Z", prompt.strip(), re.DOTALL)
    return (match[1], (match[2] or "").strip()) if match else None
