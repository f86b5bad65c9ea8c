"""Findings about a file as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.errors import UnreadableFileError
from steno.format.decode import decode
from steno.session.file_findings import FileFindings, findings_of_end

if TYPE_CHECKING:
    from pathlib import Path


def test_crlf_and_bom_are_told_once_per_file() -> None:
    """At the first line that has them, however many follow."""
    told = FileFindings()
    lines = [b'\xef\xbb\xbf{"type":"mode"}\r\n', b'{"type":"mode"}\r\n', b'{"type":"mode"}\n']
    codes = [
        [found.code for found in told.of(decode(line, line=number))]
        for number, line in enumerate(lines, 1)
    ]
    assert codes == [["bom", "crlf"], [], []]


def test_findings_of_a_line_come_first() -> None:
    """What the format's own check says is kept."""
    told = FileFindings()
    assert [found.code for found in told.of(decode(b"rubbish\r\n"))] == ["bad-line", "crlf"]


@pytest.mark.parametrize(
    ("content", "complete"),
    [
        (b"", True),
        (b"\n", True),
        (b"{}\n", True),
        (b"{}\r\n", True),
        (b"{}", False),
        (b"{", False),
        ('{}\n{"a":1}\n'.encode("utf-16-le"), True),
        ('{}\n{"a":1}'.encode("utf-16-le"), False),
    ],
)
def test_last_line_without_newline_is_told(tmp_path: Path, content: bytes, complete: bool) -> None:
    """The client would glue its next record to it."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    codes = [found.code for found in findings_of_end(path)]
    assert codes == ([] if complete else ["no-final-newline"])


def test_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    """The caller passes over it."""
    with pytest.raises(UnreadableFileError):
        list(findings_of_end(tmp_path / "gone.jsonl"))
