"""Looking for tool calls in many sessions."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest

from steno.cli import call_search
from steno.cli.call_search import CallFilter, CallSearch
from steno.cli.selection import Selection
from steno.disk.discover import Home
from steno.session.all_calls import find_calls
from steno.session.tool_calls import ToolCall
from steno.testing.build import SessionBuilder, make_home
from steno.testing.shell_tools import bash

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

NOON = datetime(2026, 5, 31, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the reader live in Greenwich, so that days are known."""
    monkeypatch.setattr(call_search, "local_time", lambda moment: moment)


def call(name: str = "Bash", **own: Any) -> ToolCall:
    """Make a call."""
    facts = {
        "id": "t", "use_row": 0, "use_line": 1, "result_row": 1, "result_line": 2,
        "message_id": None, "turn": 1, "started": NOON, "ended": None, "duration_ms": 100,
        "is_error": False, "progress_rows": (), "hook_rows": (), "server": False,
        "agent_id": None, **own,
    }  # fmt: skip
    return ToolCall(name=name, **facts)


@pytest.mark.parametrize(
    ("asked", "one", "wanted"),
    [
        ({}, call(), True),
        ({"names": ("bash",)}, call(), True),
        ({"names": ("Read", "B*")}, call(), True),
        ({"names": ("mcp__*__list?boats",)}, call("mcp__harbour__list_boats"), True),
        ({"names": ("Read",)}, call(), False),
        ({"names": ("Bas",)}, call(), False),
        ({"errors": True}, call(), False),
        ({"errors": True}, call(is_error=True), True),
        ({"slow": 100}, call(), True),
        ({"slow": 101}, call(), False),
        ({"slow": 1}, call(duration_ms=None), False),
        ({"since": date(2026, 5, 31), "until": date(2026, 5, 31)}, call(), True),
        ({"since": date(2026, 6, 1)}, call(), False),
        ({"until": date(2026, 5, 30)}, call(), False),
        ({"since": date(2026, 5, 1)}, call(started=None), False),
        ({"until": date(2026, 6, 1)}, call(started=None), False),
    ],
)
def test_filter_says_which_calls_are_wanted(
    asked: dict[str, Any], one: ToolCall, wanted: bool
) -> None:
    """All conditions have to hold."""
    assert CallFilter(**asked).wants(one) == wanted
    assert CallFilter(**asked).is_open == (not asked)


def test_file_that_is_older_than_what_is_wanted_need_not_be_read(tmp_path: Path) -> None:
    """Nothing that it holds can be younger than its last change."""
    since = CallFilter(since=date(2026, 5, 31))
    assert since.wants_file(tmp_path / "not there", NOON)
    assert not since.wants_file(tmp_path / "not there", NOON.replace(day=30))


def sessions(home: Path, *days: int) -> list[SessionBuilder]:
    """Write a session for each of some days in May, with two calls each."""
    made = []
    for day in days:
        session = SessionBuilder(f"of {day}", start=f"2026-05-{day:02}T10:00:00.000Z")
        session.prompt("Go.")
        session.reply(bash(f"first of {day}"))
        session.reply(bash(f"second of {day}"))
        made.append(session)
    make_home(home, made)
    return made


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Keep the ids of the sessions that are read."""
    ids: list[str | None] = []
    real = find_calls

    def find(session: Session, **asked: Any) -> Any:
        ids.append(session.id)
        return real(session, **asked)

    monkeypatch.setattr(call_search, "find_calls", find)
    return ids


def searched(home: Path, most: int | None, **asked: Any) -> CallSearch:
    """Search a home."""
    search = CallSearch(CallFilter(**asked), most)
    found = list(Home(home).sessions())
    search.read(Selection(found, [], 0), strict=False)
    return search


def test_search_reads_no_further_than_the_newest_calls_go(
    tmp_path: Path, opened: list[str | None]
) -> None:
    """A session that was last written to before all of them has none that is newer."""
    made = sessions(tmp_path, 3, 1, 5, 7)
    search = searched(tmp_path, 3)
    assert opened == [made[3].session_id, made[2].session_id]
    assert search.is_cut
    days = [one.call.started.day for one in search.newest_first if one.call.started]
    assert days == [7, 7, 5]
    assert search.oldest_first == search.newest_first[::-1]


def test_search_without_a_limit_reads_all(tmp_path: Path, opened: list[str | None]) -> None:
    """Nothing is cut then."""
    sessions(tmp_path, 3, 1, 5)
    search = searched(tmp_path, None)
    assert (len(opened), len(search.found), search.is_cut) == (3, 6, False)


def test_limit_that_is_just_reached_cuts_nothing(tmp_path: Path) -> None:
    """There is nothing more."""
    sessions(tmp_path, 3)
    assert not searched(tmp_path, 2).is_cut
    assert searched(tmp_path, 1).is_cut


def test_newer_call_in_a_session_that_was_written_earlier_is_found(tmp_path: Path) -> None:
    """The order of the files is only a hint where one was copied or touched."""
    made = sessions(tmp_path, 3, 20)
    old = next(tmp_path.glob(f"projects/*/{made[0].session_id}.jsonl"))
    os.utime(old, (2_000_000_000, 2_000_000_000))
    search = searched(tmp_path, 1)
    assert [one.session_id for one in search.found] == [made[1].session_id]


def test_calls_of_one_moment_keep_their_order(tmp_path: Path) -> None:
    """In either direction."""
    session = SessionBuilder("parallel")
    session.prompt("Go.")
    session.reply(bash("one"), bash("two"), seconds=0.0001)
    make_home(tmp_path, [session])
    search = searched(tmp_path, None)
    assert [one.call.use_row for one in search.newest_first] == [1, 2]
    assert [one.call.use_row for one in search.oldest_first] == [1, 2]
