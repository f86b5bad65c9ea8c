"""The console script steno-agent, as a process of its own."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno import __version__
from steno.cli import agent
from steno.model.script import call
from steno.testing.messages_api import MessagesApi
from tests.client.agent_process import Ground, talk

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the shell tool is for POSIX")

SOURCE: Final = str(Path(__file__).resolve().parents[2] / "src")
COMMAND: Final = (sys.executable, "-m", "steno.cli.agent")
STREAM: Final = ("--input-format", "stream-json", "--output-format", "stream-json")


def environment(folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    """Give an environment of nothing but what is needed; make the folders."""
    for name in ("home", "project"):
        (folder / name).mkdir(exist_ok=True)
    return {
        "HOME": str(folder / "home"),
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": SOURCE,
        "CLAUDE_CODE_MAX_RETRIES": "0",
        **more,
    }


def run(
    folder: Path, *flags: str, said: str = "", more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return subprocess.run(
        [*COMMAND, *flags],
        env=environment(folder, more or {}),
        cwd=folder / "project",
        input=said,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def transcripts(folder: Path) -> list[Path]:
    """Give the transcripts that were written."""
    return sorted((folder / "home").rglob("*.jsonl"))


def test_a_prompt_is_answered(tmp_path: Path) -> None:
    """The prompt of the command line and what is piped in are asked together; 0600 is kept."""
    with MessagesApi(["Hello."]) as api:
        done = run(tmp_path, "-p", "look at this", said="piped\n", more=api.environ)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Hello.\n", "")
    assert "look at this\\n\\npiped" in json.dumps(api.requests[0].messages)
    (path,) = transcripts(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_frames_go_both_ways(tmp_path: Path) -> None:
    """JSON lines on stdin are answered with JSON lines on stdout."""
    prompt = json.dumps({"type": "user", "message": {"role": "user", "content": "hi"}})
    with MessagesApi(["Hello."]) as api:
        done = run(tmp_path, *STREAM, "--verbose", said=f"{prompt}\n", more=api.environ)
    assert done.returncode == 0
    assert [json.loads(line)["type"] for line in done.stdout.strip().split("\n")] == [
        "system", "assistant", "result",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("-p", "hi", "--nonsense"), "there is no flag --nonsense"),
        (("-p",), "there is no prompt"),
        (("-p", "  \n "), "there is no prompt"),
        (("-p", "hi", "--resume", "nope"), "no session called 'nope'"),
        (("-p", "hi", "--resume"), "--resume needs a session here"),
        (("-p", "hi", "--session-id", "nope"), "'nope' is no session id"),
        (("-p", "hi", "--settings", "gone.json"), "there is no file"),
        (("-p", "hi", "--mcp-config", "{"), "it is not JSON"),
        (("-p", "hi"), "needs a key"),
    ],
)
def test_wrong_use_is_exit_code_2(tmp_path: Path, flags: tuple[str, ...], words: str) -> None:
    """What cannot be done is told in words on stderr, and nothing is written."""
    more = {} if words == "needs a key" else {"ANTHROPIC_API_KEY": "k"}
    done = run(tmp_path, *flags, more=more)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.startswith("error: ")
    assert transcripts(tmp_path) == []


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"ANTHROPIC_API_KEY": "wrong"}, "Invalid API key"),
        ({"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}, "cannot reach http://127.0.0.1:9"),
    ],
)
def test_a_model_that_cannot_be_asked_is_exit_code_1(
    tmp_path: Path, more: dict[str, str], words: str
) -> None:
    """A wrong key and no network are told as the answer, and stand in the transcript."""
    with MessagesApi([]) as api:
        done = run(tmp_path, "-p", "hi", more={**api.environ, **more})
    assert done.returncode == 1
    assert words in done.stdout
    (path,) = transcripts(tmp_path)
    lines = [json.loads(line) for line in path.read_text("utf-8").strip().split("\n")]
    assert any(line.get("isApiErrorMessage") for line in lines)


def test_an_unknown_model_is_told(tmp_path: Path) -> None:
    """Its name is in the words."""
    with MessagesApi(["x"], models=["claude-sonnet-4-6"]) as api:
        done = run(tmp_path, "-p", "hi", "--model", "claude-nope", more=api.environ)
    assert done.returncode == 1
    assert "claude-nope" in done.stdout


def test_a_home_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file stands where the folder should be: exit code 2 and words, no traceback."""
    (tmp_path / "taken").write_text("", "utf-8")
    with MessagesApi(["Hello."]) as api:
        more = {**api.environ, "CLAUDE_CONFIG_DIR": str(tmp_path / "taken")}
        done = run(tmp_path, "-p", "hi", more=more)
    assert done.returncode == 2
    assert f"{tmp_path / 'taken'} is to hold sessions and settings" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_output_ends_it_well(tmp_path: Path) -> None:
    """Nobody can take the answer: the transcript has it all the same."""
    with MessagesApi(["Hello."]) as api, Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "-p", "hi"],
            env=environment(tmp_path, api.environ),
            cwd=tmp_path / "project",
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert "could not be put out" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Hello." in transcripts(tmp_path)[0].read_text("utf-8")


