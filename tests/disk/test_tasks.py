"""A session's task list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.discover import Home
from steno.disk.tasks import Task, read_tasks

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.walk import Problem


def make(home: Path, name: str, content: str) -> Path:
    """Write one file of the task list."""
    folder = home / "tasks" / "s"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content)
    return folder / name


def test_task_is_read_whole(tmp_path: Path) -> None:
    """Known fields are typed; the others are kept."""
    path = make(
        tmp_path,
        "1.json",
        '{"id":"1","subject":"a","description":"b","activeForm":"c","status":"completed",'
        '"blocks":["2"],"blockedBy":[3],"owner":"ann"}',
    )
    (task,) = read_tasks(Home(tmp_path), "s")
    assert task == Task(path, "1", "a", "b", "completed", "c", ("2",), ("3",), task.content)
    assert task.content["owner"] == "ann"


def test_tasks_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Ten comes after nine; names that are no numbers come last."""
    for name in ("10.json", "9.json", "x.json", "2.json"):
        make(tmp_path, name, "{}")
    make(tmp_path, ".lock", "")
    tasks = read_tasks(Home(tmp_path), "s")
    assert [task.id for task in tasks] == ["2", "9", "10", "x"]


def test_fields_of_the_wrong_kind_are_missing(tmp_path: Path) -> None:
    """A task with nothing usable is still a task."""
    path = make(tmp_path, "1.json", '{"id":1,"subject":[],"status":null,"blocks":"2"}')
    (task,) = read_tasks(Home(tmp_path), "s")
    assert task == Task(path, "1", "", "", "pending", None, (), (), task.content)


def test_damaged_tasks_are_passed_over_and_told(tmp_path: Path) -> None:
    """The others are still read."""
    bad = make(tmp_path, "1.json", '{"id":')
    make(tmp_path, "2.json", "{}")
    problems: list[Problem] = []
    assert [task.id for task in read_tasks(Home(tmp_path), "s", problems)] == ["2"]
    assert [problem.path for problem in problems] == [bad]


def test_session_without_tasks_has_none(tmp_path: Path) -> None:
    """A missing folder is no problem."""
    problems: list[Problem] = []
    assert read_tasks(Home(tmp_path), "s", problems) == ()
    assert problems == []


def test_id_that_would_leave_the_folder_has_no_tasks(tmp_path: Path) -> None:
    """An id from a transcript may be anything."""
    make(tmp_path, "1.json", "{}")
    (tmp_path / "tasks" / "other").mkdir()
    assert read_tasks(Home(tmp_path), "other/../s") == ()
