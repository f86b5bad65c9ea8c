"""What a session has used and cost so far: per model, over all agents, each answer once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from steno.client.lines import normal_usage
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.members import integer_in, object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.analyse.cost import Prices
    from steno.session.tokens import MessageUsage

_COUNTS: Final = (
    "input_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "output_tokens",
)

_CHARACTERS_PER_TOKEN: Final = 4


@dataclass(slots=True)
class ModelSpending:
    """What one model was used for."""

    usage: dict[str, Any] = field(default_factory=lambda: normal_usage({}))
    cost: Decimal | None = Decimal(0)
    """None as soon as one answer has no certain price."""


@dataclass(slots=True)
class Spending:
    """The sums of a session; ``api_ms`` is the time spent waiting for models."""

    models: dict[str, ModelSpending] = field(default_factory=dict)
    api_ms: int = 0
    prices: Prices | None = None
    _unpriced: list[tuple[Mapping[str, Any], datetime] | MessageUsage] = field(default_factory=list)
    """Answers that nobody asked the price of yet: the tables take half a second to load."""
    _is_warm: bool = False

    def add(self, message: Mapping[str, Any]) -> None:
        """Count an answer of a model."""
        spent = self.models.setdefault(str(message.get("model")), ModelSpending())
        spent.usage = summed(spent.usage, object_in(message, "usage") or {})
        self._unpriced.append((message, datetime.now(UTC)))

    def take_up(self, billed: Iterable[MessageUsage]) -> None:
        """Count what was answered before, each message once: a session that goes on."""
        for one in billed:
            if one.model != SYNTHETIC_MODEL:
                spent = self.models.setdefault(str(one.model), ModelSpending())
                spent.usage = summed(spent.usage, _usage_of(one))
                self._unpriced.append(one)

    def warm(self) -> None:
        """Load the tables while an answer comes, in a thread, so that nobody waits for them."""
        if not self._is_warm:
            self._is_warm = True
            asyncio.get_running_loop().run_in_executor(None, _load)

    def _settle(self) -> None:
        for one in self._unpriced:
            billed = _as_billed(*one) if isinstance(one, tuple) else one
            spent, price = self.models[str(billed.model)], self._price(billed)
            spent.cost = None if price is None or spent.cost is None else spent.cost + price
        self._unpriced.clear()

    @property
    def cost(self) -> Decimal | None:
        """What all answers cost; None where a price is not known."""
        self._settle()
        total = Decimal(0)
        for spent in self.models.values():
            if spent.cost is None:
                return None
            total += spent.cost
        return total

    @property
    def known_cost(self) -> Decimal:
        """What the answers cost whose price is known: what a budget is measured by."""
        self._settle()
        return sum((spent.cost or Decimal(0) for spent in self.models.values()), Decimal(0))

    def by_model(self) -> dict[str, dict[str, Any]]:
        """Give the sums by model, as a result tells them."""
        self._settle()
        return {model: _told(spent) for model, spent in self.models.items()}

    def _price(self, billed: MessageUsage) -> Decimal | None:
        from steno.analyse.cost import Prices, price_message  # noqa: PLC0415 - slow

        if self.prices is None:
            self.prices = Prices()
        return price_message(billed, self.prices)


def _load() -> None:
    from steno.analyse.cost import Prices, price_message  # noqa: PLC0415 - slow
    from steno.session.tokens import MessageUsage  # noqa: PLC0415 - the same

    price_message(MessageUsage(message_id="", model="claude-opus-4-8"), Prices())


def _as_billed(message: Mapping[str, Any], time: datetime) -> MessageUsage:
    from steno.session.tokens import MessageUsage, TokenCount  # noqa: PLC0415 - as above

    usage = object_in(message, "usage") or {}
    cache = object_in(usage, "cache_creation") or {}
    hour = integer_in(cache, "ephemeral_1h_input_tokens") or 0
    created = integer_in(usage, "cache_creation_input_tokens") or 0
    tools = object_in(usage, "server_tool_use") or {}
    return MessageUsage(
        message_id=str(message.get("id")),
        model=text_in(message, "model"),
        time=time,
        tokens=TokenCount(
            input_tokens=integer_in(usage, "input_tokens") or 0,
            output_tokens=integer_in(usage, "output_tokens") or 0,
            cache_creation_input_tokens=created,
            cache_read_input_tokens=integer_in(usage, "cache_read_input_tokens") or 0,
            cache_creation_1h=hour,
            cache_creation_5m=max(0, created - hour),
        ),
        web_searches=integer_in(tools, "web_search_requests") or 0,
        speed=text_in(usage, "speed"),
        geo=text_in(usage, "inference_geo"),
    )


def _usage_of(billed: MessageUsage) -> dict[str, Any]:
    tokens = billed.tokens
    return {
        "input_tokens": tokens.input_tokens,
        "output_tokens": tokens.output_tokens,
        "cache_creation_input_tokens": tokens.cache_creation_input_tokens,
        "cache_read_input_tokens": tokens.cache_read_input_tokens,
        "server_tool_use": {"web_search_requests": billed.web_searches},
    }


def summed(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Add up two usages; what is no number is that of the later one."""
    first, second = normal_usage(one), normal_usage(other)
    total = dict(second)
    for key in _COUNTS:
        total[key] = first[key] + second[key]
    for key in ("server_tool_use", "cache_creation"):
        total[key] = {name: first[key].get(name, 0) + count for name, count in second[key].items()}
    return total


def guessed_tokens(characters: int) -> int:
    """Give about how many tokens a text has, by its length."""
    return characters // _CHARACTERS_PER_TOKEN


def prompt_tokens(usage: Mapping[str, Any]) -> int:
    """Give how long a conversation was when it was sent."""
    return sum(integer_in(usage, key) or 0 for key in _COUNTS[:3])


def all_tokens(usage: Mapping[str, Any]) -> int:
    """Give how long a conversation is with the answer to it."""
    return prompt_tokens(usage) + (integer_in(usage, "output_tokens") or 0)


def _told(spent: ModelSpending) -> dict[str, Any]:
    return {
        "inputTokens": spent.usage["input_tokens"],
        "outputTokens": spent.usage["output_tokens"],
        "cacheReadInputTokens": spent.usage["cache_read_input_tokens"],
        "cacheCreationInputTokens": spent.usage["cache_creation_input_tokens"],
        "webSearchRequests": spent.usage["server_tool_use"]["web_search_requests"],
        "costUSD": None if spent.cost is None else float(spent.cost),
    }
