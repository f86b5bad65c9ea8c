"""Sub-agents: what they were asked, what they answered, and what it took."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from steno.format.content import Block, TextBlock
from steno.format.tool_results.agents import AgentResult
from steno.view.parts import FactsPart, Part
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import block_parts, failure_parts, markdown_parts
from steno.view.tools.wording import count, first_line, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.format.tool_results.agents import ToolStats
    from steno.view.tools.facts import ToolFacts

TRAILER: Final = "agentId: "
"""How the text begins that the client puts behind an answer for the model alone."""

TRAILER_FIGURE: Final = re.compile(r"(\w+): (\d{1,12})\b")

BACKGROUND: Final = {
    "async_launched": "in the background",
    "remote_launched": "in the cloud",
    "teammate_spawned": "joined the team",
}
"""Statuses of sub-agents that do not answer in this call."""


@dataclass(frozen=True, slots=True)
class _Totals:
    """What a sub-agent took, from the structured result or from the text behind its answer."""

    tools: int | None
    milliseconds: int | None
    tokens: int | None


def build(facts: ToolFacts) -> ToolCard:
    """Show what a sub-agent was asked and what it answered."""
    result = facts.typed(AgentResult)
    prompt = facts.text("prompt") or result.prompt or ""
    about = facts.text("description") or result.description or first_line(prompt)
    totals = _totals(facts, result)
    return ToolCard(
        tool=facts.name,
        label=f"{facts.name} {agent_kind(facts, result)}".rstrip(),
        argument=about,
        joint=": ",
        summary=_summary(result, totals) if facts.status == "ok" else "",
        status=facts.status,
        parts=(
            *markdown_parts(prompt, "Prompt"),
            *_answer(facts, result),
            *_known(facts, result),
            *failure_parts(facts),
        ),
        figures=_figures(totals),
    )


def agent_kind(facts: ToolFacts, result: AgentResult) -> str:
    """Name the kind of a sub-agent, such as ``Explore``."""
    asked = facts.text("subagent_type", "agent_type")
    return asked or result.agent_type or result.teammate_agent_type or ""


def _answer(facts: ToolFacts, result: AgentResult) -> tuple[Part, ...]:
    if facts.status != "ok" or result.status in BACKGROUND:
        return ()
    content = result.content if result.content is not None else facts.blocks
    if isinstance(content, str) or not content:
        text = content if isinstance(content, str) else facts.result_text
        return markdown_parts(text, "Answer")
    return _of_blocks(block for block in content if not _is_trailer(block))


def _of_blocks(blocks: Iterable[Block]) -> tuple[Part, ...]:
    parts: list[Part] = []
    for block in blocks:
        if isinstance(block, TextBlock):
            parts += markdown_parts(block.text or "", "" if parts else "Answer")
        else:
            parts += block_parts((block,))
    return tuple(parts)


def _is_trailer(block: Block) -> bool:
    return isinstance(block, TextBlock) and (block.text or "").startswith(TRAILER)


def _totals(facts: ToolFacts, result: AgentResult) -> _Totals:
    told = [b.text or "" for b in facts.blocks if isinstance(b, TextBlock) and _is_trailer(b)]
    figures = dict(TRAILER_FIGURE.findall(told[-1])) if told else {}

    def figure(stored: int | None, *names: str) -> int | None:
        found = next((figures[name] for name in names if name in figures), None)
        return stored if stored is not None or found is None else int(found)

    return _Totals(
        tools=figure(result.total_tool_use_count, "tool_uses"),
        milliseconds=figure(result.total_duration_ms, "duration_ms"),
        tokens=figure(result.total_tokens, "total_tokens", "subagent_tokens"),
    )


def _summary(result: AgentResult, totals: _Totals) -> str:
    if result.status in BACKGROUND:
        team = f" {result.team_name}" if result.team_name else ""
        return f"{BACKGROUND[result.status]}{team}"
    return joined(
        "" if totals.tools is None else count(totals.tools, "tool"),
        "" if totals.tokens is None else count(totals.tokens, "token"),
    )


def _figures(totals: _Totals) -> tuple[Figure, ...]:
    named = (
        ("tools", totals.tools, ""),
        ("duration", totals.milliseconds, "ms"),
        ("tokens", totals.tokens, ""),
    )
    return tuple(Figure(name, value, unit) for name, value, unit in named if value is not None)


def _known(facts: ToolFacts, result: AgentResult) -> tuple[Part, ...]:
    model = result.resolved_model or result.model or facts.text("model")
    pairs = (
        ("agent", result.agent_id or result.teammate_agent_id or ""),
        ("name", facts.text("name") or result.name or ""),
        ("model", model),
        ("worktree", joined(result.worktree_path or "", result.worktree_branch or "")),
        ("did", _doings(result.tool_stats)),
        ("answers in", result.output_file or ""),
        ("session", result.session_url or ""),
    )
    known = tuple((name, value) for name, value in pairs if value)
    return (FactsPart(known),) if known else ()


def _doings(stats: ToolStats | None) -> str:
    if stats is None:
        return ""
    told = (
        (stats.read_count, "read"), (stats.search_count, "search"), (stats.bash_count, "command"),
        (stats.edit_file_count, "changed file"), (stats.lines_added, "line added"),
        (stats.lines_removed, "line removed"), (stats.other_tool_count, "other call"),
    )  # fmt: skip
    plurals = {"search": "searches", "line added": "lines added", "line removed": "lines removed"}
    return joined(*(count(number, word, plurals.get(word, "")) for number, word in told if number))
