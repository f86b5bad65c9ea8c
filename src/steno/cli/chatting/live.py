"""What is going on right now: an answer while it comes, and the tools that run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.cli.rendering.markdown import draw_markdown
from steno.cli.rendering.paper import gutter, line_of_words, words
from steno.cli.rendering.signs import ASCII, SIGNS
from steno.client.events import (
    CallBegan,
    CallTold,
    HookBegan,
    HookEnded,
    Recorded,
    Retrying,
    Streamed,
    TurnEnded,
)
from steno.client.hooks import hook_words
from steno.view.registry import build_card
from steno.view.tools.facts import ToolFacts
from steno.view.tools.wording import count, duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.cli.rendering.paper import Paper
    from steno.client.events import Event

MOST_OUTPUT: Final = 2000
"""Characters of a running tool's output that are kept to be shown."""
OUTPUT_LINES: Final = 4
SLOW_HOOK: Final = 1.0
"""Seconds from which on a running hook is told of."""
LONGEST_SHOWN: Final = 8_000
"""Characters of an answer that are drawn while it comes; its end is what matters then."""


@dataclass(slots=True)
class Block:
    """A piece of an answer."""

    kind: str
    text: str = ""
    name: str = ""
    is_complete: bool = False
    drawn: tuple[Paper, list[str]] | None = None
    """What was drawn of it, and on what: a complete one is drawn once, not in every picture."""


@dataclass(slots=True)
class Running:
    """A tool that runs."""

    title: str
    began: float
    output: str = ""
    steps: int = 0
    """Calls of the sub-agent that it started."""
    last_step: str = ""


@dataclass(slots=True)
class Live:
    """Sees what happens, and says how it stands."""

    cwd: str = ""
    blocks: list[Block] = field(default_factory=list)
    calls: dict[str, Running] = field(default_factory=dict)
    hooks: dict[str, tuple[HookBegan, float]] = field(default_factory=dict)
    trouble: str = ""
    """Why the model is asked again."""

    def see(self, event: Event) -> None:
        """Take in what happened."""
        match event:
            case Streamed(parent_call=None):
                self.trouble = ""
                self._stream(event.event)
            case CallBegan():
                self._began(event)
            case CallTold() if event.call_id in self.calls:
                call = self.calls[event.call_id]
                call.output = (call.output + event.text)[-MOST_OUTPUT:]
            case Recorded(parent_call=None):
                self._recorded(event.line)
            case HookBegan():
                self.hooks[event.run_id] = event, time.monotonic()
            case HookEnded():
                self.hooks.pop(event.run_id, None)
            case Retrying():
                self.blocks.clear()
                again = f"Try {event.attempt + 1} comes in {duration(event.seconds)}."
                told = f"{event.reason.rstrip('.')}."
                self.trouble = f"{told} {again}" if event.seconds else told
            case TurnEnded():
                self.clear()

    def clear(self) -> None:
        """Forget all: nothing goes on."""
        self.blocks.clear()
        self.calls.clear()
        self.trouble = ""

    @property
    def partial(self) -> str:
        """What the model has said of an answer that is not complete."""
        return "\n\n".join(block.text for block in self.blocks if block.kind == "text").strip()

    def slow_hook(self, now: float) -> str:
        """Name a hook that others wait for, where it has run for a while, and how long."""
        for event, began in self.hooks.values():
            if now - began >= SLOW_HOOK and event.moment != "Notification":
                return f"Running {hook_words(event)}  {now - began:.0f}s"
        return ""

    def _stream(self, event: Mapping[str, Any]) -> None:
        match event.get("type"):
            case "message_start":
                self.blocks.clear()
            case "content_block_start":
                block = event.get("content_block") or {}
                kind = str(block.get("type"))
                self.blocks.append(Block(kind, name=str(block.get("name") or "")))
            case "content_block_delta" if self.blocks:
                delta = event.get("delta") or {}
                texts = (delta.get(key) for key in ("text", "thinking", "partial_json"))
                self.blocks[-1].text += next((text for text in texts if isinstance(text, str)), "")
            case "content_block_stop" if self.blocks:
                self.blocks[-1].is_complete = True

    def _began(self, event: CallBegan) -> None:
        title = build_card(
            ToolFacts(event.tool, dict(event.given), finished=False, cwd=self.cwd)
        ).title
        if event.parent_call is None:
            self.calls[event.call_id] = Running(title, time.monotonic())
        elif event.parent_call in self.calls:
            parent = self.calls[event.parent_call]
            parent.steps += 1
            parent.last_step = title

    def _recorded(self, line: Mapping[str, Any]) -> None:
        if line.get("type") == "assistant":
            self.blocks.clear()
        content = (line.get("message") or {}).get("content")
        for block in content if isinstance(content, list) else ():
            self.calls.pop(str(block.get("tool_use_id")), None)

    def lines(self, paper: Paper) -> list[str]:
        """Draw it; the newest stands last."""
        drawn = [line for block in self.blocks for line in _drawn_block(block, paper)]
        for call in self.calls.values():
            drawn += _call_lines(call, paper)
        if self.trouble:
            drawn += paper.lines(words(self.trouble, "yellow"), gutter("! ", style="yellow"))
        return drawn


def _drawn_block(block: Block, paper: Paper) -> list[str]:
    if block.drawn is not None and block.drawn[0] is paper:
        return block.drawn[1]
    lines = list(_block_lines(block, paper))
    if block.is_complete:
        block.drawn = paper, lines
    return lines


def _block_lines(block: Block, paper: Paper) -> Iterator[str]:
    signs = SIGNS if paper.has_signs else ASCII
    text = block.text[-LONGEST_SHOWN:]
    if block.kind == "text" and text.strip():
        drawn = draw_markdown(block.text) if block.is_complete else words(text.strip("\n"))
        yield from paper.lines(drawn, gutter(signs.reply))
    elif block.kind == "thinking" and text.strip():
        yield from paper.lines(
            words(text.strip(), "dim italic"), gutter(signs.thinking, style="dim")
        )
    elif block.kind == "tool_use" and not block.is_complete:
        so_far = count(len(block.text), "character")
        told = line_of_words(f"{block.name}  {so_far} so far", "dim")
        yield from paper.lines(told, gutter(signs.running, style="cyan"))


def _call_lines(call: Running, paper: Paper) -> Iterator[str]:
    signs = SIGNS if paper.has_signs else ASCII
    took = f"{time.monotonic() - call.began:.0f}s"
    room = max(8, paper.width - len(took) - 6)
    title = line_of_words(call.title, "bold")
    title.truncate(room, overflow="ellipsis")
    title.append(f"  {took}", "dim")
    yield from paper.lines(title, gutter(signs.running, style="cyan"))
    below = gutter("    ")
    if call.steps:
        told = f"{count(call.steps, 'step')}: {call.last_step}"
        step = line_of_words(told, "dim")
        step.truncate(max(8, paper.width - 6), overflow="ellipsis")
        yield from paper.lines(step, below)
    shown = [line for line in call.output.split("\n") if line.strip()][-OUTPUT_LINES:]
    for line in shown:
        output = line_of_words(line, "dim")
        output.truncate(max(8, paper.width - 6), overflow="ellipsis")
        yield from paper.lines(output, below)
