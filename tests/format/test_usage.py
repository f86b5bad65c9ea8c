"""The usage object: tokens in all their tiers."""

from __future__ import annotations

from steno.format.usage import Iteration, Usage

FULL = {
    "input_tokens": 3,
    "output_tokens": 11,
    "cache_creation_input_tokens": 3332,
    "cache_read_input_tokens": 29818,
    "cache_creation": {"ephemeral_5m_input_tokens": 32, "ephemeral_1h_input_tokens": 3300},
    "server_tool_use": {"web_search_requests": 1, "web_fetch_requests": 2},
    "service_tier": "standard",
    "inference_geo": "not_available",
    "iterations": [
        {
            "type": "fallback_message",
            "model": "m",
            "input_tokens": 3,
            "output_tokens": 11,
            "cache_read_input_tokens": 29818,
            "cache_creation_input_tokens": 3332,
            "cache_creation": {"ephemeral_5m_input_tokens": 32},
        }
    ],
    "speed": "fast",
    "output_tokens_details": {"thinking_tokens": 7},
}


def test_full_usage_is_known_to_the_last_key() -> None:
    """Everything that a new client writes is typed."""
    usage = Usage(FULL)
    assert usage.cache_creation is not None
    assert usage.cache_creation.ephemeral_1h_input_tokens == 3300
    assert usage.server_tool_use is not None
    assert usage.server_tool_use.web_search_requests == 1
    assert usage.output_tokens_details is not None
    assert usage.output_tokens_details.thinking_tokens == 7
    assert (usage.speed, usage.service_tier) == ("fast", "standard")
    for view in (usage, *usage.inner_views()):
        assert view.unknown_keys == ()
        assert list(view.misshapen()) == []


def test_iterations_carry_their_own_model_and_tiers() -> None:
    """A round that another model took over says which."""
    (iteration,) = Usage(FULL).iterations or ()
    assert isinstance(iteration, Iteration)
    assert (iteration.type, iteration.model) == ("fallback_message", "m")
    assert iteration.cache_creation is not None
    assert iteration.cache_creation.ephemeral_5m_input_tokens == 32


def test_old_usage_has_no_tiers() -> None:
    """A usage of 1.0.x has four counts and a tier; the rest is None."""
    usage = Usage({"input_tokens": 1, "output_tokens": 2, "service_tier": None})
    assert (usage.input_tokens, usage.output_tokens) == (1, 2)
    assert usage.cache_creation is None
    assert usage.iterations is None
    assert list(usage.misshapen()) == []
