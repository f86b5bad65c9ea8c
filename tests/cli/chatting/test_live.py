"""What is going on, as it is shown."""

from __future__ import annotations

import time
from typing import Any

import pytest

from steno.cli.chatting.live import LONGEST_SHOWN, MOST_OUTPUT, Live
from steno.cli.rendering.paper import drawing_paper
from steno.client.events import (
    CallBegan,
    CallTold,
    HookBegan,
    HookEnded,
    Recorded,
    Retrying,
    Streamed,
    TurnEnded,
)
from tests.cli.payloads import SEQUENCES

PAPER = drawing_paper(80)
ENDED = TurnEnded(
    subtype="success", text="", is_error=False, duration_ms=0, api_ms=0, num_turns=1, cost=None
)


def streamed(live: Live, *events: dict[str, Any]) -> str:
    """Stream events, and give what is shown then."""
    for event in events:
        live.see(Streamed(event=event))
    return "\n".join(live.lines(PAPER))


def start(kind: str, **own: Any) -> dict[str, Any]:
    """Begin a block."""
    return {"type": "content_block_start", "content_block": {"type": kind, **own}}


def delta(**own: str) -> dict[str, Any]:
    """Go on with a block."""
    return {"type": "content_block_delta", "delta": own}


def test_text_comes_as_it_is_said_and_is_drawn_when_complete() -> None:
    """Markdown is shown as it is written until the block is complete."""
    live = Live()
    begun = streamed(live, {"type": "message_start"}, start("text"), delta(text="**bo"))
    assert "● **bo" in begun
    done = streamed(live, delta(text="ld**"), {"type": "content_block_stop"})
    assert "● bold" in done
    assert live.partial == "**bold**"


def test_a_complete_block_is_drawn_once_for_a_width() -> None:
    """Drawing Markdown takes time, and a picture is made several times a second."""
    live = Live()
    streamed(live, start("text"), delta(text="word " * 30), {"type": "content_block_stop"})
    first = live.lines(PAPER)
    assert live.blocks[0].drawn is not None
    assert live.blocks[0].drawn[1] == first
    assert len(live.lines(drawing_paper(40))) > len(first)


def test_thinking_and_calls_that_are_being_written() -> None:
    """Thoughts are shown, of a call how much has come; what is complete waits to be run."""
    live = Live()
    assert "∴ hm" in streamed(live, start("thinking"), delta(thinking="hm"))
    writing = streamed(live, start("tool_use", name="Write"), delta(partial_json='{"a": "bc'))
    assert "Write  9 characters so far" in writing
    assert "Write" not in streamed(live, {"type": "content_block_stop"})
    assert live.partial == ""


def test_a_message_that_was_recorded_is_live_no_more() -> None:
    """It was drawn for good then; a new message begins with nothing, too."""
    live = Live()
    streamed(live, start("text"), delta(text="one"))
    live.see(Recorded(line={"type": "assistant", "message": {"content": []}}))
    assert live.lines(PAPER) == []
    streamed(live, start("text"), delta(text="two"))
    assert streamed(live, {"type": "message_start"}) == ""
    assert streamed(live, delta(text="lost"), {"type": "content_block_stop"}) == ""


def test_a_running_tool_shows_its_last_output() -> None:
    """The last lines, as long as it has no result; sub-agents tell their last step."""
    live = Live("/work")
    live.see(CallBegan(call_id="t1", tool="Bash", given={"command": "make"}))
    live.see(CallTold(call_id="t1", text="\n".join(f"line {n}" for n in range(900))))
    live.see(CallTold(call_id="other", text="nobody"))
    live.see(CallBegan(call_id="i", tool="Read", given={"file_path": "/work/a"}, parent_call="t1"))
    shown = "\n".join(live.lines(PAPER))
    assert "… Bash" in shown
    assert "line 899" in shown
    assert "line 890" not in shown
    assert "1 step: Read a" in shown
    assert len(live.calls["t1"].output) <= MOST_OUTPUT
    result = {"content": [{"type": "tool_result", "tool_use_id": "t1"}]}
    live.see(Recorded(line={"type": "user", "message": result}))
    assert live.calls == {}


def test_what_sub_agents_say_is_not_shown() -> None:
    """Only the main conversation is; their lines end no block of it."""
    live = Live()
    live.see(Streamed(event=start("text"), parent_call="t1"))
    streamed(live, start("text"), delta(text="mine"))
    live.see(Recorded(line={"type": "assistant", "message": {}}, parent_call="t1"))
    assert live.partial == "mine"


def test_trouble_is_told_until_an_answer_comes() -> None:
    """Why it is asked again, and when; what had come of the answer is gone."""
    live = Live()
    streamed(live, start("text"), delta(text="half"))
    live.see(Retrying(attempt=1, seconds=3.0, reason="529: Overloaded."))
    shown = "\n".join(live.lines(PAPER))
    assert "529: Overloaded. Try 2 comes in 3" in shown
    assert "half" not in shown
    assert streamed(live, {"type": "message_start"}) == ""


def test_the_end_of_a_turn_ends_all() -> None:
    """Nothing is left of a turn that was broken off."""
    live = Live()
    streamed(live, start("text"), delta(text="x"))
    live.see(CallBegan(call_id="t1", tool="Bash", given={}))
    live.see(ENDED)
    assert live.lines(PAPER) == []


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_nothing_that_streams_reaches_the_terminal(sequence: str) -> None:
    """Text, thoughts, names, commands and output are made harmless, in pieces too."""
    live = Live()
    for kind, key in (("text", "text"), ("thinking", "thinking")):
        streamed(live, start(kind), *(delta(**{key: sign}) for sign in sequence))
    streamed(live, {"type": "content_block_stop"}, start("tool_use", name=sequence))
    live.see(CallBegan(call_id="t1", tool=f"x{sequence}", given={"command": sequence}))
    live.see(CallTold(call_id="t1", text=sequence))
    live.see(Retrying(attempt=1, seconds=1, reason=sequence))
    shown = "".join(live.lines(PAPER))
    assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in shown)


def test_a_long_answer_is_shown_by_its_end() -> None:
    """Drawing all of it again and again would take longer than it comes."""
    live = Live()
    shown = streamed(live, start("text"), delta(text="a" * LONGEST_SHOWN + " the end"))
    assert shown.endswith("the end")
    assert len(shown) < LONGEST_SHOWN * 1.5


def test_a_hook_that_takes_its_time_is_named() -> None:
    """Only after a while, until it has ended, and not where nobody waits for it."""
    live, now = Live(), time.monotonic()
    live.see(HookBegan(run_id="1", moment="PreToolUse", command="slow.sh"))
    live.see(HookBegan(run_id="2", moment="Notification", command="bell"))
    assert live.slow_hook(now) == ""
    assert "the PreToolUse hook (slow.sh)" in live.slow_hook(now + 5)
    live.see(HookEnded(run_id="1", moment="PreToolUse", command="slow.sh"))
    assert live.slow_hook(now + 5) == ""
