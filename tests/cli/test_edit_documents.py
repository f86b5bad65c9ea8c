"""The documents of edits: what they share, and how they are filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.cli.edit_documents import (
    SessionPlace,
    document,
    outlook_row,
    places,
    saved_tokens,
    some_resume,
)
from steno.edit.apply import Applied
from steno.edit.outlook import Outlook
from steno.edit.trim import Trim, trim
from steno.store.edit_rows import EditFacts
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from pathlib import Path


def test_document_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    """Under the name of the command; the result is there once it is done."""
    plan = trim(in_home(tmp_path, *CONVERSATION), Trim(tool_calls=True))
    planned = document(plan, None)
    assert (planned.schema, planned.edit) == ("steno.trim/1", "trim")
    assert (planned.number, planned.result) == (None, None)
    done = document(plan, Applied(3, TWO, tmp_path / "x"))
    assert done.number == 3
    assert done.result == SessionPlace(session=TWO, path=str(tmp_path / "x"))
    assert done.source.session == ONE
    assert [row.line for row in done.changes] == [change.line for change in plan.changes]
    assert done.saved.tokens == plan.saved_tokens
    assert done.resume.after == outlook_row(plan.after)


def test_outlook_is_told_as_it_is() -> None:
    """Figure by figure."""
    row = outlook_row(Outlook(2, 30, 0.5, "hangs"))
    assert (row.messages, row.tokens, row.reachable, row.refusal) == (2, 30, 0.5, "hangs")


def test_resume_that_is_not_known_is_null() -> None:
    """And then nothing is said to be saved."""
    outlook = Outlook(2, 30, 0.5)
    resume = some_resume(outlook)
    assert (resume.before, resume.after) == (outlook_row(outlook), None)
    assert saved_tokens(resume) == saved_tokens(some_resume()) == 0
    assert saved_tokens(some_resume(outlook, Outlook(1, 10, 0.5))) == 20


def test_places_of_several_sessions_name_none() -> None:
    """The result is null until it is there."""
    facts = EditFacts(kind="relocate", source_path="/a", result_path="/b")
    assert places(facts, is_done=False).result is None
    found = places(facts, is_done=True)
    assert found.source == SessionPlace(session=None, path="/a")
    assert found.result == SessionPlace(session=None, path="/b")
