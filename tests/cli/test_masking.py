"""Found secrets are masked wherever a transcript is shown; --reveal shows them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from steno.cli.masking import _SUSPECT, is_revealed, shield, shield_entries, shield_value
from steno.format.decode import decode
from steno.secrets.scan import Scanner
from tests.edit.edited import in_home, told
from tests.edit.test_redact import OTHER, SECRET
from tests.secrets.made_more import placed_more
from tests.secrets.made_secrets import placed
from tests.session.transcripts import call, result, text, thinking, user
from tests.written import ONE, line_of, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

SHOWING = [
    ["show", ONE], ["show", ONE, "--depth", "full"], ["show", ONE, "--depth", "prompts"],
    ["show", ONE, "--json"], ["show", ONE, "--entries", "--full"],
    ["show", ONE, "--entries", "--json"], ["show", ONE, "--agent", "x", "--full"],
    ["turns", ONE], ["turns", ONE, "--json"], ["tree", ONE], ["tree", ONE, "--all"],
    ["tools", ONE], ["tools", ONE, "--json"], ["list"], ["list", "--json"],
]  # fmt: skip
"""Commands that show what stands in a transcript."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Write a session with secrets in its prompt, thinking, call, result and sub-agent."""
    source = in_home(
        tmp_path,
        user("a", f"use {SECRET} please"),
        told("t", thinking(f"it is {SECRET}")),
        told("b", text(f"I take {SECRET}"), call("c", input={"command": f"echo {OTHER}"})),
        user("r", [result("c", f"{OTHER}")], toolUseResult={"stdout": OTHER}),
        told("z", text(SECRET)),
    )
    assert source.path is not None
    agent = {**user("s", f"use {OTHER}"), "sessionId": ONE, "isSidechain": True, "agentId": "x"}
    write_lines(source.path.with_suffix("") / "subagents" / "agent-x.jsonl", line_of(agent))
    return tmp_path


@pytest.mark.parametrize("command", SHOWING, ids=" ".join)
def test_nothing_that_is_shown_holds_a_secret(run: Run, home: Path, command: list[str]) -> None:
    """On paper, in tables and in documents."""
    answer = run(*command, "--home", home)
    assert answer.code == 0
    for secret in (SECRET, OTHER):
        assert secret not in answer.out + answer.err
        assert secret[4:20] not in answer.out + answer.err


@pytest.mark.parametrize("command", SHOWING, ids=" ".join)
def test_who_wants_to_see_them_does(run: Run, home: Path, command: list[str]) -> None:
    """With --reveal."""
    out = run(*command, "--reveal", "--home", home).out
    assert SECRET in out or OTHER in out


def test_stored_lines_and_messages_are_what_they_are(run: Run, home: Path) -> None:
    """They are for programs: the one for whoever mends a file, the other for the API."""
    assert SECRET in run("show", ONE, "--raw", "1", "--home", home).out
    assert SECRET in run("messages", ONE, "--home", home).out


def test_configured_exceptions_count(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is allowed is shown, and own patterns are masked."""
    path = write_lines(tmp_path / "c.toml", f'[secrets]\nallow = ["{SECRET}"]\n'.encode())
    monkeypatch.setenv("STENO_CONFIG", str(path))
    out = run("turns", ONE, "--home", home).out
    assert SECRET in out


def test_outside_of_a_command_all_is_masked() -> None:
    """The functions need no context."""
    assert not is_revealed()
    assert SECRET not in shield(f"x {SECRET}")
    assert shield("nothing to see") == "nothing to see"
    assert SECRET not in str(shield_value({"a": [SECRET]}))
    (entry,) = shield_entries([decode(line_of({"type": "user", "x": SECRET}))])
    assert SECRET not in str(entry.body)


def test_no_secret_is_overlooked_from_afar() -> None:
    """Whatever the rules find is looked at closely."""
    scanner = Scanner()
    for one in (*placed(Random(2), 5), *placed_more(Random(2), 12)):
        if scanner.find(one.text):
            assert _SUSPECT.search(one.text), one.text
