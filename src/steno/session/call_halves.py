"""The two halves of tool calls and the news of them, collected from one file in one pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from steno.format.content import (
    CALL_BLOCKS,
    ServerToolResultBlock,
    ServerToolUseBlock,
    ToolResultBlock,
)
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.progress import ProgressEntry
from steno.format.entries.user import UserEntry
from steno.session.sidechains import Sidechains

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steno.format.entry import Entry
    from steno.format.message import MessageEntry
    from steno.session.outline import Outline

    Reader = Callable[[int], Entry]
    """Gives the record of a row."""
    ResultBlock = ToolResultBlock | ServerToolResultBlock

_DURATIONS: Final = {"durationMs": 1, "totalDurationMs": 1, "durationSeconds": 1000}
"""Where results tell how long their tool took, in how many milliseconds each."""
_ENDLESS: Final = 1e15
"""A duration that no tool ever took."""


class Use(NamedTuple):
    """A request to run a tool."""

    id: str
    name: str
    row: int
    server: bool
    agent_id: str | None


class Result(NamedTuple):
    """What a tool gave back."""

    id: str
    row: int
    is_error: bool
    told_ms: int | None
    """How long the tool says that it took."""


class News(NamedTuple):
    """A line that tells of a call: the one that it names first, or else the other."""

    row: int
    parent: str | None
    own: str | None


class CallHalves:
    """The uses, results and news of one file."""

    def __init__(
        self, outline: Outline, *, reader: Reader | None = None, agent_id: str | None = None
    ) -> None:
        """Take the outline, what reads a row, and the sub-agent whose own file it is."""
        self.outline = outline
        self.reader = reader
        self.uses: dict[str, Use] = {}
        """By id; of several copies the last."""
        self.unnamed_uses: list[Use] = []
        """Those that have no id."""
        self.results: dict[str, Result] = {}
        """By the id that they answer; of several the first."""
        self.repeated: list[Result] = []
        """The other ones."""
        self.unnamed_results: list[Result] = []
        """Those that answer no id."""
        self.progress: list[News] = []
        self.hooks: list[News] = []
        self._agent_id = agent_id
        self._sidechains = Sidechains(outline)

    def see_all(self, rows_and_records: Iterable[tuple[int, Entry]]) -> CallHalves:
        """Take in all records of the file; of a repeated uuid only the last line counts."""
        for row, record in rows_and_records:
            if self.outline.is_current(row):
                self.see(row, record)
        return self

    def see(self, row: int, record: Entry) -> None:
        """Take in one record."""
        if isinstance(record, ProgressEntry):
            news = News(row, record.parent_tool_use_id, record.tool_use_id)
            self.progress.append(news)
        elif isinstance(record, UserEntry):
            self._see_results(row, record)
        elif isinstance(record, AssistantEntry):
            self._see_uses(row, record)
            self._see_results(row, record)
        elif (call_id := hooked_call(record)) is not None:
            self.hooks.append(News(row, call_id, None))

    def _see_uses(self, row: int, record: AssistantEntry) -> None:
        agent_id = self._agent_id or self._sidechains.agent_of(row, record)
        for block in record.blocks:
            if isinstance(block, CALL_BLOCKS):
                server = isinstance(block, ServerToolUseBlock)
                use = Use(block.id or "", block.name or "", row, server, agent_id)
                if use.id:
                    # Taken out first, so that the last copy also stands in its own place.
                    self.uses.pop(use.id, None)
                    self.uses[use.id] = use
                else:
                    self.unnamed_uses.append(use)

    def _see_results(self, row: int, record: MessageEntry) -> None:
        for block in result_blocks(record):
            call_id = block.tool_use_id or ""
            told = told_duration(structured_result(record, call_id))
            result = Result(call_id, row, block.is_error is True, told)
            if not call_id:
                self.unnamed_results.append(result)
            elif call_id in self.results:
                self.repeated.append(result)
            else:
                self.results[call_id] = result


def result_blocks(record: MessageEntry) -> Iterator[ResultBlock]:
    """Yield the results on a line, those of the API's own tools too."""
    for block in record.blocks:
        if isinstance(block, (ToolResultBlock, ServerToolResultBlock)):
            yield block


def structured_result(record: Entry, call_id: str) -> Any:
    """Give what a line says of one result for the user interface (``toolUseResult``).

    A line with several results says it of the only one that it can mean, or of each in a list.
    """
    value = record.body.get("toolUseResult")
    if value is None or not isinstance(record, UserEntry):
        return None
    answered = [block.tool_use_id for block in record.tool_results]
    if len(answered) == 1:
        return value
    if isinstance(value, list) and len(value) == len(answered) and call_id in answered:
        return value[answered.index(call_id)]
    return None


def told_duration(structured: Any) -> int | None:
    """Give how many milliseconds a result says that its tool took; None where it does not."""
    if not isinstance(structured, dict):
        return None
    for key, unit in _DURATIONS.items():
        value = structured.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        if 0 <= value < _ENDLESS:
            return round(value * unit)
    return None


def hooked_call(record: Entry) -> str | None:
    """Give the call that a hook's line names: an attachment, or a system line of 1.0.x."""
    holder: Any = None
    if isinstance(record, AttachmentEntry):
        holder = record.body.get("attachment")
    elif record.type == "system":
        holder = record.body
    call_id = holder.get("toolUseID") if isinstance(holder, Mapping) else None
    return call_id if isinstance(call_id, str) else None
