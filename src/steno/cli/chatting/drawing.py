"""What was said and done, drawn when it is complete: the lines that stay on the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from steno.cli.rendering.cards import CardDrawer
from steno.cli.rendering.depth import Depth, Limits
from steno.cli.rendering.folding import fold, remark
from steno.cli.rendering.markdown import draw_markdown
from steno.cli.rendering.paper import gutter, line_of_words, words
from steno.cli.rendering.parts import PartDrawer
from steno.cli.rendering.session_page import tokens
from steno.cli.rendering.signs import ASCII, SIGNS
from steno.client.events import CallBegan, Compacted, HookEnded, Recorded, TurnEnded
from steno.client.hooks import hook_words
from steno.client.lines import INTERRUPTED, INTERRUPTED_TOOL
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.members import object_in, text_in
from steno.view.items import ToolItem
from steno.view.message_figures import NO_FIGURES
from steno.view.parts import DiffPart, OutputPart
from steno.view.registry import build_card
from steno.view.sequences import without_sequences
from steno.view.tools.facts import ToolFacts
from steno.view.tools.wording import duration, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from steno.cli.rendering.paper import Paper
    from steno.cli.rendering.signs import Signs
    from steno.client.events import Event

    Line = Mapping[str, Any]

CHAT_LIMITS: Final = Limits(prompt=40, output=4, error=8, diff=40, text=8)
THINKING_LINES: Final = 6
OUTPUT_LINES: Final = 40
"""Lines of what a command of the person's put out."""
CLEAR: Final = "/clear"
"""The command that a conversation may begin with: nobody wants to see that."""
SHORTEST_TURN: Final = 2.0
"""Seconds from which on it is told how long a turn took."""
_STREAMS: Final = re.compile(r"<bash-(stdout|stderr)>(.*?)</bash-\1>", re.DOTALL)
_HINTS: Final = {
    "authentication_failed": "(leave, set ANTHROPIC_API_KEY to a valid key, and go on with -c)",
    "model_not_found": "(/model chooses another)",
    "rate_limit": "(wait a little, then say 'go on')",
}
"""What to do next, by the kind of failure."""
_TAGS: Final = re.compile(
    r"<command-(name|args)>(.*?)</command-\1>|<bash-input>(.*?)</bash-input>", re.DOTALL
)


