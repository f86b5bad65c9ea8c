"""What is known about one tool call: all that a card is built from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from steno.format.codec import JsonRefusedError, decode_text
from steno.format.content import BLOCKS, Block, TextBlock
from steno.format.tool_results import ToolResult
from steno.view.tools.outcome import Status, bare_error, status_of

R = TypeVar("R", bound=ToolResult)

LONGEST_JSON_TEXT = 1_000_000
"""Characters of the longest result text that is looked at as JSON."""


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """One tool call and what came of it, as recorded.

    The values are JSON of any shape; the methods read them, and give nothing where a value is
    missing or of another shape than a card can use.
    """

    name: str
    """The tool, as it was called."""
    input: Any = field(default=None, repr=False)
    """The arguments: ``input`` of the tool_use block."""
    result: Any = field(default=None, repr=False)
    """What the model saw: ``content`` of the tool_result block."""
    structured: Any = field(default=None, repr=False)
    """What the terminal showed: ``toolUseResult`` of the result's line."""
    is_error: bool = False
    """``is_error`` of the tool_result block."""
    finished: bool = True
    """False while there is no result."""
    interrupted: bool = False
    """True where the caller knows that the call was stopped: the user interrupted it, or the
    session went on or ended without a result."""
    denial: str = ""
    """``toolDenialKind`` of the result's line."""
    cwd: str = ""
    """The folder that paths are shown relative to."""

    result_text: str = field(init=False, repr=False)
    """The text that the model saw; the texts of several blocks stand below one another."""
    status: Status = field(init=False)
    """How the call went."""

    def __post_init__(self) -> None:
        """Work out once what every card asks for several times."""
        object.__setattr__(self, "result_text", self._joined_text())
        object.__setattr__(self, "status", self._status())

    def _joined_text(self) -> str:
        if isinstance(self.result, str):
            return self.result
        return "\n".join(b.text or "" for b in self.blocks if isinstance(b, TextBlock))

    def _status(self) -> Status:
        if self.interrupted:
            return "interrupted"
        if not self.finished:
            return "running"
        if self.denial:
            return "denied"
        return status_of(self.result_text, self.structured, is_error=self.is_error)

    def text(self, *keys: str) -> str:
        """Give the first of these arguments that is a text and not empty."""
        return first_text(self.input, *keys)

    def integer(self, key: str) -> int | None:
        """Give an argument that is a whole number."""
        value = member(self.input, key)
        return value if type(value) is int else None

    def flag(self, key: str) -> bool:
        """Say whether an argument is true."""
        return member(self.input, key) is True

    def objects(self, key: str) -> tuple[Mapping[str, Any], ...]:
        """Give the objects in an argument that is an array."""
        return objects_in(member(self.input, key))

    def typed(self, kind: type[R]) -> R:
        """Read the structured result as one of the known classes; empty where there is none."""
        return kind(self.structured if isinstance(self.structured, Mapping) else {})

    def typed_or_told(self, kind: type[R]) -> R:
        """Do the same for a tool that tells the model the same object as JSON.

        The files of some sub-agents keep only that side.
        """
        if self.structured is not None:
            return self.typed(kind)
        told = json_in(self.result_text)
        return kind(told if isinstance(told, Mapping) else {})

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What the model saw, where it is blocks."""
        return BLOCKS.read(self.result) if isinstance(self.result, list) else ()

    @property
    def error_text(self) -> str:
        """The text that the model saw (or else the terminal), without the marks of an error."""
        told = self.result_text
        shown = self.structured if isinstance(self.structured, str) else ""
        return bare_error(told or shown)


def member(value: Any, key: str) -> Any:
    """Give a member of an object; None where it is none or has no such member."""
    return value.get(key) if isinstance(value, Mapping) else None


def first_text(value: Any, *keys: str) -> str:
    """Give the first of these members that is a text and not empty."""
    found = (member(value, key) for key in keys)
    return next((text for text in found if isinstance(text, str) and text), "")


def objects_in(value: Any) -> tuple[Mapping[str, Any], ...]:
    """Give the objects in an array; nothing where it is none."""
    if not isinstance(value, (list, tuple)):
        return ()
    return tuple(item for item in value if isinstance(item, Mapping))


def texts_in(value: Any) -> tuple[str, ...]:
    """Give the texts in an array; nothing where it is none."""
    if not isinstance(value, (list, tuple)):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def json_in(text: str) -> Any:
    """Read a text that is a JSON object or array; None where it is neither."""
    if len(text) > LONGEST_JSON_TEXT or text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return decode_text(text).value
    except JsonRefusedError:
        return None
