"""TaskCreate, TaskGet, TaskUpdate, TaskList."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_tasks_are_kept_linked_and_deleted(around: Surroundings) -> None:
    """A list of tasks that wait for one another, in the words of the client."""
    assert around.call("TaskList").content == "No tasks found"
    created = around.call("TaskCreate", subject="One", description="first")
    assert created.content == "Task #1 created successfully: One"
    around.call("TaskCreate", subject="Two", description="second")
    updated = around.call("TaskUpdate", taskId="1", status="in_progress", owner="ann")
    assert updated.content == "Updated task #1 owner, status"
    around.call("TaskUpdate", taskId="2", addBlockedBy=["1"])
    listed = around.call("TaskList").content
    assert listed == "#1 [in_progress] One (ann)\n#2 [pending] Two [blocked by #1]"
    around.call("TaskUpdate", taskId="1", status="deleted")
    assert around.call("TaskList").content == "#2 [pending] Two"
    assert around.call("TaskGet", taskId="1").content == "Task not found"


def test_files_have_the_members_of_the_client(around: Surroundings) -> None:
    """A task's file has its members in the client's order."""
    around.call("TaskCreate", subject="One", description="first")
    around.call("TaskUpdate", taskId="1", activeForm="f", owner="ann", metadata={"k": 1})
    (path,) = (around.folder / "home/tasks").glob("*/1.json")
    order = ["id", "subject", "description", "activeForm", "owner", "status", "blocks", "blockedBy"]
    assert list(json.loads(path.read_text())) == [*order, "metadata"]


def test_metadata_members_are_set_and_taken_away(around: Surroundings) -> None:
    """Null takes a member away, others stay."""
    around.call("TaskCreate", subject="One", description="d", metadata={"a": 1, "b": 2})
    around.call("TaskUpdate", taskId="1", metadata={"a": None, "c": 3})
    (path,) = (around.folder / "home/tasks").glob("*/1.json")
    assert json.loads(path.read_text())["metadata"] == {"b": 2, "c": 3}
