"""``steno`` without a command."""

from __future__ import annotations

import shutil
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from steno.cli.overview import RECENT, program
from tests.cli.payloads import STYLES
from tests.cli.running import act_after, run_on_terminal
from tests.written import ONE, TWO, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


def now() -> str:
    """Give the time as a client would write it."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


def test_overview_shows_recent_sessions_and_what_to_do_next(run: Run, demo: Path) -> None:
    """The newest first, not too many."""
    answer = run("--home", demo)
    assert answer.code == 0
    assert f"in {demo}" in answer.lines[0]
    assert sum(line.count("\t") > 5 for line in answer.lines) == RECENT + 1
    assert "Today: no API messages yet." in answer.out
    assert f"steno --home {demo} show @last" in answer.out


def test_document_has_the_same(run: Run, demo: Path) -> None:
    """Newest first, as the files' times say."""
    document = run("--home", demo, "--json").document
    assert document["schema"] == "steno.overview/1"
    assert len(document["recent"]) == RECENT
    assert document["homes"] == [str(demo)]
    assert document["sessions"] > 30
    assert (
        document["recent"][0]["id"]
        == run("list", "--json", "--home", demo).document["sessions"][0]["id"]
    )


def test_usage_of_today_is_counted_with_subagents(run: Run, tmp_path: Path) -> None:
    """Each message once; what is older does not count."""
    usage = {"input_tokens": 1, "output_tokens": 1500}
    old = reply("old", usage=usage, timestamp="2020-01-01T00:00:00.000Z")
    path = write_lines(
        place(tmp_path, ONE),
        old,
        reply("new", usage=usage, timestamp=now()),
        reply("new", usage=usage, timestamp=now()),
    )
    agent = path.with_suffix("") / "subagents" / "agent-a.jsonl"
    write_lines(agent, reply("agent", usage=usage, timestamp=now()))
    write_lines(place(tmp_path, TWO), reply("x", usage=usage, timestamp=now()), seconds=1000)
    answer = run("--home", tmp_path)
    assert "Today: 2 API messages, $0.08; tokens: 3,000 out, 2 in," in answer.out
    today = run("--home", tmp_path, "--json").document["today"]
    assert (today["api_messages"], today["usage"]["output_tokens"]) == (2, 3000)
    assert today["date"] == datetime.now().astimezone().date().isoformat()


def test_empty_machine_is_offered_the_demo(run: Run, tmp_path: Path) -> None:
    """That is no error."""
    for home, note in ((tmp_path, ""), (tmp_path / "none", " (there is no such folder)")):
        answer = run("--home", home)
        assert (answer.code, answer.err) == (0, "")
        assert f"No sessions in {home}{note}." in answer.out
        assert "steno demo DIR" in answer.out


def test_default_home_that_does_not_exist_is_no_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine where the client never ran."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    answer = run()
    assert answer.code == 0
    assert str(tmp_path / ".claude") in answer.out
    assert not (tmp_path / ".claude").exists()


def test_session_that_vanishes_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are shown."""
    gone = write_lines(place(tmp_path, ONE), user("gone"))
    write_lines(place(tmp_path, TWO), user("stays"))
    act_after(monkeypatch, "steno.cli.overview.messages_since", gone.unlink)
    answer = run("--home", tmp_path)
    assert answer.code == 0
    assert "stays" in answer.out
    assert f"passed over: cannot read {gone}" in answer.err


@pytest.mark.parametrize(
    ("called", "found", "said"),
    [
        ("/x/.venv/bin/steno", None, "/x/.venv/bin/steno"),
        ("/usr/bin/steno", "/usr/bin/steno", "steno"),
        ("/x/steno/__main__.py", None, "python -m steno"),
        ("pytest", None, "steno"),
    ],
)
def test_hints_name_the_program_as_it_can_be_called(
    monkeypatch: pytest.MonkeyPatch, called: str, found: str | None, said: str
) -> None:
    """A program in a folder of its own is not found by its plain name."""
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setattr(shutil, "which", lambda _: found)
    assert program() == said


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_no_word_is_broken_on_a_narrow_terminal(tmp_path: Path) -> None:
    """What a command does stands below it where there is no room beside it."""
    home = tmp_path / "a-rather-long-name"
    write_lines(place(home, ONE), reply("m", timestamp=now()))
    columns = len(str(home)) + 30
    narrow = run_on_terminal("--home", home, columns=columns).out
    narrow = STYLES.sub("", narrow).replace("\r", "")
    assert f"  steno --home {home} list\n      all sessions, with filters\n" in narrow
    assert max(map(len, narrow.split("\n"))) <= columns
    wide = run_on_terminal("--home", home, columns=250).out
    assert f"  steno --home {home} list          all sessions, with filters" in wide


def test_unknown_cost_of_today_is_told(run: Run, tmp_path: Path) -> None:
    """And why."""
    unknown = reply("m", message={"model": "claude-nobody-9"}, timestamp=now())
    write_lines(place(tmp_path, ONE), unknown)
    answer = run("--home", tmp_path)
    assert answer.lines[0].startswith("1 session, ")
    assert "Today: 1 API message, cost unknown; tokens: " in answer.out
    assert "no certain price is known for claude-nobody-9" in answer.err
