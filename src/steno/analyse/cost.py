"""The cost of API messages, exactly, from the bundled tables of genai-prices.

What is told is the list price of the API, in US dollars, on the day of each message: what a
subscription or a contract makes of it, no transcript says. A model without a certain price is
listed and never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from steno.analyse.model_names import ANTHROPIC, VERTEX, core_name, parse_model, plain_model
from steno.analyse.rates import EXACT, LongPrompt, RateCard, Rates, own_rates
from steno.format.entries.assistant import SYNTHETIC_MODEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from genai_prices.types import MatchLogic, ModelInfo, ModelPrice, Tier, TieredPrices

    from steno.config import Config
    from steno.session.tokens import MessageUsage

NO_MODEL: Final = "null"
"""How a message without a model is listed."""

FAST: Final[dict[str, Decimal]] = {
    "claude-opus-4-6": Decimal(6),
    "claude-opus-4-7": Decimal(6),
    "claude-opus-4-8": Decimal(2),
    "claude-opus-5": Decimal(2),
}
"""How much dearer all tokens are in fast mode, which genai-prices does not know.

Source: "Fast mode", Pricing, in Anthropic's platform documentation, 2026-02 to 2026-10. A model
that is not here has no certain price in fast mode.
"""

PLACES: Final[dict[str | None, Decimal]] = {
    None: Decimal(1),
    "": Decimal(1),
    "global": Decimal(1),
    "not_available": Decimal(1),
    "us": Decimal("1.1"),
}
"""How much dearer all tokens are where the model had to run in one place.

Source: "Data residency", Pricing, in Anthropic's platform documentation, 2026-02 to 2026-10.
"""

LONG_SONNET_4: Final = frozenset({"claude-sonnet-4", "claude-sonnet-4-0", "claude-4-sonnet"})
LONG_PROMPT: Final = 200_000
LONG_INPUT: Final = Decimal(2)
LONG_OUTPUT: Final = Decimal("1.5")
"""How much dearer Claude Sonnet 4 is in longer prompts, which genai-prices does not know.

Source: "Long context pricing" in Anthropic's platform documentation, from 2025-08-12 until that
beta ended. What genai-prices knows of later models is the same.
"""

_STANDARD: Final = (None, "", "standard")
_KEYS: Final = {
    "input": ("input_mtok",),
    "output": ("output_mtok",),
    "cache_read": ("cache_read_mtok",),
    "cache_write_5m": ("cache_write_5m_mtok", "cache_write_mtok"),
    "cache_write_1h": ("cache_write_1h_mtok",),
    "web_search": ("web_searches_kcount",),
}
"""Where genai-prices keeps each rate; of several places the first that has one."""


@dataclass(frozen=True, slots=True)
class CostReport:
    """What messages cost together."""

    cost_usd: Decimal | None
    """The sum over all messages that have a price; None where there are some, but none has."""
    unpriced_models: tuple[str, ...]
    """Models without a certain price: what their messages cost is missing in the sum."""
    messages_without_final_usage: int
    """Messages whose last tokens were never stored: they cost more than the sum says."""


class Prices:
    """The prices of models: the user's own, and those of genai-prices as they were bundled."""

    def __init__(self, own: Mapping[str, Rates] | None = None) -> None:
        """Take the user's own rates by name; no table is loaded before a price is asked for."""
        self.unknown: set[str] = set()
        """What was asked for so far and has no certain price."""
        self._own = dict(own or {})
        self._listed: dict[str, ModelInfo | None] = {}
        self._cards: dict[tuple[str, int], RateCard] = {}

    @classmethod
    def configured(cls, config: Config) -> Prices:
        """Give prices with the user's own from ``prices`` in the configuration."""
        return cls(own_rates(config))

    def rates(self, usage: MessageUsage) -> Rates | None:
        """Give the rates of one request; None where the price is not certain.

        The user's own rates are taken as they stand, under the name that is listed.
        """
        own = self._own.get(listed_name(usage))
        if own is not None:
            return own
        model = plain_model(usage.model or NO_MODEL)
        card, factor = self._card(model, usage.time), _factor(usage, model)
        if card is None or factor is None:
            return None
        rates = card.at(usage.tokens.prompt_tokens)
        return rates if factor == 1 else rates.times(factor)

    def _card(self, model: str, time: datetime | None) -> RateCard | None:
        if model not in self._listed:
            self._listed[model] = _find(model)
        listed = self._listed[model]
        price = None if listed is None else _price_at(listed, time)
        if price is None:
            return None
        # The bundled tables live as long as the program, so that an identity stays one.
        key = (model, id(price))
        if key not in self._cards:
            self._cards[key] = _card_of(price, model)
        return self._cards[key]


def price_message(usage: MessageUsage, prices: Prices) -> Decimal | None:
    """Price one API message; None where that is not certain, and ``prices.unknown`` says why."""
    return _price(usage, prices, prices.unknown)


def cost_of(messages: Iterable[MessageUsage], prices: Prices | None = None) -> CostReport:
    """Add up what messages cost, each of which is given once, as by a table of messages."""
    prices = Prices() if prices is None else prices
    total, priced, unfinished = Decimal(0), 0, 0
    unknown: set[str] = set()
    for usage in messages:
        if usage.model == SYNTHETIC_MODEL:
            continue
        unfinished += not usage.final
        price = _price(usage, prices, unknown)
        if price is not None:
            priced += 1
            total = EXACT.add(total, price)
    prices.unknown |= unknown
    return CostReport(
        cost_usd=total if priced or not unknown else None,
        unpriced_models=tuple(sorted(unknown)),
        messages_without_final_usage=unfinished,
    )


