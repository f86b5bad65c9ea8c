"""Checking one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.analyse import checkup
from steno.analyse.checkup import ParentLinks, check_file
from steno.format.decode import decode
from steno.format.drift import Drift
from tests.written import line_of, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def linked(uuid: str | None, parent: str | None = None, line: int = 1) -> Any:
    """Make a line that hangs on another."""
    return decode(line_of(user(uuid=uuid, parentUuid=parent)), line=line)


def orphans(*entries: Any) -> list[tuple[int | None, str]]:
    """Give the line and message of every finding about parents."""
    links = ParentLinks()
    for entry in entries:
        links.see(entry)
    return [(found.line, found.message) for found in links.findings()]


def test_parent_may_stand_before_or_behind_its_child() -> None:
    """Real files hold both."""
    assert orphans(linked("a"), linked("b", "a"), linked("c", "d"), linked("d", "a")) == []


def test_missing_parent_is_told_once_at_its_first_child() -> None:
    """However many lines hang on it."""
    told = orphans(linked("a", "x", 1), linked("b", "x", 2), linked("c", "y", 3))
    assert [line for line, _ in told] == [1, 3]
    assert "parentUuid x is nowhere" in told[0][1]


def test_parent_of_any_record_with_a_uuid_counts() -> None:
    """Also an unknown type can be a parent; a line without uuid or parent says nothing."""
    unknown = decode(b'{"type":"of tomorrow","uuid":"a"}\n')
    assert orphans(unknown, linked("b", "a"), linked(None), decode(b'{"type":"mode"}\n')) == []


def test_parents_far_away_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are no longer among the recent lines are looked for at the end."""
    monkeypatch.setattr(checkup, "RECENT", 3)
    entries = [linked(str(n), str(n - 1) if n else None) for n in range(20)]
    assert orphans(*entries, linked("last", "0"), linked("more", "2")) == []
    assert len(orphans(*entries, linked("last", "x", 7))) == 1


def test_hostile_parents_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past a limit, parents that never came are only counted; known ones make room."""
    monkeypatch.setattr(checkup, "RECENT", 2)
    monkeypatch.setattr(checkup, "MOST_OPEN", 3)
    chain = [linked(str(n), line=n) for n in range(10)]
    known = [linked(f"k{n}", str(n), 20 + n) for n in range(6)]
    assert orphans(*chain, *known) == []
    lost = [linked(f"l{n}", f"lost{n}", 30 + n) for n in range(6)]
    told = orphans(*chain, *lost)
    assert [line for line, _ in told] == [30, 31, 32, None]
    assert told[-1][1].startswith("3 more lines name parents")


def test_check_file_tells_everything_about_it(tmp_path: Path) -> None:
    """Lines, the end, links; and the bytes read."""
    path = write_lines(
        tmp_path / "a.jsonl",
        user(uuid="a"),
        b"rubbish\n",
        user(uuid="b", parentUuid="gone"),
        line_of(reply(uuid="c")).rstrip(),
    )
    seen: list[int] = []
    codes = [(one.code, one.line) for one in check_file(path, progress=seen.append)]
    assert codes == [("no-final-newline", None), ("bad-line", 2), ("orphan-parent", 3)]
    assert sum(seen) == path.stat().st_size


def test_file_without_messages_is_told(tmp_path: Path) -> None:
    """There is nothing to resume, be it empty or full of other lines."""
    for lines in ([], [{"type": "mode", "mode": "plan"}]):
        path = write_lines(tmp_path / "a.jsonl", *lines)
        assert [one.code for one in check_file(path)] == ["no-messages"]


def test_message_on_a_glued_line_is_a_message(tmp_path: Path) -> None:
    """And a parent."""
    glued = line_of(user(uuid="a")).rstrip() + line_of(reply(uuid="b", parentUuid="a"))
    path = write_lines(tmp_path / "a.jsonl", glued, user(uuid="c", parentUuid="b"))
    assert [one.code for one in check_file(path)] == ["glued-line"]


def test_file_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    """A check of many files goes on."""
    (found,) = check_file(tmp_path / "gone.jsonl")
    assert (found.code, found.severity, found.line) == ("unreadable", "error", None)
    assert "no such file" in found.message


def test_drift_learns_where_a_thing_was_first_seen(tmp_path: Path) -> None:
    """As session and line; versions of one file do not leak into the next."""
    drift = Drift()
    one = write_lines(tmp_path / "1.jsonl", user(), {"type": "of-tomorrow", "version": "9.0.0"})
    two = write_lines(tmp_path / "2.jsonl", {"type": "of-yesterday"})
    check_file(one, drift, name="one")
    check_file(two, drift, name="two")
    rows = {row.name: (row.where, row.last_version) for row in drift.rows()}
    assert rows == {"of-tomorrow": ("one:2", "9.0.0"), "of-yesterday": ("two:1", "")}
