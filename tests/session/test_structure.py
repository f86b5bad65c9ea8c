"""What is wrong with a file as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.disk import reader
from steno.session import structure
from steno.session.session import load
from tests.held import calls, held, place, prompt, result, says
from tests.written import line_of, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

    Body = dict[str, Any]


def told(session: Session, *codes: str) -> list[tuple[str, int | None, str]]:
    """Give code, line and severity of the findings of some codes, or of all."""
    found = session.findings
    return [(one.code, one.line, one.severity) for one in found if not codes or one.code in codes]


def test_call_that_was_broken_off_is_worth_knowing() -> None:
    """At the end of the session, and where the person spoke next."""
    unanswered = calls("b", "a", 2)
    code = "call-without-result"
    assert told(held(prompt("a", None, 1), unanswered)) == [(code, 2, "info")]
    session = held(prompt("a", None, 1), unanswered, prompt("c", "b", 3), says("d", "c", 4))
    assert told(session) == [(code, 2, "info")]
    assert session.findings[0].message == "Bash was called (toolu_b), but has no result."


def test_call_whose_result_is_lost_is_a_warning() -> None:
    """The model went on as if it had one."""
    session = held(prompt("a", None, 1), calls("b", "a", 2), says("c", "b", 3))
    assert told(session) == [("call-without-result", 2, "warning")]
    assert session.findings[0].message.endswith("but has no result; the model went on.")


def test_further_parts_of_the_same_message_are_no_reply_to_it() -> None:
    """Two calls of one message, one of which was answered before the person broke in."""
    lines = [
        prompt("a", None, 1), calls("b", "a", 2, "m"), calls("c", "b", 3, "m"), result("d", "b", 4),
    ]  # fmt: skip
    assert told(held(*lines)) == [("call-without-result", 3, "info")]
    assert told(held(*lines, says("e", "d", 5))) == [("call-without-result", 3, "warning")]


def test_call_beside_the_chain_is_worth_knowing() -> None:
    """Of a branch that was left nobody needs the result."""
    lines = [
        prompt("a", None, 1), calls("b", "a", 2), says("c", "b", 3), prompt("d", "a", 30),
        says("e", "d", 31),
    ]  # fmt: skip
    assert told(held(*lines), "call-without-result") == [("call-without-result", 2, "info")]


def test_subagents_own_file_is_no_session_to_resume() -> None:
    """Its calls are told, but nothing about a resume."""
    lines = [
        prompt("a", None, 1, isSidechain=True),
        calls("b", "a", 2, isSidechain=True),
        says("c", "b", 3, isSidechain=True),
    ]
    session = held(*lines)
    assert told(session) == [("call-without-result", 2, "info")]
    assert session.checkup.reachable is None


@pytest.mark.parametrize(("parent", "severity"), [("a", "warning"), (None, "info")])
def test_result_without_a_call_matters_on_the_chain(parent: str | None, severity: str) -> None:
    """A file that begins in the middle of a turn has one that does no harm."""
    stray = user([{"type": "tool_result", "tool_use_id": "gone"}], **place("b", parent, 2))
    lines = [prompt("a", None, 1), stray, prompt("c", "b" if parent else "a", 30)]
    session = held(*lines, says("d", "c", 31))
    assert told(session, "result-without-call") == [("result-without-call", 2, severity)]
    (found,) = [one for one in session.findings if one.code == "result-without-call"]
    assert found.message == "A result for gone, whose call is nowhere."


def test_result_for_no_call_is_told() -> None:
    """It names none."""
    stray = user([{"type": "tool_result"}], **place("b", "a", 2))
    (found,) = held(prompt("a", None, 1), stray, says("c", "b", 3)).findings
    assert found.message == "A result for no call, whose call is nowhere."


def test_second_result_is_told() -> None:
    """A resume goes by the first."""
    lines = [prompt("a", None, 1), calls("b", "a", 2), result("c", "b", 3)]
    again = {**result("d", "b", 4), "parentUuid": "c"}
    assert told(held(*lines, again, says("e", "d", 5))) == [("repeated-result", 4, "warning")]


def test_repeated_uuid_matters_where_the_lines_differ() -> None:
    """One of the two is lost; a copy that says the same does no harm."""
    lines = [prompt("a", None, 1), says("b", "a", 2)]
    copy = {**lines[1], "cwd": "/elsewhere", "timestamp": "2026-01-03T11:00:00.000Z"}
    assert told(held(*lines, copy)) == [("repeated-uuid", 2, "info")]
    other = reply(
        "msg_b", **place("b", "a", 2), message={"content": [{"type": "text", "text": "?"}]}
    )
    session = held(*lines, other)
    assert told(session) == [("repeated-uuid", 2, "warning")]
    assert session.findings[0].message == (
        "The uuid b is that of line 3, too; the client goes by that one."
    )


def test_repeated_uuid_of_an_unreadable_line_is_worth_knowing() -> None:
    """The client had lost that line anyway."""
    glued = line_of(prompt("a", None, 1)).rstrip() + line_of(says("b", "a", 2))
    session = held(glued, says("b", "a", 3, "other"), prompt("c", "b", 4))
    assert ("repeated-uuid", 1, "info") in told(session)


def test_repeats_past_the_limit_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """They count as different, which is the safe side."""
    lines = [prompt("a", None, 1), says("b", "a", 2), says("b", "a", 2), says("b", "a", 2)]
    severities = [severity for _, _, severity in told(held(*lines), "repeated-uuid")]
    assert severities == ["info", "info"]
    monkeypatch.setattr(structure, "MOST_COMPARED", 1)
    severities = [severity for _, _, severity in told(held(*lines), "repeated-uuid")]
    assert severities == ["info", "warning"]


def test_huge_repeats_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of any length must not fill the memory."""
    monkeypatch.setattr(reader, "HUGE", 1 << 20)
    long = reply(
        "m", **place("b", "a", 2), message={"content": [{"type": "text", "text": "x" * (2 << 20)}]}
    )
    session = load(write_lines(tmp_path / "a.jsonl", prompt("a", None, 1), long, long))
    assert told(session, "repeated-uuid") == [("repeated-uuid", 2, "warning")]


