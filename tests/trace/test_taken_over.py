"""The state of cc-langfuse: what it sent is not sent again, and its count goes on (spec 002, 8)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from steno.errors import TakenOverStateError
from steno.trace.span import Trace
from steno.trace.taken_over import SentBefore, read_state, state_path

if TYPE_CHECKING:
    from pathlib import Path

STATE = {"last_line": 12, "turn_count": 3, "updated": "2025-01-15T10:00:00.000Z"}


def trace(number: int | None, line: int, last_line: int) -> Trace:
    """Make a trace that stands in these lines."""
    return Trace(
        id="t",
        session_id="s",
        spans=(),
        turn_number=number,
        api_messages=1,
        line=line,
        last_line=last_line,
    )


def test_state_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Keyed by session; what the file says besides is no matter."""
    path = state_path(tmp_path)
    assert path == tmp_path / "state" / "cc-langfuse_state.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"a": STATE, "b": {"last_line": 0, "turn_count": 0, "x": 1}}))
    assert read_state(path) == {
        "a": SentBefore("a", 12, 3, "2025-01-15T10:00:00.000Z"),
        "b": SentBefore("b", 0, 0),
    }


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "there is no such file"),
        ("{", "it is not JSON"),
        ("[]", "it is no JSON object"),
        ('{"a": 5}', "'a' in it is no session's state"),
        ('{"": {}}', "'' in it is no session's state"),
        (json.dumps({"a": {**STATE, "last_line": "12"}}), "last_line of session 'a' is no count"),
        (json.dumps({"a": {**STATE, "last_line": -1}}), "last_line of session 'a' is no count"),
        (json.dumps({"a": {**STATE, "turn_count": True}}), "turn_count of session 'a' is no count"),
        (json.dumps({"a": {**STATE, "last_line": 10**30}}), "last_line of session 'a' is no count"),
        (json.dumps({"a": {**STATE, "turn_count": 1 << 63}}), "turn_count of session 'a' is no"),
        (json.dumps({"a": {"last_line": 1}}), "turn_count of session 'a' is no count"),
    ],
)
def test_wrong_state_is_refused_whole(tmp_path: Path, content: Any, reason: str) -> None:
    """Half of it would send the other half twice."""
    path = tmp_path / "state.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(TakenOverStateError, match=reason) as refused:
        read_state(path)
    assert "Nothing was marked as sent" in str(refused.value)


def test_turns_up_to_the_last_line_were_sent() -> None:
    """One that went on behind it was, too; one that begins behind it was not."""
    sent = SentBefore("s", 12, 3)
    assert sent.holds(trace(1, 1, 4))
    assert sent.holds(trace(3, 9, 12))
    assert sent.holds(trace(3, 9, 20))
    assert not sent.holds(trace(4, 13, 15))


def test_lone_agent_was_never_sent() -> None:
    """The other exporter knows no agents."""
    assert not SentBefore("s", 12, 3).holds(trace(None, 0, 0))


@pytest.mark.parametrize(("turn_count", "offset"), [(3, 0), (7, 4), (2, -1)])
def test_numbering_continues_with_the_turn_count(turn_count: int, offset: int) -> None:
    """The first turn that is sent by us gets the number behind the last that was sent before."""
    traces = [trace(1, 1, 4), trace(2, 5, 8), trace(3, 9, 12), trace(4, 13, 15)]
    sent = SentBefore("s", 12, turn_count)
    assert sent.counted_before(traces) == offset
    first = next(one for one in traces if not sent.holds(one))
    assert (first.turn_number or 0) + offset == turn_count + 1


def test_session_of_which_no_line_was_sent_counts_on() -> None:
    """Where the lines are gone, the count is all there is."""
    sent = SentBefore("s", 0, 5)
    assert sent.counted_before([replace(trace(1, 1, 4))]) == 5
