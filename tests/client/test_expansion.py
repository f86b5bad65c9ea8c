"""Commands and skills made into prompts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from steno.client.definitions import Recipe
from steno.client.expansion import (
    expanded_body,
    own_words,
    parse_command,
    split_arguments,
    with_arguments,
)


def recipe(body: str, *, is_skill: bool = False) -> Recipe:
    """Make a recipe."""
    return Recipe(name="x", description="", body=body, path=Path("/s/x.md"), is_skill=is_skill)


def expanded(body: str, arguments: str = "", *, is_skill: bool = False) -> tuple[str, list[str]]:
    """Give the text of a recipe, and what was run for it."""
    ran: list[str] = []

    async def run(command: str) -> str:
        ran.append(command)
        return f"<{command}>"

    text = asyncio.run(expanded_body(recipe(body, is_skill=is_skill), arguments, run))
    return text, ran


@pytest.mark.parametrize(
    ("body", "arguments", "text"),
    [
        ("Say $ARGUMENTS", "a b", "Say a b"),
        ("$1 and $2 and $3", "'a b' c", "a b and c and "),
        ("$ARGUMENTS[1]", "a b", "b"),
        ("Plain", "a", "Plain\n\nARGUMENTS: a"),
        ("Plain", "", "Plain"),
    ],
)
def test_arguments(body: str, arguments: str, text: str) -> None:
    """Arguments go where the text wants them, or behind it."""
    assert expanded(body, arguments)[0] == text


def test_commands_are_run_and_arguments_are_not() -> None:
    """Only what the recipe itself says is run, whatever an argument looks like."""
    text, ran = expanded("Status: !`git status` for $ARGUMENTS", "!`rm -rf x`")
    assert ran == ["git status"]
    assert text == "Status: <git status> for !`rm -rf x`"


def test_output_of_a_command_is_left_as_it_is() -> None:
    """What a command puts out is not expanded again."""

    async def run(_: str) -> str:
        return "$ARGUMENTS !`date`"

    text = asyncio.run(expanded_body(recipe("!`x` $1"), "a", run))
    assert text == "$ARGUMENTS !`date` a"


def test_own_words_are_without_what_commands_put_out() -> None:
    """The text and the arguments are a recipe's own; nothing is run for them."""
    assert own_words(recipe("See !`x` @$1 now"), "a") == "See  @a now"


def test_a_skill_says_where_it_lies() -> None:
    """The model can find the files of a skill."""
    assert expanded("Be brief.", is_skill=True)[0].startswith("Base directory for this skill: /s")


@pytest.mark.parametrize(
    ("prompt", "parsed"),
    [
        ("/hello Bob and\nAnn", ("hello", "Bob and\nAnn")),
        ("/git:log", ("git:log", "")),
        ("/usr/bin/x is a path", None),
        ("hello", None),
        ("/", None),
    ],
)
def test_commands_in_prompts(prompt: str, parsed: object) -> None:
    """A prompt that begins with a slash and a name is a command; a path is none."""
    assert parse_command(prompt) == parsed


def test_quotes_that_do_not_match() -> None:
    """An apostrophe is no error."""
    assert split_arguments("don't stop") == ["don't", "stop"]
    assert with_arguments("$2", "don't stop") == "stop"
