"""What a session cost."""

from __future__ import annotations

import asyncio
from decimal import Decimal
from typing import Any

from steno.client.spending import Spending, all_tokens, guessed_tokens, prompt_tokens, summed
from steno.client.spending import _load as load_tables


def message(model: str, **usage: Any) -> dict[str, Any]:
    """Make an answer with a usage."""
    return {"id": "m", "model": model, "usage": usage}


def test_prices_are_those_of_the_tables() -> None:
    """A million tokens in and out of Sonnet 4.5 cost what the list says; caches are cheaper."""
    spending = Spending()
    spending.add(message("claude-sonnet-4-5", input_tokens=100_000, output_tokens=10_000))
    assert spending.cost == Decimal("0.45")
    spending.add(
        message(
            "claude-sonnet-4-5",
            cache_read_input_tokens=100_000,
            cache_creation_input_tokens=10_000,
            cache_creation={"ephemeral_1h_input_tokens": 10_000},
        )
    )
    assert spending.cost == Decimal("0.45") + Decimal("0.03") + Decimal("0.06")


def test_a_model_without_a_price() -> None:
    """The sum is not known then, but what is known still counts for a budget."""
    spending = Spending()
    spending.add(message("claude-sonnet-4-5", input_tokens=100_000))
    spending.add(message("somebody", input_tokens=1))
    assert spending.cost is None
    assert spending.known_cost == Decimal("0.3")
    told = spending.by_model()
    assert told["somebody"]["costUSD"] is None
    assert told["claude-sonnet-4-5"]["inputTokens"] == 100_000


def test_sums() -> None:
    """Counts are added, searches too; lengths leave out what they should."""
    one = {"input_tokens": 1, "output_tokens": 2, "server_tool_use": {"web_search_requests": 1}}
    both = summed(one, one)
    assert both["output_tokens"] == 4
    assert both["server_tool_use"]["web_search_requests"] == 2
    usage = {"input_tokens": 1, "cache_read_input_tokens": 10, "output_tokens": 100}
    assert (prompt_tokens(usage), all_tokens(usage)) == (11, 111)


def test_the_tables_are_loaded_in_a_thread() -> None:
    """Loading beforehand works, and happens once."""
    load_tables()
    spending = Spending()

    async def go() -> None:
        spending.warm()
        spending.warm()

    asyncio.run(go())
    spending.add(message("claude-sonnet-4-5", input_tokens=100_000))
    assert spending.cost == Decimal("0.3")


def test_tokens_are_guessed_by_length() -> None:
    """Four characters each, and never more than there are."""
    assert [guessed_tokens(length) for length in (0, 3, 4, 4001)] == [0, 0, 1, 1000]
