"""Frames: their members, and that none is too long."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from steno.client import frames
from steno.client.events import Retrying, TurnEnded

LINE: dict[str, Any] = {
    "type": "user",
    "message": {"role": "user", "content": [{"type": "tool_result", "content": "x"}]},
    "sessionId": "s",
    "uuid": "u",
    "timestamp": "2026-01-01T00:00:00.000Z",
    "toolUseResult": {"stdout": "x"},
}


def ended(**own: Any) -> TurnEnded:
    """Give the end of a turn."""
    told: dict[str, Any] = {
        "subtype": "success",
        "text": "Done.",
        "is_error": False,
        "duration_ms": 5,
        "api_ms": 3,
        "num_turns": 2,
        "cost": Decimal("0.5"),
        "usage": {"input_tokens": 1},
        "model_usage": {"claude-sonnet-4-6": {"inputTokens": 1, "costUSD": None}},
        "stop_reason": "end_turn",
    }
    return TurnEnded(**(told | own))


def test_a_result_tells_how_a_turn_went() -> None:
    """An answer has its text, its cost and what its models used."""
    told = frames.result(ended(), "s")
    assert list(told)[:4] == ["type", "subtype", "is_error", "api_error_status"]
    assert (told["result"], told["total_cost_usd"], told["terminal_reason"]) == (
        "Done.", 0.5, "completed",
    )  # fmt: skip
    used = told["modelUsage"]["claude-sonnet-4-6"]
    assert (used["costUSD"], used["contextWindow"]) == (0, 200_000)
    assert "errors" not in told


@pytest.mark.parametrize(
    ("subtype", "stop", "reason"),
    [
        ("error_max_turns", "tool_use", "max_turns"),
        ("error_during_execution", "tool_use", "aborted_tools"),
        ("error_during_execution", None, "aborted_streaming"),
        ("error_max_budget_usd", "end_turn", "budget"),
    ],
)
def test_a_result_of_a_failure_has_errors_and_no_text(
    subtype: str, stop: str | None, reason: str
) -> None:
    """What went wrong is told; there is no answer then."""
    told = frames.result(
        ended(subtype=subtype, is_error=True, stop_reason=stop, errors=("why",)), "s"
    )
    assert (told["is_error"], told["errors"], told["terminal_reason"]) == (True, ["why"], reason)
    assert "result" not in told


def test_an_unknown_price_is_none_that_programs_trip_over() -> None:
    """Programs add costs up: what is not known counts nothing."""
    assert frames.result(ended(cost=None), "s")["total_cost_usd"] == 0


def test_structured_output_is_part_of_the_result() -> None:
    """An answer in a form is told as a value."""
    assert frames.result(ended(structured_output={"n": 1}), "s")["structured_output"] == {"n": 1}


def test_results_of_calls_carry_what_the_transcript_keeps() -> None:
    """The main conversation tells it, around what an MCP server said besides; sub-agents do not."""
    assert frames.user(LINE, None)["tool_use_result"] == {"stdout": "x"}
    line = LINE | {"toolUseResult": "t", "mcpMeta": {"_meta": {"k": 1}}}
    assert frames.user(line, None)["tool_use_result"] == {"content": "t", "_meta": {"k": 1}}
    assert "tool_use_result" not in frames.user(LINE, "call")


def test_prompts_of_agents_are_blocks() -> None:
    """A sub-agent's prompt is told as the real client tells it; what we add says so."""
    line = LINE | {"message": {"role": "user", "content": "go"}, "isMeta": True}
    told = frames.user(line, "call")
    assert told["message"]["content"] == [{"type": "text", "text": "go"}]
    assert told["isSynthetic"] is True


def test_an_assistant_frame_has_the_ids_of_its_line() -> None:
    """Request, line and error are those that were written."""
    line = {"message": {"id": "m"}, "sessionId": "s", "uuid": "u", "requestId": "r", "error": "e"}
    told = frames.assistant(line, None)
    assert (told["uuid"], told["request_id"], told["error"]) == ("u", "r", "e")
    assert told["message"] == {"id": "m", "context_management": None}


def test_other_frames_say_what_happened() -> None:
    """A compaction and a further attempt are told as system frames."""
    metadata = {"trigger": "auto", "preTokens": 9, "preservedMessages": {"anchorUuid": "x"}}
    line = {"sessionId": "s", "uuid": "u", "compactMetadata": metadata}
    assert frames.compacted(line)["compact_metadata"] == {
        "trigger": "auto", "pre_tokens": 9, "preserved_messages": {"anchor_uuid": "x"},
    }  # fmt: skip
    told = frames.retrying(Retrying(attempt=2, seconds=0.5, reason="529: Busy"), "s", 7)
    assert (told["attempt"], told["max_retries"], told["retry_delay_ms"]) == (2, 7, 500)
    assert (told["error_status"], told["error"]) == (529, "529: Busy")
    unheard = frames.retrying(Retrying(attempt=1, seconds=0, reason="no network"), "s", 7)
    assert unheard["error_status"] is None
    notice = {**LINE, "content": "c", "level": "warning", "preventContinuation": True}
    assert frames.informational(notice)["prevent_continuation"] is True


@pytest.mark.parametrize(
    "content",
    [
        "x" * (3 << 20),
        [{"type": "text", "text": "é" * (1 << 20)}],
        [{"type": "image", "source": {"type": "base64", "data": "A" * (3 << 20)}}],
        [{"type": "text", "text": "word " * 100} for _ in range(9000)],
        [{"type": "tool_result", "content": [{"type": "text", "text": "\N{BELL}" * (1 << 20)}]}],
    ],
)
def test_no_frame_is_too_long(content: Any) -> None:
    """Whatever is said, the line stays below what the SDKs take, and is still JSON."""
    line = frames.encoded({"type": "user", "message": {"content": content}})
    assert len(line) <= frames.LONGEST < 1 << 20
    assert json.loads(line)["type"] == "user"


def test_what_is_cut_first_is_what_stands_twice() -> None:
    """The result that the transcript keeps goes before anything of the message does."""
    frame = {"type": "user", "message": {"content": "short"}, "tool_use_result": "x" * (2 << 20)}
    assert json.loads(frames.encoded(frame)) == {"type": "user", "message": {"content": "short"}}


def test_what_must_not_be_cut_is_refused() -> None:
    """A question about an input shows all of it, or is not asked."""
    with pytest.raises(frames.TooLongError):
        frames.encoded({"input": "x" * (2 << 20)}, may_cut=False)


def test_a_frame_is_one_line_to_all_readers() -> None:
    """Separators that some readers break lines at are escaped."""
    line = frames.encoded({"text": "a\u2028b\u2029c"})
    assert len(line.decode().splitlines()) == 1
    assert json.loads(line) == {"text": "a\u2028b\u2029c"}


def test_mirrors_hold_whole_lines_in_order() -> None:
    """Many lines go into several frames, none of them too long, none of the lines cut."""
    lines = [{"n": number, "text": "x" * 300_000} for number in range(7)]
    sent = list(frames.mirrors("/a/b.jsonl", lines))
    assert len(sent) == 3
    assert [line["n"] for frame in sent for line in frame["entries"]] == list(range(7))
    assert all(len(frames.encoded(frame, may_cut=False)) <= frames.LONGEST for frame in sent)
