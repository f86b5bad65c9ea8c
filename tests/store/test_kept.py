"""Kept bytes are private, prove themselves, and go only when no edit mentions them."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from steno.disk.writer import replace_file
from steno.errors import FileChangedError, KeptBytesError, UnreadableFileError, WriteFailedError
from steno.store.kept import (
    clean_up,
    keep_bytes,
    keep_file,
    kept_file,
    kept_name,
    remove_kept,
    verified,
)
from tests.store.made_state import SHA

if TYPE_CHECKING:
    from pathlib import Path

OLD = b'{"type":"user"}\n'
OLD_SHA = hashlib.sha256(OLD).hexdigest()

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


def mode(path: Path) -> int:
    """Give the permission bits."""
    return stat.S_IMODE(path.stat().st_mode)


def test_name_tells_the_edit_the_file_and_the_hash() -> None:
    """With slashes on every system, since it is recorded."""
    assert kept_name(7, 2, SHA.upper()) == f"kept/7/2-{SHA}"
    assert kept_name(7, 2, SHA, "quarantine") == f"quarantine/7/2-{SHA}"


@pytest.mark.parametrize("sha256", ["", "ab", f"../{SHA}", f"{SHA}\n"])
def test_only_a_hash_makes_a_name(sha256: str) -> None:
    """Nothing else ever becomes a part of a path."""
    with pytest.raises(ValueError, match="no name for kept bytes"):
        kept_name(1, 1, sha256)


@pytest.mark.parametrize(
    "name",
    ["", "/etc/passwd", f"kept/../1/1-{SHA}", f"other/1/1-{SHA}", f"kept/1/1-{SHA}/x", "kept/1/1"],
)
def test_recorded_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    """A state.db that somebody has tampered with reaches no other file."""
    with pytest.raises(KeptBytesError, match="no place"):
        kept_file(tmp_path, name)


def test_place_is_one_for_a_guarded_replace(tmp_path: Path) -> None:
    """The writer keeps the old bytes there, and they prove themselves."""
    session = tmp_path / "session.jsonl"
    session.write_bytes(OLD)
    name = kept_name(1, 1, OLD_SHA)
    keep = kept_file(tmp_path / "data", name)
    replace_file(session, b"new\n", expected_sha256=OLD_SHA, keep=keep)
    assert verified(tmp_path / "data", name).read_bytes() == OLD


@on_posix
@pytest.mark.parametrize("umask", [0, 0o077], ids=oct)
def test_kept_bytes_are_private(tmp_path: Path, umask: int) -> None:
    """Files 0600 and folders 0700, under every umask."""
    before = os.umask(umask)
    try:
        path = kept_file(tmp_path, keep_bytes(tmp_path, 3, 1, OLD, "quarantine"))
    finally:
        os.umask(before)
    assert path.parent == tmp_path / "quarantine" / "3"
    assert [mode(p) for p in (path, path.parent, path.parent.parent)] == [0o600, 0o700, 0o700]


def test_bytes_may_be_kept_twice(tmp_path: Path) -> None:
    """An edit that is repeated after a crash finds its own."""
    names = [keep_bytes(tmp_path, 1, 1, OLD) for _ in range(2)]
    assert names == [kept_name(1, 1, OLD_SHA)] * 2
    assert verified(tmp_path, names[0]).read_bytes() == OLD


def test_kept_bytes_that_changed_are_told(tmp_path: Path) -> None:
    """Neither taken for an undo nor overwritten."""
    name = keep_bytes(tmp_path, 1, 1, OLD)
    kept_file(tmp_path, name).write_bytes(b"other")
    with pytest.raises(KeptBytesError, match="not those that were kept"):
        verified(tmp_path, name)
    with pytest.raises(KeptBytesError):
        keep_bytes(tmp_path, 1, 1, OLD)
    assert kept_file(tmp_path, name).read_bytes() == b"other"


def test_kept_bytes_that_are_gone_are_told(tmp_path: Path) -> None:
    """With the reason."""
    with pytest.raises(KeptBytesError, match="No such file"):
        verified(tmp_path, kept_name(1, 1, SHA))


def test_file_is_kept_before_it_is_deleted(tmp_path: Path) -> None:
    """Of any size, in pieces."""
    content = OLD * 200_000
    source = tmp_path / "agent.jsonl"
    source.write_bytes(content)
    name = kept_name(1, 1, hashlib.sha256(content).hexdigest())
    assert keep_file(tmp_path, name, source).read_bytes() == content


def test_file_that_changed_is_not_kept(tmp_path: Path) -> None:
    """What is there is not what the plan was made from, and nothing is left of the attempt."""
    source = tmp_path / "agent.jsonl"
    source.write_bytes(OLD)
    with pytest.raises(FileChangedError, match=r"agent\.jsonl"):
        keep_file(tmp_path, kept_name(1, 1, SHA), source)
    assert list((tmp_path / "kept" / "1").iterdir()) == []


def test_missing_file_cannot_be_kept(tmp_path: Path) -> None:
    """The message names it."""
    with pytest.raises(UnreadableFileError, match="gone"):
        keep_file(tmp_path, kept_name(1, 1, SHA), tmp_path / "gone")


def test_only_what_no_edit_mentions_is_removed(tmp_path: Path) -> None:
    """With the folder that it was alone in."""
    mentioned = keep_bytes(tmp_path, 1, 1, b"a")
    stray = kept_file(tmp_path, keep_bytes(tmp_path, 1, 2, b"b"))
    alone = kept_file(tmp_path, keep_bytes(tmp_path, 2, 1, b"c", "quarantine"))
    assert clean_up(tmp_path, {mentioned}, older_than=-60) == (stray, alone)
    assert verified(tmp_path, mentioned).read_bytes() == b"a"
    assert not alone.parent.exists()


def test_new_file_is_left_for_a_while(tmp_path: Path) -> None:
    """Its edit may be about to mention it, however old the content is."""
    path = kept_file(tmp_path, keep_bytes(tmp_path, 1, 1, OLD))
    os.utime(path, (0, 0))
    if sys.platform == "win32":
        pytest.skip("Windows has another idea of that time")
    assert clean_up(tmp_path, ()) == ()
    assert path.exists()


def test_files_of_others_stay(tmp_path: Path) -> None:
    """Whatever does not have a name of ours, and a folder that is in its place."""
    (tmp_path / "kept" / "1" / f"1-{SHA}").mkdir(parents=True)
    (tmp_path / "kept" / "1" / "notes.txt").touch()
    assert clean_up(tmp_path, (), older_than=-60) == ()
    assert (tmp_path / "kept" / "1" / "notes.txt").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
@pytest.mark.parametrize("linked", ["kept", "kept/1"])
def test_links_are_not_followed(tmp_path: Path, linked: str) -> None:
    """What lies behind one is not ours to remove."""
    theirs = kept_file(tmp_path / "theirs", keep_bytes(tmp_path / "theirs", 1, 1, OLD))
    (tmp_path / "data" / linked).parent.mkdir(parents=True)
    (tmp_path / "data" / linked).symlink_to(tmp_path / "theirs" / linked)
    assert clean_up(tmp_path / "data", (), older_than=-60) == ()
    assert theirs.exists()


def test_kept_file_is_removed_for_good(tmp_path: Path) -> None:
    """With the folder that it was alone in; another time there is nothing to remove."""
    first, second = keep_bytes(tmp_path, 1, 1, OLD), keep_bytes(tmp_path, 1, 2, b"b")
    assert remove_kept(tmp_path, first) == len(OLD)
    assert verified(tmp_path, second).read_bytes() == b"b"
    assert (remove_kept(tmp_path, second), remove_kept(tmp_path, first)) == (1, 0)
    assert not (tmp_path / "kept" / "1").exists()


def test_kept_file_that_cannot_be_removed_is_told(tmp_path: Path) -> None:
    """Whoever wants the bytes gone has to know that they are not."""
    name = kept_name(1, 1, SHA)
    (tmp_path / name).mkdir(parents=True)
    with pytest.raises(WriteFailedError, match="still holds"):
        remove_kept(tmp_path, name)
