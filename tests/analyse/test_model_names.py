"""Names of models: who sells them, under which name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.analyse.model_names import (
    ANTHROPIC,
    BEDROCK,
    VERTEX,
    ModelName,
    core_name,
    parse_model,
    plain_model,
)


@pytest.mark.parametrize(
    ("model", "seller", "name"),
    [
        ("claude-opus-4-5-20251101", ANTHROPIC, "claude-opus-4-5-20251101"),
        ("claude-opus-5[1m]", ANTHROPIC, "claude-opus-5"),
        ("Claude-Opus-5", ANTHROPIC, "claude-opus-5"),
        ("anthropic/claude-sonnet-4.5", ANTHROPIC, "claude-sonnet-4.5"),
        ("claude-opus-4-1@20250805", VERTEX, "claude-opus-4-1@20250805"),
        ("vertex_ai/claude-opus-4-6", VERTEX, "claude-opus-4-6"),
        ("anthropic.claude-opus-4-8", BEDROCK, "anthropic.claude-opus-4-8"),
        (
            "us.anthropic.claude-sonnet-4-20250514-v1:0",
            BEDROCK,
            "us.anthropic.claude-sonnet-4-20250514-v1:0",
        ),
        ("us-gov.anthropic.claude-opus-5", BEDROCK, "us-gov.anthropic.claude-opus-5"),
        ("bedrock/global.anthropic.claude-opus-5", BEDROCK, "global.anthropic.claude-opus-5"),
        (
            "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-opus-5",
            BEDROCK,
            "us.anthropic.claude-opus-5",
        ),
        (
            "arn:aws-us-gov:bedrock:us-gov-west-1::foundation-model/anthropic.claude-opus-5",
            BEDROCK,
            "anthropic.claude-opus-5",
        ),
    ],
)
def test_seller_is_known_by_the_form_of_the_name(model: str, seller: str, name: str) -> None:
    """Anthropic, Bedrock and Vertex AI write the same models each in their own way."""
    assert parse_model(model) == ModelName(seller, name)


@pytest.mark.parametrize(
    "model",
    [
        "glm-4.6",
        "kimi-k2-0905-preview",
        "moonshotai/kimi-k2",
        "gpt-5",
        "<synthetic>",
        "null",
        "",
        "my-claude-opus-5",
        "vertex_ai/us.anthropic.claude-opus-5",
        "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3d4e5f6",
    ],
)
def test_seller_of_other_names_is_not_certain(model: str) -> None:
    """A maker's name is no seller's, and some names say nothing."""
    assert parse_model(model) is None


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("claude-opus-4-5-20251101", "claude-opus-4-5"),
        ("claude-opus-4-5", "claude-opus-4-5"),
        ("claude-opus-5-2026-07-24", "claude-opus-5"),
        ("claude-3-5-haiku-latest", "claude-3-5-haiku"),
        ("claude-3-5-sonnet-v2@20241022", "claude-3-5-sonnet"),
        ("claude-opus-4-6@default", "claude-opus-4-6"),
        ("us.anthropic.claude-sonnet-4-20250514-v1:0", "claude-sonnet-4"),
        ("claude-opus-4-55", "claude-opus-4-55"),
        ("claude-opus-4-5-turbo", "claude-opus-4-5-turbo"),
        ("claude-opus-4-5-20251101-fancy", "claude-opus-4-5-20251101-fancy"),
        ("GLM-4.6", "glm-4.6"),
    ],
)
def test_core_of_a_name_has_no_region_date_or_revision(name: str, core: str) -> None:
    """Everything else makes another model of it."""
    assert core_name(name) == core


def test_mark_of_the_long_window_is_no_part_of_the_name() -> None:
    """The client writes it behind any model's name."""
    assert plain_model("claude-opus-5[1m]") == "claude-opus-5"
    assert plain_model("claude-opus-5") == "claude-opus-5"


@given(st.text())
def test_any_name_is_taken(name: str) -> None:
    """A transcript may hold any text as the name of a model."""
    parse_model(name)
    core_name(name)
