"""Text files: encodings, line ends, writing, and what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.client.tool import FilesSeen
from steno.client.tools import text_files
from steno.client.tools.built_in import FailedError, RefusedError

if TYPE_CHECKING:
    from pathlib import Path


@given(st.binary())
def test_any_bytes_can_be_written_back(content: bytes) -> None:
    """Whatever is in a file, decoding and encoding it gives the same bytes."""
    known = text_files.decoded(content, 0)
    assert known.encoded(known.raw) == content


def test_line_ends_are_those_of_most_lines() -> None:
    """New lines get the end that most lines have."""
    assert text_files.decoded(b"a\r\nb\r\nc\n", 0).newline == "\r\n"
    assert text_files.decoded(b"a\r\nb\nc\n", 0).newline == "\n"
    assert text_files.decoded(b"", 0).newline == "\n"


def test_what_is_shown_has_plain_line_ends_and_no_broken_characters() -> None:
    r"""The model is shown ``\n`` and U+FFFD."""
    assert text_files.decoded(b"caf\xe9\r\nx", 0).text == "caf\ufffd\nx"
    assert text_files.decoded("h\u00e9".encode("utf-16"), 0).text.endswith("h\u00e9")


def test_a_written_file_keeps_its_mode(tmp_path: Path) -> None:
    """A script stays a script, and no scratch file is left."""
    path = tmp_path / "run.sh"
    path.write_text("a")
    path.chmod(0o750)
    text_files.store(path, b"b")
    assert path.stat().st_mode & 0o777 == 0o750
    assert [one.name for one in tmp_path.iterdir()] == ["run.sh"]


def test_links_are_not_written_through(tmp_path: Path) -> None:
    """A link stays what it is, and so does what it leads to."""
    target, link = tmp_path / "a", tmp_path / "b"
    target.write_text("a")
    link.symlink_to(target)
    with pytest.raises(FailedError, match="Refusing to write through symlink"):
        text_files.store(link, b"b")
    assert target.read_text() == "a"


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk is full, the file is as it was and nothing lies beside it."""
    path = tmp_path / "a"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("steno.client.tools.text_files.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        text_files.store(path, b"new")
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_a_touched_file_is_not_a_changed_one(tmp_path: Path) -> None:
    """Another time with the same content is no change, where all of it was seen."""
    path, seen = tmp_path / "a", FilesSeen()
    path.write_text("a")
    known = text_files.load(path)
    text_files.note_seen(seen, path, known.stamp - 1, known.digest)
    text_files.refuse_unseen(seen, path)
    text_files.note_seen(seen, path, known.stamp - 1, None)
    with pytest.raises(RefusedError, match="modified since read"):
        text_files.refuse_unseen(seen, path)
