"""The body of a request: system prompt, tools, messages, thinking, and marks for the cache."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from steno.client.model_names import LONG_SUFFIX, plain_name
from steno.format import codec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from steno.client.tool import Tool

    Blocks = list[dict[str, Any]]

MARK: Final = {"type": "ephemeral"}
MOST_MARKS: Final = 4
"""How many marks the API takes in one request."""
LEAST_BUDGET: Final = 1024
"""The smallest budget for thinking that the API takes."""
DEFAULT_BUDGET: Final = 16_000
EFFORT_BETA: Final = "effort-2025-11-24"
INTERLEAVED_BETA: Final = "interleaved-thinking-2025-05-14"
LONG_CONTEXT_BETA: Final = "context-1m-2025-08-07"
EFFORTS: Final = ("low", "medium", "high", "xhigh", "max")

_VERSION: Final = re.compile(r"(opus|sonnet|haiku|fable)-(\d{1,2})(?:-(\d{1,2}))?(?!\d)")
_OUTPUT: Final = (
    (re.compile("claude-3-(?:opus|haiku|sonnet-)"), 4096),
    (re.compile("claude-3"), 8192),
)
ThinkingMode = Literal["adaptive", "enabled", "disabled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinking:
    """How much the model thinks, as the command line says; nothing said: as it is best."""

    mode: ThinkingMode | None = None
    budget: int | None = None
    effort: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """All that one request is made of."""

    model: str
    system: Blocks
    tools: Sequence[Mapping[str, Any]]
    messages: list[dict[str, Any]]
    thinking: Thinking = field(default_factory=Thinking)
    max_tokens: int | None = None
    user_id: Mapping[str, Any] = field(default_factory=dict)
    betas: tuple[str, ...] = ()
    uses_tools: bool = True
    """Whether the model may call them; they are told of either way, for earlier calls need it."""

    def body(self) -> dict[str, Any]:
        """Give the request as the Messages API takes it."""
        most = self.max_tokens or most_output(self.model)
        body: dict[str, Any] = {
            "model": plain_name(self.model),
            "max_tokens": most,
            "messages": marked_messages(self.messages, MOST_MARKS - 2),
        }
        if self.system:
            body["system"] = _marked(self.system)
        if self.tools:
            body["tools"] = _marked([dict(tool) for tool in self.tools])
        if self.tools and not self.uses_tools:
            body["tool_choice"] = {"type": "none"}
        if self.user_id:
            body["metadata"] = {"user_id": codec.encode_value(dict(self.user_id)).decode()}
        thinking = thinking_member(self.model, self.thinking, most)
        if thinking is not None and (is_adaptive(self.model) or not _lacks_thought(self.messages)):
            body["thinking"] = thinking
        if self.thinking.effort and takes_effort(self.model):
            body["output_config"] = {"effort": self.thinking.effort}
        return body

    def all_betas(self) -> list[str]:
        """Give the names of what is still being tried out and used here."""
        wanted = list(self.betas)
        if self.thinking.effort and takes_effort(self.model):
            wanted.append(EFFORT_BETA)
        thinks = self.thinking.mode != "disabled" and can_think(self.model)
        if thinks and not is_adaptive(self.model):
            wanted.append(INTERLEAVED_BETA)
        if self.model.endswith(LONG_SUFFIX):
            wanted.append(LONG_CONTEXT_BETA)
        return list(dict.fromkeys(wanted))


def tool_entries(tools: Iterable[Tool]) -> Blocks:
    """Give the tools as the model is told of them."""
    return [
        {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
        for tool in tools
    ]


def _marked(blocks: Blocks) -> Blocks:
    """Mark the last block: what stands before it, and itself, may be kept in the cache."""
    return [*blocks[:-1], blocks[-1] | {"cache_control": MARK}]


def marked_messages(messages: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Mark the ends of the last user messages, the newest and the one that it continues."""
    marked = list(messages)
    places = [place for place, message in enumerate(marked) if message["role"] == "user"]
    for place in places[-most:]:
        content = marked[place]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
        marked[place] = {"role": "user", "content": _marked(blocks) if blocks else blocks}
    return marked


def thinking_member(model: str, thinking: Thinking, most: int) -> dict[str, Any] | None:
    """Say how the model is to think; None where nothing is to be said of it."""
    if not can_think(model):
        return None
    if thinking.mode == "disabled" or thinking.budget == 0:
        return {"type": "disabled"}
    if is_adaptive(model):
        return {"type": "adaptive"}
    budget = min(thinking.budget or DEFAULT_BUDGET, most - 1)
    return {"type": "enabled", "budget_tokens": budget} if budget >= LEAST_BUDGET else None


def _lacks_thought(messages: Sequence[Mapping[str, Any]]) -> bool:
    """Say whether calls wait for an answer that another model made, or nobody thought before.

    Where a model is told to think, the API takes results only for calls that were thought of.
    """
    if len(messages) < 2 or messages[-2]["role"] != "assistant":  # noqa: PLR2004 - the last pair
        return False
    blocks = messages[-2]["content"]
    kinds = [block.get("type") for block in blocks] if isinstance(blocks, list) else ["text"]
    return "tool_use" in kinds and kinds[0] not in ("thinking", "redacted_thinking")


def can_think(model: str) -> bool:
    """Say whether a model thinks before it answers: 3.7 and all from 4 on."""
    if "claude-3" in model:
        return "claude-3-7" in model
    return True


def is_adaptive(model: str) -> bool:
    """Say whether a model decides by itself how long it thinks (from 4.6 on)."""
    match = _VERSION.search(model)
    if match is None:
        return False
    return (int(match[2]), int(match[3] or 0)) >= (4, 6)


def takes_effort(model: str) -> bool:
    """Say whether a model can be told how hard to try (Opus from 4.5 on, all from 4.6 on)."""
    return is_adaptive(model) or "opus-4-5" in model


def most_output(model: str) -> int:
    """Give how many tokens an answer of a model may have, as far as we ask for it."""
    for pattern, most in _OUTPUT:
        if pattern.search(model):
            return most
    return 64_000 if is_adaptive(model) else 32_000
