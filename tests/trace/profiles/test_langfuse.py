"""Langfuse by the tables of spec 002, section 7, field by field."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

import steno
from steno.trace.profiles.langfuse import wire
from steno.trace.spans import session_traces
from tests.trace.made import AGENT, CHAT, COMPACT, INNER, LAST, MODEL, ROOT, TOOL, whole_trace

if TYPE_CHECKING:
    from pathlib import Path

    from steno.trace.wire import WireSpan, WireTrace

USAGE: Final = {"input_tokens": 100, "output_tokens": 50, "cache_read_input_tokens": 20}
LINES: Final[list[dict[str, Any]]] = [
    {
        "sessionId": "sess1", "type": "user", "content": "read a file",
        "timestamp": "2025-01-15T10:00:00Z",
    },
    {
        "timestamp": "2025-01-15T10:00:05Z",
        "message": {
            "id": "m1", "role": "assistant", "model": MODEL, "usage": USAGE,
            "content": [{"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "/"}}],
        },
    },
    {
        "type": "user", "timestamp": "2025-01-15T10:00:10Z",
        "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "file data"}],
    },
    {
        "timestamp": "2025-01-15T10:00:12Z",
        "message": {
            "id": "m2", "role": "assistant", "model": "claude-opus-4-8",
            "content": [{"type": "text", "text": "done"}],
        },
    },
]  # fmt: skip
"""The example of spec 002, section 5, with times, models and usage."""
BEGIN: Final = 1_736_935_200
ASKED: Final = {"role": "user", "content": "read a file"}
ANSWERED: Final = {"role": "assistant", "content": "done"}
OBSERVATION: Final = "langfuse.observation"
TRACE: Final = "langfuse.trace"


def traced(folder: Path, lines: list[dict[str, Any]]) -> WireTrace:
    """Send a transcript of one turn."""
    path = folder / "sess1.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    (trace,) = session_traces(steno.load(path))
    return wire(trace)


def members(span: WireSpan, prefix: str) -> dict[str, Any]:
    """Give the attributes of a namespace, JSON decoded."""
    return {
        key.removeprefix(prefix + "."): _decoded(value)
        for key, value in span.attributes.items()
        if key.startswith(prefix + ".")
    }


def _decoded(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value.startswith("{") else value


def seconds(span: WireSpan) -> tuple[float, float]:
    """Give start and end, in seconds since the turn began."""
    return span.start / 1e9 - BEGIN, span.end / 1e9 - BEGIN


@pytest.fixture
def spans(tmp_path: Path) -> list[WireSpan]:
    """Give the spans of the example: root, generation, tool, generation."""
    return list(traced(tmp_path, LINES).spans)


def test_trace_has_the_hierarchy_of_section_7(spans: list[WireSpan]) -> None:
    """Turn N is an agent, below it generations named by their models, below those the tools."""
    root, first, tool, second = spans
    assert [(s.name, s.attributes[f"{OBSERVATION}.type"]) for s in spans] == [
        ("Turn 1", "agent"),
        (MODEL, "generation"),
        ("Read", "tool"),
        ("claude-opus-4-8", "generation"),
    ]
    assert [s.parent for s in spans] == [None, root.id, first.id, root.id]
    assert tool.parent != second.id
    assert {s.attributes["session.id"] for s in spans} == {"sess1"}
    assert {s.attributes[f"{TRACE}.name"] for s in spans} == {"Turn 1"}


def test_data_mapping_of_the_trace_and_its_root(spans: list[WireSpan]) -> None:
    """Both have the user's text and the last reply's text."""
    root = spans[0]
    assert members(root, TRACE)["input"] == members(root, OBSERVATION)["input"] == ASKED
    assert members(root, TRACE)["output"] == members(root, OBSERVATION)["output"] == ANSWERED


def test_data_mapping_of_generations(spans: list[WireSpan]) -> None:
    """Only the first one carries input; the output of one without text is empty text."""
    _, first, _, second = spans
    assert members(first, OBSERVATION)["input"] == ASKED
    assert members(first, OBSERVATION)["output"] == {"role": "assistant", "content": ""}
    assert "input" not in members(second, OBSERVATION)
    assert members(second, OBSERVATION)["output"] == ANSWERED


def test_data_mapping_of_tools(spans: list[WireSpan]) -> None:
    """A tool has its call's input and the content of the matched result."""
    tool = members(spans[2], OBSERVATION)
    assert tool["input"] == {"path": "/"}
    assert tool["output"] == "file data"


