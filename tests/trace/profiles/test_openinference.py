"""The conventions of OpenInference."""

from __future__ import annotations

import json
from typing import Final

from steno.trace.profiles.openinference import wire
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


def test_every_span_has_a_kind() -> None:
    """OpenInference wants one on each."""
    kinds = {key: span.attributes["openinference.span.kind"] for key, span in SPANS.items()}
    assert kinds == {
        ROOT: "AGENT", CHAT: "LLM", TOOL: "TOOL", AGENT: "AGENT", INNER: "LLM", LAST: "LLM",
        COMPACT: "CHAIN",
    }  # fmt: skip


def test_tools_are_siblings_of_their_model_call() -> None:
    """And agents stand below the call that began them."""
    parents = {key: span.parent for key, span in SPANS.items()}
    assert parents == {
        ROOT: None, CHAT: ROOT, TOOL: ROOT, AGENT: TOOL, INNER: AGENT, LAST: ROOT, COMPACT: ROOT,
    }  # fmt: skip


def test_model_call_tells_model_messages_tokens_and_price() -> None:
    """The prompt's tokens are all of them, with the cache's beside."""
    told = dict(SPANS[CHAT].attributes)
    assert json.loads(str(told.pop("metadata"))) == {"tool_count": 1, "message_id": "m1"}
    call = "llm.output_messages.0.message.tool_calls.0.tool_call"
    assert told == BOTH | {
        "openinference.span.kind": "LLM",
        "llm.provider": "anthropic",
        "llm.system": "anthropic",
        "llm.model_name": MODEL,
        "llm.finish_reason": "tool_use",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "read a file",
        "llm.output_messages.0.message.role": "assistant",
        f"{call}.id": "t1",
        f"{call}.function.name": "Task",
        f"{call}.function.arguments": '{"prompt":"look"}',
        "input.value": "read a file",
        "input.mime_type": "text/plain",
        "llm.token_count.prompt": 127,
        "llm.token_count.completion": 50,
        "llm.token_count.total": 177,
        "llm.token_count.prompt_details.cache_read": 20,
        "llm.token_count.prompt_details.cache_write": 7,
        "llm.cost.total": 0.0125,
        "steno.cost_usd": 0.0125,
        "mlflow.llm.cost": '{"total_cost":0.0125}',
        "tool_count": 1,
    }


def test_turn_shows_what_was_asked_and_answered() -> None:
    """With what is known besides as metadata."""
    told = SPANS[ROOT].attributes
    assert (told["input.value"], told["output.value"]) == ("read a file", "done")
    assert told["agent.name"] == "claude-code"
    assert json.loads(str(told["metadata"]))["steno.cwd"] == "/home/mira/ebb"


def test_tool_tells_its_call() -> None:
    """Arguments as JSON, the result as it was."""
    assert SPANS[TOOL].attributes == BOTH | {
        "openinference.span.kind": "TOOL",
        "tool.name": "Task",
        "tool.id": "t1",
        "input.value": '{"prompt":"look"}',
        "input.mime_type": "application/json",
        "output.value": "found",
        "output.mime_type": "text/plain",
        "error.type": "tool_error",
    }


def test_result_is_heard_as_the_answer_to_its_call() -> None:
    """By the next model call."""
    told = SPANS[LAST].attributes
    assert told["llm.input_messages.0.message.role"] == "tool"
    assert told["llm.input_messages.0.message.tool_call_id"] == "t1"
    assert "input.value" not in told


def test_compaction_tells_its_summary() -> None:
    """And what set it off."""
    told = SPANS[COMPACT].attributes
    assert told["output.value"] == "a summary"
    assert json.loads(str(told["metadata"])) == {"steno.compaction.trigger": "auto"}
