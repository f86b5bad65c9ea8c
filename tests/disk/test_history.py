"""What was typed, from history.jsonl."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from steno.disk import reader
from steno.disk.history import HistoryInput, read_history, time_from_ms
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

    from steno.format.finding import Finding


def test_inputs_come_with_all_that_the_client_noted(tmp_path: Path) -> None:
    """Text, pasted parts, time, project, session and line."""
    path = tmp_path / "history.jsonl"
    path.write_text(
        '{"display":"fix [Pasted text #1]","pastedContents":{"1":{"id":1,"content":"x"}},'
        '"timestamp":1770654699405,"project":"/home/ann/app","sessionId":"s"}\n'
    )
    assert list(read_history(path)) == [
        HistoryInput(
            line=1,
            display="fix [Pasted text #1]",
            pasted={"1": {"id": 1, "content": "x"}},
            timestamp=datetime(2026, 2, 9, 16, 31, 39, 405000, tzinfo=UTC),
            project="/home/ann/app",
            session_id="s",
        )
    ]


def test_lines_of_early_versions_lack_session_and_time(tmp_path: Path) -> None:
    """They are inputs all the same, also where a value is of the wrong kind."""
    path = tmp_path / "history.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"display":"a"}\r\n{"display":"b","pastedContents":[],"timestamp":"x",'
        b'"project":"","sessionId":7}'
    )
    first, second = read_history(path)
    assert first == HistoryInput(1, "a", {}, None, None, None)
    assert second == HistoryInput(2, "b", {}, None, None, None)


def test_bad_lines_are_passed_over_and_told(tmp_path: Path) -> None:
    """Everything between them is still found; blank lines are not worth a word."""
    path = tmp_path / "history.jsonl"
    path.write_bytes(
        b'{"display":"a"}\nnot json\n[1]\n{"display":7}\n\n\0\0\n{"display":"b"}\n{"display":"c'
    )
    findings: list[Finding] = []
    assert [entry.display for entry in read_history(path, findings)] == ["a", "b"]
    assert [(found.code, found.line) for found in findings] == [
        ("bad-line", 2),
        ("wrong-shape", 3),
        ("wrong-shape", 4),
        ("torn-line", 8),
    ]
    assert [entry.line for entry in read_history(path)] == [1, 7]


def test_unicode_line_separators_do_not_end_a_line(tmp_path: Path) -> None:
    """Only a newline does."""
    path = tmp_path / "history.jsonl"
    path.write_text('{"display":"a\u2028b\u0085c"}\n', encoding="utf-8")
    assert [entry.display for entry in read_history(path)] == ["a\u2028b\x85c"]


def test_line_beyond_all_measure_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not held in memory, and what follows is found."""
    monkeypatch.setattr(reader, "HUGE", 100)
    monkeypatch.setattr(reader, "BLOCK", 50)
    path = tmp_path / "history.jsonl"
    path.write_bytes(b'{"display":"' + b"x" * 500 + b'"}\n{"display":"b"}\n')
    findings: list[Finding] = []
    assert [entry.display for entry in read_history(path, findings)] == ["b"]
    assert [(found.code, found.line) for found in findings] == [("huge-line", 1)]


def test_missing_history_is_empty(tmp_path: Path) -> None:
    """A client that was never used interactively has none."""
    assert list(read_history(tmp_path / "history.jsonl")) == []


def test_history_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """A folder in its place stops us."""
    with pytest.raises(UnreadableFileError):
        list(read_history(tmp_path))


@pytest.mark.parametrize("value", [None, True, "1", [], 1e300, float("nan"), 10**400, -(10**30)])
def test_what_is_no_time_is_none(value: object) -> None:
    """Only milliseconds within the calendar are a time."""
    assert time_from_ms(value) is None


def test_time_before_1970_and_fractions_are_times() -> None:
    """Numbers are taken as they are."""
    assert time_from_ms(-1000) == datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)
    assert time_from_ms(0.5) == datetime(1970, 1, 1, 0, 0, 0, 500, tzinfo=UTC)
