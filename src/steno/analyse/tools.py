"""Tool calls summed up by tool: how many, how long, how often in vain, and how much they gave."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any

from steno.format.codec import encode_value

if TYPE_CHECKING:
    from steno.session.tool_calls import ToolCall


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


@dataclass(slots=True)
class _Tool:
    calls: int = 0
    errors: int = 0
    unanswered: int = 0
    output: int = 0
    durations: array[int] = field(default_factory=lambda: array("q"))


class ToolSums:
    """Sums up calls by tool as they come by."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tools: dict[str, _Tool] = {}

    def see(self, call: ToolCall, result: Any) -> None:
        """Take in a call with what came of it."""
        tool = self._tools.setdefault(call.name, _Tool())
        tool.calls += 1
        tool.errors += call.is_error
        tool.unanswered += call.result_row is None
        tool.output += output_bytes(result)
        if call.duration_ms is not None:
            tool.durations.append(call.duration_ms)

    def sums(self) -> list[ToolSum]:
        """Give the tools, the most used first."""
        sums = [_tool_sum(name, tool) for name, tool in self._tools.items()]
        return sorted(sums, key=lambda one: (-one.calls, one.name))


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


def output_bytes(result: Any) -> int:
    """Say how many bytes the model was given: a text as it is, anything else as JSON."""
    if result is None:
        return 0
    if isinstance(result, str):
        return len(result.encode("utf-8", "surrogatepass"))
    return len(encode_value(result))