def test_timing_of_section_7(spans: list[WireSpan]) -> None:
    """The last generation ends with the trace, which trace.md has in the place of now."""
    assert [seconds(span) for span in spans] == [(0, 12), (5, 12), (5, 10), (12, 12)]


def test_usage_of_section_7(spans: list[WireSpan]) -> None:
    """The keys of the table, cache creation too; without usage the details are left out."""
    _, first, _, second = spans
    assert members(first, OBSERVATION)["usage_details"] == {
        "input": 100,
        "output": 50,
        "total": 150,
        "cache_read_input_tokens": 20,
        "cache_creation_input_tokens": 0,
    }
    assert "usage_details" not in members(second, OBSERVATION)


def test_metadata_of_section_7(spans: list[WireSpan]) -> None:
    """Each level has exactly the members of the table."""
    root, first, tool, second = spans
    assert members(root, f"{TRACE}.metadata") == {
        "source": "claude-code", "turn_number": 1, "session_id": "sess1",
    }  # fmt: skip
    assert members(root, f"{OBSERVATION}.metadata") == {}
    assert members(first, f"{OBSERVATION}.metadata") == {"tool_count": 1}
    assert members(second, f"{OBSERVATION}.metadata") == {"tool_count": 0}
    assert members(tool, f"{OBSERVATION}.metadata") == {"tool_name": "Read", "tool_id": "t1"}
    assert [members(span, f"{TRACE}.metadata") for span in spans[1:]] == [{}, {}, {}]


def test_generation_is_priced(spans: list[WireSpan]) -> None:
    """The model by name, and the list price of 100 in, 50 out and 20 from the cache."""
    _, first, _, second = spans
    assert members(first, OBSERVATION)["model.name"] == MODEL
    assert members(first, OBSERVATION)["cost_details"] == {"total": pytest.approx(0.001056)}
    assert "cost_details" not in members(second, OBSERVATION)


def test_tool_result_without_matching_tool_use(tmp_path: Path) -> None:
    """A call without a result has no output, which a server shows as null."""
    (_, _, tool, _) = traced(tmp_path, [LINES[0], LINES[1], LINES[3]]).spans
    assert "output" not in members(tool, OBSERVATION)
    assert tool.attributes["steno.unanswered"] is True


def test_multi_part_assistant_is_one_generation(tmp_path: Path) -> None:
    """Lines of one message are merged, with the model and the time of the first."""
    part = {**LINES[1], "timestamp": "2025-01-15T10:00:07Z"}
    part["message"] = {
        **LINES[1]["message"], "model": "other", "content": [{"type": "text", "text": "look"}],
    }  # fmt: skip
    _, first, _, _ = traced(tmp_path, [LINES[0], LINES[1], part, *LINES[2:]]).spans
    assert first.name == MODEL
    assert seconds(first) == (5, 12)
    assert members(first, OBSERVATION)["output"] == {"role": "assistant", "content": "look"}


def test_subagent_is_a_tree_of_its_own_below_its_call() -> None:
    """An agent below the tool, whose first generation has the agent's prompt as input."""
    spans = {span.id: span for span in wire(whole_trace()).spans}
    assert spans[AGENT].parent == TOOL
    assert spans[TOOL].parent == CHAT
    assert spans[AGENT].attributes[f"{OBSERVATION}.type"] == "agent"
    assert members(spans[INNER], OBSERVATION)["input"] == {"role": "user", "content": "look"}
    assert "input" not in members(spans[LAST], OBSERVATION)


def test_failures_have_a_level() -> None:
    """As Langfuse shows them."""
    spans = {span.id: span for span in wire(whole_trace()).spans}
    assert spans[TOOL].attributes[f"{OBSERVATION}.level"] == "ERROR"
    assert spans[TOOL].attributes[f"{OBSERVATION}.status_message"] == "no such thing"
    assert f"{OBSERVATION}.level" not in spans[ROOT].attributes


def test_compaction_is_a_plain_span() -> None:
    """Below the turn, with the summary as output."""
    span = wire(whole_trace()).spans[-1]
    assert (span.id, span.name, span.parent) == (COMPACT, "compact", ROOT)
    assert span.attributes[f"{OBSERVATION}.type"] == "span"
    assert span.attributes[f"{OBSERVATION}.output"] == "a summary"


def test_lone_agent_names_its_trace() -> None:
    """A trace that is no turn has no number, in its name or in its metadata."""
    root = wire(replace(whole_trace(), turn_number=None)).spans[0]
    assert root.name == root.attributes[f"{TRACE}.name"] == "claude-code"
    assert set(members(root, f"{TRACE}.metadata")) == {"source", "session_id"}
