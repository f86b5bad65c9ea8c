"""Who owns which sub-agent, and what a listing sees."""

from __future__ import annotations

import errno
import os
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from steno.disk import peek
from steno.disk.survey import ProjectFolder, Survey
from steno.disk.walk import Problem
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")

ONE = "11111111-0000-4000-8000-000000000001"
TWO = "22222222-0000-4000-8000-000000000002"
GONE = "99999999-0000-4000-8000-000000000009"


def make(path: Path, session_id: str) -> Path:
    """Write a transcript of one line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"type":"user","sessionId":"{session_id}"}}\n')
    return path


def agents(folder: ProjectFolder, path: Path) -> list[str]:
    """Name the sub-agents of the session at ``path``."""
    return sorted(agent.agent_id for agent in folder.subagents_of(path))


def test_every_layout_is_tied_to_its_session(tmp_path: Path) -> None:
    """In the session's folder, in workflows, flat, and in the project's folder."""
    one = make(tmp_path / f"{ONE}.jsonl", ONE)
    two = make(tmp_path / f"{TWO}.jsonl", TWO)
    make(tmp_path / ONE / "subagents" / "agent-own.jsonl", ONE)
    make(tmp_path / ONE / "subagents" / "workflows" / "wf" / "agent-wf.jsonl", f"{ONE}#agent-wf")
    make(tmp_path / "agent-flat.jsonl", ONE)
    make(tmp_path / "subagents" / "agent-project.jsonl", TWO)
    make(tmp_path / "agent-lost.jsonl", GONE)
    folder = ProjectFolder(tmp_path)
    assert agents(folder, one) == ["flat", "own", "wf"]
    assert agents(folder, two) == ["project"]
    assert [agent.agent_id for agent in folder.unclaimed] == ["lost"]
    assert folder.problems == []


def test_sessions_are_all_transcripts_but_agents(tmp_path: Path) -> None:
    """Also those with odd names; hidden files, folders and other files are none."""
    for name in (f"{ONE}.jsonl", f"{ONE}-2.jsonl", "notes.jsonl"):
        make(tmp_path / name, ONE)
    for name in ("agent-1.jsonl", f"._{ONE}.jsonl", "readme.md", f"{ONE}.jsonl.bak"):
        make(tmp_path / name, ONE)
    names = [found.path.name for found in ProjectFolder(tmp_path).sessions]
    assert names == [f"{ONE}-2.jsonl", f"{ONE}.jsonl", "notes.jsonl"]


def test_copy_of_a_session_does_not_share_its_subagents(tmp_path: Path) -> None:
    """Both files carry one id, but a sub-agent belongs to the file that is named by it."""
    one = make(tmp_path / f"{ONE}.jsonl", ONE)
    copy = make(tmp_path / f"{ONE}-2.jsonl", ONE)
    make(tmp_path / ONE / "subagents" / "agent-own.jsonl", ONE)
    make(tmp_path / "agent-flat.jsonl", ONE)
    folder = ProjectFolder(tmp_path)
    assert folder.id_of(copy) == folder.id_of(one) == ONE
    assert agents(folder, one) == ["flat", "own"]
    assert agents(folder, copy) == []


def test_oddly_named_session_owns_what_its_id_says(tmp_path: Path) -> None:
    """Where no file is named by the id, the first file that carries it is the owner."""
    first = make(tmp_path / "a.jsonl", ONE)
    second = make(tmp_path / "b.jsonl", ONE)
    make(tmp_path / "agent-flat.jsonl", ONE)
    make(tmp_path / ONE / "subagents" / "agent-own.jsonl", ONE)
    folder = ProjectFolder(tmp_path)
    assert folder.stem_of(ONE) == "a"
    assert agents(folder, first) == ["flat", "own"]
    assert agents(folder, second) == []


def test_id_inside_is_the_last_one(tmp_path: Path) -> None:
    """A continued file carries several ids; without any, the name stands."""
    path = tmp_path / "x.jsonl"
    path.write_text(f'{{"sessionId":"{ONE}"}}\n{{"sessionId":"{TWO}"}}\n{{"type":"summary"}}\n')
    empty = tmp_path / "y.jsonl"
    empty.write_text("")
    folder = ProjectFolder(tmp_path)
    assert folder.id_of(path) == TWO
    assert folder.id_of(empty) == "y"


def test_id_of_a_uuid_name_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is enough, whatever the lines say."""
    path = make(tmp_path / f"{ONE}.jsonl", TWO)
    monkeypatch.delattr(peek, "last_session_id")
    assert ProjectFolder(tmp_path).id_of(path) == ONE


