"""Checking one file while it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.format.drift import Drift
from steno.session import check_file as module
from steno.session.check_file import check_file
from steno.session.file_findings import findings_of_end
from steno.session.session import load
from tests.held import calls, prompt, says
from tests.written import line_of, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def codes(path: Path) -> list[str]:
    """Give the codes of a file's findings."""
    return [one.code for one in check_file(path).findings]


def test_check_file_tells_everything_about_it(tmp_path: Path) -> None:
    """Lines, the end, links; and the bytes read."""
    path = write_lines(
        tmp_path / "a.jsonl",
        user(uuid="a"),
        b"rubbish\n",
        user(uuid="b", parentUuid="gone"),
        line_of(reply(uuid="c", parentUuid="b")).rstrip(),
    )
    seen: list[int] = []
    found = check_file(path, progress=seen.append)
    assert [(one.code, one.line) for one in found.findings] == [
        ("no-final-newline", None),
        ("bad-line", 2),
        ("orphan-parent", 3),
    ]
    # The lines are equally old, so that the first stands in for the lost parent.
    assert found.reachable == 1.0
    assert sum(seen) == path.stat().st_size


def test_file_without_messages_is_told(tmp_path: Path) -> None:
    """There is nothing to resume, be it empty or full of other lines."""
    for lines in ([], [{"type": "mode", "mode": "plan"}]):
        found = check_file(write_lines(tmp_path / "a.jsonl", *lines))
        assert [one.code for one in found.findings] == ["no-messages"]
        assert found.reachable is None


def test_message_on_a_glued_line_is_a_message(tmp_path: Path) -> None:
    """And a parent, though not for the client."""
    glued = line_of(user(uuid="a")).rstrip() + line_of(reply(uuid="b", parentUuid="a"))
    path = write_lines(tmp_path / "a.jsonl", glued, user(uuid="c", parentUuid="b"))
    assert codes(path) == ["glued-line", "unreachable-history"]


def test_file_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    """A check of many files goes on."""
    (found,) = check_file(tmp_path / "gone.jsonl").findings
    assert (found.code, found.severity, found.line) == ("unreadable", "error", None)
    assert "no such file" in found.message


def test_file_that_is_replaced_meanwhile_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was noted of the old one says nothing about the new one."""
    path = write_lines(tmp_path / "a.jsonl", prompt("a", None, 1), says("b", "a", 2))
    other = write_lines(tmp_path / "b.jsonl", prompt("a", None, 1), says("b", "a", 2))
    ended = findings_of_end

    def replaced(checked: Path) -> object:
        other.replace(checked)
        return ended(checked)

    monkeypatch.setattr(module, "findings_of_end", replaced)
    (found,) = check_file(path).findings
    assert found.code == "unreadable"
    assert "replaced" in found.message or "changed" in found.message


def test_drift_learns_where_a_thing_was_first_seen(tmp_path: Path) -> None:
    """As session and line; versions of one file do not leak into the next."""
    drift = Drift()
    one = write_lines(tmp_path / "1.jsonl", user(), {"type": "of-tomorrow", "version": "9.0.0"})
    two = write_lines(tmp_path / "2.jsonl", {"type": "of-yesterday"})
    check_file(one, drift, name="one")
    check_file(two, drift, name="two")
    rows = {row.name: (row.where, row.last_version) for row in drift.rows()}
    assert rows == {"of-tomorrow": ("one:2", "9.0.0"), "of-yesterday": ("two:1", "")}


@pytest.mark.parametrize(("limit", "most"), [("MOST_LINKED", 3), ("MOST_TEXT", 2)])
def test_file_of_too_many_lines_is_not_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    """Nor one with too long ids; its lines and lost parents are checked all the same."""
    lines: list[Any] = [
        prompt("a", None, 1), calls("b", "a", 2), b"rubbish\n", says("d", "lost", 30),
    ]  # fmt: skip
    path = write_lines(tmp_path / "a.jsonl", *lines)
    assert codes(path) == [
        "call-without-result",
        "bad-line",
        "orphan-parent",
        "unreachable-history",
    ]
    monkeypatch.setattr(module, limit, most)
    found = check_file(path)
    assert {(one.code, one.line, one.severity) for one in found.findings} == {
        ("not-linked", None, "info"),
        ("bad-line", 3, "error"),
        ("orphan-parent", 4, "warning"),
    }
    assert found.reachable is None


def test_check_of_a_file_equals_that_of_the_loaded_session(corpus: Path) -> None:
    """For every file of the corpus, sub-agents' files too."""
    paths = sorted(corpus.rglob("*.jsonl"))
    assert len(paths) > 100
    for path in paths:
        assert check_file(path) == load(path).checkup, path


def test_clean_sessions_of_the_corpus_have_neither_errors_nor_warnings(corpus: Path) -> None:
    """Only what is really damaged has: a lost parent that no line replaces, and a glued line."""
    serious = {
        (path.stem[:8], found.code, found.line)
        for path in sorted(corpus.rglob("*.jsonl"))
        for found in check_file(path).findings
        if found.severity != "info"
    }
    assert serious == {
        ("70c88cff", "unreachable-history", 72),
        ("130d7b7e", "glued-line", 128),
    }
