"""What takes how much of the window: for ``/context``, and for programs that ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.client.compaction import counted_tokens, threshold, tokens_now, window
from steno.client.model_names import plain_name
from steno.client.spending import guessed_tokens
from steno.format import codec

if TYPE_CHECKING:
    from steno.client.agent import Agent


async def context_usage(agent: Agent, *, counts: bool = False) -> dict[str, Any]:
    """Give what the next request would take, by kind; ``counts`` asks the service for the sum.

    The parts are guesses by their length. The sum is what the last answer told, where one did.
    """
    request, options = agent.request(), agent.shared.options
    body = request.body()
    parts = {
        "System prompt": _tokens(body.get("system", [])),
        "Tools": _tokens(body.get("tools", [])),
        "Memory files": guessed_tokens(len(agent.opening())),
    }
    parts["Messages"] = max(0, _tokens(body["messages"]) - parts["Memory files"])
    most = window(agent.model, options.context_window)
    counted, _ = counted_tokens(agent)
    total = tokens_now(agent) if counted else sum(parts.values())
    if counts:
        # Whether it thinks is nothing that takes tokens, but not every conversation may end so.
        body.pop("thinking", None)
        total = await agent.shared.exchange.count_tokens(body, betas=request.all_betas())
    return {
        "model": plain_name(agent.model),
        "totalTokens": total,
        "maxTokens": most,
        "percentage": round(100 * total / most, 1),
        "autoCompactThreshold": threshold(agent.model, options.context_window),
        "isAutoCompactEnabled": options.auto_compact,
        "categories": [{"name": name, "tokens": tokens} for name, tokens in parts.items()],
        "freeTokens": max(0, most - total),
    }


def _tokens(part: Any) -> int:
    return guessed_tokens(len(codec.encode_value(part)))
