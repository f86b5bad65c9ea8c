"""Usage objects: each version's shape, and sums that a conversation could have."""

from __future__ import annotations

import pytest

from steno.format.usage import Usage
from steno.testing.tokens import SYSTEM_PROMPT, Meter, Tokens, usage_of, usage_while_streaming

TOKENS = Tokens(input=3, output=200, cache_read=1000, cache_5m=10, cache_1h=20, web_searches=1)


@pytest.mark.parametrize(
    ("release", "absent"),
    [
        ((1, 0, 43), {"cache_creation", "inference_geo", "iterations"}),
        ((2, 0, 42), {"inference_geo", "iterations"}),
        ((2, 1, 49), {"iterations", "speed"}),
        ((2, 1, 197), set[str]()),
    ],
)
def test_usage_has_the_keys_of_its_version(release: tuple[int, ...], absent: set[str]) -> None:
    """Keys that a version did not know yet are not there, all others are known ones."""
    usage = Usage(usage_of(TOKENS, release))
    assert absent.isdisjoint(usage.body)
    assert (absent | set(usage.body)) >= {"cache_creation", "inference_geo", "iterations"}
    assert usage.unknown_keys == ()
    assert list(usage.misshapen()) == []


def test_usage_tells_the_tiers_apart() -> None:
    """Both cache tiers and their sum are given, once more per round of sampling."""
    usage = Usage(usage_of(TOKENS, (2, 1, 197)))
    assert usage.cache_creation_input_tokens == 30
    assert usage.cache_creation is not None
    assert usage.cache_creation.ephemeral_5m_input_tokens == 10
    assert usage.cache_creation.ephemeral_1h_input_tokens == 20
    assert usage.server_tool_use is not None
    assert usage.server_tool_use.web_search_requests == 1
    assert usage.iterations is not None
    assert [one.output_tokens for one in usage.iterations] == [200]


def test_made_up_replies_used_no_tier() -> None:
    """A reply that the client made up names no tier, place, round or speed."""
    usage = usage_of(Tokens(tier=None), (2, 1, 197))
    assert [usage[key] for key in ("service_tier", "inference_geo", "iterations", "speed")] == [
        None
    ] * 4


def test_placeholder_is_smaller_than_the_final_count() -> None:
    """While a reply streams, its lines say next to nothing about the output."""
    streaming = usage_while_streaming(TOKENS, (2, 1, 14))
    assert streaming["output_tokens"] < usage_of(TOKENS, (2, 1, 14))["output_tokens"]


def test_meter_reads_from_the_cache_what_it_wrote_before() -> None:
    """The second request finds the first one's context, and the first reply is new to it."""
    meter = Meter()
    meter.hear("x" * 400)
    first = meter.reply("y" * 40)
    second = meter.reply("z")
    assert (first.cache_read, first.cache_1h, first.cache_5m) == (0, SYSTEM_PROMPT + 100, 0)
    assert (second.cache_read, second.cache_1h) == (SYSTEM_PROMPT + 100, first.output)
    assert meter.spent == sum(
        tokens.input + tokens.output + tokens.cache_read + tokens.cache_1h
        for tokens in (first, second)
    )


def test_meter_of_a_subagent_uses_the_short_cache() -> None:
    """Sub-agents keep their cache for five minutes."""
    assert Meter(long_cache=False, system_prompt=7).reply("").cache_5m == 7


def test_meter_starts_anew_after_a_compaction() -> None:
    """Compaction leaves the client's prompt and the summary, and counts what it dropped."""
    meter = Meter(weight=100)
    meter.hear("x" * 4000)
    meter.reply("ok")
    before = meter.context
    meter.forget(kept=50)
    assert meter.context == SYSTEM_PROMPT + 50
    assert meter.dropped == before - 50


def test_meter_does_not_count_pictures_by_their_bytes() -> None:
    """Signatures and pictures cost no tokens by their length."""
    meter = Meter(system_prompt=0)
    meter.hear([{"type": "image", "source": {"data": "A" * 9000}}, 7])
    assert meter.context < 10