@dataclass(slots=True)
class Drawing:
    """Turns what happened in the main conversation into lines."""

    paper: Callable[[], Paper]
    cwd: str = ""
    seen: set[str] = field(default_factory=set)
    """Calls whose change was shown before it was allowed: it is not shown again."""
    short: dict[str, str] = field(default_factory=dict)
    """How prompts are shown that hold a long paste."""
    _calls: dict[str, tuple[str, Any]] = field(default_factory=dict)
    _began: dict[str, float] = field(default_factory=dict)
    _was_tool: bool = False

    def lines(self, event: Event, now: float = 0.0) -> list[str]:
        """Draw what stays of an event; nothing for most."""
        match event:
            case Recorded(parent_call=None):
                lines = self._line(event.line, now)
                if _is_output(event.line):
                    return list(lines)
                return self.spaced(lines, is_tool=_is_result(event.line))
            case CallBegan(parent_call=None):
                self._began[event.call_id] = now
            case HookEnded() if event.problem:
                return self.spaced(self.notice(hook_words(event), "warning"))
            case Compacted(parent_call=None):
                return self.spaced(self._compacted(event))
            case TurnEnded():
                return self.spaced(self._ended(event))
        return []

    def spaced(self, drawn: Iterable[str], *, is_tool: bool = False) -> list[str]:
        """Put an empty line before a drawing, but not between two tools."""
        lines = list(drawn)
        if not lines:
            return []
        is_near = is_tool and self._was_tool
        self._was_tool = is_tool
        return lines if is_near else ["", *lines]

    @property
    def signs(self) -> Signs:
        """The signs that the paper can hold; nothing is said of how to unfold."""
        return replace(SIGNS if self.paper().has_signs else ASCII, unfold="")

    def _line(self, line: Line, now: float) -> Iterator[str]:
        match line.get("type"):
            case "assistant":
                yield from self._reply(line)
            case "user":
                yield from self._user(line, now)
            case "attachment":
                yield from self._attachment(object_in(line, "attachment") or {})
            case "system":
                yield from self._system(line)

    def _reply(self, line: Line) -> Iterator[str]:
        message = object_in(line, "message") or {}
        is_made_up = message.get("model") == SYNTHETIC_MODEL
        for block in _blocks(message):
            match block.get("type"):
                case "text" if is_made_up and line.get("isApiErrorMessage"):
                    told = f"{block.get('text')} {_HINTS.get(str(line.get('error')), '')}"
                    yield from self.notice(told.strip(), "error")
                case "text" if not is_made_up:
                    yield from self.reply(str(block.get("text")))
                case "thinking":
                    yield from self._thinking(str(block.get("thinking") or ""))
                case "tool_use":
                    self._calls[str(block.get("id"))] = str(block.get("name")), block.get("input")

    def reply(self, text: str, style: str = "") -> Iterator[str]:
        """Draw what the model said."""
        if text.strip():
            paper, head = self.paper(), gutter(self.signs.reply, style=style)
            if style or not paper.draws:
                yield from paper.printed(text.strip("\n"), style, head)
            else:
                yield from paper.lines(draw_markdown(text), head)

    def _thinking(self, text: str) -> Iterator[str]:
        if not text.strip():
            return
        folded = fold(text.strip(), THINKING_LINES)
        head = gutter(self.signs.thinking, style="dim")
        yield from self.paper().lines(words(folded.text, "dim italic"), head)
        if told := remark(folded, self.signs):
            yield from self.paper().printed(told, "dim", gutter("  "))

    def _user(self, line: Line, now: float) -> Iterator[str]:
        message = object_in(line, "message") or {}
        content = message.get("content")
        if "promptSource" in line or isinstance(content, str):
            if _is_output(line):
                yield from self._output(str(content))
            elif not line.get("isMeta") and not line.get("isCompactSummary"):
                yield from self._prompt(line, message)
            return
        for block in _blocks(message):
            if block.get("type") == "tool_result":
                yield from self._result(block, line, now)
            elif block.get("text") in (INTERRUPTED, INTERRUPTED_TOOL):
                yield from self.notice("interrupted; say what to do instead", "warning")

    def _prompt(self, line: Line, message: Line) -> Iterator[str]:
        text = shown_prompt("\n".join(_texts(message)))
        origin = object_in(line, "origin") or {}
        if text_in(origin, "kind") == "task-notification":
            yield from self.notice(_news(text), "info")
        elif text and text != CLEAR:
            yield from self.prompt(text)

    def prompt(self, text: str) -> Iterator[str]:
        """Draw what the person said."""
        bar = gutter(self.signs.prompt, self.signs.prompt, "bold cyan")
        yield from self.paper().lines(words(self.short.get(text, text), "bold"), bar)

    def _output(self, content: str) -> Iterator[str]:
        """Draw what a command of the person's put out."""
        told = "\n".join(match[2] for match in _STREAMS.finditer(content) if match[2].strip())
        folded = fold(without_sequences(told.strip("\n")) or "(no output)", OUTPUT_LINES)
        yield from self.paper().printed(folded.text, "dim", gutter("  "))
        if more := remark(folded, self.signs):
            yield from self.paper().printed(more, "dim", gutter("  "))

    def _result(self, block: Line, line: Line, now: float) -> Iterator[str]:
        call_id = str(block.get("tool_use_id"))
        name, given = self._calls.pop(call_id, ("tool", None))
        began = self._began.pop(call_id, None)
        facts = ToolFacts(
            name,
            given,
            block.get("content"),
            line.get("toolUseResult"),
            is_error=block.get("is_error") is True,
            cwd=self.cwd,
        )
        card = build_card(facts)
        if call_id in self.seen:
            parts = tuple(part for part in card.parts if not isinstance(part, DiffPart))
            card = replace(card, parts=parts)
        took = None if began is None else round((now - began) * 1000)
        yield from self._card(
            ToolItem(
                rows=(), line=0, card=card, call_id=call_id, message=NO_FIGURES, duration_ms=took
            )
        )

    def _card(self, item: ToolItem) -> Iterator[str]:
        paper, signs = self.paper(), self.signs
        parts = PartDrawer(paper, signs, CHAT_LIMITS)
        yield from CardDrawer(paper, signs, parts, Depth.TOOLS).draw(item, gutter(""))
        for part in item.card.parts if item.card.status == "ok" else ():
            if isinstance(part, OutputPart):
                yield from parts.draw(part, gutter("    "))

    def _attachment(self, held: Line) -> Iterator[str]:
        match held.get("type"):
            case "queued_command" if held.get("commandMode") != "task-notification":
                prompt = held.get("prompt")
                texts = [prompt] if isinstance(prompt, str) else _texts({"content": prompt})
                yield from self.prompt("\n".join(texts))
            case "file" | "directory" as kind:
                told = "Read" if kind == "file" else "Listed"
                shown = text_in(held, "displayPath") or text_in(held, "filename")
                yield from self.notice(f"{told} {shown or text_in(held, 'path')}")
            case "hook_system_message":
                yield from self.notice(str(held.get("content")), "info")
            case "hook_stopped_continuation":
                reason = held.get("message") or "no reason given"
                yield from self.notice(f"a hook stopped it: {reason}", "warning")
            case "max_turns_reached":
                yield from self.notice("the most turns are reached", "warning")

    def _system(self, line: Line) -> Iterator[str]:
        if line.get("subtype") == "informational":
            level = "warning" if line.get("level") == "warning" else "info"
            yield from self.notice(str(line.get("content")), level)

    def notice(self, text: str, level: str = "info") -> Iterator[str]:
        """Draw something that nobody said."""
        style = {"warning": "yellow", "error": "red"}.get(level, "dim")
        sign = {"warning": self.signs.warning, "error": self.signs.error}.get(
            level, self.signs.info
        )
        told = words(without_sequences(text), style)
        yield from self.paper().lines(told, gutter(sign, style=style))

    def _compacted(self, event: Compacted) -> Iterator[str]:
        told = f"summed up ({event.trigger}) · {tokens(event.tokens_before)} tokens before"
        yield from self.paper().ruled(line_of_words(told, "magenta"), Text(), "magenta")

    def _ended(self, event: TurnEnded) -> Iterator[str]:
        if event.subtype != "success" and event.errors:
            yield from self.notice("; ".join(event.errors), "warning")
        seconds = event.duration_ms / 1000
        if seconds >= SHORTEST_TURN and not event.is_error:
            spoken = int(event.usage.get("output_tokens") or 0)
            told = joined(duration(seconds), f"{tokens(spoken)} tokens" if spoken else "")
            yield from self.paper().lines(line_of_words(told, "dim"), gutter("  "))


