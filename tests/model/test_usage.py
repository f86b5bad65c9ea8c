"""What an answer took, as the transcript keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.usage import merged, normalised

# What the real client 2.1.197 wrote for these, seen by running it.
NOTHING: dict[str, Any] = {
    "input_tokens": 0,
    "cache_creation_input_tokens": 0,
    "cache_read_input_tokens": 0,
    "output_tokens": 0,
    "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
    "service_tier": "standard",
    "cache_creation": {"ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0},
    "inference_geo": "",
    "iterations": [],
    "speed": "standard",
}


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({}, {}),
        ({"inference_geo": None, "service_tier": None, "iterations": None, "speed": None}, {}),
        ({"server_tool_use": None, "cache_creation": None, "foo": 3}, {}),
        ({"input_tokens": 10, "output_tokens": 42}, {"input_tokens": 10, "output_tokens": 42}),
        (
            {"server_tool_use": {"web_search_requests": 2, "other": 1}},
            {"server_tool_use": {"web_search_requests": 2, "web_fetch_requests": 0}},
        ),
        (
            {"cache_creation": {"ephemeral_5m_input_tokens": 7}},
            {"cache_creation": {"ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 7}},
        ),
        ({"iterations": [{"type": "message"}]}, {"iterations": [{"type": "message"}]}),
        ({"speed": "fast", "inference_geo": "eu"}, {"speed": "fast", "inference_geo": "eu"}),
    ],
)
def test_usage_has_the_members_of_the_real_client(
    told: dict[str, Any], kept: dict[str, Any]
) -> None:
    """In its order, whatever the service said."""
    usage = normalised(told)
    assert usage == NOTHING | kept
    assert list(usage) == list(NOTHING)


def test_end_adds_to_the_start() -> None:
    """Totals replace, null says nothing, and an end that counts no input has not looked."""
    start = {"input_tokens": 10, "output_tokens": 1, "cache_read_input_tokens": 0, "speed": "fast"}
    end = {"input_tokens": 0, "output_tokens": 42, "speed": None, "cache_read_input_tokens": 5}
    assert merged(start, end) == {
        "input_tokens": 10,
        "output_tokens": 42,
        "cache_read_input_tokens": 5,
        "speed": "fast",
    }
    assert merged({}, {"input_tokens": 0}) == {"input_tokens": 0}
