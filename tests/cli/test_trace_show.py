"""``steno trace show``: the spans of a session as a tree with a waterfall."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from steno.session.session import load
from steno.testing.agent_tools import AgentTask, agent
from steno.testing.build import SessionBuilder, make_session
from steno.trace.spans import session_traces
from tests.cli.payloads import STYLES
from tests.cli.running import run_on_terminal
from tests.trace.sending import conversation

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a session of three turns, the last one with a sub-agent."""
    session = conversation("shown", 2)
    session.prompt("Send somebody.")

    def work(inner: SessionBuilder) -> str:
        inner.reply("I looked.")
        return "I looked."

    session.reply(agent(AgentTask("Look", "Look around.", "explorer"), work))
    session.reply("Somebody looked.")
    return make_session(tmp_path / "home", session)


def test_tree_and_waterfall(run: Run, path: Path) -> None:
    """Parents before children, each with its bar, its time and its tokens."""
    answer = run("trace", "show", path)
    assert (answer.code, answer.err) == (0, "")
    turns = [line for line in answer.lines if line.startswith("Turn ")]
    assert turns == ["Turn 1  Ask shown 0.", "Turn 2  Ask shown 1.", "Turn 3  Send somebody."]
    spans = [line.split("  █")[0].split("   ")[0] for line in answer.lines if "█" in line]
    assert spans[0] == "agent claude-code"
    depths = {
        line.strip().split()[1]: len(line) - len(line.lstrip())
        for line in answer.lines
        if "█" in line
    }
    assert (depths["claude-code"], depths["explorer"]) == (0, 4)
    assert " in, " in answer.out


def test_document_has_every_span(run: Run, path: Path) -> None:
    """As the library gives them."""
    document = run("trace", "show", path, "--json").document
    traces = list(session_traces(load(path)))
    assert (document["schema"], document["total"]) == ("steno.trace.show/1", 3)
    assert [row["id"] for row in document["traces"]] == [trace.id for trace in traces]
    found = [(span["id"], span["parent"], span["kind"], span["output"])
             for row in document["traces"] for span in row["spans"]]  # fmt: skip
    assert found == [
        (span.id, span.parent, span.kind.value, span.output) for one in traces for span in one.spans
    ]
    first = document["traces"][0]["spans"][1]
    assert first["usage"].keys() >= {"input_tokens", "cache_read_input_tokens"}
    assert first["started"].endswith("Z")
    assert first["duration_ms"] >= 0


def test_some_turns_alone(run: Run, path: Path) -> None:
    """By their numbers; one that is not there is told."""
    assert [
        line for line in run("trace", "show", path, "--turns", "2").lines if "Turn" in line
    ] == ["Turn 2  Ask shown 1."]
    late = run("trace", "show", path, "--turns", "9..")
    assert (late.code, late.out, "their numbers go up to 3" in late.err) == (1, "", True)
    assert run("trace", "show", path, "--turns", "x").code == 2


def test_session_without_any_reply(run: Run, tmp_path: Path) -> None:
    """There is nothing to show yet."""
    session = SessionBuilder("asked")
    session.prompt("Anybody?")
    answer = run("trace", "show", make_session(tmp_path, session))
    assert (answer.code, "nobody has answered yet" in answer.err) == (1, True)


def test_secrets_are_masked(run: Run, tmp_path: Path) -> None:
    """Unless they are asked for."""
    secret = "sk-ant-api03-" + "Ab3" * 31 + "AA"
    session = SessionBuilder("secret")
    session.prompt(f"Use {secret}")
    session.reply(f"I use {secret}")
    path = make_session(tmp_path, session)
    assert secret not in run("trace", "show", path).out
    assert secret not in run("trace", "show", path, "--json").out
    assert secret in run("trace", "show", path, "--json", "--reveal").out


def test_nothing_reaches_the_terminal_raw(run: Run, tmp_path: Path) -> None:
    """Names of tools and models, prompts: all of them are data of others."""
    evil = "\x1b]0;owned\x07\x9b31m\u202e"
    session = SessionBuilder("evil")
    session.prompt(f"Do {evil}")
    session.reply(f"No {evil}", model=f"claude{evil}")
    answer = run("trace", "show", make_session(tmp_path, session))
    assert answer.code == 0
    assert not [
        sign for sign in evil if not sign.isalnum() and sign in answer.out and sign not in ";]"
    ]


@posix
@pytest.mark.parametrize("columns", [20, 60, 200])
def test_it_fits_the_terminal(path: Path, columns: int) -> None:
    """However narrow that is."""
    answer = run_on_terminal("trace", "show", path, columns=columns)
    assert answer.code == 0
    plain = STYLES.sub("", answer.out)
    assert "Turn 1" in plain
    assert max(map(len, plain.split("\r\n"))) <= max(columns, 110)
