"""An answer in a form of the caller's: a tool whose input has to be of that form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.client.tool import ToolAnswer, failed
from steno.format import codec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.client.tool import Input, ToolContext
    from steno.client.turn import Turn

NAME: Final = "StructuredOutput"
DONE: Final = "Structured output provided successfully"
MOST_ISSUES: Final = 5


class StructuredOutput:
    """The tool by which the model gives its answer; a turn ends with it."""

    name = NAME
    description = (
        "Gives your final answer in the form that was asked for. Call it once, at the end, when "
        "you have everything that the form needs."
    )

    def __init__(self, schema: Mapping[str, Any]) -> None:
        """Take the form."""
        self.schema = schema

    def is_read_only(self, given: Input) -> bool:
        """Say that it changes nothing."""
        del given
        return True

    async def run(self, given: Input, context: ToolContext) -> ToolAnswer:
        """Take the answer if it has the form; the model hears what is wrong with it if not."""
        issues = wrong_with(given, self.schema)
        if issues:
            return failed(f"Output does not match required schema: {', '.join(issues)}")
        held = {"type": "structured_output", "data": dict(given), "toolUseID": context.call_id}
        return ToolAnswer(DONE, DONE, ends_turn=True, new_lines=({"attachment": held},))


def wrong_with(value: Any, schema: Mapping[str, Any]) -> list[str]:
    """Say where a value is not of a form, as ``/path: what``; nothing where it is."""
    from jsonschema import exceptions, validators  # noqa: PLC0415 - few sessions need it

    try:
        kind = validators.validator_for(schema)
        kind.check_schema(dict(schema))
        errors = list(kind(dict(schema)).iter_errors(value))
    except exceptions.SchemaError as error:
        return [f"the schema itself is wrong: {error.message}"]
    return [_issue(error.absolute_path, error.message) for error in errors[:MOST_ISSUES]]


def _issue(path: Sequence[str | int], message: str) -> str:
    place = "/".join(str(step) for step in path)
    return f"/{place}: {message}" if place else f"root: {message}"


def take_structured(turn: Turn, line: Mapping[str, Any]) -> None:
    """Keep an answer in its form, when the line that holds it is written."""
    held = line.get("attachment")
    if isinstance(held, dict) and held.get("type") == "structured_output":
        turn.structured, turn.is_structured = held["data"], True
        turn.text = codec.encode_value(held["data"]).decode("utf-8", "replace")
