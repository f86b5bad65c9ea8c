"""What goes wrong around ``steno-agent``: clear words, the right exit code, a transcript intact."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import steno
from steno.model.script import call
from steno.testing.messages_api import MessagesApi
from tests.client.agent_process import FREE, JSON, STREAMING, Ground, said, talk
from tests.client.troubles import HELLO, WAYS, goes_on, is_alive, is_plain, only_transcript, reply

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.model.script import Request

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="speaks POSIX to its children"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]

FAULTY: Final = Path(__file__).with_name("faulty_agent.py")
DYING_SERVER: Final = Path(__file__).with_name("dying_server.py")


@pytest.fixture
def api() -> Iterator[MessagesApi]:
    """Give a service that is well."""
    with MessagesApi(rules=reply) as api:
        yield api


@pytest.fixture
def ground(api: MessagesApi, tmp_path: Path) -> Ground:
    """Give a home and a project where the service is known."""
    return Ground(tmp_path, api.environ)


def faulty(kind: str, nth: int = 1) -> tuple[str, ...]:
    """Give the program with a fault in its system calls."""
    return (sys.executable, str(FAULTY), kind, str(nth))


@pytest.mark.parametrize("way", WAYS)
def test_no_key(ground: Ground, way: str) -> None:
    """It is said which variable to set, and nothing is written."""
    ran = ground.run(*WAYS[way], given=HELLO if way == "streaming" else b"", ANTHROPIC_API_KEY="")
    assert ran.code == 2
    assert ran.err.startswith("error: asking a model needs a key. Set ANTHROPIC_API_KEY")
    assert is_plain(ran.err)
    assert ground.transcripts() == []


@pytest.mark.parametrize("way", WAYS)
def test_wrong_key(ground: Ground, way: str) -> None:
    """It is said, the exit code tells, and with the right key the session goes on."""
    given = HELLO if way == "streaming" else b""
    ran = ground.run(*WAYS[way], given=given, ANTHROPIC_API_KEY="sk-wrong")
    assert (ran.code, ran.err) == (1, "")
    assert "Invalid API key" in ran.out
    assert "sk-wrong" not in ran.out
    path = only_transcript(ground)
    assert "hello" in goes_on(ground, path)


def test_no_network(ground: Ground) -> None:
    """It is said where nobody answers and what to check; the prompt is kept."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        ran = ground.run("-p", "hello", ANTHROPIC_BASE_URL=url, CLAUDE_CODE_MAX_RETRIES="1")
    assert ran.code == 1
    assert f"cannot reach {url}" in ran.out
    assert "Check the network" in ran.out
    assert "hello" in goes_on(ground, only_transcript(ground))


def test_unknown_model(tmp_path: Path) -> None:
    """It is said that another one has to be chosen, in every format."""
    with MessagesApi(["Done."], models=["claude-sonnet-4-5"]) as api:
        ground = Ground(tmp_path, api.environ)
        plain = ground.run("-p", "hello", "--model", "nonesuch")
        told = ground.run("-p", "hello", *JSON, "--model", "nonesuch")
    assert (plain.code, told.code) == (1, 1)
    assert "the selected model (nonesuch)" in plain.out
    assert told.result["is_error"] is True
    assert told.result["api_error_status"] == 404
    assert [steno.load(path).findings for path in ground.transcripts()] == [(), ()]


@pytest.mark.parametrize("way", WAYS)
def test_read_only_folder(ground: Ground, api: MessagesApi, way: str) -> None:
    """Where nothing can be written nothing is asked either, and it is said why."""
    ran = ground.run(
        *WAYS[way], program=faulty("read-only"), given=HELLO if way == "streaming" else b""
    )
    assert ran.code == 2
    assert "error: cannot write" in ran.err
    assert "Read-only file system" in ran.err
    assert is_plain(ran.err)
    assert (ground.transcripts(), api.requests) == ([], [])


@pytest.mark.skipif(sys.platform != "linux", reason="looks descriptors up in /proc")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("nth", [1, 3, 5])
def test_full_disk(ground: Ground, way: str, nth: int) -> None:
    """Whenever the disk is full, what was written is whole, and it goes on when there is room."""
    prompt = json.dumps(said("use a tool")).encode() + b"\n"
    arguments = ("-p", "use a tool", *FREE) if way == "print" else (*STREAMING, *FREE)
    given = prompt if way == "streaming" else b""
    ran = ground.run(*arguments, program=faulty("full", nth), given=given)
    assert ran.code == 2
    assert "error: cannot write" in ran.err
    assert "No space left on device. " in ran.err
    assert is_plain(ran.err)
    (path,) = ground.transcripts()
    content, session = path.read_bytes(), steno.load(path)
    assert {found.code for found in session.findings} <= {"call-without-result", "no-messages"}
    assert content == b"" or content.endswith(b"\n")
    if session.chain is not None:
        assert "use a tool" in goes_on(ground, path)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("home/.claude/settings.json", "home/.claude/settings.json was left alone: it is not JSON"),
        ("project/.claude/settings.json", "settings.json was left alone: it is not JSON"),
    ],
)
def test_broken_settings(ground: Ground, place: str, words: str) -> None:
    """The file is named and left alone, and nothing is asked with rules that nobody knows."""
    path = ground.folder / place
    path.parent.mkdir(exist_ok=True)
    path.write_text('{"permissions": {"deny": ["Bash"]', "utf-8")
    ran = ground.run("-p", "hello")
    assert ran.code == 2
    assert words in ran.err
    assert "Mend the file by hand" in ran.err
    assert path.read_text("utf-8") == '{"permissions": {"deny": ["Bash"]'
    assert ground.transcripts() == []


