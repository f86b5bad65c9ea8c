"""A draft: what goes, changes and comes in, and the lines that come of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steno.edit.draft import (
    Change,
    Draft,
    drop_blocks,
    set_block,
    set_content,
    set_member,
    set_parent,
)
from steno.edit.identity import NewIds
from tests.session.transcripts import chained, progress, reply, session, text, user

LINES = (user("a"), reply("b"), user("c"), reply("d"))


def bodies(draft: Draft) -> list[dict[str, Any]]:
    """Decode the lines of the result."""
    return [json.loads(line) for line in b"".join(draft.lines()).split(b"\n") if line]


def test_untouched_draft_gives_the_bytes() -> None:
    """Also where the last line has no end."""
    draft = Draft(session(*LINES, b'{"type":"user"'))
    assert draft.is_empty
    assert b"".join(draft.lines()) == b"".join(chained(LINES)) + b'{"type":"user"'
    assert list(draft.changes()) == []


def test_changes_come_in_the_order_of_the_file() -> None:
    """What only follows from others is not told."""
    draft = Draft(session(*LINES))
    draft.change(3, set_member("x", 1), "it gets an x")
    draft.change(1, set_parent(None))
    draft.remove(2, "no more")
    draft.add(4, {"type": "mode"}, "a mode")
    assert list(draft.changes()) == [
        Change(3, "remove", "no more"),
        Change(4, "change", "it gets an x"),
        Change(None, "add", "a mode"),
    ]
    assert [body.get("uuid") for body in bodies(draft)] == ["a", "b", "d", None]
    assert bodies(draft)[2]["x"] == 1
    assert bodies(draft)[1]["parentUuid"] is None


def test_lines_that_hung_on_a_removed_one_hang_on_what_is_above_it() -> None:
    """Over any number of them; on nothing where nothing is left."""
    draft = Draft(session(user("a"), reply("b"), progress("p"), user("c"), user("d")))
    for row in (1, 2):
        draft.remove(row, "gone")
    draft.relink()
    assert [(body["uuid"], body["parentUuid"]) for body in bodies(draft)] == [
        ("a", None), ("c", "a"), ("d", "c"),
    ]  # fmt: skip
    draft.remove(0, "gone")
    assert draft.staying(2) is None


def test_lost_parent_stays_lost() -> None:
    """The id of a line that never was in the file is handed on."""
    draft = Draft(session(user("a", parent="nowhere"), reply("b")))
    draft.remove(0, "gone")
    assert draft.staying(0) == "nowhere"


def test_circle_ends() -> None:
    """Lines that hang on each other have nothing above them."""
    draft = Draft(session(user("a", parent="b"), reply("b")))
    draft.remove(0, "gone")
    draft.remove(1, "gone")
    assert draft.staying(0) is None


def test_line_without_an_end_is_not_glued_to_a_new_one() -> None:
    """A newline goes first."""
    stored = b"".join(chained(LINES)).rstrip(b"\n")
    draft = Draft(session(*stored.splitlines(keepends=True)))
    draft.add(4, {"type": "mode"}, "a mode")
    assert b"".join(draft.lines()) == stored + b'\n{"type":"mode"}\n'


def test_glued_line_that_is_edited_comes_apart() -> None:
    """Each of its records on a line of its own."""
    one, two = (line.rstrip() for line in chained([user("a"), reply("b")]))
    draft = Draft(session(one + two + b"\n"))
    draft.change(1, set_member("x", 1), "x")
    assert b"".join(draft.lines()).count(b"\n") == 2
    assert [body.get("x") for body in bodies(draft)] == [None, 1]


def test_new_ids_reach_changed_and_new_lines() -> None:
    """The result of the change is renamed, not the line as it was."""
    draft = Draft(session(*LINES))
    draft.change(1, set_content([text("z")]), "z")
    draft.add(4, {"type": "mode", "sessionId": "old"}, "a mode")
    ids = NewIds("old", "new", draft.uuids)
    lines = [json.loads(line) for line in draft.lines(ids)]
    assert lines[1]["uuid"] == ids.uuid("b")
    assert lines[1]["message"]["content"] == [text("z")]
    assert lines[4]["sessionId"] == "new"


def test_differences_are_those_of_records() -> None:
    """What each was, and what it will be."""
    draft = Draft(session(*LINES))
    draft.remove(0, "gone")
    draft.change(1, set_member("timestamp", None), "no time")
    draft.add(2, {"type": "mode"}, "a mode")
    draft.add(4, {"type": "tag"}, "a tag")
    found = list(draft.differences())
    assert [(line, old is None, new is None) for line, old, new, _ in found] == [
        (1, False, True), (2, False, False), (None, True, False), (None, True, False),
    ]  # fmt: skip
    assert b'"timestamp":null' in (found[1].new or b"")
    assert [one.place for one in found] == [1, 2, 2, 4]


@pytest.mark.parametrize(
    ("op", "content"),
    [(drop_blocks([0, 2]), ["y"]), (set_block(1, "Y"), ["x", "Y", "z"]), (set_content("w"), "w")],
)
def test_blocks_of_a_message(op: Any, content: Any) -> None:
    """They go, or change, and the rest of the message stays."""
    before = {"message": {"role": "user", "content": ["x", "y", "z"]}, "k": 1}
    assert op(before) == {"message": {"role": "user", "content": content}, "k": 1}
    assert before["message"] == {"role": "user", "content": ["x", "y", "z"]}


def test_what_hung_by_a_guess_is_followed_upwards() -> None:
    """A row whose parent is lost goes: what hangs on it goes on where the client guessed."""
    draft = Draft(session(user("a"), reply("b", parent="lost", at=1), user("c"), reply("d")))
    assert draft.guessed == {1: 0}
    draft.remove(1, "gone")
    draft.relink()
    assert [body["parentUuid"] for body in bodies(draft)] == [None, "a", "c"]


def test_guess_that_has_no_id_gets_one() -> None:
    """What has no id cannot be named, so that the client would guess again; it gets one."""
    nameless = {key: value for key, value in user("a").items() if key != "uuid"}
    lines = (nameless, reply("b", parent="lost", at=1), user("c", parent="b", at=2))
    draft = Draft(session(*lines))
    assert draft.guessed == {1: 0}
    draft.remove(1, "gone")
    name = draft.staying(1)
    assert name is not None
    assert draft.staying(1) == name
    draft.relink()
    first, last = map(json.loads, draft.lines())
    assert (first["uuid"], last["parentUuid"]) == (name, name)
