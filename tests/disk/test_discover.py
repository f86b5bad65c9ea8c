"""Homes, sessions, and which homes a command means."""

from __future__ import annotations

import os
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from steno.disk import layout
from steno.disk.discover import Home, SessionFile, homes_from, newest_sessions_first
from steno.disk.layout import FileKind
from steno.errors import ConfigError, UnreadableFileError

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")

ONE = "11111111-0000-4000-8000-000000000001"
TWO = "22222222-0000-4000-8000-000000000002"


def make(path: Path, session_id: str, seconds: int = 0) -> Path:
    """Write a transcript of one line, last written ``seconds`` after 1970."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"type":"user","sessionId":"{session_id}"}}\n')
    os.utime(path, (seconds, seconds))
    return path


def test_home_gives_its_sessions_by_name(tmp_path: Path) -> None:
    """Each with its size, its time and its home."""
    two = make(tmp_path / "projects" / "-b" / f"{TWO}.jsonl", TWO, 7)
    one = make(tmp_path / "projects" / "-a" / f"{ONE}.jsonl", ONE, 5)
    home = Home(tmp_path)
    first, second = home.sessions()
    assert first == SessionFile(one, home, one.stat().st_size, 5 * 10**9)
    assert (second.path, second.id) == (two, TWO)
    assert first.modified == datetime(1970, 1, 1, 0, 0, 5, tzinfo=UTC)
    assert first.project_dir == tmp_path / "projects" / "-a"


def test_newest_sessions_come_first_when_asked_for(tmp_path: Path) -> None:
    """By the time of the last write, then by path."""
    make(tmp_path / "projects" / "-a" / f"{ONE}.jsonl", ONE, 5)
    make(tmp_path / "projects" / "-b" / f"{ONE}.jsonl", ONE, 9)
    make(tmp_path / "projects" / "-c" / f"{ONE}.jsonl", ONE, 5)
    home = Home(tmp_path)
    newest = list(home.sessions(newest_first=True))
    assert [session.path.parent.name for session in newest] == ["-b", "-a", "-c"]
    assert newest_sessions_first(home.sessions()) == newest


def test_home_takes_text_and_expands_the_user() -> None:
    """The library's users write Home("~/.claude")."""
    assert Home("~/.claude").path == Path.home() / ".claude"
    assert Home("a") == Home(Path("a"))
    assert Home("a").name == "a"
    assert Home("a", "work").name == "work"


def test_home_gives_projects_and_lost_subagents(tmp_path: Path) -> None:
    """A flat agent whose session is nowhere is lost."""
    make(tmp_path / "projects" / "-a" / "agent-1.jsonl", ONE)
    home = Home(tmp_path)
    assert [folder.slug for folder in home.projects()] == ["-a"]
    assert [agent.agent_id for agent in home.lost_subagents()] == ["1"]


def test_survey_tells_the_problems_of_a_listing(tmp_path: Path) -> None:
    """A caller who passes the survey learns what could not be looked at."""
    make(tmp_path / "projects" / "-a" / f"{ONE}.jsonl", ONE)
    (tmp_path / "projects" / "-a" / "folder.jsonl").mkdir()
    survey = Home(tmp_path).survey()
    assert len(list(Home(tmp_path).sessions(survey=survey))) == 1
    assert [problem.path.name for problem in survey.problems] == ["folder.jsonl"]


def test_bare_path_becomes_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside any home the same rules hold for its sub-agents."""
    path = make(tmp_path / "odd.jsonl", ONE, 5)
    make(tmp_path / "odd" / "subagents" / "agent-1.jsonl", ONE)
    make(tmp_path / "agent-2.jsonl", ONE)
    monkeypatch.chdir(tmp_path)
    session = SessionFile.at("odd.jsonl")
    assert session == SessionFile(path, None, path.stat().st_size, 5 * 10**9)
    assert session.id == ONE
    assert [agent.agent_id for agent in session.subagents] == ["1", "2"]


def test_bare_path_into_a_home_belongs_to_it(tmp_path: Path) -> None:
    """Its place speaks of the home; a known home gives its label too."""
    path = make(tmp_path / "projects" / "-a" / f"{ONE}.jsonl", ONE)
    make(tmp_path / "projects" / "-b" / "agent-1.jsonl", ONE)
    assert SessionFile.at(path).home == Home(tmp_path)
    known = Home(tmp_path, "work")
    session = SessionFile.at(path, [Home(tmp_path / "other"), known])
    assert session.home is known
    assert [agent.agent_id for agent in session.subagents] == ["1"]


def test_session_made_by_hand_finds_its_surroundings(tmp_path: Path) -> None:
    """Without a listing it makes one."""
    path = make(tmp_path / "odd.jsonl", ONE)
    make(tmp_path / "agent-2.jsonl", ONE)
    session = SessionFile(path, None, 0, 0)
    assert session.id == ONE
    assert len(session.subagents) == 1


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_path_that_is_no_file_is_an_error(tmp_path: Path, name: str) -> None:
    """A missing file and a folder are told."""
    with pytest.raises(UnreadableFileError):
        SessionFile.at(tmp_path / name)


@posix
def test_path_to_a_fifo_is_an_error(tmp_path: Path) -> None:
    """A pipe is refused without waiting for a writer."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(UnreadableFileError, match="no regular file"):
        SessionFile.at(tmp_path / "pipe.jsonl")


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="needs a user whom the system can refuse"
)
def test_forbidden_path_is_an_error(tmp_path: Path) -> None:
    """A file that may not be read is told."""
    path = make(tmp_path / f"{ONE}.jsonl", ONE)
    path.chmod(0)
    with pytest.raises(UnreadableFileError, match="permission"):
        SessionFile.at(path)


