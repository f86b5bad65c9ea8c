"""The GenAI conventions."""

from __future__ import annotations

import json
from typing import Final

import pytest

from steno.trace.profiles.genai import SCHEMA_URL, VERSION, wire
from tests.trace.made import (
    AGENT,
    CHAT,
    COMPACT,
    INNER,
    LAST,
    MODEL,
    ROOT,
    SESSION,
    TOOL,
    whole_trace,
)

SPANS: Final = {span.id: span for span in wire(whole_trace()).spans}
BOTH: Final = {"session.id": SESSION, "gen_ai.conversation.id": SESSION}
KEYS_OF_1_41: Final = {
    "gen_ai.agent.description", "gen_ai.agent.id", "gen_ai.agent.name", "gen_ai.agent.version",
    "gen_ai.conversation.id", "gen_ai.input.messages", "gen_ai.operation.name",
    "gen_ai.output.messages", "gen_ai.provider.name", "gen_ai.request.model",
    "gen_ai.response.finish_reasons", "gen_ai.response.id", "gen_ai.response.model",
    "gen_ai.tool.call.arguments", "gen_ai.tool.call.id", "gen_ai.tool.call.result",
    "gen_ai.tool.name", "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.input_tokens",
    "gen_ai.usage.output_tokens",
}  # fmt: skip


def test_version_is_part_of_the_profile() -> None:
    """And named on what is sent."""
    assert VERSION == "1.41.0"
    assert wire(whole_trace()).schema_url == SCHEMA_URL == "https://opentelemetry.io/schemas/1.41.0"


def test_only_keys_of_the_convention_are_used() -> None:
    """Its namespace holds nothing that it does not know, and all that we can tell is told."""
    used = {key for span in SPANS.values() for key in span.attributes}
    assert {key for key in used if key.startswith("gen_ai.")} == KEYS_OF_1_41


@pytest.mark.parametrize(
    ("span", "name", "parent", "is_client"),
    [
        (ROOT, "invoke_agent claude-code", None, False),
        (CHAT, f"chat {MODEL}", ROOT, True),
        (TOOL, "execute_tool Task", ROOT, False),
        (AGENT, "invoke_agent explorer", TOOL, False),
        (INNER, f"chat {MODEL}", AGENT, True),
        (LAST, f"chat {MODEL}", ROOT, True),
        (COMPACT, "compact", ROOT, False),
    ],
)
def test_tree_and_names(span: str, name: str, parent: str | None, is_client: bool) -> None:
    """Tools are siblings of the chat that called them; only model calls leave the process."""
    found = SPANS[span]
    assert (found.name, found.parent, found.is_client) == (name, parent, is_client)


def test_turn_shows_what_was_asked_and_answered() -> None:
    """As Phoenix and MLflow look for it."""
    assert SPANS[ROOT].attributes == BOTH | {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.agent.name": "claude-code",
        "gen_ai.agent.version": "2.1",
        "input.value": "read a file",
        "input.mime_type": "text/plain",
        "output.value": "done",
        "output.mime_type": "text/plain",
        "turn_number": 3,
        "steno.cwd": "/home/mira/ebb",
        "steno.client_version": "2.1",
    }


def test_chat_tells_model_messages_tokens_and_price() -> None:
    """Input tokens are all that was sent, with what came from and went to the cache."""
    told = dict(SPANS[CHAT].attributes)
    heard = json.loads(str(told.pop("gen_ai.input.messages")))
    said = json.loads(str(told.pop("gen_ai.output.messages")))
    assert heard == [{"role": "user", "parts": [{"type": "text", "content": "read a file"}]}]
    assert (said[0]["parts"][0]["type"], said[0]["finish_reason"]) == ("tool_call", "tool_call")
    assert told == BOTH | {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "anthropic",
        "gen_ai.request.model": MODEL,
        "gen_ai.response.model": MODEL,
        "gen_ai.response.id": "m1",
        "gen_ai.response.finish_reasons": ("tool_use",),
        "gen_ai.usage.input_tokens": 127,
        "gen_ai.usage.output_tokens": 50,
        "gen_ai.usage.cache_read.input_tokens": 20,
        "gen_ai.usage.cache_creation.input_tokens": 7,
        "steno.cost_usd": 0.0125,
        "mlflow.llm.cost": '{"total_cost":0.0125}',
        "tool_count": 1,
    }


def test_reply_without_usage_tells_of_no_tokens() -> None:
    """Not of zero tokens, which would be wrong."""
    assert not [key for key in SPANS[LAST].attributes if "usage" in key or "cost" in key]


def test_tool_tells_its_call() -> None:
    """Arguments as JSON, the result as it was."""
    assert SPANS[TOOL].attributes == BOTH | {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "Task",
        "gen_ai.tool.call.id": "t1",
        "gen_ai.tool.call.arguments": '{"prompt":"look"}',
        "gen_ai.tool.call.result": "found",
        "error.type": "tool_error",
    }


def test_subagent_has_its_own_name_and_id() -> None:
    """And what it was to do."""
    told = SPANS[AGENT].attributes
    assert told["gen_ai.agent.name"] == "explorer"
    assert told["gen_ai.agent.id"] == "a1"
    assert told["gen_ai.agent.description"] == "Looks around"


def test_compaction_has_a_type_that_others_know() -> None:
    """No convention has a word for it."""
    told = SPANS[COMPACT].attributes
    assert told["openinference.span.kind"] == "CHAIN"
    assert told["output.value"] == "a summary"
    assert told["steno.compaction.trigger"] == "auto"
