"""The records of a session that lies elsewhere now: where it says so, and nowhere else."""

from __future__ import annotations

from typing import Any

from steno.disk.layout import backup_name
from steno.edit.moved_paths import MovedPaths
from steno.edit.path_map import PathMap
from steno.format.decode import decode
from tests.written import line_of

PATHS = PathMap.of([("/old", "/new")])


def moved(*bodies: dict[str, Any], taken: tuple[str, ...] = ()) -> list[Any]:
    """Move some records, all of which are seen first."""
    entries = [decode(line_of(body)) for body in bodies]
    paths = MovedPaths(PATHS, taken=taken)
    paths.see(entries)
    return [dict(decode(paths.line(entry)).body) for entry in entries]


def test_folders_of_a_line_follow() -> None:
    """Exactly or below; what only begins alike stays."""
    assert moved({"cwd": "/old"}, {"cwd": "/old/x"}, {"cwd": "/older"}, {"cwd": 1}) == [
        {"cwd": "/new"}, {"cwd": "/new/x"}, {"cwd": "/older"}, {"cwd": 1},
    ]  # fmt: skip
    worktree = {"originalCwd": "/old", "worktreePath": "/old/t", "worktreeName": "/old"}
    (found,) = moved({"type": "worktree-state", "worktreeSession": worktree})
    assert found["worktreeSession"] == {
        "originalCwd": "/new", "worktreePath": "/new/t", "worktreeName": "/old",
    }  # fmt: skip
    assert moved({"relocatedCwd": "/old/x"}) == [{"relocatedCwd": "/new/x"}]


def test_what_was_said_stays() -> None:
    """Even where it is nothing but the path."""
    said = {"message": {"content": "/old"}, "toolUseResult": {"filePath": "/old/x"}, "cwd": "/old"}
    assert moved(said) == [{**said, "cwd": "/new"}]


def test_names_of_backups_follow_the_paths_of_their_files() -> None:
    """Relative ones by the folder that fits; those of unknown files stay."""
    old = {
        "a.py": {"backupFileName": backup_name("/old/sub/a.py", 3)},
        "/old/b.py": {"backupFileName": backup_name("/old/b.py", 1), "realParentDir": "/old"},
        "/x/c.py": {"backupFileName": backup_name("/x/c.py", 1)},
        "odd": {"backupFileName": "0123456789abcdef@v1"},
        "none": {"backupFileName": None},
        "inline": "words",
    }
    body = {"snapshot": {"trackedFileBackups": old, "messageId": "m"}}
    found = moved(body, {"cwd": "/old"}, {"cwd": "/old/sub"})[0]["snapshot"]["trackedFileBackups"]
    assert list(found) == ["a.py", "/new/b.py", "/x/c.py", "odd", "none", "inline"]
    assert found["a.py"] == {"backupFileName": backup_name("/new/sub/a.py", 3)}
    assert found["/new/b.py"] == {
        "backupFileName": backup_name("/new/b.py", 1), "realParentDir": "/new",
    }  # fmt: skip
    assert [found[name] for name in ("/x/c.py", "odd", "none", "inline")] == [
        old[name] for name in ("/x/c.py", "odd", "none", "inline")
    ]


def test_deltas_follow() -> None:
    """They name one file each."""
    backup = {"backupFileName": backup_name("/old/b.py", 1)}
    (found,) = moved({"trackingPath": "/old/b.py", "backup": backup})
    assert found == {
        "trackingPath": "/new/b.py", "backup": {"backupFileName": backup_name("/new/b.py", 1)},
    }  # fmt: skip


def test_copy_never_takes_the_name_of_another() -> None:
    """It keeps its own then, and the record says so."""
    backup = {"backupFileName": backup_name("/old/b.py", 1)}
    taken = backup_name("/new/b.py", 1).partition("@")[0]
    (found,) = moved({"trackingPath": "/old/b.py", "backup": backup}, taken=(taken,))
    assert found["backup"] == backup


def test_nothing_else_on_a_line_changes() -> None:
    """Not a space, not an escape, not the order; bad lines stay, glued ones follow."""
    paths = MovedPaths(PATHS)
    for raw, expected in {
        b'{ "b":"\\u0041", "cwd" : "/old"}\r\n': b'{ "b":"\\u0041", "cwd" : "/new"}\r\n',
        b'{"cwd":"/old\n': b'{"cwd":"/old\n',
        b"\n": b"\n",
        b'{"cwd":"/old"}{"cwd":"/old/y"}\n': b'{"cwd":"/new"}{"cwd":"/new/y"}\n',
    }.items():
        assert paths.line(decode(raw)) == expected


def test_paths_that_grow_into_each_other_are_not_moved_twice() -> None:
    """Neither longer nor shorter ones."""
    for old, new in (("/a", "/a/a"), ("/a/a", "/a")):
        paths = PathMap.of([(old, new)])
        files = [f"{old}/x", f"{new}/x", f"{old}{old}/x"]
        tracking: dict[str, Any] = {file: {} for file in files}
        body = {"snapshot": {"trackedFileBackups": tracking}}
        entry = decode(line_of(body))
        moved = MovedPaths(paths)
        moved.see([entry])
        tracked = decode(moved.line(entry)).body["snapshot"]["trackedFileBackups"]
        assert list(tracked) == list(dict.fromkeys(map(paths.map, files)))


def test_what_changes_is_counted_and_what_is_named_already_told() -> None:
    """By lines, not by fields."""
    paths = MovedPaths(PATHS)
    lines = [{"cwd": "/old"}, {"cwd": "/new/x"}, {"type": "summary"}, {"relocatedCwd": "/old"}]
    assert paths.see(decode(line_of(line)) for line in lines) == 2
    assert list(paths.folders) == ["/old", "/new/x"]
    assert paths.names_already("/new")
    assert not paths.names_already("/newer")