def test_id_of_an_unreadable_file_is_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trouble is told, and asked for only once."""
    path = make(tmp_path / "x.jsonl", ONE)

    def forbid(path: Path) -> str:
        raise UnreadableFileError(path, "you have no permission")

    monkeypatch.setattr(peek, "last_session_id", forbid)
    folder = ProjectFolder(tmp_path)
    assert [folder.id_of(path), folder.id_of(path)] == ["x", "x"]
    assert folder.problems == [Problem(path, "you have no permission")]


def test_folder_without_session_tells_its_owner_by_name_or_lines(tmp_path: Path) -> None:
    """A session's folder whose file is gone, and a folder with a name that is no id."""
    two = make(tmp_path / f"{TWO}.jsonl", TWO)
    make(tmp_path / GONE / "subagents" / "agent-1.jsonl", TWO)
    make(tmp_path / "odd" / "subagents" / "agent-2.jsonl", TWO)
    make(tmp_path / "memory" / "subagents" / "agent-3.jsonl", TWO)
    folder = ProjectFolder(tmp_path)
    assert [agent.session_id for agent in folder.unclaimed] == [GONE]
    assert agents(folder, two) == ["2"]


def test_agent_file_opened_as_a_session_owns_no_others(tmp_path: Path) -> None:
    """It carries its parent's id, but is not the parent."""
    agent = make(tmp_path / "agent-1.jsonl", ONE)
    make(tmp_path / "agent-2.jsonl", ONE)
    folder = ProjectFolder(tmp_path)
    assert folder.id_of(agent) == ONE
    assert folder.subagents_of(agent) == ()


def test_subagents_in_other_projects_are_found(tmp_path: Path) -> None:
    """A session in a worktree's folder may have left its agents in the repository's."""
    here, there = tmp_path / "projects" / "a", tmp_path / "projects" / "b"
    one = make(there / f"{ONE}.jsonl", ONE)
    make(here / f"{ONE}-2.jsonl", ONE)
    odd = make(here / "odd.jsonl", TWO)
    make(here / ONE / "subagents" / "agent-1.jsonl", ONE)
    make(there / "agent-2.jsonl", TWO)
    make(here / "agent-lost.jsonl", GONE)
    (here / "agent-empty.jsonl").write_text("")
    survey = Survey(tmp_path)
    assert agents(survey.folder(here), here / f"{ONE}-2.jsonl") == ["1"]
    assert agents(survey.folder(there), one) == []
    assert agents(survey.folder(here), odd) == ["2"]
    assert sorted(agent.agent_id for agent in survey.lost_subagents) == ["empty", "lost"]


def test_file_named_by_the_id_comes_before_copies_in_other_projects(tmp_path: Path) -> None:
    """A stray goes to the session itself, not to a copy that is listed earlier."""
    make(tmp_path / "projects" / "a" / f"{ONE}-2.jsonl", ONE)
    one = make(tmp_path / "projects" / "b" / f"{ONE}.jsonl", ONE)
    make(tmp_path / "projects" / "c" / "agent-1.jsonl", ONE)
    survey = Survey(tmp_path)
    assert agents(survey.folder(one.parent), one) == ["1"]


def test_answers_are_of_one_moment(tmp_path: Path) -> None:
    """What comes later is seen by the next survey."""
    folder = tmp_path / "projects" / "a"
    one = make(folder / f"{ONE}.jsonl", ONE)
    survey = Survey(tmp_path)
    assert agents(survey.folder(folder), one) == []
    make(folder / "agent-1.jsonl", ONE)
    assert agents(survey.folder(folder), one) == []
    assert agents(Survey(tmp_path).folder(folder), one) == ["1"]