def test_a_signal_ends_it_well(tmp_path: Path) -> None:
    """What it started is ended, the turn is broken off in the transcript, the code is 143."""
    mark = tmp_path / "mark"
    command = f"echo $$ > {mark}; sleep 300"
    with MessagesApi([[call("Bash", command=command)]]) as api:
        process = subprocess.Popen(
            [*COMMAND, *STREAM, "--permission-mode", "bypassPermissions"],
            env=environment(tmp_path, api.environ),
            cwd=tmp_path / "project",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdin is not None
        with process.stdin as pipe:
            said = {"type": "user", "message": {"role": "user", "content": "hi"}}
            pipe.write(json.dumps(said) + "\n")
            pipe.flush()
            wait_for(lambda: mark.exists() and mark.read_text("utf-8").strip())
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 143
    shell = int(mark.read_text("utf-8"))
    wait_for(lambda: not is_running(shell))
    assert "[Request interrupted by user for tool use]" in transcripts(tmp_path)[0].read_text(
        "utf-8"
    )


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_second_client_warns_while_the_first_runs(tmp_path: Path, is_killed: bool) -> None:
    """It is told of in time, and neither after its end nor after it was killed."""
    with (
        MessagesApi(["One.", "Two.", "Three."]) as api,
        talk(Ground(tmp_path, api.environ)) as first,
    ):
        ground = Ground(tmp_path, api.environ)
        session = str(first.ask("hi")["session_id"])
        warned = ground.ask("and?", "--resume", session, "--fork-session")
        assert f"{session} is open in another client, too" in warned.err
        if is_killed:
            first.process.kill()
            first.process.wait()
        else:
            first.end()
        assert bool(list((ground.claude / "sessions").iterdir())) is is_killed
        assert "another client" not in ground.ask("still?", "--resume", session).err


def wait_for(found: Any) -> None:
    """Wait until something is so."""
    until = time.monotonic() + 30
    while not found():
        assert time.monotonic() < until
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """Say whether a process runs."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Both are told without starting anything."""
    assert agent.main(["--version"]) == 0
    assert agent.main(["--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"steno-agent {__version__}\n")
    assert "--permission-mode" in told


def test_starting_loads_nothing_heavy() -> None:
    """Neither the command line's libraries nor those of MCP, models or drawing are loaded."""
    script = (
        "import sys, steno.cli.agent, steno.client.start_flags, steno.client.control,"
        "steno.client.printing\n"
        "heavy = {'click', 'rich', 'mcp', 'anthropic', 'httpx', 'pydantic', 'prompt_toolkit',"
        "'yaml', 'jsonschema', 'tree_sitter', 'genai_prices', 'PIL'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": SOURCE, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "[]"


class Stdin(io.TextIOWrapper):
    """A stdin with something on it, at a terminal or not."""

    def __init__(self, said: str, *, is_terminal: bool) -> None:
        """Take what is on it."""
        super().__init__(io.BytesIO(said.encode()), "utf-8")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """Say whether it is a terminal."""
        return self._is_terminal


@pytest.fixture
def within(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the program run in this process, in a home and a project of its own."""
    for name, value in environment(tmp_path, {"ANTHROPIC_API_KEY": "k"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.setattr(sys, "stdin", Stdin("", is_terminal=False))
    return tmp_path


def test_the_program_is_a_function_too(
    within: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It gives its exit code, and prints to stdout and stderr."""
    with MessagesApi(["Hello."]) as api:
        for name, value in api.environ.items():
            monkeypatch.setenv(name, value)
        assert agent.main(["-p", "hi"]) == 0
        assert agent.main(["-p", "hi"]) == 1
    assert "Hello.\n" in capfd.readouterr().out
    assert agent.main(["-p"]) == 2
    assert "there is no prompt" in capfd.readouterr().err
    assert len(transcripts(within)) == 2


def test_frames_come_from_the_first_file(
    within: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """With JSON lines on file 0 the program serves them to their end."""
    prompt = within / "prompt.jsonl"
    said = {"type": "user", "message": {"role": "user", "content": "hi"}}
    prompt.write_text(json.dumps(said), "utf-8")
    kept = os.dup(0)
    with MessagesApi(["Hello."]) as api, prompt.open("rb") as file:
        for name, value in api.environ.items():
            monkeypatch.setenv(name, value)
        os.dup2(file.fileno(), 0)
        try:
            assert agent.main([*STREAM]) == 0
        finally:
            os.dup2(kept, 0)
            os.close(kept)
    assert '"result":"Hello."' in capfd.readouterr().out


def test_at_a_terminal_it_is_chat(within: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With neither a prompt to print nor a stream, the same flags begin a chat."""
    del within
    seen: list[Any] = []

    def run_chat(flags: Any) -> int:
        seen.append(flags)
        return 3

    monkeypatch.setattr("steno.cli.chat.run_chat", run_chat)
    monkeypatch.setattr(sys, "stdin", Stdin("", is_terminal=True))
    assert agent.main(["--model", "haiku"]) == 3
    assert seen[0].model == "haiku"


@pytest.mark.parametrize(
    ("problem", "code", "words"),
    [
        (KeyboardInterrupt(), 130, ""),
        (OSError(28, "No space left on device"), 2, "No space left on device"),
        (asyncio.CancelledError(), 143, ""),
    ],
)
@pytest.mark.usefixtures("within")
def test_what_ends_it_is_an_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    problem: BaseException,
    code: int,
    words: str,
) -> None:
    """A key, a full disk and a signal are no tracebacks."""

    async def served(flags: Any) -> int:
        del flags
        raise problem

    monkeypatch.setattr(agent, "_served", served)
    assert agent.main(["-p", "hi"]) == code
    assert words in capfd.readouterr().err


def test_the_console_script_exits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the function gives is the exit code of the process."""
    monkeypatch.setattr(sys, "argv", ["steno-agent", "--nonsense"])
    with pytest.raises(SystemExit) as caught:
        agent.run()
    assert caught.value.code == 2
