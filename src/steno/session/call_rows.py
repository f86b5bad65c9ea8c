"""The calls and results of a file by row, kept small while it is read, and which fit nothing."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from steno.format.content import CALL_TYPES, RESULT_TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.session.outline import Outline

_NONE: Final = -1
_UNNAMED: Final = ""


class LooseHalf(NamedTuple):
    """A call that has no result, or a result that has no call or comes second."""

    row: int
    id: str
    """Empty where the block has none."""
    tool: str = ""
    """The name of the tool that was called."""


class Unpaired(NamedTuple):
    """What did not fit, each in the order of the rows."""

    calls: tuple[LooseHalf, ...]
    results: tuple[LooseHalf, ...]
    repeated: tuple[LooseHalf, ...]


class CallRows:
    """The calls and results of a file: a few numbers for each, and the text of each id once.

    They pair as in :mod:`steno.session.tool_calls`: of several copies of a call the last
    counts, of several results the first, and lines that a later one replaced do not count.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._numbers: dict[str, int] = {}
        self._tools: dict[str, int] = {}
        self._call_ids, self._call_rows, self._call_tools = array("q"), array("q"), array("q")
        self._result_ids, self._result_rows = array("q"), array("q")

    def see(self, row: int, kind: str, body: Mapping[str, Any]) -> None:
        """Take in a user or assistant line."""
        for block in _blocks(body):
            type_ = block.get("type")
            if type_ in CALL_TYPES:
                if kind == "assistant":
                    self._call_ids.append(self._number(block.get("id")))
                    self._call_rows.append(row)
                    self._call_tools.append(self._tool(block.get("name")))
            elif type_ in RESULT_TYPES:
                self._result_ids.append(self._number(block.get("tool_use_id")))
                self._result_rows.append(row)

    def _number(self, name: object) -> int:
        text = name if isinstance(name, str) else _UNNAMED
        return self._numbers.setdefault(text, len(self._numbers))

    def _tool(self, name: object) -> int:
        text = name if isinstance(name, str) else ""
        return self._tools.setdefault(text, len(self._tools))

    def unpaired(self, outline: Outline) -> Unpaired:
        """Say what fits nothing, once the outline of the file is whole."""
        unnamed = self._numbers.get(_UNNAMED, _NONE)
        calls = array("q", [_NONE]) * len(self._numbers)
        for place, number in enumerate(self._call_ids):
            if outline.is_current(self._call_rows[place]):
                calls[number] = place
        answered, repeated = self._first_results(outline, unnamed)
        names = list(self._numbers)
        lone = [
            LooseHalf(self._result_rows[place], names[number])
            for number, place in enumerate(answered)
            if place != _NONE and calls[number] == _NONE and number != unnamed
        ]
        return Unpaired(
            tuple(sorted(self._open_calls(outline, calls, answered, unnamed))),
            tuple(sorted([*lone, *self._unnamed_results(outline, unnamed)])),
            tuple(
                LooseHalf(self._result_rows[one], names[self._result_ids[one]]) for one in repeated
            ),
        )

    def _first_results(self, outline: Outline, unnamed: int) -> tuple[array[int], list[int]]:
        """Give the place of the first result of each id, and the places of the others."""
        first = array("q", [_NONE]) * len(self._numbers)
        others: list[int] = []
        for place, number in enumerate(self._result_ids):
            if number == unnamed or not outline.is_current(self._result_rows[place]):
                continue
            if first[number] == _NONE:
                first[number] = place
            else:
                others.append(place)
        return first, others

    def _open_calls(
        self, outline: Outline, calls: array[int], answered: array[int], unnamed: int
    ) -> Iterator[LooseHalf]:
        names, tools = list(self._numbers), list(self._tools)
        for place, number in enumerate(self._call_ids):
            row = self._call_rows[place]
            is_last = calls[number] == place or (number == unnamed and outline.is_current(row))
            if is_last and answered[number] == _NONE:
                yield LooseHalf(row, names[number], tools[self._call_tools[place]])

    def _unnamed_results(self, outline: Outline, unnamed: int) -> Iterator[LooseHalf]:
        for number, row in zip(self._result_ids, self._result_rows, strict=True):
            if number == unnamed and outline.is_current(row):
                yield LooseHalf(row, _UNNAMED)


def _blocks(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else body.get("content")
    if isinstance(content, list):
        for block in content:
            if isinstance(block, Mapping) and isinstance(block.get("type"), str):
                yield block
