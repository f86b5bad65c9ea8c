"""The report: all files of a session, summed up by rule."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from steno.disk.discover import Home
from steno.disk.layout import backup_name
from steno.secrets.report import MOST_LINES, Inspector, Part, history_of, parts_of
from steno.secrets.scan import Scanner
from tests.secrets.made_secrets import ALNUM, some
from tests.written import place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from steno.errors import UnreadableFileError

ONE = "11111111-0000-4000-8000-000000000001"
TOKEN = "gh" + "p_" + some(Random(1), ALNUM, 36)


def write_session(home: Path) -> Path:
    """Write a session with a secret in each of its files."""
    path = write_lines(place(home, ONE), *(user(TOKEN) for _ in range(MOST_LINES + 2)))
    agents = path.with_suffix("") / "subagents"
    write_lines(agents / "agent-a.jsonl", user(TOKEN))
    write_lines(agents / "agent-a.meta.json", {"description": TOKEN})
    write_lines(path.with_suffix("") / "tool-results" / "t.txt", f"x\n{TOKEN}\n".encode())
    write_lines(home / "file-history" / ONE / backup_name("/x", 1), f"{TOKEN}\n".encode())
    write_lines(home / "history.jsonl", {"display": TOKEN})
    return path


def test_all_files_of_a_session_are_looked_at(tmp_path: Path) -> None:
    """Transcripts, notes, results, backups."""
    path = write_session(tmp_path)
    (session,) = Home(tmp_path).sessions()
    inspector = Inspector(Scanner())
    told = inspector.session(session, parts_of(session))
    assert [found.file.rpartition("/")[2] for found in told.findings] == [
        path.name, "agent-a.jsonl", "agent-a.meta.json", "t.txt", backup_name("/x", 1),
    ]  # fmt: skip
    first = told.findings[0]
    assert (first.rule, first.family, first.severity) == ("github-token", "github", "high")
    assert (first.line, first.count, first.field) == (1, MOST_LINES + 2, "message.content")
    assert first.lines == list(range(1, MOST_LINES + 1))
    assert inspector.totals == {"github-token": MOST_LINES + 6}
    assert TOKEN not in repr(told)


def test_name_of_a_file_is_looked_at(tmp_path: Path) -> None:
    """What is found there is told, and nowhere is the name."""
    path = write_lines(place(tmp_path, ONE), user("hello"))
    write_lines(path.with_suffix("") / "tool-results" / f"{TOKEN}.txt", b"hello")
    (session,) = Home(tmp_path).sessions()
    inspector = Inspector(Scanner())
    told = inspector.session(session, parts_of(session))
    (found,) = told.findings
    assert (found.rule, found.line, found.field) == ("github-token", 0, "(file name)")
    assert found.file.startswith(f"{path.with_suffix('')}/tool-results/ghp_")
    assert inspector.totals == {"github-token": 1}
    lost = inspector.file(Part(path.with_name(f"{TOKEN}.jsonl"), 0, is_transcript=True))
    assert TOKEN not in repr((told, lost))


def test_history_is_a_file_of_its_own(tmp_path: Path) -> None:
    """Where there is one."""
    assert history_of(Home(tmp_path)) is None
    write_session(tmp_path)
    part = history_of(Home(tmp_path))
    assert part is not None
    assert Inspector(Scanner()).file(part).findings[0].field == "display"


def test_file_that_is_gone_is_told(tmp_path: Path) -> None:
    """The others are looked at all the same."""
    troubles: list[UnreadableFileError] = []
    inspector = Inspector(Scanner(), None, troubles.append)
    assert inspector.file(Part(tmp_path / "a", 0, is_transcript=False)).findings == []
    assert len(troubles) == 1
    assert Inspector(Scanner()).file(Part(tmp_path / "a", 0, is_transcript=True)).findings == []
