"""Which session another one goes on from, by every sign there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.session.continuation import Continuation, Link, LinkKind, Sign, find_links, previous_file
from steno.session.session import load
from tests.held import attachment, held, progress, prompt, says
from tests.written import ONE, THREE, TWO, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session


def linked(session: Session, session_id: str | None = ONE) -> Continuation:
    """Find a session's links as the session itself does."""
    return find_links(session.outline, session.rows_and_records(), session_id)


def kinds(continuation: Continuation) -> list[tuple[str, str, str | None]]:
    """Give kind, sign and session of what came before."""
    return [(one.kind.value, one.sign.value, one.session_id) for one in continuation.previous]


def test_a_session_of_its_own_has_no_links() -> None:
    """Its lines have its own id, and its first has no parent."""
    session = held({"type": "mode", "sessionId": ONE}, prompt("p", None, 0), says("a", "p", 1))
    assert linked(session) == Continuation()
    assert linked(session, None) == Continuation()
    assert linked(held()) == Continuation()


def test_another_id_on_the_first_line_is_the_previous_session() -> None:
    """Spec 002: leaving plan mode changes the id, and the first line still has the old one."""
    session = held(prompt("p", None, 0, sessionId=TWO), prompt("q", "p", 1), says("a", "q", 2))
    continuation = linked(session)
    assert continuation.previous == (Link(LinkKind.CONTINUES, Sign.FIRST_LINE, 0, 1, TWO),)
    assert continuation.continues == TWO
    assert continuation.forked_from is None
    assert continuation.located(lambda _: THREE) == continuation


def test_other_ids_further_down_are_told_once_each() -> None:
    """Old clients copied the history, with the ids of every session that it went through."""
    session = held(
        prompt("p", None, 0, sessionId=TWO),
        says("a", "p", 1, sessionId=TWO),
        prompt("q", "a", 2, sessionId=THREE),
        says("b", "q", 3, sessionId=THREE),
        prompt("r", "b", 4),
    )
    assert kinds(linked(session)) == [
        ("continues", "first_line", TWO),
        ("continues", "session_id", THREE),
    ]


def test_without_an_id_of_its_own_the_last_in_the_file_counts() -> None:
    """A copy may have any name."""
    session = held(prompt("p", None, 0, sessionId=TWO), prompt("q", "p", 1))
    assert linked(session, None).continues == TWO


def test_a_first_line_without_its_parent_goes_on_from_somewhere() -> None:
    """Which session that was, only the one that holds the line can tell."""
    session = held({"type": "mode"}, prompt("p", "before", 0), says("a", "gone", 1))
    continuation = linked(session)
    link = Link(LinkKind.CONTINUES, Sign.LOST_PARENT, 1, 2, None, "before")
    assert continuation.previous == (link,)
    assert continuation.continues is None
    holders = {"before": TWO}
    assert continuation.located(holders.get).continues == TWO
    assert continuation.located(lambda _: None) == continuation


def test_a_fork_that_says_so_is_believed() -> None:
    """Its lines name their origin; the last of them tells where it parted."""
    origin = {"sessionId": TWO, "messageUuid": "old"}
    session = held(
        prompt("p", None, 0, forkedFrom={**origin, "messageUuid": "older"}),
        says("a", "p", 1, forkedFrom=origin),
        prompt("q", "a", 2),
    )
    continuation = linked(session)
    assert continuation.previous == (Link(LinkKind.FORKED, Sign.FORKED_FROM, 1, 2, TWO, "old"),)
    assert continuation.forked_from == TWO
    assert continuation.continues is None


@pytest.mark.parametrize(
    ("origin", "session_id"),
    [(TWO, TWO), ({"sessionId": TWO}, TWO), ({"sessionId": 3}, None), ([], None), ({}, None)],
)
def test_the_origin_of_a_fork_may_have_any_shape(origin: Any, session_id: str | None) -> None:
    """Only an id counts."""
    assert linked(held(prompt("p", None, 0, forkedFrom=origin))).forked_from == session_id


def test_nothing_goes_on_from_itself() -> None:
    """A sign that names the session's own id is none."""
    session = held(prompt("p", None, 0, forkedFrom={"sessionId": ONE}))
    assert linked(session) == Continuation()


def test_a_plan_that_is_carried_out_names_the_file_where_it_was_made() -> None:
    """The prompt holds the plan and, at its end, the path of the other transcript."""
    text = f"Carry this out: see {THREE}.jsonl. The rest is in /home/mira/.claude/{TWO}.jsonl"
    session = held(
        progress("h", None, 0, type="hook_progress", hookName="SessionStart:clear"),
        user(text, uuid="p", parentUuid="h", planContent="# Plan"),
        says("a", "p", 2),
    )
    continuation = linked(session)
    assert continuation.previous == (Link(LinkKind.PLAN_EXIT, Sign.PLAN_CONTENT, 1, 2, TWO),)
    assert continuation.continues == TWO


