"""Tests of merging: every line of both parts once, and a resume sees all of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from steno.edit.apply import apply
from steno.edit.identity import NewIds
from steno.edit.merge import merge
from steno.edit.undo import undo
from steno.errors import UsageError
from steno.format.codec import encode_value
from steno.session.graph import BranchKind
from steno.session.session import load
from steno.store.database import open_state
from tests.edit.edited import in_home, result_of, told
from tests.edit.parted import PAIRS, laid_out, pair, said_by_each, words_of
from tests.session.transcripts import boundary, line, user
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.session.session import Session
    from tests.edit.parted import Pair
    from tests.session.transcripts import Body

FORK = (
    user("p0", at=0),
    told("a0", at=1),
    user("p1", at=10, parent="a0"),
    user("p2", at=11, parent="a0"),
    told("a1", at=12, parent="p1"),
    told("a2", at=13, parent="p2"),
    line("last-prompt", None, leafUuid="a1"),
)
"""Two clients at once, whose lines stand among one another."""
HEAD = (user("p0", at=0), told("a0", at=1))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_every_entry_of_both_is_there_once_and_in_one_row(seed: int, tmp_path: Path) -> None:
    """Whatever two or three writers left: no line is lost, doubled, dangling or beside."""
    made = pair(seed)
    session, other = laid_out(made, tmp_path)
    plan = merge(session, other)
    merged = result_of(plan)
    ids = NewIds(ONE, plan.result_id)
    wanted = Counter(_content(body, ids) for body in _all(made))
    assert (_contents(merged) - wanted, wanted - _contents(merged)) == (Counter(), Counter())
    assert merged.outline.lost_parents == {}
    kinds = [branch.kind for branch in merged.graph.branches]
    assert [kind for kind in kinds if kind is not BranchKind.SIDECHAIN] == [BranchKind.ROOT]
    _assert_in_order(words_of(merged.messages()), said_by_each(made))
    assert merged.usage == load(_whole(made, tmp_path)).usage
    assert plan.after.messages == len(merged.messages())


def _all(made: Pair) -> list[Body]:
    return [*made.head, *(body for tail in made.tails for body in tail)]


def _whole(made: Pair, folder: Path) -> Path:
    path = in_home(folder / "all", *_all(made)).path
    assert path is not None
    return path


def _contents(session: Session) -> Counter[tuple[object, bytes]]:
    return Counter(
        (record.body.get("uuid"), _said(record.body)) for _, record in session.rows_and_records()
    )


def _content(body: Body, ids: NewIds) -> tuple[object, bytes]:
    given = {key: value for key, value in body.items() if key != "steno:placed"}
    new = ids.body(given)
    return new.get("uuid"), _said(new)


def _said(body: object) -> bytes:
    assert isinstance(body, dict)
    changing = ("parentUuid", "leafUuid", "sessionId")
    return encode_value({key: body[key] for key in sorted(body) if key not in changing})


def _assert_in_order(words: list[str], parts: Iterable[list[str]]) -> None:
    """All of the first part is there, then all of the second."""
    place = 0
    for part in parts:
        found = [words.index(word) for word in part]
        assert min(found, default=place) >= place
        place = max(found, default=place)


def test_fork_of_one_file_is_merged_in_place(tmp_path: Path) -> None:
    """The branch that began first stands first, and the other one hangs behind it."""
    session = in_home(tmp_path, *FORK)
    assert session.path is not None
    before, usage = session.path.read_bytes(), session.usage
    plan = merge(session, in_place=True)
    applied = apply(plan, tmp_path / "data")
    merged = load(applied.path)
    assert words_of(merged.messages()) == ["p0", "a0", "p1", "a1", "p2", "a2"]
    assert [uuid for uuid in merged.outline.uuids if uuid] == ["p0", "a0", "p1", "a1", "p2", "a2"]
    assert merged.usage == usage
    with open_state(tmp_path / "data", create=True) as state:
        undo(state, applied.edit)
    assert session.path.read_bytes() == before


def test_rewind_is_left_alone_unless_it_is_named(tmp_path: Path) -> None:
    """Going back was what the user wanted; the plan names the branch."""
    lines = (*HEAD, user("p1", at=10), told("a1", at=11), user("p2", at=60, parent="a0"))
    session = in_home(tmp_path, *lines, told("a2", at=61))
    plan = merge(session)
    assert plan.changes == ()
    assert plan.notes == (
        "There is nothing to merge; --branch N would join another branch: 1 (rewind).",
    )
    named = result_of(merge(session, branches=[1]))
    assert words_of(named.messages()) == ["p0", "a0", "p1", "a1", "p2", "a2"]


@pytest.mark.parametrize("number", [0, 1, 7, -1])
def test_branch_that_is_none_is_refused(tmp_path: Path, number: int) -> None:
    """The active branch counts as none: it is what the others are joined to."""
    session = in_home(tmp_path, *HEAD)
    with pytest.raises(UsageError, match=f"no branch {number} "):
        merge(session, branches=[number])


def test_session_in_one_row_becomes_a_mere_copy(tmp_path: Path) -> None:
    """As with every edit that has nothing to do."""
    session = in_home(tmp_path, *HEAD)
    plan = merge(session)
    assert plan.changes == ()
    assert plan.before == plan.after
    assert result_of(plan).messages() == session.messages()


def test_copy_that_lacks_nothing_adds_nothing(tmp_path: Path) -> None:
    """An older copy of the same session is part of it already."""
    session = in_home(tmp_path / "one", *HEAD, user("p1"))
    other = in_home(tmp_path / "two", *HEAD)
    plan = merge(session, other)
    assert plan.changes == ()
    assert "nothing to merge" in plan.notes[0]
    more = merge(other, session)
    assert [change.what for change in more.changes] == [f"line 3 of {ONE}: user"]
    assert words_of(result_of(more).messages()) == words_of(session.messages())


def test_session_with_no_line_in_common_is_refused(tmp_path: Path) -> None:
    """Two sessions are no two copies of one."""
    session = in_home(tmp_path, *HEAD)
    other = in_home(tmp_path, user("x"), told("y"), session_id=TWO)
    with pytest.raises(UsageError, match="no line in common"):
        merge(session, other)


def test_copy_that_was_edited_is_refused(tmp_path: Path) -> None:
    """Which of two different lines of one id is meant, nobody knows."""
    session = in_home(tmp_path, *HEAD)
    other = in_home(tmp_path, user("p0", "otherwise", at=0), told("a0", at=1), session_id=TWO)
    with pytest.raises(UsageError, match=r"line 1 of .* and line 1 of .* same id"):
        merge(session, other)


def test_compaction_on_both_sides_is_refused(tmp_path: Path) -> None:
    """The second one would hide from the model what the first part said."""

    def copy(number: int, session_id: str) -> Session:
        lines = (boundary(f"b{number}"), user(f"s{number}", isCompactSummary=True))
        return in_home(tmp_path, *HEAD, *lines, user(f"p{number}"), session_id=session_id)

    with pytest.raises(UsageError, match="both parts were compacted"):
        merge(copy(1, ONE), copy(2, TWO))


def test_part_with_a_compaction_comes_first(tmp_path: Path) -> None:
    """Though it began later: behind the other part it would hide that."""
    summary = (boundary("b1", at=50), user("s1", at=51, isCompactSummary=True))
    session = in_home(tmp_path, *HEAD, user("p1", at=40), *summary, told("a1", at=52))
    other = in_home(tmp_path, *HEAD, user("p2", at=20), told("a2", at=21), session_id=TWO)
    merged = result_of(merge(session, other))
    assert words_of(merged.messages()) == ["s1", "a1", "p2", "a2"]


def test_compaction_that_would_hide_a_part_is_refused(tmp_path: Path) -> None:
    """One beside the conversation that keeps messages forgets all that stands before it."""
    kept = {"preservedMessages": {"anchorUuid": "p0", "uuids": ["a0"]}}
    aside = (boundary("b9", at=30, metadata=kept), user("p9", at=31, parent="b9"))
    tail = (
        user("p2", at=40, parent="a0"),
        told("a2", at=41),
        line("last-prompt", None, leafUuid="a2"),
    )
    session = in_home(tmp_path, *HEAD, user("p1", at=20), told("a1", at=21))
    other = in_home(tmp_path, *HEAD, *aside, *tail, session_id=TWO)
    with pytest.raises(UsageError, match="would not go by all of both parts"):
        merge(session, other)


def test_two_sessions_are_never_merged_in_place(tmp_path: Path) -> None:
    """The first of them would no longer be what its own client wrote."""
    session = in_home(tmp_path, *HEAD)
    with pytest.raises(UsageError, match="into a new one"):
        merge(session, session, in_place=True)


def test_original_files_stay_as_they_are(tmp_path: Path) -> None:
    """A merge writes a session of its own, and both are sources that must not change meanwhile."""
    session = in_home(tmp_path / "one", *HEAD, user("p1"))
    other = in_home(tmp_path / "two", *HEAD, user("p2"))
    assert session.path is not None
    assert other.path is not None
    before = session.path.read_bytes(), other.path.read_bytes()
    plan = merge(session, other)
    apply(plan, tmp_path / "data")
    assert {session.path, other.path} <= set(plan.sources)
    assert (session.path.read_bytes(), other.path.read_bytes()) == before


def test_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """Lines of two encodings cannot stand in one file."""
    session = in_home(tmp_path, *HEAD)
    assert session.path is not None
    session.path.write_bytes(session.path.read_bytes().decode().encode("utf-16"))
    with pytest.raises(UsageError, match="is not UTF-8"):
        merge(load(session.path))


def test_last_message_is_named_where_the_order_of_lines_would_mislead(tmp_path: Path) -> None:
    """A short branch that was left stands last in the file; no line says yet where to go on."""
    branch = (
        user("p2", at=11, parent="a0"),
        told("a2", at=12),
        user("p3", at=13),
        told("a3", at=14),
    )
    left = (user("p4", at=20, parent="a2"), told("a1", at=30, parent="p1"))
    session = in_home(tmp_path, *HEAD, user("p1", at=10, parent="a0"), *branch, *left)
    plan = merge(session)
    assert words_of(result_of(plan).messages()) == ["p0", "a0", "p1", "a1", "p2", "a2", "p3", "a3"]
    assert plan.changes[-1].what == "a last-prompt line says where the session stands"