def test_default_home_is_the_clients(tmp_path: Path) -> None:
    """CLAUDE_CONFIG_DIR if it is set, else .claude in the user's folder."""
    user = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert homes_from([], user) == (Home(tmp_path / ".claude"),)
    assert homes_from([], {**user, "CLAUDE_CONFIG_DIR": ""}) == (Home(tmp_path / ".claude"),)
    assert homes_from([], {**user, "CLAUDE_CONFIG_DIR": "/x"}) == (Home("/x"),)
    assert homes_from([], {**user, "CLAUDE_CONFIG_DIR": "~/c"}) == (Home(tmp_path / "c"),)
    assert homes_from([], {}) == (Home(Path.home() / ".claude"),)


@pytest.mark.parametrize(
    ("option", "home"),
    [
        ("/a/b", Home("/a/b")),
        ("work=/a/b", Home("/a/b", "work")),
        ("my-home.2=/a=b", Home("/a=b", "my-home.2")),
        ("C:\\x", Home("C:\\x")),
        ("C:\\x=y", Home("C:\\x=y")),
        ("./a=b", Home("a=b")),
        ("/a=b", Home("/a=b")),
    ],
)
def test_home_options_may_carry_a_label(option: str, home: Home) -> None:
    """What stands before the first '=' is a label, unless it is part of a path."""
    assert homes_from([option], {}) == (home,)


def test_tilde_behind_a_label_is_the_users_folder(tmp_path: Path) -> None:
    """The shell does not expand it there."""
    environ = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    assert homes_from(["w=~/c", "v=~"], environ) == (
        Home(tmp_path / "c", "w"),
        Home(tmp_path, "v"),
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["a=/x", "a=/y"], "two homes"),
        (["a=/x", "b=/x"], "given twice"),
        (["/x", "b=/x"], "given twice"),
        (["a="], "names no folder"),
        ([""], "names no folder"),
        (["=/x"], "no label"),
    ],
)
def test_contradictory_home_options_are_refused(options: list[str], message: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(ConfigError, match=message):
        homes_from(options, {})


def test_home_given_twice_counts_once(tmp_path: Path) -> None:
    """The same folder under another spelling is the same home."""
    (tmp_path / "x").mkdir()
    options = [str(tmp_path / "x"), str(tmp_path / "x" / ".." / "x"), str(tmp_path)]
    assert [home.path for home in homes_from(options, {})] == [tmp_path / "x", tmp_path]
    assert len(homes_from(["a=/x", "a=/x"], {})) == 1


def test_corpus_is_discovered_completely(corpus: Path) -> None:
    """Every transcript is a session, a sub-agent of exactly one session, lost, or a journal."""
    survey = Home(corpus).survey()
    sessions = list(Home(corpus).sessions(survey=survey))
    attached = Counter(agent.path for session in sessions for agent in session.subagents)
    lost = {agent.path for agent in survey.lost_subagents}
    kinds: dict[FileKind, set[Path]] = {}
    for path in (corpus / "projects").rglob("*.jsonl"):
        kinds.setdefault(layout.classify(path.relative_to(corpus)), set()).add(path)
    assert {session.path for session in sessions} == kinds.pop(FileKind.SESSION)
    assert attached.keys() | lost == kinds.pop(FileKind.SUBAGENT)
    assert not attached.keys() & lost
    assert set(attached.values()) == {1}
    assert [len(paths) for paths in kinds.values()] == [1]
    assert kinds.keys() == {FileKind.WORKFLOW_JOURNAL}
    assert (len(sessions), len(attached), len(lost)) == (78, 29, 8)
    assert survey.problems == []


def test_corpus_shows_every_layout_but_the_projects(corpus: Path) -> None:
    """Flat, session and workflow agents, with the notes that lie beside some of them."""
    found = [agent for session in Home(corpus).sessions() for agent in session.subagents]
    assert Counter(str(agent.layout) for agent in found) == {
        "session": 20,
        "flat": 5,
        "workflow": 4,
    }
    assert sum(agent.meta is not None for agent in found) == 9


def test_corpus_copies_carry_the_id_of_their_original(corpus: Path) -> None:
    """Every session's id is a UUID, also those of files named <id>-2.jsonl."""
    sessions = list(Home(corpus).sessions())
    assert all(layout.is_session_id(session.id) for session in sessions)
    copies = [session for session in sessions if session.id != session.path.stem]
    assert len(copies) == 2
    assert all(session.path.stem == f"{session.id}-2" for session in copies)