def test_children_before_their_parents_are_told_once() -> None:
    """With how many there are."""
    one = held(says("b", "a", 2), prompt("a", None, 1), prompt("c", "b", 3))
    assert told(one, "child-before-parent") == [("child-before-parent", 1, "info")]
    (found,) = [found for found in one.findings if found.code == "child-before-parent"]
    assert found.message == "It hangs on line 2, which stands behind it."
    three = held(prompt("d", "c", 4), says("c", "b", 3), prompt("b", "a", 2), says("a", None, 1))
    (found,) = [found for found in three.findings if found.code == "child-before-parent"]
    assert found.message == "It hangs on line 2, which stands behind it; so do 2 more."


def test_parent_that_was_written_again_stood_before_its_children() -> None:
    """Its last copy stands behind them, but not the first."""
    lines = [prompt("a", None, 1), says("b", "a", 2), prompt("a", None, 1)]
    assert told(held(*lines), "child-before-parent") == []
    early = [says("b", "a", 2), prompt("a", None, 1), prompt("a", None, 1)]
    assert told(held(*early), "child-before-parent") == [("child-before-parent", 1, "info")]


def test_session_that_does_not_resume_is_an_error() -> None:
    """For the reason that the client has; a resume sees nothing of it."""
    broken = {**says("b", "a", 2), "timestamp": "never"}
    session = held(prompt("a", None, 1), broken)
    assert ("not-resumable", 2, "error") in told(session)
    assert session.checkup.reachable == 0.0
    missing = held(prompt("a", None, 1), {"type": "assistant", **place("b", "a", 2)})
    assert missing.refusal is not None
    messages = [one.message for one in missing.findings if one.code == "not-resumable"]
    assert messages == [missing.refusal.message]


def test_full_context_is_a_warning() -> None:
    """Compaction may still help."""
    full = says("b", "a", 2, usage={"input_tokens": 500_000})
    session = held(prompt("a", None, 1), full)
    assert told(session) == [("context-full", None, "warning")]
    assert session.checkup.reachable == 0.0


def test_findings_come_in_the_order_of_the_lines() -> None:
    """Those of lines and those of the whole alike."""
    lines: list[Any] = [
        prompt("a", None, 1), calls("b", "a", 2), b"rubbish\n", says("c", "lost", 20),
    ]  # fmt: skip
    assert [line for _, line, _ in told(held(*lines))] == [2, 3, 4, 4]
