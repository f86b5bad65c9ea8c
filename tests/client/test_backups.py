"""File history: copies, snapshots, and the way back."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.backups import Backups, LostCopyError, NoSnapshotError
from steno.disk.layout import backup_name

if TYPE_CHECKING:
    from pathlib import Path


def _backups(tmp_path: Path, notes: list[dict[str, Any]]) -> Backups:
    (tmp_path / "project").mkdir(exist_ok=True)
    return Backups(tmp_path / "home", "s1", tmp_path / "project", notes.append)


def _change(backups: Backups, path: Path, content: str | None) -> None:
    backups.before_change(path)
    if content is None:
        path.unlink()
    else:
        path.write_text(content)


def test_every_prompt_can_be_gone_back_to(tmp_path: Path) -> None:
    """Changed, new and deleted files are as they were at each prompt."""
    notes: list[dict[str, Any]] = []
    backups = _backups(tmp_path, notes)
    a, b = tmp_path / "project/a.txt", tmp_path / "project/b.txt"
    a.write_text("a0")
    backups.begin("p1")
    _change(backups, a, "a1")
    backups.begin("p2")
    _change(backups, b, "b1")
    _change(backups, a, None)
    backups.begin("p3")
    assert len(backups.rewind("p2").files) == 2
    assert (a.read_text(), b.exists()) == ("a1", False)
    backups.rewind("p1")
    assert a.read_text() == "a0"
    backups.rewind("p3")
    assert (a.exists(), b.read_text()) == (False, "b1")


def test_lines_are_those_of_the_client(tmp_path: Path) -> None:
    """A snapshot for each prompt, brought up to date by the first change of each file."""
    notes: list[dict[str, Any]] = []
    backups = _backups(tmp_path, notes)
    path = tmp_path / "project/a.txt"
    path.write_text("a")
    backups.begin("p1")
    _change(backups, path, "b")
    _change(backups, path, "c")
    assert [note["isSnapshotUpdate"] for note in notes] == [False, True]
    snapshot = notes[1]["snapshot"]
    assert list(notes[1]) == ["type", "messageId", "snapshot", "isSnapshotUpdate"]
    assert snapshot["messageId"] == "p1"
    copy = snapshot["trackedFileBackups"]["a.txt"]
    assert copy["backupFileName"] == backup_name(str(path), 1)
    kept = backups.folder / copy["backupFileName"]
    assert kept.read_text() == "a"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_resumed_session_goes_on(tmp_path: Path) -> None:
    """From the lines of a transcript the way back is known, and versions go on."""
    notes: list[dict[str, Any]] = []
    first = _backups(tmp_path, notes)
    path = tmp_path / "project/a.txt"
    path.write_text("a")
    first.begin("p1")
    _change(first, path, "b")
    second = _backups(tmp_path, notes)
    second.take_up([*notes, {"snapshot": 7}, {}])
    second.begin("p2")
    _change(second, path, "c")
    second.rewind("p2")
    assert path.read_text() == "b"
    second.rewind("p1")
    assert path.read_text() == "a"


def test_no_copy_is_written_over(tmp_path: Path) -> None:
    """A copy that is there stays; what differs from it gets the next version that is free."""
    notes: list[dict[str, Any]] = []
    backups, path = _backups(tmp_path, notes), tmp_path / "project/a.txt"
    backups.folder.mkdir(parents=True)
    first, second, third = (backups.folder / backup_name(str(path), at) for at in (1, 2, 3))
    first.write_text("older")
    second.write_text("old")
    path.write_text("now")
    backups.begin("p1")
    _change(backups, path, "new")
    assert [one.read_text() for one in (first, second, third)] == ["older", "old", "now"]
    assert notes[-1]["snapshot"]["trackedFileBackups"]["a.txt"]["version"] == 3
    backups.rewind("p1")
    assert path.read_text() == "now"


def test_the_same_copy_is_made_once(tmp_path: Path) -> None:
    """Where the content is kept already under that name, it is that copy."""
    notes: list[dict[str, Any]] = []
    backups, path = _backups(tmp_path, notes), tmp_path / "project/a.txt"
    backups.folder.mkdir(parents=True)
    (backups.folder / backup_name(str(path), 1)).write_text("now")
    path.write_text("now")
    backups.begin("p1")
    _change(backups, path, "new")
    assert notes[-1]["snapshot"]["trackedFileBackups"]["a.txt"]["version"] == 1


def test_a_dry_way_back_changes_nothing(tmp_path: Path) -> None:
    """What would change is counted, and stays."""
    backups = _backups(tmp_path, [])
    path = tmp_path / "project/a.txt"
    path.write_text("a\nb\n")
    backups.begin("p1")
    _change(backups, path, "a\nc\nd\n")
    rewound = backups.rewind("p1", dry=True)
    assert (rewound.files, rewound.insertions, rewound.deletions) == ((path,), 1, 2)
    assert path.read_text() == "a\nc\nd\n"


def test_made_up_names_lead_nowhere(tmp_path: Path) -> None:
    """A transcript cannot make us copy another file over one of ours."""
    backups = _backups(tmp_path, [])
    (tmp_path / "project/a.txt").write_text("mine")
    tracked = {"a.txt": {"backupFileName": "../../../etc/passwd", "version": 1}}
    backups.take_up([{"snapshot": {"messageId": "p1", "trackedFileBackups": tracked}}])
    with pytest.raises(LostCopyError, match=r"a\.txt"):
        backups.rewind("p1")
    assert (tmp_path / "project/a.txt").read_text() == "mine"


@pytest.mark.parametrize("shown", ["{}", "../other/b.txt", "link/b.txt", "\0"])
def test_a_transcript_deletes_nothing_elsewhere(tmp_path: Path, shown: str) -> None:
    """A file outside the session's folders is left alone, unless it is in one that was added."""
    backups = _backups(tmp_path, [])
    other = tmp_path / "other" / "b.txt"
    other.parent.mkdir()
    other.write_text("mine")
    (tmp_path / "project" / "link").symlink_to(other.parent)
    tracked = {shown.format(other): {"backupFileName": None, "version": 1}}
    lines = [{"snapshot": {"messageId": "p1", "trackedFileBackups": tracked}}]
    backups.take_up(lines)
    assert not backups.rewind("p1").files
    assert other.read_text() == "mine"
    if shown != "\0":
        backups.take_up(lines, [other.parent])
        assert len(backups.rewind("p1").files) == 1


