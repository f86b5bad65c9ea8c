"""Tool calls summed up: by tool, and by the file that they read or changed."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import encode_value

if TYPE_CHECKING:
    from steno.session.tool_calls import ToolCall

READING: Final = frozenset({"Read", "NotebookRead"})
"""The tools that read a file."""
CHANGING: Final = frozenset({"Write", "Edit", "MultiEdit", "NotebookEdit"})
"""The tools that write or change one."""
_PATHS: Final = ("file_path", "notebook_path")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSum:
    """What the calls of one tool add up to."""

    name: str
    calls: int
    errors: int
    """How many failed, were refused or were stopped."""
    unanswered: int
    """How many have no result."""
    total_ms: int
    """How long they took together; calls that ran beside one another count each."""
    median_ms: int | None
    longest_ms: int | None
    output_bytes: int
    """How much the model was given to read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSum:
    """What tools did to one file."""

    path: str
    """As the calls name it."""
    reads: int
    changes: int
    errors: int
    """Calls that failed, and so neither read nor changed it."""


@dataclass(slots=True)
class _Tool:
    calls: int = 0
    errors: int = 0
    unanswered: int = 0
    output: int = 0
    durations: array[int] = field(default_factory=lambda: array("q"))


@dataclass(slots=True)
class _File:
    reads: int = 0
    changes: int = 0
    errors: int = 0


class CallSums:
    """Sums up calls as they come by."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tools: dict[str, _Tool] = {}
        self._files: dict[str, _File] = {}

    def see(self, call: ToolCall, arguments: Any, result: Any) -> None:
        """Take in a call with what it was given and what came of it."""
        tool = self._tools.setdefault(call.name, _Tool())
        tool.calls += 1
        tool.errors += call.is_error
        tool.unanswered += call.result_row is None
        tool.output += output_bytes(result)
        if call.duration_ms is not None:
            tool.durations.append(call.duration_ms)
        path = file_of(call.name, arguments)
        if path is not None and call.result_row is not None:
            file = self._files.setdefault(path, _File())
            file.errors += call.is_error
            file.reads += not call.is_error and call.name in READING
            file.changes += not call.is_error and call.name in CHANGING

    def tools(self) -> list[ToolSum]:
        """Give the tools, the most used first."""
        sums = [_tool_sum(name, tool) for name, tool in self._tools.items()]
        return sorted(sums, key=lambda one: (-one.calls, one.name))

    def files(self) -> list[FileSum]:
        """Give the files, those with the most calls first."""
        sums = [
            FileSum(path=path, reads=one.reads, changes=one.changes, errors=one.errors)
            for path, one in self._files.items()
        ]
        return sorted(sums, key=lambda one: (-(one.reads + one.changes + one.errors), one.path))


def _tool_sum(name: str, tool: _Tool) -> ToolSum:
    durations = tool.durations
    return ToolSum(
        name=name,
        calls=tool.calls,
        errors=tool.errors,
        unanswered=tool.unanswered,
        total_ms=sum(durations),
        median_ms=round(median(durations)) if durations else None,
        longest_ms=max(durations, default=None),
        output_bytes=tool.output,
    )


def file_of(tool: str, arguments: Any) -> str | None:
    """Name the file that a call reads or changes; None where it does neither."""
    if tool not in READING | CHANGING or not isinstance(arguments, dict):
        return None
    named = (arguments.get(key) for key in _PATHS)
    return next((path for path in named if isinstance(path, str) and path), None)


def output_bytes(result: Any) -> int:
    """Say how many bytes the model was given: a text as it is, anything else as JSON."""
    if result is None:
        return 0
    if isinstance(result, str):
        return len(result.encode("utf-8", "surrogatepass"))
    return len(encode_value(result))
