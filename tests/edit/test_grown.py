"""A history that went on after an edit is put back with what came since."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from steno.edit.grown import grown_since, lines_left, with_what_came_since
from steno.store.edit_rows import FileChange
from steno.store.kept import keep_bytes

if TYPE_CHECKING:
    from pathlib import Path

BEFORE, AFTER, MORE = b"1 old\n2\n", b"1 newer\n2\n", b"3\n4\n"


def changed(tmp_path: Path, role: str = "history") -> FileChange:
    """Change a history and keep what it was."""
    path = tmp_path / "history.jsonl"
    path.write_bytes(AFTER)
    kept = keep_bytes(tmp_path / "data", 1, 1, BEFORE)
    return FileChange(
        number=1, role=role, path=str(path), action="replace",  # type: ignore[arg-type]
        before_sha256=hashlib.sha256(BEFORE).hexdigest(),
        after_sha256=hashlib.sha256(AFTER).hexdigest(), kept_path=kept,
    )  # fmt: skip


def test_lines_behind_are_kept(tmp_path: Path) -> None:
    """All of them, and nothing else of what the edit wrote."""
    change, path = changed(tmp_path), tmp_path / "history.jsonl"
    path.write_bytes(AFTER + MORE)
    assert grown_since(change, tmp_path / "data")
    assert b"".join(with_what_came_since(change, tmp_path / "data")) == BEFORE + MORE


def test_other_changes_are_no_growth(tmp_path: Path) -> None:
    """Nor is any other file one that may grow."""
    change, path = changed(tmp_path), tmp_path / "history.jsonl"
    for content in (b"other\n2\n", MORE + AFTER, AFTER[:-3], b""):
        path.write_bytes(content)
        assert not grown_since(change, tmp_path / "data")
    path.write_bytes(AFTER + MORE)
    assert not grown_since(changed(tmp_path, "session"), tmp_path / "data")
    path.unlink()
    assert not grown_since(change, tmp_path / "data")


def test_lines_that_an_edit_left_are_counted(tmp_path: Path) -> None:
    """Where they are all still there; without a last newline nobody can tell."""
    kept, path = tmp_path / "kept", tmp_path / "path"
    kept.write_bytes(BEFORE)
    sha256 = hashlib.sha256(AFTER).hexdigest()
    for content, lines in ((AFTER, 2), (AFTER + MORE, 2), (MORE + AFTER, None), (b"", None)):
        path.write_bytes(content)
        assert lines_left(path, kept, sha256) == lines
    kept.write_bytes(BEFORE[:-1])
    path.write_bytes(AFTER[:-1] + MORE)
    assert lines_left(path, kept, hashlib.sha256(AFTER[:-1]).hexdigest()) is None
