"""What hooks ask for: the end of a turn is waited for, and sessions before it come first."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

import pytest

from steno.errors import BusyStateError
from steno.format.codec import encode_value
from steno.testing.build import START, make_session
from steno.trace.closing import Stop
from steno.trace.poked import PATIENCE, Answering, Poke, Timing, pokes
from steno.trace.spans import session_traces
from steno.trace.spool import SpoolLine
from tests.trace.sending import conversation

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.errors import StenoError
    from steno.session.session import Session
    from steno.trace.closing import Closing

NOW = int(datetime.fromisoformat(START).timestamp() + 120) * 10**9
"""Shortly after all that was made up was written."""


def line(path: Path, event: str = "Stop", **own: object) -> SpoolLine:
    """Make what a hook told just now."""
    told = {"session_id": path.stem, "transcript_path": path, "time": NOW, **own}
    return SpoolLine(event=event, **told)  # type: ignore[arg-type]


Event: TypeAlias = "tuple[float, Callable[[], object]]"
"""Something that happens, and at which second."""


@dataclass(slots=True)
class FakeTime:
    """A clock that goes on when somebody sleeps, and what happens at which second."""

    seconds: float = 0.0
    events: list[Event] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        self.seconds += seconds
        for event in [one for one in self.events if one[0] <= self.seconds]:
            self.events.remove(event)
            event[1]()

    @property
    def timing(self) -> Timing:
        """Give it to whoever waits."""
        return Timing(
            now=lambda: NOW + int(self.seconds * 1e9), sleep=self.sleep, steady=lambda: self.seconds
        )


class Asked:
    """Keeps what was collected, and complaints."""

    def __init__(self, clock: FakeTime) -> None:
        """Take the clock that is waited by."""
        self.closed: list[tuple[str | None, list[str]]] = []
        self.complaints: list[str] = []
        self.answering = Answering(self.collect, self.complain, clock.timing)

    def collect(self, session: Session, closing: Closing) -> None:
        """Note which turns of a session are over."""
        over = [one.last_text for one in session_traces(session) if closing.is_closed(one)]
        self.closed.append((session.id, over))

    def complain(self, error: StenoError) -> None:
        """Note what cannot be read."""
        self.complaints.append(str(error))


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Path, bytes, bytes]:
    """Give a transcript of one turn without its last line, what there is of it, and that line."""
    path = make_session(tmp_path, conversation("late", 1))
    whole = path.read_bytes()
    cut = whole[:-1].rfind(b"\n") + 1
    path.write_bytes(whole[:cut])
    return path, whole[:cut], whole[cut:]


STOP = {"last_assistant_message": "Answer late 0."}


def test_what_hooks_told_is_put_together_by_session(tmp_path: Path) -> None:
    """In the order in which sessions were told of; a session that goes on has not ended."""
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    lines = [
        line(one, prompt_id="p", last_assistant_message="a", is_cut=True),
        line(two, "SessionEnd"),
        line(one, "SubagentStop"),
        line(one, "SessionEnd", time=NOW + 1),
        line(two, prompt_id="q"),
    ]
    assert pokes(lines) == [
        Poke(one, (Stop("p", "a", is_cut=True),), has_ended=True, told_at=NOW + 1),
        Poke(two, (Stop("q", None),), has_ended=False, told_at=NOW),
    ]


def test_turn_that_is_there_is_taken_at_once(parts: tuple[Path, bytes, bytes]) -> None:
    """Nobody waits for what is on disk."""
    path, early, late = parts
    path.write_bytes(early + late)
    clock = FakeTime()
    asked = Asked(clock)
    asked.answering.answer([line(path, **STOP)])
    assert (asked.closed, clock.seconds) == ([(path.stem, ["Answer late 0."])], 0)


@pytest.mark.parametrize("seconds", [0.01, 3.0, PATIENCE - 0.2])
def test_last_line_is_waited_for(parts: tuple[Path, bytes, bytes], seconds: float) -> None:
    """And not much longer than it takes."""
    path, early, late = parts
    clock = FakeTime(events=[(seconds, lambda: path.write_bytes(early + late))])
    asked = Asked(clock)
    asked.answering.answer([line(path, **STOP)])
    assert asked.closed == [(path.stem, ["Answer late 0."])]
    assert clock.seconds == pytest.approx(seconds, abs=0.1)


def test_file_itself_may_come_late(parts: tuple[Path, bytes, bytes]) -> None:
    """The client may not have made it when its first hook runs."""
    path, early, late = parts
    path.unlink()
    clock = FakeTime(events=[(1.0, lambda: path.write_bytes(early + late))])
    asked = Asked(clock)
    asked.answering.answer([line(path, **STOP)])
    assert (asked.closed, asked.complaints) == ([(path.stem, ["Answer late 0."])], [])


def test_what_does_not_come_is_left_open(parts: tuple[Path, bytes, bytes]) -> None:
    """A turn whose end is not there after a while is for the next hook, or the next sync."""
    path, _, _ = parts
    clock = FakeTime()
    asked = Asked(clock)
    # The lines say that a tool was called and answered: its reply is to come.
    asked.answering.answer([line(path, last_assistant_message="Never written.")])
    assert asked.closed == [(path.stem, [])]
    assert clock.seconds == pytest.approx(PATIENCE, abs=0.1)


def test_other_words_do_when_time_is_up(parts: tuple[Path, bytes, bytes]) -> None:
    """The end of the reply closes a turn whose words were told otherwise."""
    path, early, late = parts
    path.write_bytes(early + late)
    asked = Asked(FakeTime())
    asked.answering.answer([line(path, last_assistant_message="Said otherwise.")])
    assert asked.closed == [(path.stem, ["Answer late 0."])]


def test_old_news_is_not_waited_for(parts: tuple[Path, bytes, bytes]) -> None:
    """What a hook told long ago is on disk by now, or never comes."""
    path, _, _ = parts
    clock = FakeTime()
    asked = Asked(clock)
    asked.answering.answer([line(path, time=NOW - 3600 * 10**9, **STOP)])
    assert (asked.closed, clock.seconds) == ([(path.stem, [])], 0)


def test_end_of_the_session_closes_what_is_open(parts: tuple[Path, bytes, bytes]) -> None:
    """Without any Stop there is nothing to wait for."""
    path, _, _ = parts
    clock = FakeTime()
    asked = Asked(clock)
    asked.answering.answer([line(path, "SessionEnd")])
    assert (len(asked.closed[0][1]), clock.seconds) == (1, 0)


def test_session_that_cannot_be_read_does_not_hold_up_others(
    parts: tuple[Path, bytes, bytes], tmp_path: Path
) -> None:
    """It is told of; the next one is sent."""
    path, early, late = parts
    path.write_bytes(early + late)
    asked = Asked(FakeTime())
    asked.answering.answer([line(tmp_path / "gone.jsonl"), line(path, **STOP)])
    assert [one for one, _ in asked.closed] == [path.stem]
    assert len(asked.complaints) == 1
    assert "gone.jsonl" in asked.complaints[0]


class Stumbling(Asked):
    """Fails with the sessions of some names."""

    def __init__(self, clock: FakeTime, error: Exception, *names: str) -> None:
        """Take what is raised, and for whom."""
        super().__init__(clock)
        self.error, self.names = error, names

    def collect(self, session: Session, closing: Closing) -> None:
        """Collect what does not fail."""
        if session.id in self.names:
            raise self.error
        super().collect(session, closing)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PermissionError(13, "Permission denied"), "permission"),
        (OSError(36, "File name too long"), "name too long"),
        (TypeError("SECRET WORDS"), "TypeError at test_poked.py:"),
    ],
)
def test_any_failure_of_one_session_passes_over_it_alone(
    tmp_path: Path, error: Exception, told: str
) -> None:
    """Also of the one before it (spec 002, section 10, step 4); no words of it are told."""
    before, path = _continued(tmp_path)
    other = make_session(tmp_path, conversation("other", 1))
    asked = Stumbling(FakeTime(), error, before.stem, other.stem)
    asked.answering.answer([
        line(other, last_assistant_message="Answer other 0."),
        line(path, last_assistant_message="Answer second 0."),
    ])  # fmt: skip
    assert asked.closed == [(path.stem, ["Answer second 0."])]
    assert len(asked.complaints) == 2
    assert all(told in one.lower() or told in one for one in asked.complaints)
    assert "SECRET" not in str(asked.complaints)


def test_trouble_with_the_state_keeps_the_lines(parts: tuple[Path, bytes, bytes]) -> None:
    """It is no failure of one session: what hooks told is to be dealt with later."""
    path, early, late = parts
    path.write_bytes(early + late)
    asked = Stumbling(FakeTime(), BusyStateError(path), path.stem)
    with pytest.raises(BusyStateError):
        asked.answering.answer([line(path, **STOP)])


def test_path_that_the_system_refuses_does_not_hold_up_others(
    parts: tuple[Path, bytes, bytes], tmp_path: Path
) -> None:
    """Neither a name that is too long nor a file in the place of a folder is waited for."""
    path, early, late = parts
    path.write_bytes(early + late)
    (tmp_path / "file").write_bytes(b"")
    odd = [tmp_path / ("a" * 300) / path.name, tmp_path / "file" / path.name]
    clock = FakeTime()
    asked = Asked(clock)
    asked.answering.answer([*map(line, odd), line(path, **STOP)])
    assert asked.closed == [(path.stem, ["Answer late 0."])]
    assert (len(asked.complaints), clock.seconds) == (2, 0)


def test_previous_session_that_cannot_be_looked_for_is_left_out(tmp_path: Path) -> None:
    """A session's name that is too long for the system is no reason to leave out this one."""
    path = make_session(tmp_path, conversation("alone", 1))
    first = encode_value({"type": "user", "sessionId": "a" * 300}) + b"\n"
    path.write_bytes(first + path.read_bytes())
    asked = Asked(FakeTime())
    asked.answering.answer([line(path, last_assistant_message="Answer alone 0.")])
    assert asked.closed == [(path.stem, ["Answer alone 0."])]


def _continued(tmp_path: Path) -> tuple[Path, Path]:
    """Write a session, and one that begins with a line of it, as a continuation does (spec 002)."""
    before = make_session(tmp_path, conversation("first", 1))
    path = make_session(tmp_path, conversation("second", 1))
    path.write_bytes(before.read_bytes().split(b"\n", 1)[0] + b"\n" + path.read_bytes())
    return before, path


def test_session_before_comes_first(tmp_path: Path) -> None:
    """As ended: its own end was never told. What is wrong with it does not block."""
    before, path = _continued(tmp_path)
    asked = Asked(FakeTime())
    asked.answering.answer([line(path, last_assistant_message="Answer second 0.")])
    assert [one for one, _ in asked.closed] == [before.stem, path.stem]
    before.chmod(0)
    again = Asked(FakeTime())
    again.answering.answer([line(path, last_assistant_message="Answer second 0.")])
    assert path.stem in [one for one, _ in again.closed]