@pytest.mark.parametrize("text", ["Carry this out.", f"See {ONE}.jsonl"])
def test_a_plan_need_not_name_another_file(text: str) -> None:
    """It is the sign of a plan all the same."""
    session = held(user(text, uuid="p", planContent="# Plan"))
    assert kinds(linked(session)) == [("plan_exit", "plan_content", None)]


def test_a_summary_may_name_the_file_that_it_summarises() -> None:
    """Mostly that is the session itself, compacted; if not, it goes on from the other."""
    told = held(user(f"Read {TWO}.jsonl", uuid="s", isCompactSummary=True), says("a", "s", 1))
    assert kinds(linked(told)) == [("continues", "transcript_path", TWO)]
    own = held(user(f"Read {ONE}.jsonl", uuid="s", isCompactSummary=True))
    assert linked(own) == Continuation()
    plain = held(user(f"Read {TWO}.jsonl", uuid="s"))
    assert linked(plain) == Continuation()


def test_a_cleared_conversation_begins_with_the_command() -> None:
    """Once something was said, the command clears another file's beginning, not this one's."""
    clear = "<command-name>/clear</command-name>"
    begun = held(user(clear, uuid="c"), prompt("p", "c", 1), says("a", "p", 2))
    assert kinds(linked(begun)) == [("cleared", "clear_command", None)]
    other = held(user("<command-name>/model</command-name>", uuid="c"), says("a", "c", 1))
    assert linked(other) == Continuation()
    later = held(prompt("p", None, 0), says("a", "p", 1), user(clear, uuid="c", parentUuid="a"))
    assert linked(later) == Continuation()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SessionStart:clear", "cleared"),
        ("SessionStart:resume", "continues"),
        ("SessionStart:startup", None),
        (["SessionStart:clear"], None),
    ],
)
def test_hooks_are_told_why_a_session_starts(name: Any, kind: str | None) -> None:
    """In progress lines of older clients and attachments of newer ones, at the head of a file."""
    expected = [] if kind is None else [(kind, "session_start_hook", None)]
    for line in (progress("h", None, 0, hookName=name), attachment("h", None, 0, hookName=name)):
        assert kinds(linked(held(line, prompt("p", "h", 1), says("a", "p", 2)))) == expected
        late = {**line, "parentUuid": "a"}
        assert linked(held(prompt("p", None, 0), says("a", "p", 1), late)) == Continuation()


def test_a_hook_line_of_any_shape_is_survived() -> None:
    """There may be nothing in it."""
    session = held({**progress("h", None, 0), "data": None}, {"type": "attachment", "uuid": "t"})
    assert linked(session) == Continuation()


def test_titles_of_other_sessions_are_kept_apart() -> None:
    """Old clients wrote the titles of earlier sessions into the file of the next."""
    session = held(
        {"type": "summary", "summary": "Tides", "leafUuid": "x"},
        {"type": "summary", "summary": "Moons", "leafUuid": "y"},
        {"type": "summary", "summary": "This", "leafUuid": "p"},
        {"type": "summary", "summary": "Nothing"},
        prompt("p", None, 0),
    )
    continuation = linked(session)
    assert continuation.previous == ()
    assert [link.uuid for link in continuation.summaries] == ["x", "y"]
    located = continuation.located({"y": THREE}.get)
    assert [link.session_id for link in located.summaries] == [None, THREE]


def test_the_previous_file_lies_beside_the_session(tmp_path: Path) -> None:
    """Spec 002: it is looked for under its id, and only there."""
    path = write_lines(
        place(tmp_path, ONE), prompt("p", None, 0, sessionId=TWO), prompt("q", "p", 1)
    )
    continuation = linked(load(path))
    assert previous_file(path, continuation) is None
    other = write_lines(place(tmp_path, TWO), prompt("p", None, 0, sessionId=TWO))
    assert previous_file(path, continuation) == other
    assert previous_file(path, Continuation()) is None


@pytest.mark.parametrize("session_id", ["../escape", "a/b", ONE])
def test_a_hostile_id_leads_nowhere(tmp_path: Path, session_id: str) -> None:
    """An id is never a path, and a session is not its own previous one."""
    path = write_lines(place(tmp_path, ONE), prompt("p", None, 0))
    write_lines(path.parent.parent / "escape.jsonl", prompt("p", None, 0))
    link = Link(LinkKind.CONTINUES, Sign.FIRST_LINE, 0, 1, session_id)
    assert previous_file(path, Continuation((link,))) is None


def test_links_of_real_sessions_are_those_seen_in_their_lines(corpus: Path) -> None:
    """Plans, cleared conversations, cut files, and titles of sessions in the same folder."""
    found: dict[str, list[str]] = {}
    for path in sorted((corpus / "projects").glob("*/*.jsonl")):
        if path.name.startswith("agent-"):
            continue
        session = load(path)
        for link in linked(session, session.id).previous:
            found.setdefault(f"{link.kind.value} by {link.sign.value}", []).append(path.name[:8])
    assert {sign: len(names) for sign, names in found.items()} == {
        "plan_exit by plan_content": 6,
        "cleared by clear_command": 6,
        "cleared by session_start_hook": 6,
        "continues by lost_parent": 8,
    }
    assert "47a78253" in found["plan_exit by plan_content"]
