"""``steno secrets``: what is found and where, and never the secret itself."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from steno.config import config_path
from tests.cli.payloads import STYLES
from tests.cli.running import act_after, run_on_terminal
from tests.secrets.made_secrets import ALNUM, HEX, some
from tests.written import place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Answer, Run

ONE = "11111111-0000-4000-8000-000000000001"
TWO = "22222222-0000-4000-8000-000000000002"
TOKEN = "gh" + "p_" + some(Random(1), ALNUM, 36)
KEY = some(Random(2), HEX, 32)
PASSWORD = "hunt3r-9!x"  # noqa: S105 - made up
"""It is long enough to be looked for in the output."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Write a home with secrets in a session, a result, a lost sub-agent and the history."""
    path = write_lines(place(tmp_path, ONE), user(f"use {TOKEN}"), user(f"DB_PASSWORD={PASSWORD}"))
    write_lines(path.with_suffix("") / "tool-results" / "t.txt", f"DD_API_KEY={KEY}\n".encode())
    write_lines(place(tmp_path, TWO), user("nothing here"))
    write_lines(
        place(tmp_path, "gone").with_suffix("") / "subagents" / "agent-x.jsonl",
        user(TOKEN, sessionId="gone"),
    )
    write_lines(tmp_path / "history.jsonl", {"display": f"login {TOKEN}", "sessionId": ONE})
    return tmp_path


def is_silent(answer: Answer) -> bool:
    """Say whether no secret, nor much of one, was printed."""
    told = answer.out + answer.err
    return not any(secret[:8] in told for secret in (TOKEN, KEY, PASSWORD))


def test_secrets_are_told_without_printing_them(run: Run, home: Path) -> None:
    """Session by session, rule by rule, with lines and fields."""
    answer = run("secrets", "--home", home)
    assert answer.code == 1
    assert is_silent(answer)
    rows = [(row["session"], row["rule"], row["lines"], row["field"]) for row in answer.rows]
    assert rows[:3] == [
        (ONE, "github-token", "1", "message.content"),
        (ONE, "password", "2", "message.content"),
        (ONE, "datadog-key", "1", ""),
    ]
    assert answer.rows[0]["begins with"] == "ghp_…(github-token)"
    assert len(rows) == 5
    assert "5 secrets found" in answer.err


def test_way_to_take_them_out_is_told(run: Run, home: Path) -> None:
    """Of the one session that holds some; where there is none nothing is told."""
    told = run("secrets", "--home", home).err
    assert f"redact {ONE[:8]} --in-place'" in told
    assert "2 sessions looked at" in told
    none = run("secrets", TWO, "--home", home).err
    assert "1 session looked at, no secret found." in none
    assert "redact" not in none


def test_document_is_complete(run: Run, home: Path) -> None:
    """Also the sessions without any, and the sums."""
    answer = run("secrets", "--home", home, "--json")
    assert (answer.code, is_silent(answer)) == (1, True)
    document = answer.document
    assert document["schema"] == "steno.secrets/1"
    assert {one["id"]: len(one["findings"]) for one in document["sessions"]} == {ONE: 3, TWO: 0}
    assert document["totals"] == {"github-token": 3, "password": 1, "datadog-key": 1}
    assert len(document["history"]) == len(document["lost_subagents"]) == 1


def test_named_session_is_looked_at_alone(run: Run, home: Path) -> None:
    """Without the history; a clean one is fine."""
    answer = run("secrets", TWO, "--home", home)
    assert (answer.code, answer.out) == (0, "")
    assert "no secret found" in answer.err
    assert run("secrets", ONE, "--home", home, "--json").document["history"] == []


def test_allowed_secrets_are_passed_over(run: Run, home: Path) -> None:
    """Of the command line and of the configuration."""
    config_path().parent.mkdir(parents=True)
    config_path().write_text('[secrets]\nallow = ["hunt3r-9*"]\n', "utf-8")
    answer = run("secrets", "--home", home, "--allow", "ghp_*", "--allow", KEY)
    assert (answer.code, answer.out) == (0, "")


def test_own_patterns_are_used(run: Run, home: Path) -> None:
    """Under the name that they have in the configuration."""
    pytest.importorskip("re2")
    assert run("config", "set", "secrets.patterns.greeting", "not[a-z]+").code == 0
    assert "greeting" in run("secrets", TWO, "--home", home).out
    assert run("config", "set", "secrets.patterns.bad", "(").code == 2


def test_wrong_settings_are_refused(run: Run, home: Path) -> None:
    """With the name of the setting."""
    config_path().parent.mkdir(parents=True)
    for text, name in (
        ("patterns = {a = 1}", "secrets.patterns.a"),
        ("allow = [1]", "secrets.allow"),
    ):
        config_path().write_text(f"[secrets]\n{text}\n", "utf-8")
        answer = run("secrets", "--home", home)
        assert (answer.code, name in answer.err) == (2, True)


def test_allow_list_can_be_set(run: Run, home: Path) -> None:
    """As words parted by commas."""
    assert run("config", "set", "secrets.allow", f"ghp_*,{KEY},hunt3r*").code == 0
    assert run("secrets", "--home", home).code == 0
    assert run("config", "set", "secrets.patterns", "x").code == 2


def test_rules_are_listed(run: Run) -> None:
    """For a person and for a program."""
    rows = run("secrets", "--rules").rows
    assert "github-token" in {row["rule"] for row in rows}
    assert len(run("secrets", "--rules", "--json").document["rules"]) == len(rows)


def test_wrong_use_exits_with_2(run: Run, home: Path) -> None:
    """A session that is not there."""
    assert run("secrets", "nowhere", "--home", home).code == 2


def test_file_that_vanishes_is_told(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is looked at."""
    act_after(monkeypatch, "steno.cli.secrets.select", place(home, TWO).unlink)
    answer = run("secrets", "--home", home)
    assert answer.code == 1
    assert "passed over" in answer.err


def test_empty_home_is_told(run: Run, tmp_path: Path) -> None:
    """Nothing is found in nothing."""
    answer = run("secrets", "--home", tmp_path / "none")
    assert answer.code == 0
    assert "no sessions in" in answer.err


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [40, 80, 160])
def test_terminal_shows_a_table(home: Path, columns: int) -> None:
    """That fits, and holds no secret either."""
    answer = run_on_terminal("secrets", "--home", home, columns=columns)
    assert "github-token" in answer.out
    assert is_silent(answer)
    shown = STYLES.sub("", answer.out).replace("\r", "").split("\n")
    # A path is never broken: it could not be copied then.
    assert max(cell_len(line) for line in shown if str(home) not in line) <= columns


def test_demo_and_corpus_are_quiet(run: Run, demo: Path) -> None:
    """The made-up home holds no secret."""
    assert run("secrets", "--home", demo).code == 0