def test_a_lost_copy_is_no_reason_to_delete(tmp_path: Path) -> None:
    """Where one copy is gone no file is touched, and new snapshots go on without it."""
    notes: list[dict[str, Any]] = []
    backups = _backups(tmp_path, notes)
    a, b = tmp_path / "project/a.txt", tmp_path / "project/b.txt"
    a.write_text("a0")
    b.write_text("b0")
    backups.begin("p1")
    _change(backups, a, "a1")
    _change(backups, b, "b1")
    (backups.folder / backup_name(str(b), 1)).unlink()
    with pytest.raises(LostCopyError, match=r"b\.txt"):
        backups.rewind("p1")
    assert (a.read_text(), b.read_text()) == ("a1", "b1")
    backups.begin("p2")
    _change(backups, b, "b2")
    assert backups.rewind("p2").files == (b,)
    assert b.read_text() == "b1"


def test_a_fork_has_copies_of_its_own(tmp_path: Path) -> None:
    """It can go back before it was made, also when the session that it came from is gone."""
    notes: list[dict[str, Any]] = []
    first = _backups(tmp_path, notes)
    path, new = tmp_path / "project/a.txt", tmp_path / "project/new.txt"
    path.write_text("a")
    first.begin("p1")
    _change(first, path, "b")
    _change(first, new, "made")
    fork = Backups(tmp_path / "home", "s2", tmp_path / "project")
    fork.take_up(notes, forked_from="s1")
    assert [line["snapshot"] for line in fork.lines()] == [notes[-1]["snapshot"]]
    assert fork.rewind("p1", dry=True).files == (path, new)
    assert not fork.folder.exists()
    fork.begin("p2")
    (kept,) = [one for one in fork.folder.iterdir() if one.read_text() == "a"]
    assert kept.stat().st_mode & 0o777 == 0o600
    shutil.rmtree(first.folder)
    fork.rewind("p1")
    assert (path.read_text(), new.exists()) == ("a", False)


def test_an_unknown_prompt_is_told(tmp_path: Path) -> None:
    """Without a snapshot there is no way back, and a history that is off keeps nothing."""
    backups = _backups(tmp_path, [])
    with pytest.raises(NoSnapshotError, match="p9"):
        backups.rewind("p9")
    assert not backups.can_rewind("p9")
    backups.on = False
    backups.begin("p1")
    backups.before_change(tmp_path / "project/a.txt")
    assert not backups.folder.exists()
