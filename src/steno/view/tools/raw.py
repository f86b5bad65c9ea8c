"""The card of every tool that has none of its own, and of every view that fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from steno.view.parts import CodePart, FactsPart, JsonPart, Part
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import result_parts
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

LONGEST_FACT: Final = 120
"""Characters of the longest argument that stands beside its name; longer ones stand below."""

LONGEST_GIST: Final = 80


def build(facts: ToolFacts) -> ToolCard:
    """Show the arguments and the result as they are."""
    return ToolCard(
        tool=facts.name,
        label=facts.name or "(no name)",
        argument=gist(facts.input),
        status=facts.status,
        parts=(*argument_parts(facts.input), *result_parts(facts), *_structure(facts)),
    )


def _structure(facts: ToolFacts) -> tuple[Part, ...]:
    stored = facts.structured
    # A text is what the model saw as well, and so is an array of blocks.
    if isinstance(stored, (str, type(None))) or _same(stored, facts.result):
        return ()
    return (JsonPart(stored, "Recorded result"),)


def _same(one: object, other: object) -> bool:
    try:
        return one == other
    except RecursionError:
        return False


def gist(arguments: Any) -> str:
    """Give the first argument that says something in one line."""
    values = arguments.values() if isinstance(arguments, Mapping) else (arguments,)
    texts = (value for value in values if isinstance(value, str) and value.strip())
    return one_line(next(texts, ""), LONGEST_GIST)


def argument_parts(arguments: Any) -> tuple[Part, ...]:
    """Show arguments: short ones beside their names, texts below them, the rest as JSON."""
    if not isinstance(arguments, Mapping):
        return () if arguments is None else (JsonPart(arguments, "Arguments"),)
    short: list[tuple[str, str]] = []
    long: list[Part] = []
    for name, value in arguments.items():
        label = one_line(str(name))
        if isinstance(value, str) and ("\n" in value or len(value) > LONGEST_FACT):
            long.append(CodePart(value.strip("\n"), heading=label))
        elif isinstance(value, (str, int, float, type(None))):
            short.append((label, _scalar(value)))
        else:
            long.append(JsonPart(value, label))
    return (FactsPart(tuple(short), "Arguments"), *long) if short else tuple(long)


def _scalar(value: str | float | None) -> str:
    words = {None: "null", True: "true", False: "false"}
    if value is None or isinstance(value, bool):
        return words[value]
    return str(value)
