"""Single files: looked at, removed, and their empty folders with them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from steno.edit.single_files import current_hash, pieces, remove_empty, remove_file
from steno.errors import FileChangedError, UnreadableFileError, WriteFailedError

if TYPE_CHECKING:
    from pathlib import Path


def test_hash_is_none_where_there_is_no_file(tmp_path: Path) -> None:
    """Also where a file stands in the place of a folder; a folder itself is an error."""
    path = tmp_path / "x"
    assert current_hash(path) is None
    path.write_bytes(b"x")
    assert current_hash(path) == hashlib.sha256(b"x").hexdigest()
    assert current_hash(path / "y") is None
    with pytest.raises(UnreadableFileError):
        current_hash(tmp_path)


def test_only_what_is_known_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the system's refusal is told."""
    path = tmp_path / "x"
    path.write_bytes(b"x")
    with pytest.raises(FileChangedError):
        remove_file(path, "other")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "unlink", refuse)
    with pytest.raises(WriteFailedError, match="Permission denied"):
        remove_file(path, current_hash(path))


@pytest.mark.parametrize("top", ["projects", "file-history"])
def test_empty_folders_go_up_to_those_of_every_home(tmp_path: Path, top: str) -> None:
    """What holds something stays, and so does what lies in no home."""
    deep = tmp_path / top / "p" / "s" / "t"
    deep.mkdir(parents=True)
    (tmp_path / top / "p" / "x").write_bytes(b"")
    remove_empty(deep)
    assert [path.name for path in (tmp_path / top).rglob("*")] == ["p", "x"]
    (tmp_path / top / "p" / "x").unlink()
    remove_empty(tmp_path / top / "p")
    assert list(tmp_path.iterdir()) == [tmp_path / top]
    stray = tmp_path / "stray" / "t"
    stray.mkdir(parents=True)
    remove_empty(stray)
    assert stray.is_dir()


def test_pieces_are_the_file(tmp_path: Path) -> None:
    """However large it is."""
    content = bytes(range(256)) * (3 << 12)
    (tmp_path / "x").write_bytes(content)
    found = list(pieces(tmp_path / "x"))
    assert b"".join(found) == content
    assert max(map(len, found)) == 1 << 20