def shown_prompt(text: str) -> str:
    """Give a prompt as it was typed: a command without the tags that it is written down with."""
    found = {match[1] or "shell": match[2] or match[3] or "" for match in _TAGS.finditer(text)}
    if "name" in found:
        return f"{found['name']} {found.get('args', '')}".strip()
    if "shell" in found:
        return f"! {found['shell']}"
    if text.startswith(("<bash-stdout>", "<local-command-")):
        return ""
    return text


def _is_output(line: Line) -> bool:
    content = (object_in(line, "message") or {}).get("content")
    return isinstance(content, str) and content.startswith("<bash-stdout>")


def is_broken_off(line: Line) -> bool:
    """Say whether a line tells that the person broke off."""
    blocks = _blocks(object_in(line, "message") or {})
    return any(block.get("text") in (INTERRUPTED, INTERRUPTED_TOOL) for block in blocks)


def _is_result(line: Line) -> bool:
    return any(
        block.get("type") == "tool_result" for block in _blocks(object_in(line, "message") or {})
    )


def _news(text: str) -> str:
    found = re.search(r"<summary>(.*?)</summary>", text, re.DOTALL)
    return found[1] if found else "a task beside the conversation has ended"


def _blocks(message: Line) -> list[Line]:
    content = message.get("content")
    listed = content if isinstance(content, list) else []
    return [block for block in listed if isinstance(block, dict)]


def _texts(message: Line) -> list[str]:
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    return [str(block["text"]) for block in _blocks(message) if block.get("type") == "text"]
