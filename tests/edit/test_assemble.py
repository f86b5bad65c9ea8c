"""A plan out of a draft: the files of the result, and what a resume of it will send."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from steno.disk.writer import sha256_of
from steno.edit.apply import apply
from steno.edit.assemble import Edit, assemble
from steno.edit.belongings import Belonging, belongings_of
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.draft import Draft, set_content, set_member
from steno.edit.merge import merge
from steno.edit.passage import Summary
from steno.edit.plan import Role
from steno.edit.redact import redact
from steno.edit.removal import Removal
from steno.edit.repair import repair
from steno.edit.trim import Trim, trim
from steno.errors import FileChangedError, UsageError
from steno.secrets.scan import Scanner
from steno.session.session import load
from steno.view.masked import masked_session
from tests.edit.edited import CONVERSATION, in_home, result_of
from tests.edit.test_redact import SECRET
from tests.session.transcripts import session, text, user
from tests.written import ONE, TWO, line_of, write_lines

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.edit.passage import Passage
    from steno.edit.plan import Plan
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


GROWING: dict[str, Callable[[Session], Plan]] = {
    "clone": clone,
    "fork": lambda one: clone(one, at="1", keep_uuids=True),
    "trim": lambda one: trim(one, Trim(tool_results=True), in_place=True),
    "compress": lambda one: compress(one, Bands(1), in_place=True),
    "redact": lambda one: redact(one, in_place=True),
    "repair": lambda one: repair(one, in_place=True),
    "merge": lambda one: merge(one, in_place=True),
}


@pytest.mark.parametrize("edit", GROWING.values(), ids=GROWING.keys())
def test_line_that_came_in_after_loading_is_never_lost(
    source: Session, edit: Callable[[Session], Plan]
) -> None:
    """Nothing is planned by what a session was; loaded again, it is."""
    assert source.path is not None
    with source.path.open("ab") as file:
        file.write(line_of({"type": "user", "uuid": "late"}))
    with pytest.raises(FileChangedError):
        edit(source)
    assert edit(load(source.path)).sources[source.path] == sha256_of(source.path)


def test_line_that_comes_in_while_the_edit_is_planned_is_not_lost(source: Session) -> None:
    """Such as while a model writes the summary."""
    assert source.path is not None
    path = source.path

    def summarise(_: Passage) -> Summary | None:
        with path.open("ab") as file:
            file.write(line_of({"type": "user", "uuid": "late"}))
        return Summary("short", "somebody")

    with pytest.raises(FileChangedError):
        compress(source, Bands(1), summarise=summarise, in_place=True)
    assert b"late" in path.read_bytes()


def test_other_file_in_its_place_is_told_from_what_was_loaded(source: Session) -> None:
    """Even with the same bytes: the session goes by the old one."""
    assert source.path is not None
    other = source.path.with_suffix(".new")
    other.write_bytes(source.path.read_bytes())
    other.replace(source.path)
    with pytest.raises(FileChangedError):
        assemble(Edit("clone", Draft(source)))


def test_file_beside_is_known_by_what_was_read(
    source: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sub-agent that goes on between the reading and the plan stops the edit."""
    agent = next(one.path for one in _beside(source) if one.role is Role.SUBAGENT)
    with agent.open("ab") as file:
        file.write(line_of({"type": "user", "uuid": "s2", "message": {"content": SECRET}}))
    finish = Removal.finish

    def finish_late(self: Removal) -> None:
        finish(self)
        if self.draft.session.path == agent:
            with agent.open("ab") as file:
                file.write(line_of({"type": "user", "uuid": "late"}))

    monkeypatch.setattr(Removal, "finish", finish_late)
    for in_place in (True, False):
        plan = redact(source, in_place=in_place)
        with pytest.raises(FileChangedError):
            apply(plan, tmp_path / "data")
    assert b"late" in agent.read_bytes()


def test_entries_that_are_only_at_hand_are_refused() -> None:
    """There is no file to write beside."""
    with pytest.raises(UsageError, match="in a file"):
        assemble(Edit("clone", Draft(session(user("a")))))


def test_session_that_is_not_given_as_it_is_stored_is_refused(source: Session) -> None:
    """With its secrets masked it would be written with masks."""
    with pytest.raises(UsageError, match="as it is stored"):
        assemble(Edit("clone", Draft(masked_session(source, Scanner()))))