def listed_name(usage: MessageUsage) -> str:
    """Name what has a price: a model, and what makes it dearer, as in ``claude-x (fast)``."""
    model = plain_model(usage.model or NO_MODEL)
    notes = [] if usage.speed in _STANDARD else [str(usage.speed)]
    if usage.geo not in PLACES:
        notes.append(str(usage.geo))
    return f"{model} ({', '.join(notes)})" if notes else model


def decimal_string(amount: Decimal) -> str:
    """Write an amount with all its digits, without an exponent and without needless zeros."""
    text = format(amount, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _price(usage: MessageUsage, prices: Prices, unknown: set[str]) -> Decimal | None:
    total = Decimal(0)
    for request in _requests(usage):
        rates = prices.rates(request)
        price = None if rates is None else rates.price(request.tokens, request.web_searches)
        if price is None:
            unknown.add(listed_name(request))
            return None
        total = EXACT.add(total, price)
    return total


def _requests(usage: MessageUsage) -> Iterator[MessageUsage]:
    """Yield what is billed on its own: the message, and its attempts at standard speed."""
    if usage.model == SYNTHETIC_MODEL:
        return
    yield usage
    for attempt in usage.attempts:
        model = usage.model if attempt.model is None else attempt.model
        yield replace(usage, model=model, tokens=attempt.tokens, web_searches=0, speed=None)


def _factor(usage: MessageUsage, model: str) -> Decimal | None:
    """Say how much dearer than listed the tokens of a request are; None where nobody knows."""
    place, speed = PLACES.get(usage.geo), Decimal(1)
    if usage.speed not in _STANDARD:
        fast = FAST.get(core_name(model)) if usage.speed == "fast" else None
        if fast is None:
            return None
        speed = fast
    return None if place is None else EXACT.multiply(place, speed)


def _find(model: str) -> ModelInfo | None:
    """Find a model in the bundled tables; nothing is fetched."""
    name = parse_model(model)
    if name is None:
        return None
    from genai_prices.data import providers  # noqa: PLC0415 - takes 0.2 s, and few need it

    # Vertex AI sells what it does not list itself at Anthropic's prices.
    sellers = (name.seller, ANTHROPIC) if name.seller == VERTEX else (name.seller,)
    tables = {provider.id: provider.models for provider in providers}
    listed = (entry for seller in sellers for entry in tables.get(seller, ()))
    return next((entry for entry in listed if _is_certain(entry, name.name)), None)


def _is_certain(listed: ModelInfo, name: str) -> bool:
    """Say whether a name is one that a table lists, and not merely one that begins like it.

    genai-prices takes any name that begins with, or holds, one of its own: ``claude-opus-4-55``
    for ``claude-opus-4-5``. What stands behind the listed name may only be a date or a revision.
    """
    if not listed.is_match(name):
        return False
    return core_name(name) in {core_name(known) for known in _names(listed.match)}


def _names(clause: MatchLogic) -> Iterator[str]:
    """Yield the names that a table lists for a model."""
    from genai_prices.types import (  # noqa: PLC0415 - the same
        ClauseContains,
        ClauseEndsWith,
        ClauseEquals,
        ClauseOr,
        ClauseStartsWith,
    )

    match clause:
        case ClauseOr(or_=parts):
            for part in parts:
                yield from _names(part)
        case ClauseEquals(equals=name) | ClauseStartsWith(starts_with=name):
            yield name
        case ClauseEndsWith(ends_with=name) | ClauseContains(contains=name):
            yield name


def _price_at(listed: ModelInfo, time: datetime | None) -> ModelPrice | None:
    """Give the prices of a model on a day; None where they have changed and no day is known."""
    if not isinstance(listed.prices, list):
        return listed.prices
    return None if time is None else listed.get_prices(time)


def _card_of(price: ModelPrice, model: str) -> RateCard:
    """Copy the prices of a model onto a card of ours."""
    rates = _rates_at(price, 0)
    limits = sorted({tier.start for keys in _KEYS.values() for tier in _tiers(price, keys)})
    steps = tuple(LongPrompt(limit, _rates_at(price, limit + 1)) for limit in limits)
    if not steps and core_name(model) in LONG_SONNET_4:
        output = None if rates.output is None else EXACT.multiply(rates.output, LONG_OUTPUT)
        steps = (LongPrompt(LONG_PROMPT, replace(rates.times(LONG_INPUT), output=output)),)
    return RateCard(rates, steps)


def _rates_at(price: ModelPrice, prompt_tokens: int) -> Rates:
    return Rates(**{kind: _rate(price, keys, prompt_tokens) for kind, keys in _KEYS.items()})


def _rate(price: ModelPrice, keys: tuple[str, ...], prompt_tokens: int) -> Decimal | None:
    """Read one rate; one that is no decimal is not known, for a float is not exact."""
    value = _listed(price, keys)
    rate = getattr(value, "base", value)
    for tier in _tiers(price, keys):
        if prompt_tokens > tier.start:
            rate = tier.price
    return rate if isinstance(rate, Decimal) else None


def _tiers(price: ModelPrice, keys: tuple[str, ...]) -> list[Tier]:
    """Give the tiers of a rate, shortest prompt first."""
    value = _listed(price, keys)
    return [] if value is None or isinstance(value, Decimal) else value.tiers


def _listed(price: ModelPrice, keys: tuple[str, ...]) -> Decimal | TieredPrices | None:
    found = (getattr(price, key, None) for key in keys)
    return next((value for value in found if value is not None), None)
