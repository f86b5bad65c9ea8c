"""What the tokens of a model cost, exactly: rates, the cards they stand on, and own rates."""

from __future__ import annotations

from dataclasses import dataclass, fields
from decimal import Context, Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final

from steno.errors import ConfigError

if TYPE_CHECKING:
    from steno.config import Config
    from steno.session.tokens import TokenCount

EXACT: Final = Context(prec=100)
"""Digits enough for any figure that a transcript can hold, so that nothing is ever rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """US dollars for a million tokens of each kind; None where the price is not known."""

    input: Decimal | None = None
    output: Decimal | None = None
    cache_read: Decimal | None = None
    cache_write_5m: Decimal | None = None
    cache_write_1h: Decimal | None = None
    web_search: Decimal | None = None
    """For a thousand searches."""

    def times(self, factor: Decimal) -> Rates:
        """Give the rates with every kind of token dearer by a factor; searches stay."""
        tokens = {
            name: None if rate is None else EXACT.multiply(rate, factor)
            for name, rate in self._of_tokens()
        }
        return Rates(**tokens, web_search=self.web_search)

    def price(self, tokens: TokenCount, web_searches: int) -> Decimal | None:
        """Price one request; None where a rate that it needs is not known."""
        million = _sum(
            (tokens.input_tokens, self.input),
            (tokens.output_tokens, self.output),
            (tokens.cache_read_input_tokens, self.cache_read),
            (tokens.billed_5m, self.cache_write_5m),
            (tokens.cache_creation_1h, self.cache_write_1h),
        )
        thousand = _sum((web_searches, self.web_search))
        if million is None or thousand is None:
            return None
        return EXACT.fma(million, _MILLIONTH, EXACT.multiply(thousand, _THOUSANDTH))

    def _of_tokens(self) -> tuple[tuple[str, Decimal | None], ...]:
        return (
            ("input", self.input),
            ("output", self.output),
            ("cache_read", self.cache_read),
            ("cache_write_5m", self.cache_write_5m),
            ("cache_write_1h", self.cache_write_1h),
        )


_MILLIONTH: Final = Decimal("0.000001")
_THOUSANDTH: Final = Decimal("0.001")


def _sum(*parts: tuple[int, Decimal | None]) -> Decimal | None:
    """Add up counts at their rates; None where one that is needed is not known."""
    total = Decimal(0)
    for count, rate in parts:
        if count and rate is None:
            return None
        if count and rate is not None:
            total = EXACT.fma(rate, count, total)
    return total


@dataclass(frozen=True, slots=True)
class LongPrompt:
    """Rates of every token of a request whose prompt is longer than a limit."""

    above: int
    rates: Rates


@dataclass(frozen=True, slots=True)
class RateCard:
    """The rates of a model at one time."""

    rates: Rates
    long_prompts: tuple[LongPrompt, ...] = ()
    """Those of longer prompts, shortest limit first."""

    def at(self, prompt_tokens: int) -> Rates:
        """Give the rates of a request by the tokens that were sent."""
        rates = self.rates
        for step in self.long_prompts:
            if prompt_tokens > step.above:
                rates = step.rates
        return rates


def own_rates(config: Config) -> dict[str, Rates]:
    """Read the user's own rates by model from ``prices`` in the configuration.

    As in::

        [prices."glm-4.6"]
        input = 0.6
        output = 2.2
    """
    prices = config.get("prices")
    if prices is None:
        return {}
    if not isinstance(prices, dict):
        raise ConfigError(f"prices in {config.path} has to be a table of models. Mend it.")
    return {model: _rates_of(config, model, values) for model, values in prices.items()}


_KINDS: Final = tuple(field.name for field in fields(Rates))


def _rates_of(config: Config, model: str, values: object) -> Rates:
    where = f'prices."{model}" in {config.path}'
    if not isinstance(values, dict):
        raise ConfigError(f"{where} has to be a table such as {{ input = 3, output = 15 }}.")
    if unknown := values.keys() - set(_KINDS):
        raise ConfigError(f"{where} has {min(unknown)}, but there are only: {', '.join(_KINDS)}.")
    return Rates(**{kind: _rate(value, f"{kind} of {where}") for kind, value in values.items()})


def _rate(value: object, where: str) -> Decimal:
    """Read a rate by its digits as they were written: 0.1 is a tenth, whatever a float makes."""
    written = isinstance(value, (str, int, float, Decimal)) and not isinstance(value, bool)
    try:
        rate = Decimal(str(value)) if written else Decimal(-1)
    except InvalidOperation:
        rate = Decimal(-1)
    if not rate.is_finite() or rate < 0:
        raise ConfigError(f"{where} is {value!r}, but it has to be dollars, such as 0.5.")
    return rate
