"""Rates: exact arithmetic, longer prompts, and the user's own."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from steno.analyse.rates import LongPrompt, RateCard, Rates, own_rates
from steno.config import Config, load_config
from steno.errors import ConfigError
from steno.session.tokens import TokenCount

RATES = Rates(
    input=Decimal(3),
    output=Decimal(15),
    cache_read=Decimal("0.3"),
    cache_write_5m=Decimal("3.75"),
    cache_write_1h=Decimal(6),
    web_search=Decimal(10),
)


def test_each_kind_has_its_rate() -> None:
    """A token of each kind, and one search."""
    tokens = TokenCount(1, 1, 2, 1, 1, 1)
    # 3 + 15 + 0.3 + 3.75 + 6 = 28.05 a million, and 10 a thousand.
    assert RATES.price(tokens, 1) == Decimal("0.01002805")


def test_price_needs_only_the_rates_of_what_there_is() -> None:
    """A rate that nobody knows is no hindrance where nothing is to be paid at it."""
    rates = Rates(input=Decimal(1))
    assert rates.price(TokenCount(input_tokens=5), 0) == Decimal("0.000005")
    assert rates.price(TokenCount(input_tokens=5, output_tokens=1), 0) is None
    assert rates.price(TokenCount(input_tokens=5), 1) is None


def test_absurd_counts_are_priced_to_the_last_digit() -> None:
    """The largest count that a table keeps, at a rate with many digits."""
    biggest = (1 << 63) - 1
    rates = Rates(input=Decimal("0.123456789123"))
    # 9223372036854775807 x 123456789123 = 1138687896556955040980241147261
    expected = Decimal("1138687896556.955040980241147261")
    assert rates.price(TokenCount(input_tokens=biggest), 0) == expected


def test_factor_makes_tokens_dearer_and_leaves_searches_alone() -> None:
    """And what is not known stays so."""
    dearer = Rates(input=Decimal(5), web_search=Decimal(10)).times(Decimal("1.1"))
    assert dearer == Rates(input=Decimal("5.5"), web_search=Decimal(10))


def test_longer_prompts_have_the_rates_of_the_highest_limit_passed() -> None:
    """Only what is above a limit passes it."""
    first, second = Rates(input=Decimal(2)), Rates(input=Decimal(3))
    card = RateCard(RATES, (LongPrompt(100, first), LongPrompt(200, second)))
    found = [card.at(prompt) for prompt in (0, 100, 101, 200, 201)]
    assert found == [RATES, RATES, first, first, second]


def test_own_rates_are_read_by_their_digits(tmp_path: Path) -> None:
    """As numbers or as text; a float's hidden digits never show."""
    path = tmp_path / "config.toml"
    path.write_text(
        '[prices."glm-4.6"]\ninput = 0.1\noutput = "2.20"\ncache_read = 0\n'
        '[prices."claude-x (fast)"]\ninput = 30\n'
    )
    assert own_rates(load_config(path)) == {
        "glm-4.6": Rates(input=Decimal("0.1"), output=Decimal("2.2"), cache_read=Decimal(0)),
        "claude-x (fast)": Rates(input=Decimal(30)),
    }


def test_nobody_needs_own_rates(tmp_path: Path) -> None:
    """Most configurations have none."""
    assert own_rates(load_config(tmp_path / "none.toml")) == {}


@pytest.mark.parametrize(
    ("prices", "word"),
    [
        (5, "table of models"),
        ({"glm-4.6": 5}, "input = 3"),
        ({"glm-4.6": {"inptu": 5}}, "inptu"),
        ({"glm-4.6": {"input": -1}}, "-1"),
        ({"glm-4.6": {"input": True}}, "True"),
        ({"glm-4.6": {"input": "cheap"}}, "cheap"),
        ({"glm-4.6": {"input": float("nan")}}, "nan"),
        ({"glm-4.6": {"input": [3]}}, "dollars"),
    ],
)
def test_own_rates_that_make_no_sense_are_refused(prices: Any, word: str) -> None:
    """With what is wrong, and where."""
    config = Config(Path("config.toml"), {"prices": prices})
    with pytest.raises(ConfigError) as refused:
        own_rates(config)
    assert word in str(refused.value)
    assert "config.toml" in str(refused.value)
