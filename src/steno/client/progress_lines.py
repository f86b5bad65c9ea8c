"""News of running tools written down as older clients did; nothing hangs on such lines."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.client import loose_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from steno.client.agent import Agent
    from steno.client.lines import Draft

MOST: Final = 30_000
"""Characters of an output that a line holds, the last ones: each line would hold all otherwise."""
PAUSE: Final = 1.0
"""Seconds between two lines of one call."""


@dataclass(slots=True)
class _Output:
    written: float | None = None
    so_far: str = ""
    new: str = ""


class OutputLines:
    """Writes what commands put out, each once in a while and when it has ended."""

    def __init__(
        self, write: Callable[[Draft], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take who writes, and what tells the time."""
        self._write, self._clock = write, clock
        self._calls: dict[str, _Output] = {}

    def heard(self, call: str, text: str) -> None:
        """Take new output of a call."""
        output = self._calls.setdefault(call, _Output())
        output.so_far = (output.so_far + text)[-MOST:]
        output.new = (output.new + text)[-MOST:]
        now = self._clock()
        if output.written is None or now - output.written >= PAUSE:
            output.written = now
            self._put(call, output)

    def ended(self, call: str) -> None:
        """Write what is left of a call that is answered, and forget it."""
        output = self._calls.pop(call, None)
        if output is not None and output.new:
            self._put(call, output)

    def _put(self, call: str, output: _Output) -> None:
        new, output.new = output.new, ""
        self._write(loose_lines.bash_progress(call, new, output.so_far))


def write_progress(agent: Agent) -> None:
    """Let news of tools, agents and hooks be written down."""
    told, tell, outputs = agent.context.tell, agent.shared.tell, OutputLines(agent.record)

    def output(call: str, text: str) -> None:
        outputs.heard(call, text)
        told(call, text)

    def event(one: Any) -> None:
        line = getattr(one, "line", None)
        if line and line.get("type") in ("user", "assistant"):
            for call in _answered(line):
                outputs.ended(call)
            if one.parent_call is not None:
                agent.record(loose_lines.agent_progress(one.parent_call, line))
        tell(one)

    def hook(event: str, name: str, command: str) -> None:
        agent.record(loose_lines.hook_progress(event, name, command))

    agent.context.tell, agent.shared.tell, agent.shared.hooks.began = output, event, hook
    agent.context.news = agent.record


def _answered(line: Mapping[str, Any]) -> Iterator[str]:
    """Yield the calls whose results a line holds."""
    content = line["message"].get("content")
    for block in content if isinstance(content, list) else ():
        if block.get("type") == "tool_result":
            yield str(block.get("tool_use_id"))
