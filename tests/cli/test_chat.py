"""``steno chat`` where no terminal is, or none that draws."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import click
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from steno.cli import chat
from steno.cli.chat import command, run_chat
from steno.cli.chatting.talk import Talk
from steno.client.start_flags import StartFlags
from steno.model.script import call
from steno.session.session import load
from steno.testing.messages_api import MessagesApi
from tests.cli.chatting.bench import TalkBench, until
from tests.cli.running import PATIENCE, PROGRAM, child_environment, run_on_terminal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


def piped(tmp_path: Path, typed: str, *arguments: str, **environ: str) -> Any:
    """Run it with lines on standard input."""
    project = tmp_path / "project"
    project.mkdir(exist_ok=True)
    own = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(tmp_path / "home"), **environ}
    without = {"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"} - own.keys()
    variables = {
        key: value for key, value in child_environment(**own).items() if key not in without
    }
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "chat", *arguments],
        input=typed,
        env=variables,
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_lines_are_answered_where_there_is_no_terminal(tmp_path: Path) -> None:
    """It says so, answers in plain text, denies what would need a yes, and keeps all."""
    with MessagesApi(["One.", call("Bash", command="touch x"), "Three."]) as api:
        done = piped(tmp_path, "first\nsecond\n", "--model", "claude-sonnet-4-5", **api.environ)
        assert api.problems == []
    assert "standard output is no terminal" in done.stderr
    assert "● One." in done.stdout
    assert "nobody can be asked here" in done.stdout
    assert done.returncode == 1
    assert not (tmp_path / "project" / "x").exists()
    session = next((tmp_path / "home" / "projects").glob("*/*.jsonl"))
    assert "One." in str(load(session).messages())


def test_without_a_key_it_does_not_begin(tmp_path: Path) -> None:
    """The message says what to set; nothing is written."""
    done = piped(tmp_path, "hello\n")
    assert done.returncode == 2
    assert "ANTHROPIC_API_KEY" in done.stderr
    assert "steno chat --demo" in done.stderr
    assert not (tmp_path / "home").exists()


def test_a_failed_answer_is_exit_code_1(tmp_path: Path) -> None:
    """A wrong key is told in words, and the prompt is kept."""
    with MessagesApi(["never"]) as api:
        environ = {**api.environ, "ANTHROPIC_API_KEY": "sk-ant-wrong"}
        done = piped(tmp_path, "hello\n", **environ)
    assert done.returncode == 1
    assert "Invalid API key" in done.stdout
    assert next((tmp_path / "home" / "projects").glob("*/*.jsonl")).is_file()


def test_a_home_that_takes_nothing_is_exit_code_1(tmp_path: Path) -> None:
    """It is told, and a script can go by it."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "projects").touch()
    with MessagesApi(["Never."]) as api:
        done = piped(tmp_path, "hi\n", **api.environ)
        assert api.requests == []
    assert (done.returncode, "projects" in done.stdout) == (1, True)


def test_the_tour_plays_by_itself(tmp_path: Path) -> None:
    """No key and no terminal; nothing is left behind."""
    done = piped(tmp_path, "", "--demo")
    assert done.returncode == 0
    for words in ("sh check.sh", "+ ", "✓ Agent", "summed up"):
        assert words in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["project"]


def test_a_terminal_that_cannot_draw_gets_lines(tmp_path: Path) -> None:
    """One prompt per line, and questions are answered by numbers."""
    typed = b"go\ny\n/quit\n"
    with MessagesApi([call("Bash", command=f"touch {tmp_path}/x"), "Done."]) as api:
        environ = {
            **api.environ, "TERM": "dumb", "HOME": str(tmp_path),
            "CLAUDE_CONFIG_DIR": str(tmp_path / "home"),
        }  # fmt: skip
        arguments = ("chat", "--add-dir", tmp_path, "--model", "claude-sonnet-4-5")
        answer = run_on_terminal(*arguments, environ=environ, typed=typed)
    assert "this terminal cannot draw" in answer.out
    assert "1. [y] Yes, this once" in answer.out
    assert "● Done." in answer.out
    assert "go on with 'steno chat --resume" in answer.out
    assert "\x1b" not in answer.out
    assert (tmp_path / "x").exists()
    assert answer.code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--resume", "x", "--continue"), "do not go together"),
        (("--fork-session",), "goes with --resume"),
        (("--session-id", "x", "-c"), "is for a new session"),
        (("--json",), "steno-agent -p"),
        (("--permission-mode", "odd"), "odd"),
        (("--add-dir", "/no/such"), "/no/such"),
    ],
)
def test_wrong_use_is_told(arguments: tuple[str, ...], told: str, run: Run) -> None:
    """Before anything is begun."""
    answer = run("chat", *arguments)
    assert answer.code == 2
    assert told in answer.err


def test_an_unknown_session_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--resume of what is not there ends with a message."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-x")
    monkeypatch.chdir(tmp_path)
    answer = run("chat", "--home", tmp_path / "home", "--resume", "nosuch")
    assert answer.code == 2
    assert "nosuch" in answer.err


def test_it_runs_as_steno_agent_tells_it_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The flags of steno-agent mean the same here."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("hello\n"))
    (tmp_path / ".mcp.json").write_text("{}")
    with MessagesApi(["Hi **you**."]) as api:
        for name, value in api.environ.items():
            monkeypatch.setenv(name, value)
        assert run_chat(StartFlags(model="claude-sonnet-4-5")) == 0
        assert api.problems == []
    printed = capsys.readouterr()
    assert "● Hi **you**." in printed.out
    assert "the folder is not trusted, so that these do not count: .mcp.json" in printed.err


def test_the_tour_in_this_process(run: Run) -> None:
    """All of it, without a terminal."""
    answer = run("chat", "--demo")
    assert answer.code == 0
    assert "summed up" in answer.out


@pytest.mark.parametrize("is_trusted", [True, False])
def test_trust_is_asked_for_and_kept(
    is_trusted: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A yes counts from then on, a no for this time; then it is said what is left out."""
    bench = TalkBench(tmp_path)
    (bench.cwd / "CLAUDE.md").write_text("Be brief.")
    desk = bench.desk()
    monkeypatch.setenv("STENO_CONFIG", desk.environ["STENO_CONFIG"])
    monkeypatch.setattr(chat, "_is_asked", lambda: True)
    monkeypatch.setattr(click, "confirm", lambda *_, **__: is_trusted)
    chat._ask_for_trust(desk)
    assert desk.trusted is is_trusted
    assert bench.desk().trusted is is_trusted
    left_out = "left out, until you trust the folder: CLAUDE.md."
    assert (left_out in capsys.readouterr().err) is not is_trusted


def test_a_screen_is_shown_and_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is typed is answered; leaving says how to go on."""
    bench = TalkBench(tmp_path, ["Hello."])

    async def go() -> None:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            desk = bench.desk()
            talk = Talk(desk, desk.open())
            drawing = asyncio.ensure_future(chat._draw(talk, ()))
            await asyncio.sleep(0.2)
            pipe.send_text("hi\r")
            await until(lambda: talk.last_ended is not None)
            pipe.send_text("/quit\r")
            await drawing

    asyncio.run(go())
    printed = capsys.readouterr()
    assert "● Hello." in printed.out
    assert "go on with 'steno chat --resume" in printed.err


def test_its_help_tells_the_options() -> None:
    """Every option has its line."""
    options = [option for option in command.params if isinstance(option, click.Option)]
    assert len(options) > 10
    silent = [option.name for option in options if not option.help and option.expose_value]
    assert silent == []
