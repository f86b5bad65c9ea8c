"""Where the time of a turn went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.analyse.timing import Spent, Timing, find_timing
from steno.session.session import load
from tests.held import attachment, calls, held, place, progress, prompt, result, says, system
from tests.written import reply, user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

    Body = dict[str, Any]


def thinks(uuid: str, parent: str, second: float, of: str = "", **own: Any) -> Body:
    """Make a line of thinking."""
    block = {"type": "thinking", "thinking": "hm", "signature": "s"}
    return reply(
        of or f"m{uuid}", **place(uuid, parent, second), message={"content": [block]}, **own
    )


def timing_of(session: Session) -> Timing:
    """Find the timing of a session."""
    return find_timing(session.outline, session.rows_and_records(), session.turns)


def timed(*lines: Body) -> Timing:
    """Find the timing of lines."""
    return timing_of(held(*lines))


def test_every_moment_of_a_turn_counts_once() -> None:
    """Until the reply came, until the thinking ended, until the results came."""
    timing = timed(
        prompt("a", None, 0),
        attachment("x", "a", 0.5),
        thinks("b", "a", 3, "m"),
        calls("c", "b", 4, "m"),
        calls("d", "c", 4.5, "m"),
        progress("p", "d", 5),
        result("e", "c", 10),
        result("f", "d", 12),
        says("g", "f", 14),
        system("h", "g", 20, "turn_duration"),
    )
    assert timing.turns == (Spent(thinking_ms=3000, waiting_ms=3500, tools_ms=7500),)
    assert timing.spent.total_ms == 14_000
    assert timing.person_ms == 0


def test_time_between_turns_is_the_persons() -> None:
    """Not that before a background task reported."""
    notice = user("<task-notification>x</task-notification>", **place("n", "b", 30))
    timing = timed(
        prompt("a", None, 0), says("b", "a", 2), notice, says("c", "n", 33), prompt("d", "c", 60),
        says("e", "d", 61),
    )  # fmt: skip
    assert timing.turns == tuple(Spent(waiting_ms=took) for took in (2000, 3000, 1000))
    assert timing.person_ms == 27_000
    assert timing.spent == Spent(waiting_ms=6000)


def test_thinking_that_was_measured_is_believed() -> None:
    """As far as there was time for it; the rest was waiting."""
    timing = timed(prompt("a", None, 0), thinks("b", "a", 10, thinkingDurationMs=4000))
    assert timing.turns == (Spent(thinking_ms=4000, waiting_ms=6000),)
    timing = timed(prompt("a", None, 0), thinks("b", "a", 10, thinkingDurationMs=99_000))
    assert timing.turns == (Spent(thinking_ms=10_000),)
    timing = timed(prompt("a", None, 0), thinks("b", "a", 10, thinkingDurationMs=-5))
    assert timing.turns == (Spent(waiting_ms=10_000),)


def test_interrupt_ends_what_was_under_way() -> None:
    """A tool, or the wait for the model."""
    interrupt = "[Request interrupted by user]"
    timing = timed(prompt("a", None, 0), user(interrupt, **place("b", "a", 5)))
    assert timing.turns == (Spent(waiting_ms=5000),)
    timing = timed(prompt("a", None, 0), calls("b", "a", 1), user(interrupt, **place("c", "b", 9)))
    assert timing.turns == (Spent(waiting_ms=1000, tools_ms=8000),)


def test_commands_of_the_client_are_apart() -> None:
    """What they print belongs to their turn; what the client puts in afterwards takes no time."""
    command = user("<command-name>/cost</command-name>", **place("a", None, 0))
    output = user("<local-command-stdout>x</local-command-stdout>", **place("b", "a", 2))
    caveat = user("Caveat", **place("c", "b", 900), isMeta=True)
    filler = reply("f", **place("d", "c", 950), message={"model": "<synthetic>"})
    assert timed(command, output, caveat, filler).turns == (Spent(other_ms=2000),)


def test_failed_request_was_waited_for() -> None:
    """The client tells of it in a reply that it made up."""
    failed = reply(
        "e", **place("b", "a", 8), message={"model": "<synthetic>"}, isApiErrorMessage=True
    )
    assert timed(prompt("a", None, 0), failed).turns == (Spent(waiting_ms=8000),)


def test_times_that_go_back_or_are_missing_take_none() -> None:
    """No time is counted twice, and none is less than nothing."""
    lost = {**says("c", "b", 0), "timestamp": "never"}
    timing = timed(prompt("a", None, 10), says("b", "a", 4), lost, says("d", "c", 12))
    assert timing.turns == (Spent(waiting_ms=2000),)
    nowhere = {**prompt("a", None, 0), "timestamp": "never"}
    assert timed(nowhere, says("b", "a", 4), says("c", "b", 6)).turns == (Spent(waiting_ms=2000),)


def test_session_without_turns_took_no_time() -> None:
    """An empty one, or one of loose lines."""
    assert timed({"type": "mode"}) == Timing((), 0)
    assert Timing((), 0).spent.total_ms == 0


def test_parts_add_up_to_how_long_each_turn_took(corpus: Path) -> None:
    """For every turn of the corpus, to the millisecond or two that rounding takes."""
    turns = 0
    for path in sorted(corpus.rglob("*.jsonl")):
        session = load(path)
        for turn, spent in zip(session.turns, timing_of(session).turns, strict=True):
            took = 0.0
            if turn.started is not None and turn.ended is not None:
                took = (turn.ended - turn.started).total_seconds() * 1000
            assert abs(took - spent.total_ms) <= 2, (path, turn.number)
            turns += 1
    assert turns > 200
