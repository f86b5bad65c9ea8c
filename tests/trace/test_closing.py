"""When a turn is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from steno.trace.closing import Closing, Stop, answers
from tests.session.transcripts import call, reply, user
from tests.trace.test_clock import BEGIN, SECOND
from tests.trace.traced import only

TURN = only(user("a", at=0, promptId="p"), reply("b", at=5, of="m"))
NOW = BEGIN + 60 * SECOND


@pytest.mark.parametrize(
    ("stop", "is_it"),
    [
        (Stop("p", "b"), True),
        (Stop("p", " b\n"), True),
        (Stop("p", "b and more"), False),
        (Stop("q", "b"), False),
        (Stop(None, "b"), True),
        (Stop("p", None), True),
        (Stop("p", "b", is_cut=True), True),
        (Stop("p", "bc", is_cut=True), False),
    ],
)
def test_stop_closes_its_turn_once_the_last_words_are_there(stop: Stop, is_it: bool) -> None:
    """The client tells before it writes."""
    assert answers(stop, TURN) is is_it
    assert Closing(NOW, stops=(stop,)).is_closed(TURN) is is_it


def test_of_several_pieces_the_last_is_told() -> None:
    """As long as that is not on disk, the turn goes on."""
    stop = Stop("p", "Then that.")
    first = only(user("a", promptId="p"), reply("First this.", of="m"))
    whole = replace(first, last_text="First this.\n\nThen that.")
    assert not answers(stop, first)
    assert answers(stop, whole)
    assert answers(Stop("p", "Then", is_cut=True), whole)


def test_stop_without_words_needs_the_end_of_the_reply() -> None:
    """A call without its result is none."""
    asking = only(user("a", promptId="p"), reply("b", call("1")))
    assert not answers(Stop("p", None), asking)
    assert not answers(Stop(None, "b"), replace(TURN, is_followed=True))


def test_next_prompt_closes_a_turn() -> None:
    """Unless an agent goes on in the background."""
    followed = replace(TURN, is_followed=True)
    assert not Closing(NOW).is_closed(TURN)
    assert Closing(NOW).is_closed(followed)
    assert not Closing(NOW).is_closed(replace(followed, is_running=True))


def test_end_of_the_session_and_a_long_silence_close_everything() -> None:
    """By the time of the lines, to the second."""
    running = replace(TURN, is_running=True)
    assert Closing(NOW, has_ended=True).is_closed(running)
    last = BEGIN + 5 * SECOND
    assert Closing(last + 600 * SECOND).is_closed(running)
    assert not Closing(last + 600 * SECOND - 1).is_closed(running)
    assert Closing(last, idle_seconds=0).is_closed(running)


def test_finished_reply_settles_where_that_is_asked_for() -> None:
    """After a while; not one that asks for a tool."""
    settled = Closing(BEGIN + 15 * SECOND, settled_seconds=10)
    assert settled.is_closed(TURN)
    assert not Closing(BEGIN + 14 * SECOND, settled_seconds=10).is_closed(TURN)
    assert not settled.is_closed(replace(TURN, is_finished=False))
    assert not settled.is_closed(replace(TURN, is_running=True))


def test_turn_of_failures_alone_waits_for_what_follows() -> None:
    """A reply may come in the same turn; the end, the next prompt or silence settle it."""
    error: dict[str, Any] = {"model": "<synthetic>", "isApiErrorMessage": True}
    failed = only(user("a", at=0, promptId="p"), reply("b", at=5, **error))
    told = Closing(NOW, stops=(Stop("p", "b"),), settled_seconds=0)
    assert answers(Stop("p", "b"), failed)
    assert not told.is_closed(failed)
    assert told.is_closed(replace(failed, is_followed=True))
    assert replace(told, has_ended=True).is_closed(failed)
    assert replace(told, idle_seconds=1).is_closed(failed)
    answered = only(user("a", at=0, promptId="p"), reply("b", at=5, **error), reply("c", at=6))
    assert Closing(NOW, stops=(Stop("p", "c"),)).is_closed(answered)
