"""Sessions that share lines, and which of two was there first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.session.continuation import LinkKind
from steno.session.forks import (
    Footprint,
    SharedHistory,
    cleared_from,
    footprint,
    match_forks,
    origin_of,
)
from steno.session.session import load
from steno.testing.build import SessionBuilder
from tests.held import held, prompt, says
from tests.written import user

if TYPE_CHECKING:
    from pathlib import Path

LOOSE: dict[str, Any] = {"type": "mode", "mode": "normal"}
SHARED = (prompt("p", None, 0), says("a", "p", 1), prompt("q", "a", 2), says("b", "q", 3))


def taken(session_id: str, *lines: dict[str, Any]) -> Footprint:
    """Take the footprint of lines."""
    return footprint(session_id, held(*lines).outline)


def test_a_footprint_counts_every_line_once() -> None:
    """A repeated line counts where it stands last; loose lines count before it."""
    mark = taken("one", LOOSE, prompt("p", None, 0), LOOSE, says("a", "p", 1), prompt("p", None, 0))
    assert mark.uuids == ("a", "p")
    assert list(mark.loose) == [2, 2]
    assert mark.metas == frozenset()


def test_loose_lines_among_the_shared_ones_tell_the_origin() -> None:
    """They are not copied: the file that has them was there first, whatever it said since."""
    first, *rest = SHARED
    origin = taken("zz", LOOSE, first, LOOSE, *rest, prompt("late", "b", 99))
    fork = taken("aa", LOOSE, *SHARED, LOOSE, prompt("own", "b", 50))
    assert match_forks(fork, [fork, origin]) == (
        SharedHistory("zz", 4, "b", LinkKind.FORKED, is_origin=True),
    )
    assert origin_of(fork, [fork, origin]) == "zz"
    assert origin_of(origin, [fork, origin]) is None
    assert not match_forks(origin, [fork])[0].is_origin


def test_a_file_without_lines_of_its_own_was_copied_whole() -> None:
    """Nobody went on with it."""
    origin, fork = taken("zz", *SHARED), taken("aa", *SHARED, prompt("own", "b", 50))
    assert origin_of(fork, [origin]) == "zz"
    assert origin_of(origin, [fork]) is None


def test_where_both_went_on_the_first_to_do_so_is_the_origin() -> None:
    """A fork from the middle begins after the origin had gone on."""
    origin = taken("zz", *SHARED, prompt("then", "b", 10))
    fork = taken("aa", *SHARED[:2], prompt("own", "a", 50))
    assert origin_of(fork, [origin]) == "zz"
    (match,) = match_forks(fork, [origin])
    assert (match.lines, match.last_uuid) == (2, "a")


def test_of_a_chain_of_forks_the_nearest_is_the_origin() -> None:
    """It shares most; of equals the oldest counts."""
    first = taken("a", *SHARED[:2], LOOSE, *SHARED[2:])
    second = taken("c", *SHARED, prompt("two", "b", 10))
    third = taken("b", *SHARED, prompt("two", "b", 10), prompt("three", "two", 20))
    other = taken("d", *SHARED, prompt("four", "b", 30))
    everyone = [first, second, third, other]
    assert origin_of(third, everyone) == "c"
    assert origin_of(second, everyone) == "a"
    assert origin_of(other, everyone) == "a"


def test_a_shared_caveat_is_no_fork() -> None:
    """Clients of 1.0.x took their caveat over into each conversation that followed a /clear."""
    caveat = user("caveat", uuid="v", isMeta=True)
    ones = [
        taken(name, caveat, prompt(name, "v", second), says(f"r{name}", name, second + 1))
        for name, second in (("mid", 20), ("new", 30), ("old", 10))
    ]
    matches = match_forks(ones[0], ones)
    assert {one.kind for one in matches} == {LinkKind.CLEARED}
    assert origin_of(ones[1], ones) is None
    assert [cleared_from(one, ones) for one in ones] == ["old", "mid", None]


def test_sessions_that_share_nothing_do_not_match() -> None:
    """Nor does a copy of the same session."""
    mine = taken("one", *SHARED)
    assert match_forks(mine, [taken("two", prompt("x", None, 0)), taken("three"), mine]) == ()
    assert match_forks(taken("none"), [mine]) == ()


def test_lines_without_times_are_compared_by_the_rest() -> None:
    """Equal in everything, the ids decide, the same way from both sides."""
    timeless = [user("own", uuid=name, timestamp=None) for name in ("x", "y")]
    one, two = (taken(name, *SHARED, own) for name, own in zip("ab", timeless, strict=True))
    assert (origin_of(two, [one]), origin_of(one, [two])) == ("a", None)


def test_the_builders_fork_is_found() -> None:
    """What the made-up client copies is what ties the two."""
    session = SessionBuilder("origin")
    session.prompt("When is high water?")
    session.snapshot()
    session.reply("At four.")
    fork = session.fork("fork")
    fork.prompt("And tomorrow?")
    marks = [taken(one.session_id, *one.bodies()) for one in (session, fork)]
    assert origin_of(marks[1], marks) == session.session_id


def test_forks_of_real_sessions_are_found(corpus: Path) -> None:
    """One fork of 171 lines, and three conversations with one caveat."""
    forks: dict[str, str | None] = {}
    cleared: dict[str, str | None] = {}
    for folder in sorted((corpus / "projects").iterdir()):
        paths = [path for path in folder.glob("*.jsonl") if not path.name.startswith("agent-")]
        marks = [footprint(path.stem[:8], load(path).outline) for path in sorted(paths)]
        forks |= {one.session_id: origin_of(one, marks) for one in marks}
        cleared |= {one.session_id: cleared_from(one, marks) for one in marks}
    assert {mine: other for mine, other in forks.items() if other} == {"6c0a282a": "bf77db8f"}
    assert {mine: other for mine, other in cleared.items() if other} == {
        "b45ad5d8": "cbc0f75b",
        "71c9afe9": "b45ad5d8",
    }
