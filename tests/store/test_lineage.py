"""Edits are begun and finished, lead from session to session, and can be found again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from sqlite3 import IntegrityError
from typing import TYPE_CHECKING

import pytest

from steno.errors import DamagedStateError, EditStateError
from steno.store.database import open_state
from steno.store.edit_rows import EditFacts, FileChange
from steno.store.lineage import Edits
from steno.store.process import Process
from tests.store.made_state import SHA, change, facts

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def edits(tmp_path: Path) -> Iterator[Edits]:
    """Give a new state.db."""
    with open_state(tmp_path, create=True) as state:
        yield Edits(state)


def done(edits: Edits, source: str, result: str) -> int:
    """Record a whole edit."""
    edit = edits.begin_edit(facts(source, result))
    edits.finish_edit(edit)
    return edit


def state_of(edits: Edits, number: int) -> str:
    """Give the state of an edit that exists."""
    edit = edits.edit(number)
    assert edit is not None
    return edit.state


def test_begun_edit_is_planned_and_pending(edits: Edits) -> None:
    """With all its facts and the time, and nothing said of an end."""
    number = edits.begin_edit(facts())
    (edit,) = edits.pending()
    assert (edit.id, edit.state, edit.finished_at, edit.undone_at) == (
        number,
        "planned",
        None,
        None,
    )
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", edit.made_at)
    assert {name: getattr(edit, name) for name in EditFacts.__dataclass_fields__} == {
        name: getattr(facts(), name) for name in EditFacts.__dataclass_fields__
    }
    assert edits.edit(number) == edit


def test_finished_edit_is_done(edits: Edits) -> None:
    """What was not known before is added, and what was known stays."""
    number = edits.begin_edit(facts())
    edits.finish_edit(number, result_sha256=SHA)
    edit = edits.edit(number)
    assert edit is not None
    assert (edit.state, edit.result_sha256, edit.result_session) == ("done", SHA, "two")
    assert edit.finished_at is not None
    assert edits.pending() == ()


def test_finish_may_name_the_result(edits: Edits) -> None:
    """Where the edit finds out only on the way what it makes."""
    number = edits.begin_edit(EditFacts(kind="import"))
    edits.finish_edit(number, result_session="new", result_path="/home/new.jsonl")
    assert edits.origins() == {"new": edits.edit(number)}


def test_newest_is_what_an_undo_is_about(edits: Edits) -> None:
    """Neither what is undone nor what is forgotten; one that was cut off comes first."""
    first, second, third = done(edits, "a", "b"), done(edits, "b", "c"), done(edits, "c", "d")
    fourth = edits.begin_edit(facts("c", "d"))
    found = [newest(edits)]
    edits.mark_failed(fourth)
    found.append(newest(edits))
    edits.mark_undone(third)
    found.append(newest(edits))
    edits.mark_forgotten(second)
    found.append(newest(edits))
    edits.mark_undone(first)
    assert [*found, newest(edits)] == [fourth, third, second, first, None]
    undone = edits.edit(first)
    assert undone is not None
    assert undone.undone_at is not None


def newest(edits: Edits) -> int | None:
    """Give the number of the newest edit that can be undone."""
    edit = edits.newest()
    return edit.id if edit else None


def test_process_of_an_edit_is_known_until_it_lets_go(edits: Edits) -> None:
    """Whatever came of the edit."""
    process = Process(7, "123", "boot")
    number = edits.begin_edit(facts(), process)
    (edit,) = edits.pending()
    assert edit.process == process
    edits.let_go(number)
    (edit,) = edits.pending()
    assert edit.process is None


def test_forgotten_edit_needs_no_bytes_any_more(edits: Edits) -> None:
    """It is told when that was, once; what has not ended is not forgotten."""
    number = edits.begin_edit(facts())
    edits.record_file(number, change())
    with pytest.raises(EditStateError, match="cannot be forgotten"):
        edits.mark_forgotten(number)
    with pytest.raises(EditStateError, match="no edit 9"):
        edits.mark_forgotten(9)
    assert edits.with_kept_bytes() == ()
    edits.finish_edit(number)
    done(edits, "a", "b")
    assert [edit.id for edit in edits.with_kept_bytes()] == [number]
    edits.mark_forgotten(number)
    first = edits.edit(number)
    edits.mark_forgotten(number)
    assert first is not None
    assert first.forgotten_at is not None
    assert edits.edit(number) == first
    assert (edits.with_kept_bytes(), edits.kept_paths()) == ((), frozenset())


def test_process_that_is_none_is_damage(edits: Edits) -> None:
    """Nobody could ask whether it runs."""
    edits.begin_edit(facts())
    with edits.state.writing() as connection:
        connection.execute("UPDATE edits SET process_id = 'x'")
    with pytest.raises(DamagedStateError):
        edits.pending()


def test_failed_edit_leads_nowhere(edits: Edits) -> None:
    """It is neither pending nor an origin, but it is remembered."""
    number = edits.begin_edit(facts())
    edits.mark_failed(number)
    assert (edits.pending(), edits.origins()) == ((), {})
    assert state_of(edits, number) == "failed"


@pytest.mark.parametrize("step", ["finish_edit", "mark_failed", "mark_undone"])
@pytest.mark.parametrize("state", ["planned", "done", "undone", "failed"])
def test_only_steps_in_order_are_taken(edits: Edits, step: str, state: str) -> None:
    """From planned to done or failed, and from done to undone; all else is refused."""
    number = edits.begin_edit(facts())
    if state == "failed":
        edits.mark_failed(number)
    elif state != "planned":
        edits.finish_edit(number)
        if state == "undone":
            edits.mark_undone(number)
    allowed = (step == "mark_undone") == (state == "done") and state in {"planned", "done"}
    if allowed:
        getattr(edits, step)(number)
        return
    with pytest.raises(EditStateError, match=f"edit {number} ") as told:
        getattr(edits, step)(number)
    assert told.value.state == state
    assert state_of(edits, number) == state


def test_unknown_edit_is_told(edits: Edits) -> None:
    """By its number."""
    assert edits.edit(9) is None
    assert edits.files_of(9) == ()
    with pytest.raises(EditStateError, match="there is no edit 9"):
        edits.mark_undone(9)


def test_files_come_back_in_order(edits: Edits) -> None:
    """The undo journal goes by their numbers."""
    number = edits.begin_edit(facts())
    moved = FileChange(number=1, role="history", path="/a", action="move", moved_to="/b")
    edits.record_file(number, change(2))
    edits.record_file(number, moved)
    assert edits.files_of(number) == (moved, change(2))


def test_finished_edit_takes_no_more_files(edits: Edits) -> None:
    """What was not recorded before it was touched could not be undone after a crash."""
    number = done(edits, "a", "b")
    with pytest.raises(EditStateError, match="cannot be changed"):
        edits.record_file(number, change())


def test_edit_and_files_can_be_begun_as_one(edits: Edits) -> None:
    """A crash between them leaves neither."""

    def with_the_same_file_twice() -> None:
        with edits.state.writing():
            number = edits.begin_edit(facts())
            edits.record_file(number, change())
            edits.record_file(number, change())

    with pytest.raises(IntegrityError):
        with_the_same_file_twice()
    assert edits.pending() == ()


def test_numbers_never_come_again(edits: Edits) -> None:
    """A number names a folder of kept bytes, also that of an edit that was removed."""
    first = edits.begin_edit(facts())
    with edits.state.writing() as connection:
        connection.execute("DELETE FROM edits")
    assert edits.begin_edit(facts()) > first


def test_all_edits_are_listed_in_order(edits: Edits) -> None:
    """Whatever their state."""
    first, second = done(edits, "a", "b"), edits.begin_edit(facts())
    assert [(edit.id, edit.state) for edit in edits.all()] == [(first, "done"), (second, "planned")]


def test_edits_of_a_session_or_a_path(edits: Edits) -> None:
    """As source, as result, and as any file that the edit touched or moved to."""
    first, second = done(edits, "a", "b"), done(edits, "b", "c")
    third = edits.begin_edit(facts("x", "y"))
    edits.record_file(third, replace(change(path="/far/agent-1.jsonl"), moved_to="/near/it.jsonl"))
    assert [edit.id for edit in edits.edits_of("b")] == [first, second]
    assert [edit.id for edit in edits.edits_of("y", "c", "b")] == [first, second, third]
    assert [edit.id for edit in edits.edits_of(Path("/home/mira/c.jsonl"))] == [second]
    assert [edit.id for edit in edits.edits_of("/far/agent-1.jsonl")] == [third]
    assert [edit.id for edit in edits.edits_of("/near/it.jsonl")] == [third]
    assert edits.edits_of("nobody") == ()


def test_path_that_is_no_unicode_is_found(edits: Edits) -> None:
    """Such names exist, and their edits have to be undone, too."""
    path = "/home/mira/caf\udce9.jsonl"
    number = edits.begin_edit(EditFacts(kind="trim", source_path=path))
    (edit,) = edits.edits_of(path)
    assert (edit.id, edit.source_path) == (number, path)


def test_lineage_leads_from_result_to_source(edits: Edits) -> None:
    """From every result to the edit that made it; one that is not done has made nothing."""
    first, second = done(edits, "a", "b"), done(edits, "a", "c")
    edits.begin_edit(facts("a", "d"))
    origins = edits.origins()
    assert {name: edit.id for name, edit in origins.items()} == {"b": first, "c": second}


def test_edit_in_place_is_no_origin(edits: Edits) -> None:
    """A session does not come from itself."""
    first = done(edits, "a", "b")
    done(edits, "b", "b")
    assert {name: edit.id for name, edit in edits.origins().items()} == {"b": first}


def test_kept_bytes_are_named(edits: Edits) -> None:
    """So that what is not named can be removed."""
    number = edits.begin_edit(facts())
    edits.record_file(number, change(1))
    edits.record_file(number, replace(change(2), kept_path=None))
    assert edits.kept_paths() == {f"kept/1/1-{SHA}"}


@pytest.mark.parametrize("options", ["no JSON", 7, b"\xff"])
def test_row_that_makes_no_sense_is_damage(edits: Edits, options: object) -> None:
    """Somebody else has changed the file."""
    edits.begin_edit(facts())
    with edits.state.writing() as connection:
        connection.execute("UPDATE edits SET options = ?", (options,))
    with pytest.raises(DamagedStateError):
        edits.pending()


def test_file_that_makes_no_sense_is_damage(edits: Edits) -> None:
    """A path in bytes that are none of ours."""
    number = edits.begin_edit(facts())
    edits.record_file(number, change())
    with edits.state.writing() as connection:
        connection.execute("UPDATE edit_files SET path = x'ff'")
    with pytest.raises(DamagedStateError):
        edits.files_of(number)
