"""Checking a loaded session."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

import steno
from steno.format.decode import decode
from steno.session.check_file import check_file
from steno.session.session import from_entries
from steno.session.sidechains import holds_main_messages
from steno.testing.mutate import mutations
from tests.held import calls, held, prompt, result, says
from tests.session.documents.hostile import any_body
from tests.written import line_of, write_lines

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any


def test_findings_of_a_session_are_those_of_its_file(tmp_path: Path) -> None:
    """Lines, the end of the file, and how the lines hold together."""
    lines: list[Any] = [
        prompt("a", None, 1), b"rubbish\n", calls("b", "a", 2), says("c", "lost", 20),
    ]  # fmt: skip
    path = write_lines(tmp_path / "a.jsonl", *lines[:-1], line_of(lines[-1])[:-1])
    session = steno.load(path)
    assert [(one.code, one.line) for one in session.findings] == [
        ("no-final-newline", None),
        ("bad-line", 2),
        ("call-without-result", 3),
        ("orphan-parent", 4),
        ("unreachable-history", 4),
    ]
    assert session.findings is session.findings
    assert session.checkup == check_file(path)


def test_sound_session_has_no_findings() -> None:
    """Also one of entries that are only at hand."""
    session = held(prompt("a", None, 1), calls("b", "a", 2), result("c", "b", 3), says("d", "c", 4))
    assert session.findings == ()
    assert session.checkup.reachable == 1.0


def test_session_without_a_message_is_told() -> None:
    """There is nothing to resume, which is no fault."""
    session = held({"type": "mode", "mode": "plan"})
    assert [(one.code, one.severity) for one in session.findings] == [("no-messages", "info")]


@settings(max_examples=50)
@given(st.lists(any_body, max_size=12))
def test_no_line_of_any_shape_stops_a_check(bodies: list[dict[str, Any]]) -> None:
    """Whatever a file holds, the check ends, and the share is one."""
    entries = [decode(line_of(body), line=number) for number, body in enumerate(bodies, 1)]
    checkup = from_entries(entries).checkup
    assert checkup.reachable is None or 0 <= checkup.reachable <= 1


@given(st.integers(0, 10**9))
def test_damaged_lines_are_judged_as_the_resume_and_the_pairs_judge_them(seed: int) -> None:
    """The check notes little of each line, and must still come to the same verdict."""
    rng = Random(seed)
    sound = [
        prompt("a", None, 1), calls("b", "a", 2, "m"), calls("c", "b", 3, "m"), result("d", "b", 4),
        result("e", "c", 5), says("f", "e", 6), prompt("g", "f", 7), calls("h", "g", 8),
        says("i", "h", 9),
    ]  # fmt: skip
    damaged = b"".join(
        mutations(line_of(body), rng) if rng.random() < 0.4 else line_of(body) for body in sound
    )
    session = from_entries(
        decode(raw, line=number)
        for number, raw in enumerate(damaged.split(b"\n"), 1)
        if len(raw) < 10_000
    )
    codes = [found.code for found in session.findings]
    resumes = not {"not-resumable", "context-full"} & set(codes)
    if holds_main_messages(session.outline):
        assert resumes == (session.refusal is None)
        assert resumes or session.checkup.reachable == 0
    pairing = session.pairing
    assert codes.count("call-without-result") == len(pairing.calls_without_result)
    assert codes.count("result-without-call") == len(pairing.results_without_call)
    assert codes.count("repeated-result") == len(pairing.repeated_results)
