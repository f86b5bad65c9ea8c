"""Room for a resume of what an edit has shortened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.edit.draft import Draft
from steno.edit.headroom import SUFFIX, make_headroom
from steno.format.decode import decode
from steno.session.session import Session, from_entries
from tests.edit.long_conversations import TOO_MUCH
from tests.session.transcripts import brief, reply, session, text, user

if TYPE_CHECKING:
    from collections.abc import Container

    from tests.session.transcripts import Body

FULL: dict[str, Any] = {"usage": {"input_tokens": TOO_MUCH, "output_tokens": 9}}


def room(*lines: Body, staying: Container[int] | None = None) -> tuple[Session, Session]:
    """Make room in a session; give it before and after."""
    before = session(*lines)
    draft = Draft(before)
    make_headroom(draft, staying)
    return before, from_entries(decode(raw) for raw in draft.lines())


def test_refused_session_is_refused_no_more() -> None:
    """What is sent and what was used stay the same."""
    before, after = room(user("p"), reply("a", message=FULL))
    assert before.refusal is not None
    assert after.refusal is None
    assert after.usage == before.usage
    assert brief(after.messages()) == [("user", "p"), ("assistant", "a")]


def test_all_lines_of_the_message_get_the_new_id() -> None:
    """Also one that tells no usage, which would bring the others back."""
    lines = (
        user("p"),
        reply("a", text("one"), of="m"),
        reply("b", text("two"), of="m", message=FULL),
        reply("c", text("three"), of="m", message=FULL),
    )
    before, after = room(*lines)
    assert after.refusal is None
    assert after.usage == before.usage
    assert brief(after.messages()) == [("user", "p"), ("assistant", "one", "two", "three")]
    ids = [name for name in after.outline.message_ids if name]
    assert ids.count(f"m{SUFFIX}") == 3


def test_lines_without_an_id_are_not_one_message() -> None:
    """Only the last of them is in the way."""
    nameless = {**FULL, "id": None}
    lines = (user("p"), reply("a", message=nameless), user("q"), reply("b", message=nameless))
    before, after = room(*lines)
    assert after.refusal is None
    assert sum(bool(r.body.get("stenoEmptied")) for _, r in after.rows_and_records()) == 1
    assert after.usage == before.usage


def test_gap_is_not_filled_by_the_new_line() -> None:
    """It has a time, too."""
    lines = (user("p", at=1), reply("a", parent="lost", at=1, message=FULL))
    _, after = room(*lines)
    assert brief(after.messages()) == [("user", "p"), ("assistant", "a")]


def test_session_that_resumes_stays() -> None:
    """So does one that is refused for another reason, or whose replies all go."""
    for lines, staying in (
        ((user("p"), reply("a")), None),
        ((user("p"), reply("a", content=[], message={"content": "words"})), None),
        ((user("p"), reply("a", message=FULL)), {0}),
    ):
        before, after = room(*lines, staying=staying)
        assert [e.raw for e in after.entries] == [e.raw for e in before.entries]