def test_broken_settings_of_the_command_line(ground: Ground) -> None:
    """What is given as --settings is no file, and not called one."""
    ran = ground.run("-p", "hello", "--settings", "{broken")
    assert ran.code == 2
    assert "--settings" in ran.err
    assert str(ground.project) not in ran.err
    assert "JSON" in ran.err


def test_mcp_server_that_is_not_there(ground: Ground) -> None:
    """It is left out with a word, and the rest goes on."""
    servers = {"mcpServers": {"gone": {"command": "/nonesuch"}}}
    ran = ground.run("-p", "hello", "--mcp-config", json.dumps(servers))
    assert (ran.code, ran.out) == (0, "Done.\n")
    assert "note: the MCP server gone is left out" in ran.err
    only_transcript(ground)


def test_mcp_server_that_dies_within_a_call(tmp_path: Path) -> None:
    """The call fails, the model is told, the turn goes on, and the next call fails as fast."""
    replies = [call("mcp__dying__die"), call("mcp__dying__die"), "Both failed."]
    servers = {"mcpServers": {"dying": {"command": sys.executable, "args": [str(DYING_SERVER)]}}}
    with MessagesApi(replies) as api:
        ground = Ground(tmp_path, api.environ)
        ran = ground.ask("use it", "--mcp-config", json.dumps(servers))
        assert api.problems == []
        assert [request.tools.count("mcp__dying__die") for request in api.requests[:1]] == [1]
        results = [_last_result(request) for request in api.requests[1:]]
    assert ran.code == 0, ran.err
    assert ran.result["result"] == "Both failed."
    assert [result["is_error"] for result in results] == [True, True]
    only_transcript(ground)


def _last_result(request: Request) -> Any:
    return next(
        block
        for block in reversed(request.messages[-1]["content"])
        if block["type"] == "tool_result"
    )


@pytest.mark.parametrize("event", ["UserPromptSubmit", "PreToolUse", "SessionStart", "Stop"])
def test_hook_that_hangs(ground: Ground, event: str) -> None:
    """After its time it is ended with all that it started, and the turn goes on without it."""
    mark = ground.folder / "outlived"
    command = f"sleep 30 & echo $! > {mark}; wait"
    hook = {"hooks": [{"type": "command", "command": command, "timeout": 1}]}
    settings = {"hooks": {event: [hook]}}
    (ground.claude / "settings.json").write_text(json.dumps(settings), "utf-8")
    ran = ground.ask("use a tool")
    assert ran.code == 0, ran.err
    assert ran.result["result"] == "Done."
    assert not is_alive(int(mark.read_text("utf-8")))
    only_transcript(ground)


def test_session_that_another_client_has_open(ground: Ground) -> None:
    """It is said, and both may go on: nothing of either is lost."""
    first = ground.ask("hello")
    path = ground.transcript(first.result["session_id"])
    told = {"pid": os.getpid(), "sessionId": path.stem, "cwd": str(ground.project)}
    live = ground.claude / "sessions" / f"{os.getpid()}.json"
    live.parent.mkdir(exist_ok=True)
    live.write_text(json.dumps(told), "utf-8")
    second = ground.ask("and on", "--resume", path.stem)
    assert second.code == 0
    assert f"open in another client, too (process {os.getpid()})" in second.err
    assert steno.load(path).findings == ()


def test_two_clients_that_write_to_one_session(ground: Ground) -> None:
    """One goes on while the other has it open: it is told, and every line of both is whole."""
    first = ground.ask("hello")
    path = ground.transcript(first.result["session_id"])
    with talk(ground, "--resume", path.stem) as other:
        other.ask("first of the other")
        assert ground.ask("ours in between", "--resume", path.stem).code == 0
        other.ask("second of the other")
        assert other.end() == 0
    words = (ground.folder / "complaints").read_text("utf-8")
    assert "another program wrote to" in words
    content = path.read_text("utf-8")
    for prompt in ("hello", "first of the other", "ours in between", "second of the other"):
        assert prompt in content
    session = steno.load(path)
    assert {found.code for found in session.findings} <= {"dead-branch"}
    assert session.refusal is None
    assert "second of the other" in str(session.messages())


def test_locked_transcript(ground: Ground) -> None:
    """A lock that is never let go of is told as what it is, and the file stays as it is."""
    import fcntl

    path = ground.transcript(ground.ask("hello").result["session_id"])
    content = path.read_bytes()
    with path.open("rb+") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        ran = ground.run("-p", "more", "--resume", path.stem, program=faulty("impatient"))
    assert ran.code == 2
    assert "another program keeps the file locked" in ran.err
    assert "free some space" not in ran.err
    assert path.read_bytes() == content
    assert "hello" in goes_on(ground, path)
