"""A session by whatever name it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.catalog.resolve import looks_like_path, resolve_session
from steno.disk.discover import Home
from steno.errors import (
    AmbiguousSessionError,
    SessionNotFoundError,
    UnreadableFileError,
    UsageError,
)
from tests.written import ONE, THREE, TWO, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

LIKE_ONE = ONE[:-1] + "9"


@pytest.fixture
def homes(tmp_path: Path) -> tuple[Home, ...]:
    """Give two homes with three sessions, one of them with an odd file name."""
    title = {"type": "custom-title", "customTitle": "The Tides"}
    write_lines(place(tmp_path / "a", ONE), user("first", slug="misty-tern"), seconds=10)
    write_lines(place(tmp_path / "a", TWO), user("second"), title, seconds=30)
    write_lines(place(tmp_path / "b", "odd-name"), user("third", sessionId=THREE), seconds=20)
    return Home(tmp_path / "a"), Home(tmp_path / "b")


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        (ONE, ONE),
        (ONE.upper(), ONE),
        (ONE[:8], ONE),
        (ONE[:4], ONE),
        ("1", ONE),
        (THREE, "odd-name"),
        (THREE[:6], "odd-name"),
        ("odd-name", "odd-name"),
        ("The Tides", TWO),
        ("the tides", TWO),
        ("misty-tern", ONE),
        ("first", ONE),
        ("@last", TWO),
    ],
)
def test_session_is_found_by_every_kind_of_name(
    homes: tuple[Home, ...], name: str, stem: str
) -> None:
    """Id, beginning of one, file name, title, slug, the title in a list, the newest."""
    assert resolve_session(name, homes).path.stem == stem


def test_session_is_found_by_path(homes: tuple[Home, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative, absolute, from the user's home, and without .jsonl where it exists."""
    folder = place(homes[0].path, ONE).parent
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    (folder / "copy").write_bytes(b"")
    for name in (f"{ONE}.jsonl", f"./{ONE}.jsonl", str(folder / f"{ONE}.jsonl"), f"~/{ONE}.jsonl"):
        found = resolve_session(name, homes)
        assert (found.id, found.home) == (ONE, homes[0])
    assert resolve_session("./copy", homes).path == folder / "copy"


def test_ambiguous_beginning_lists_the_candidates(homes: tuple[Home, ...]) -> None:
    """With their paths, so that the next try succeeds."""
    other = write_lines(place(homes[1].path, LIKE_ONE), user())
    with pytest.raises(AmbiguousSessionError) as caught:
        resolve_session(ONE[:8], homes)
    assert len(caught.value.candidates) == 2
    assert str(other) in str(caught.value)
    assert resolve_session(LIKE_ONE, homes).path == other


def test_same_session_in_two_homes_is_ambiguous(homes: tuple[Home, ...]) -> None:
    """Only the path tells them apart."""
    copy = write_lines(place(homes[1].path, ONE), user())
    with pytest.raises(AmbiguousSessionError, match="2 sessions"):
        resolve_session(ONE, homes)
    assert resolve_session(str(copy), homes).home == homes[1]


def test_ambiguous_title_is_an_error(homes: tuple[Home, ...]) -> None:
    """The exact case decides first."""
    title = {"type": "custom-title", "customTitle": "the tides"}
    write_lines(place(homes[1].path, LIKE_ONE), title)
    assert resolve_session("The Tides", homes).path.stem == TWO
    with pytest.raises(AmbiguousSessionError):
        resolve_session("THE TIDES", homes)


def test_short_title_comes_before_the_beginning_of_an_id(homes: tuple[Home, ...]) -> None:
    """Three letters are more likely a name."""
    write_lines(place(homes[1].path, LIKE_ONE), {"type": "custom-title", "customTitle": "222"})
    assert resolve_session("222", homes).path.stem == LIKE_ONE
    assert resolve_session("2222", homes).path.stem == TWO


@pytest.mark.parametrize("name", ["nothing like it", "99999999", "a/b", "x/" + "y" * 300])
def test_unknown_name_is_told_with_the_homes(homes: tuple[Home, ...], name: str) -> None:
    """And what to try instead; a title longer than any file name is a title all the same."""
    with pytest.raises(SessionNotFoundError) as caught:
        resolve_session(name, homes)
    assert str(homes[1].path) in str(caught.value)
    assert "steno list" in str(caught.value)


@pytest.mark.parametrize("name", ["", "  "])
def test_empty_name_is_an_error(homes: tuple[Home, ...], name: str) -> None:
    """It would be the beginning of every id."""
    with pytest.raises(UsageError, match="empty"):
        resolve_session(name, homes)


def test_last_of_an_empty_home_is_not_found(tmp_path: Path) -> None:
    """Nothing is the newest of nothing."""
    with pytest.raises(SessionNotFoundError, match="@last"):
        resolve_session("@last", [Home(tmp_path)])


@pytest.mark.parametrize("name", ["missing.jsonl", "~no-such-user-here/x.jsonl"])
def test_missing_path_is_unreadable(homes: tuple[Home, ...], name: str) -> None:
    """The message names the file."""
    with pytest.raises(UnreadableFileError, match="no such file"):
        resolve_session(name, homes)


def test_folder_is_unreadable(homes: tuple[Home, ...]) -> None:
    """It exists, so it was meant as a path."""
    with pytest.raises(UnreadableFileError, match="folder"):
        resolve_session(str(homes[0].path), homes)


def test_session_that_vanishes_has_no_title(
    homes: tuple[Home, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search for a title goes on with the others."""
    real = Home.sessions

    def sessions(self: Home) -> list[object]:
        found = list(real(self))
        place(self.path, ONE).unlink(missing_ok=True)
        return list(found)

    monkeypatch.setattr(Home, "sessions", sessions)
    assert resolve_session("the tides", homes).path.stem == TWO


def test_names_that_look_like_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A separator alone is not enough: titles have slashes too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    assert looks_like_path("anything.jsonl")
    assert looks_like_path("./here")
    assert not looks_like_path("here")
    assert not looks_like_path("and/or")
