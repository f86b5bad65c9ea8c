"""Parents that are nowhere in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.decode import decode
from steno.session import parent_links
from steno.session.parent_links import ParentLinks, orphans_of
from tests.held import held, prompt
from tests.written import line_of, user

if TYPE_CHECKING:
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
    monkeypatch.setattr(parent_links, "RECENT", 3)
    entries = [linked(str(n), str(n - 1) if n else None) for n in range(20)]
    assert orphans(*entries, linked("last", "0"), linked("more", "2")) == []
    assert len(orphans(*entries, linked("last", "x", 7))) == 1


def test_hostile_parents_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Past a limit, parents that never came are only counted; known ones make room."""
    monkeypatch.setattr(parent_links, "RECENT", 2)
    monkeypatch.setattr(parent_links, "MOST_OPEN", 3)
    chain = [linked(str(n), line=n) for n in range(10)]
    known = [linked(f"k{n}", str(n), 20 + n) for n in range(6)]
    assert orphans(*chain, *known) == []
    lost = [linked(f"l{n}", f"lost{n}", 30 + n) for n in range(6)]
    told = orphans(*chain, *lost)
    assert [line for line, _ in told] == [30, 31, 32, None]
    assert told[-1][1].startswith("3 more lines name parents")


def test_parent_of_the_first_line_cuts_nothing() -> None:
    """It is worth knowing, no more: nothing stands above it that could be lost."""
    links = ParentLinks()
    for entry in (linked("a", "gone", 1), linked("b", "lost", 2)):
        links.see(entry)
    assert [found.severity for found in links.findings()] == ["info", "warning"]


def test_orphans_of_an_outline_are_told_once_each() -> None:
    """What they cut is told by another finding."""
    lines = [prompt("a", "x", 1), prompt("b", "x", 2), prompt("c", "y", 3), prompt("d", "a", 4)]
    found = list(orphans_of(held(*lines).outline))
    assert [(one.line, one.severity) for one in found] == [(1, "info"), (3, "info")]
    assert found[0].message == "parentUuid x is nowhere in the file."
