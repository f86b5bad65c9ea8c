"""The task list on the disk."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from steno.client.tools.task_store import TaskStore

if TYPE_CHECKING:
    from pathlib import Path


def test_numbers_are_not_used_again(tmp_path: Path) -> None:
    """The number of a deleted task is gone for good."""
    store = TaskStore(tmp_path, "s1")
    with store.locked():
        store.add({"subject": "one"})
        store.remove("1")
        assert store.add({"subject": "two"})["id"] == "2"
    path = store.folder / "2.json"
    assert json.loads(path.read_text()) == {"id": "2", "subject": "two"}
    assert path.stat().st_mode & 0o777 == 0o600


def test_two_writers_lose_nothing(tmp_path: Path) -> None:
    """Tasks that are made at the same time all have numbers of their own."""

    def add(number: int) -> str:
        store = TaskStore(tmp_path, "s1")
        with store.locked():
            return str(store.add({"subject": str(number)})["id"])

    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(add, range(20)))
    assert sorted(map(int, numbers)) == list(range(1, 21))


def test_what_is_no_task_is_passed_over(tmp_path: Path) -> None:
    """Damaged and foreign files stop nothing, and odd ids lead nowhere."""
    store = TaskStore(tmp_path, "s1")
    with store.locked():
        store.add({"subject": "one"})
    (store.folder / "2.json").write_text("{")
    (store.folder / "x.json").write_text("{}")
    assert [task["id"] for task in store.all()] == ["1"]
    assert store.get("../../settings") is None
