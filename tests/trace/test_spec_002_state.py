"""Spec 002, sections 8 and 10: what is read bit by bit, and sessions that go on from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.format.codec import encode_value
from steno.session.documents.spec_002 import new_turns_002
from steno.trace.poked import Answering
from steno.trace.profiles.langfuse import wire
from steno.trace.recovery import recovery_order
from steno.trace.spans import session_traces
from steno.trace.taken_over import SentBefore
from tests.session.documents.test_spec_002 import assistant, user
from tests.trace.spec_002_sent import TRACE, session, traces
from tests.trace.test_poked import FakeTime, line

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session
    from steno.trace.closing import Closing

BEFORE, AFTER = (f"5e551017-0000-4000-8000-00000000000{number}" for number in (1, 2))
"""Two sessions, the second of which goes on from the first."""

# Section 8


def state_after(lines: list[bytes], last_line: int = 0, turn_count: int = 0) -> SentBefore:
    """Give the state that the document's own program would leave behind."""
    seen = new_turns_002(lines, last_line)
    return SentBefore("s", seen.last_line, turn_count + len(seen.grouping.turns))


def test_section_8_lines_that_do_not_parse_are_skipped_and_counted() -> None:
    """The line numbers of the state are those of the file, as are ours."""
    lines = [
        b"{torn", encode_value(user("q")), b"", encode_value(assistant("m1", "A")), b"\x00\x00",
        encode_value(user("r")), b"not JSON", encode_value(assistant("m2", "B")),
    ]  # fmt: skip
    before = state_after(lines[:5])
    assert before == SentBefore("s", 4, 1)
    first, second = traces(*lines)
    assert [(one.line, one.last_line) for one in (first, second)] == [(2, 4), (6, 8)]
    assert (before.holds(first), before.holds(second)) == (True, False)
    # The state's own program goes on behind its last line, and numbers the next turn the same.
    after = state_after(lines, before.last_line, before.turn_count)
    assert after == SentBefore("s", 8, 2)
    assert second.turn_number == before.turn_count + 1 == after.turn_count
    assert before.counted_before([first, second]) == 0


def test_section_8_unanswered_turn_is_left_for_the_next_time() -> None:
    """``last_line`` ends before it: it is ours to send, and its number is the next."""
    lines = [encode_value(one) for one in (user("q"), assistant("m1", "A"), user("r"))]
    before = state_after(lines)
    assert before == SentBefore("s", 2, 1)
    _, late = traces(*lines, encode_value(assistant("m2", "B")))
    assert not before.holds(late)
    assert late.turn_number == before.turn_count + 1


def test_section_8_turn_count_goes_on_from_another_count() -> None:
    """Where the other program counted turns that are gone from the file."""
    opened = session(user("q"), assistant("m1", "A"), user("r"), assistant("m2", "B"))
    before = SentBefore("s", 2, 40)
    shift = before.counted_before(session_traces(opened))
    found = [wire(one) for one in session_traces(opened, counted_before=shift)]
    assert [one.spans[0].name for one in found] == ["Turn 40", "Turn 41"]
    assert found[1].spans[0].attributes[f"{TRACE}.metadata.turn_number"] == 41


def test_section_8_replies_before_any_prompt_were_never_sent() -> None:
    """The other program passes them over; here they are not lost, and shift no number."""
    lines = [
        encode_value(one) for one in (assistant("m0", "early"), user("q"), assistant("m1", "A"))
    ]
    before = state_after(lines)
    assert before == SentBefore("s", 3, 1)
    early, turn = traces(*lines)
    assert (before.holds(early), before.holds(turn)) == (False, True)
    assert before.counted_before([early, turn]) == 0


# Section 10


def written(folder: Path, name: str, *lines: Any) -> Path:
    """Write a transcript."""
    path = folder / f"{name}.jsonl"
    path.write_bytes(b"".join(encode_value(one) + b"\n" for one in lines))
    return path


def test_section_10_first_line_tells_of_the_session_before(tmp_path: Path) -> None:
    """Where its transcript is beside this one; a snapshot names none."""
    before = written(tmp_path, BEFORE, user("q", sessionId=BEFORE), assistant("m1", "A"))
    carried = user("carry", sessionId=BEFORE)
    after = written(tmp_path, AFTER, carried, user("r", sessionId=AFTER), assistant("m2", "B"))
    snapshot = {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}
    plain = written(tmp_path, "plain", snapshot, user("q", sessionId=BEFORE))
    gone = written(tmp_path, "gone", user("q", sessionId="nowhere"))
    assert recovery_order(after) == [before, after]
    assert [recovery_order(one) for one in (before, plain, gone)] == [[before], [plain], [gone]]


@pytest.mark.parametrize("is_broken", [False, True])
def test_section_10_recovery_comes_first_and_its_failure_does_not_block(
    tmp_path: Path, *, is_broken: bool
) -> None:
    """Each on its own: the current session is sent whatever happens to the one before."""
    written(tmp_path, BEFORE, user("q", sessionId=BEFORE), assistant("m1", "A"))
    carried = user("carry", sessionId=BEFORE)
    after = written(tmp_path, AFTER, carried, user("r"), assistant("m2", "B"))
    taken: list[list[str]] = []
    complaints: list[str] = []

    def collect(opened: Session, closing: Closing) -> None:
        if is_broken and opened.id == BEFORE:
            raise TypeError("unhashable type: 'dict'")
        taken.append([one.last_text for one in session_traces(opened) if closing.is_closed(one)])

    asked = Answering(collect, lambda error: complaints.append(str(error)), FakeTime().timing)
    asked.answer([line(after, last_assistant_message="B")])
    assert taken == ([["B"]] if is_broken else [["A"], ["B"]])
    assert len(complaints) == is_broken
