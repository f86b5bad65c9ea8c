"""A plan out of a draft: the files of the result, and what a resume of it will send."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from steno.edit.assemble import Edit, assemble
from steno.edit.belongings import Belonging, belongings_of
from steno.edit.draft import Draft, set_content, set_member
from steno.edit.plan import Role
from steno.errors import UsageError
from steno.session.session import load
from tests.edit.edited import CONVERSATION, in_home, result_of
from tests.session.transcripts import session, text, user
from tests.written import ONE, TWO, line_of, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session


@pytest.fixture
def source(tmp_path: Path) -> Session:
    """Write a session with a sub-agent and a tool result."""
    loaded = in_home(tmp_path, *CONVERSATION)
    assert loaded.path is not None
    inside = loaded.path.with_suffix("")
    agent = {"type": "user", "uuid": "s1", "parentUuid": None, "sessionId": ONE, "agentId": "x"}
    write_lines(inside / "subagents" / "agent-x.jsonl", line_of(agent))
    write_lines(inside / "tool-results" / "big.txt", b"big")
    return load(loaded.path)


def test_copy_is_beside_the_source(source: Session) -> None:
    """With all that belongs to it, renamed as it is; the source is not touched."""
    plan = assemble(Edit("clone", Draft(source)), new_id=TWO)
    assert source.path is not None
    assert plan.result_path == source.path.with_name(f"{TWO}.jsonl")
    contents = {file.role: b"".join(file.content() if file.content else ()) for file in plan.files}
    assert contents[Role.TOOL_RESULT] == b"big"
    agent = json.loads(contents[Role.SUBAGENT])
    assert agent["sessionId"] == TWO
    assert agent["uuid"] != "s1"
    assert all(file.before_sha256 is None for file in plan.files)
    assert set(plan.sources) == {source.path, *(one.path for one in _beside(source))}


def _beside(source: Session) -> list[Belonging]:
    assert source.file is not None
    return belongings_of(source.file)


def test_edit_in_place_touches_only_what_it_changes(source: Session) -> None:
    """And guards it by what it holds."""
    draft = Draft(source)
    draft.change(0, set_member("x", 1), "x")
    plan = assemble(Edit("trim", draft), in_place=True)
    assert [(file.role, file.path) for file in plan.files] == [(Role.SESSION, source.path)]
    assert plan.files[0].before_sha256 == plan.sources[plan.source_path]
    assert (plan.result_id, plan.in_place) == (ONE, True)


def test_other_files_may_change_too(source: Session) -> None:
    """Sub-agents by drafts of their own, the rest by new content."""
    agent, big = (one.path for one in sorted(_beside(source), key=lambda one: one.role))
    inner = Draft(load(agent))
    inner.change(0, set_member("x", 1), "x")
    edit = Edit("redact", Draft(source), drafts={agent: inner}, rewrites={big: lambda: [b"small"]})
    for plan in (assemble(edit, in_place=True), assemble(edit, new_id=TWO)):
        contents = {
            file.role: b"".join(file.content() if file.content else ()) for file in plan.files
        }
        assert contents[Role.TOOL_RESULT] == b"small"
        assert json.loads(contents[Role.SUBAGENT])["x"] == 1


def test_forecast_is_what_the_result_gives(source: Session) -> None:
    """Before anything is written."""
    draft = Draft(source)
    draft.change(4, set_content([text("much longer than it was before")]), "longer")
    plan = assemble(Edit("x", draft))
    after = result_of(plan)
    assert plan.after.messages == len(after.messages())
    assert plan.after.tokens > plan.before.tokens
    assert plan.saved_bytes == -(plan.result_path.stat().st_size - plan.source_path.stat().st_size)


def test_entries_that_are_only_at_hand_are_refused() -> None:
    """There is no file to write beside."""
    with pytest.raises(UsageError, match="in a file"):
        assemble(Edit("clone", Draft(session(user("a")))))
