"""Which sessions a command is about."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from steno.cli.options import Options
from steno.cli.selection import (
    all_sessions,
    live_ids,
    no_sessions,
    passed_over,
    places,
    select,
)
from steno.disk.discover import Home
from steno.errors import SessionNotFoundError, UnreadableFileError
from tests.written import ONE, THREE, TWO, line_of, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with two sessions, one sub-agent and a lost one."""
    write_lines(place(tmp_path, ONE), user())
    write_lines(place(tmp_path, TWO), user(), user())
    write_lines(place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a.jsonl", user())
    write_lines(place(tmp_path, ONE).parent / "agent-b.jsonl", user(sessionId=THREE))
    return tmp_path


def test_without_a_name_everything_is_chosen(home: Path) -> None:
    """Lost sub-agents too; the size is that of all files."""
    chosen = select(Options(home=(str(home),)), ())
    assert [session.id for session in chosen.sessions] == [ONE, TWO]
    assert [agent.agent_id for agent in chosen.lost] == ["b"]
    assert chosen.size == sum(path.stat().st_size for path in home.rglob("*.jsonl"))


def test_with_names_only_these_are_chosen(home: Path) -> None:
    """In their order, with their sub-agents' sizes."""
    chosen = select(Options(home=(str(home),)), (TWO, ONE))
    assert [session.id for session in chosen.sessions] == [TWO, ONE]
    assert chosen.lost == []
    assert chosen.size == len(line_of(user())) * 4
    with pytest.raises(SessionNotFoundError):
        select(Options(home=(str(home),)), ("nothing",))


@posix
def test_what_cannot_be_looked_at_is_told_once(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its path and the reason, in every way of choosing that comes by it."""
    os.mkfifo(place(home, THREE))
    own = place(home, ONE).with_suffix("") / "subagents" / "agent-c.jsonl"
    own.symlink_to(home / "nowhere")
    pipe = f"steno: passed over {place(home, THREE)}: it is no regular file\n"
    link = f"steno: passed over {own}: it is a link to nothing\n"
    select(Options(home=(str(home),)), ())
    assert sorted(capsys.readouterr().err.split("\n")) == sorted((pipe + link).split("\n"))
    select(Options(home=(str(home),)), (ONE,))
    assert capsys.readouterr().err == link
    select(Options(home=(str(home),)), (TWO,))
    assert capsys.readouterr().err == ""
    assert len(all_sessions([Home(home)])) == 2
    assert capsys.readouterr().err == pipe


def test_no_sessions_says_where_and_what_to_do(tmp_path: Path) -> None:
    """And whether the folder is there at all."""
    missing = tmp_path / "missing"
    homes = [Home(tmp_path), Home(missing)]
    assert places(homes) == f"{tmp_path}, {missing} (there is no such folder)"
    assert f"no sessions in {places(homes)}." in no_sessions(homes)
    assert "steno demo DIR" in no_sessions(homes)


def test_home_below_is_named_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one would type it."""
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path)
    assert places([Home(tmp_path / "home")]) == "home"


def test_file_that_was_left_out_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the error's own words."""
    passed_over(UnreadableFileError(tmp_path / "a", "you have no permission"))
    told = f"steno: passed over: cannot read {tmp_path / 'a'}: you have no permission.\n"
    assert capsys.readouterr().err == told


def test_running_clients_are_known(home: Path) -> None:
    """By their announcements; one whose process has ended does not count."""
    write_lines(home / "sessions" / "1.json", {"pid": os.getpid(), "sessionId": ONE})
    write_lines(home / "sessions" / "2.json", {"pid": 2**31 - 1, "sessionId": TWO})
    assert live_ids([Home(home)]) == {ONE}
