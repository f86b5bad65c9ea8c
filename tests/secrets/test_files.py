"""Files: transcripts by field, damaged and huge lines as text, everything else as text."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from steno.disk import reader
from steno.errors import UnreadableFileError
from steno.secrets.files import find_in_text, find_in_transcript
from steno.secrets.scan import Scanner
from tests.secrets.made_secrets import ALNUM, some
from tests.written import user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = "gh" + "p_" + some(Random(1), ALNUM, 36)
SCANNER = Scanner()


def test_lines_and_fields_are_told(tmp_path: Path) -> None:
    """Of plain, glued and bad lines; and progress of every byte."""
    glued = b'{"a": "b"}{"c": "' + TOKEN.encode() + b'"}\n'
    bad = b'{"a": "' + TOKEN.encode() + b"\n"
    path = write_lines(tmp_path / "a.jsonl", user("hello"), user(f"my {TOKEN}"), glued, bad)
    seen: list[int] = []
    found = list(find_in_transcript(path, SCANNER, seen.append))
    assert [(each.line, each.field) for each in found] == [
        (2, "message.content"),
        (3, "c"),
        (4, ""),
    ]
    assert {each.mask for each in found} == {"ghp_…(github-token)"}
    assert sum(seen) == path.stat().st_size
    assert TOKEN not in repr(found)


def test_huge_line_is_looked_at_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each secret is told once, also where two pieces meet, and at the very end."""
    monkeypatch.setattr(reader, "HUGE", 1 << 20)
    size = reader.BLOCK - 40
    text = f"{'x ' * (size // 2)}{TOKEN} {'y ' * 400_000}{TOKEN}"
    path = write_lines(tmp_path / "a.jsonl", user(text))
    assert [each.line for each in find_in_transcript(path, SCANNER)] == [1, 1]


def test_text_files_have_lines(tmp_path: Path) -> None:
    """Counted at newlines only."""
    path = tmp_path / "a.txt"
    path.write_text(f"one\x0bx\n{TOKEN}\n\n{TOKEN}", "utf-8")
    seen: list[int] = []
    assert [each.line for each in find_in_text(path, SCANNER, seen.append)] == [2, 4]
    assert seen == [path.stat().st_size]


def test_missing_file_is_told(tmp_path: Path) -> None:
    """As everywhere."""
    with pytest.raises(UnreadableFileError):
        list(find_in_text(tmp_path / "none.txt", SCANNER))