def test_heads_of_agents_are_read_once_for_all_sessions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many sessions and many flat agents in one folder cost one look each."""
    paths = [make(tmp_path / f"{n:08}-0000-4000-8000-000000000001.jsonl", "s") for n in range(20)]
    for number in range(20):
        make(tmp_path / f"agent-{number}.jsonl", paths[number].stem)
    looks: Counter[str] = Counter()
    real = peek.first_session_id

    def counted(path: Path) -> str | None:
        looks[path.name] += 1
        return real(path)

    monkeypatch.setattr(peek, "first_session_id", counted)
    folder = ProjectFolder(tmp_path)
    assert [agents(folder, path) for path in paths] == [[str(n)] for n in range(20)]
    assert set(looks.values()) == {1}


def test_home_without_projects_is_empty(tmp_path: Path) -> None:
    """An empty or missing home is no problem."""
    survey = Survey(tmp_path / "nothing")
    assert (survey.folders, survey.lost_subagents, survey.problems) == ((), (), [])


def test_home_whose_projects_are_a_file_is_a_problem(tmp_path: Path) -> None:
    """It is told."""
    (tmp_path / "projects").touch()
    survey = Survey(tmp_path)
    assert survey.folders == ()
    assert [problem.path for problem in survey.problems] == [tmp_path / "projects"]


@posix
def test_links_to_project_folders_are_followed_once(tmp_path: Path) -> None:
    """A linked folder is a project; a second name for one that is listed is not."""
    outside = tmp_path / "outside"
    make(outside / f"{TWO}.jsonl", TWO)
    make(tmp_path / "projects" / "real" / f"{ONE}.jsonl", ONE)
    (tmp_path / "projects" / "alias").symlink_to(tmp_path / "projects" / "real")
    (tmp_path / "projects" / "linked").symlink_to(outside)
    (tmp_path / "projects" / "loop").symlink_to("loop")
    (tmp_path / "projects" / "up").symlink_to(tmp_path / "projects")
    survey = Survey(tmp_path)
    found = {folder.slug: len(folder.sessions) for folder in survey.folders}
    assert found == {"linked": 1, "real": 1}
    assert [problem.path.name for problem in survey.problems] == ["loop"]


@posix
def test_odd_files_named_like_sessions_are_told(tmp_path: Path) -> None:
    """A fifo, a folder and a dangling link are no sessions."""
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "dangling.jsonl").symlink_to("nowhere")
    make(tmp_path / "real" / f"{ONE}.jsonl", ONE)
    (tmp_path / f"{ONE}.jsonl").symlink_to(tmp_path / "real" / f"{ONE}.jsonl")
    folder = ProjectFolder(tmp_path)
    assert [found.path.name for found in folder.sessions] == [f"{ONE}.jsonl"]
    assert sorted(problem.path.name for problem in folder.problems) == [
        "dangling.jsonl",
        "folder.jsonl",
        "pipe.jsonl",
    ]


def test_closed_project_folder_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told once, and the rest is listed."""
    make(tmp_path / "projects" / "closed" / f"{ONE}.jsonl", ONE)
    make(tmp_path / "projects" / "open" / f"{TWO}.jsonl", TWO)
    real = os.scandir

    def scandir(path: Path) -> object:
        if path.name == "closed":
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    survey = Survey(tmp_path)
    found = [file.path.stem for folder in survey.folders for file in folder.sessions]
    assert found == [TWO]
    closed = tmp_path / "projects" / "closed"
    assert survey.problems == [Problem(closed, "you have no permission")]


def test_project_folder_that_vanishes_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was listed, then deleted: nothing to tell."""
    make(tmp_path / "projects" / "a" / f"{ONE}.jsonl", ONE)
    real = os.stat

    def vanished(path: str | Path, **options: bool) -> os.stat_result:
        if str(path).endswith("projects" + os.sep + "a"):
            raise FileNotFoundError
        return real(path, **options)

    monkeypatch.setattr(os, "stat", vanished)
    survey = Survey(tmp_path)
    assert (survey.folders, survey.problems) == ((), [])


def test_folder_outside_the_listing_can_be_asked_for(tmp_path: Path) -> None:
    """A path that the survey did not list still gets an answer."""
    one = make(tmp_path / "elsewhere" / f"{ONE}.jsonl", ONE)
    make(tmp_path / "elsewhere" / "agent-1.jsonl", ONE)
    folder = Survey(tmp_path).folder(tmp_path / "elsewhere")
    assert agents(folder, one) == ["1"]
    assert repr(folder) == f"ProjectFolder({str(tmp_path / 'elsewhere')!r})"
