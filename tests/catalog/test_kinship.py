"""Where sessions come from: forks by shared lines, continuations by what lines tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.catalog import kinship
from steno.catalog.kinship import Kin, Kinship, first_id
from steno.disk.discover import SessionFile
from steno.session.session import load
from tests.written import ONE, THREE, TWO, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def kin(path: Path) -> Kin:
    """Find where the session in a file comes from."""
    return Kinship().of(SessionFile.at(path))


def test_fork_is_known_by_its_copied_lines(tmp_path: Path) -> None:
    """The copy has its own id on every line, and no loose lines among the shared ones."""
    old = [user(uuid="a", sessionId=ONE), user(uuid="b", parentUuid="a", sessionId=ONE)]
    origin = write_lines(place(tmp_path, ONE), old[0], {"type": "mode", "mode": "plan"}, old[1])
    copies = [{**line, "sessionId": TWO} for line in old]
    new = user(uuid="c", parentUuid="b", sessionId=TWO, timestamp="2030-01-01T00:00:00Z")
    fork = write_lines(place(tmp_path, TWO), *copies, new)
    write_lines(place(tmp_path, THREE), user(uuid="z", sessionId=THREE))
    assert kin(fork) == Kin(forked_from=ONE)
    assert kin(origin) == Kin()


def test_session_that_begins_with_another_ones_line_continues_it(tmp_path: Path) -> None:
    """Its first line has the other one's id."""
    path = write_lines(
        place(tmp_path, TWO), user(uuid="a", sessionId=ONE), user(uuid="b", sessionId=TWO)
    )
    assert kin(path) == Kin(continues=ONE)


def test_fork_that_kept_the_old_id_on_its_lines_is_no_continuation_too(tmp_path: Path) -> None:
    """One link is enough."""
    line = user(uuid="a", sessionId=ONE)
    write_lines(place(tmp_path, ONE), line)
    later = user(uuid="b", parentUuid="a", sessionId=TWO, timestamp="2030-01-01T00:00:00Z")
    assert kin(write_lines(place(tmp_path, TWO), line, later)) == Kin(forked_from=ONE)


def test_first_id_is_looked_for_near_the_front_alone(tmp_path: Path) -> None:
    """A file without one, or without any line, has none; one that is gone neither."""
    loose = {"type": "mode", "mode": "plan"}
    assert first_id(write_lines(tmp_path / "a.jsonl", loose, user(uuid="x"))) == "x"
    assert first_id(write_lines(tmp_path / "b.jsonl", *[loose] * 60, user(uuid="x"))) is None
    assert first_id(write_lines(tmp_path / "c.jsonl", loose)) is None
    assert first_id(tmp_path / "gone.jsonl") is None


def test_very_large_files_are_not_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their lines would not fit into memory."""
    line = user(uuid="a", sessionId=ONE)
    write_lines(place(tmp_path, ONE), line)
    later = user(uuid="b", parentUuid="a", sessionId=TWO, timestamp="2030-01-01T00:00:00Z")
    fork = write_lines(place(tmp_path, TWO), {**line, "sessionId": TWO}, later)
    assert kin(fork) == Kin(forked_from=ONE)
    monkeypatch.setattr(kinship, "LARGEST", 10)
    assert kin(fork) == Kin()


def test_first_lines_tell_what_the_whole_file_tells(corpus: Path) -> None:
    """For every session of the corpus, as far as lines name other sessions."""
    for path in sorted(corpus.glob("projects/*/*.jsonl")):
        if path.name.startswith("agent-"):
            continue
        told, found = load(path).continuation, kin(path)
        assert found.forked_from == told.forked_from or told.forked_from is None, path
        assert found.continues == told.continues or told.continues is None, path
