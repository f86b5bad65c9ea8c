"""Whether a turn came to its end."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.session.turn_state import TurnState
from tests.written import line_of, reply, user

CALL = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
TEXT = {"type": "text", "text": "done"}
THINKING = {"type": "thinking", "thinking": "hm", "signature": "s"}


def hear(state: TurnState, content: Any = None, message_id: str = "m", **own: Any) -> bool:
    """Let a state see a reply with one block."""
    message = {"content": [content or TEXT], **own.pop("message", {})}
    entry = decode(line_of(reply(message_id, message=message, **own)))
    assert isinstance(entry, AssistantEntry)
    return state.see_reply(entry, message_id)


def tell(state: TurnState, content: Any, **own: Any) -> bool:
    """Let a state see a user line."""
    entry = decode(line_of(user(content, **own)))
    assert isinstance(entry, UserEntry)
    return state.see_user(entry)


def ended(state: TurnState) -> bool:
    """Say whether a turn came to its end."""
    return state.complete


def test_a_turn_is_open_until_a_reply_asks_for_no_tool() -> None:
    """Results alone do not end it."""
    state = TurnState()
    assert not ended(state)
    hear(state, CALL, "m1")
    assert not ended(state)
    assert tell(state, [{"type": "tool_result", "tool_use_id": "t"}])
    assert not ended(state)
    hear(state, TEXT, "m2")
    assert ended(state)
    assert state.message_ids == {"m1", "m2"}


def test_a_call_anywhere_in_a_reply_keeps_it_open() -> None:
    """One API message may say something on a line behind its call."""
    state = TurnState()
    hear(state, CALL)
    hear(state, TEXT)
    assert not ended(state)


def test_a_late_result_does_not_open_a_turn_again() -> None:
    """The lines of a file are not always in the order of their times."""
    state = TurnState()
    hear(state)
    tell(state, [{"type": "tool_result", "tool_use_id": "t"}])
    assert ended(state)


def test_a_result_may_end_the_turn() -> None:
    """The client says so."""
    state = TurnState()
    hear(state, CALL)
    tell(state, [{"type": "tool_result", "tool_use_id": "t"}], toolEndsTurn=True)
    assert ended(state)


@pytest.mark.parametrize(
    "message",
    [{"content": [THINKING]}, {"content": []}, {"stop_reason": "pause_turn"}],
)
def test_a_reply_without_words_or_with_a_pause_ends_nothing(message: dict[str, Any]) -> None:
    """It broke off, or it will go on."""
    state = TurnState()
    hear(state, message=message)
    assert not ended(state)


def test_a_turn_that_the_client_measured_is_over() -> None:
    """Though its last reply has no words; but not if it was broken off."""
    state = TurnState()
    hear(state, THINKING)
    state.see_duration()
    assert ended(state)
    tell(state, "[Request interrupted by user]")
    state.see_duration()
    assert not ended(state)
    hear(state, isApiErrorMessage=True)
    state.see_duration()
    assert not ended(state)


def test_an_interrupt_leaves_the_turn_open() -> None:
    """Also where the client was closed; a later reply ends it all the same."""
    state = TurnState()
    hear(state)
    assert tell(state, "[Request interrupted by user]")
    assert state.interrupted
    assert not ended(state)
    hear(state, message_id="m2")
    assert ended(state)
    closed = TurnState()
    tell(closed, [{"type": "tool_result", "tool_use_id": "t"}], interruptedByShutdown=True)
    assert closed.interrupted


def test_an_api_error_is_an_end_of_its_own() -> None:
    """Unless the request was made again and answered."""
    state = TurnState()
    assert hear(state, isApiErrorMessage=True, message={"model": "<synthetic>"})
    assert (state.complete, state.error) == (False, True)
    assert state.message_ids == set()
    hear(state)
    assert (state.complete, state.error) == (True, False)


def test_fillers_of_the_client_are_no_replies() -> None:
    """What it made up when it took a session up again, and meta lines of spec 002."""
    state = TurnState()
    assert not hear(state, message={"model": "<synthetic>"})
    assert not hear(state, isMeta=True)
    assert (state.complete, state.message_ids) == (False, set())


def test_lines_without_a_message_id_stand_for_themselves() -> None:
    """Each is a reply, none is counted as an API message."""
    state = TurnState()
    for content in ([CALL], [TEXT]):
        entry = decode(line_of({"type": "assistant", "message": {"content": content}}))
        assert isinstance(entry, AssistantEntry)
        state.see_reply(entry, None)
    assert ended(state)
    assert state.message_ids == set()
    bare = decode(b'{"type":"assistant","content":"hello"}\n')
    assert isinstance(bare, AssistantEntry)
    state.see_reply(bare, None)
    assert ended(state)


def test_a_local_command_needs_no_reply() -> None:
    """Until its body is given to the model; a caveat is no body."""
    state = TurnState(local=True)
    assert ended(state)
    assert not tell(state, "<local-command-caveat>x</local-command-caveat>", isMeta=True)
    assert ended(state)
    assert not tell(state, [{"type": "text", "text": "Review the patch."}], isMeta=True)
    assert not ended(state)
    hear(state)
    assert ended(state)


def test_a_command_that_printed_something_was_local() -> None:
    """What the client puts in later is not its body."""
    state = TurnState(local=True)
    assert tell(state, "<local-command-stdout>x</local-command-stdout>")
    tell(state, [{"type": "text", "text": "Continue."}], isMeta=True)
    assert ended(state)


def test_summaries_do_not_make_a_turn_longer() -> None:
    """They are written when the client compacts, not when somebody answers."""
    assert not tell(TurnState(), "so far", isCompactSummary=True)
