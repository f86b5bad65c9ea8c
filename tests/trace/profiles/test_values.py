"""What all profiles say alike."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from steno.trace.profiles.values import as_json, as_text, cost, in_and_out, wire_span
from tests.trace.made import SESSION, whole_trace

TRACE = whole_trace()


def test_texts_stay_texts() -> None:
    """Anything else becomes JSON, non-ASCII characters as they are."""
    assert as_text("Ebbe") == "Ebbe"
    assert as_text(["潮"]) == as_json(["潮"]) == '["潮"]'


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, {}),
        ("", {}),
        ("x", {"input.value": "x", "input.mime_type": "text/plain"}),
        ({"a": 1}, {"input.value": '{"a":1}', "input.mime_type": "application/json"}),
    ],
)
def test_what_came_in_says_its_kind(value: Any, told: dict[str, str]) -> None:
    """Nothing is said of what is not there."""
    assert in_and_out(replace(TRACE.root, input=value, output=None)) == told


def test_cost_is_left_out_where_it_is_not_certain() -> None:
    """Where it is, MLflow finds it, too."""
    assert cost(TRACE.root) == {}
    told = cost(replace(TRACE.root, cost_usd=Decimal("0.5")))
    assert told["steno.cost_usd"] == 0.5
    assert json.loads(str(told["mlflow.llm.cost"])) == {"total_cost": 0.5}


def test_session_and_names_win_over_facts() -> None:
    """What a profile tells is not overwritten; what it does not know is left out."""
    facts: dict[str, str | int] = {"session.id": "other", "a": 1, "b": 2}
    span = wire_span(TRACE, replace(TRACE.root, facts=facts), "x", {"a": 3, "c": None})
    assert span.attributes == {
        "session.id": SESSION, "gen_ai.conversation.id": SESSION, "a": 3, "b": 2,
    }  # fmt: skip


def test_error_without_words_says_its_name() -> None:
    """Which is what is left of it where only metadata is sent."""
    span = wire_span(TRACE, replace(TRACE.root, error="api_error"), "x", {})
    assert (span.is_error, span.message) == (True, "api_error")
